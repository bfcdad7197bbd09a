import type { Tools } from '../../cli/engine.js';
import type { AnalyzeRequest } from '../../model/request.js';
import type { ArgoRequest, FluxRequest } from '../../model/source.js';
import type { RepositoryMap } from '../../source/argocd/repository-map.js';

/**
 * Where the repositories of applications are read from: local clones, what GITOPS_REPO says (the address of a fork), else
 * their own addresses; with their history where commits are asked for.
 */
export function repositoryMap(
  { repositories, history }: ArgoRequest | FluxRequest,
  { gitBlame }: AnalyzeRequest,
  { env }: Tools,
): RepositoryMap {
  const override = env.GITOPS_REPO ?? '';
  return {
    clones: repositories,
    ...(override === '' ? {} : { override }),
    ...(gitBlame === true || history === true ? { history: true } : {}),
  };
}
