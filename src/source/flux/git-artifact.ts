import { GitdriftError } from '../../model/errors.js';
import type { FluxSource } from '../../model/flux.js';
import type { OpenedSource } from '../../model/source.js';
import { argoRevision } from '../argocd/argo-revision.js';
import type { ArgoRepositories, WantedRepository } from '../argocd/open-repository.js';

/** A clone at the commit of an artifact; `ahead` is the commit that `spec.ref` stands for by now, where it is another. */
interface OpenedGitSource {
  readonly root: string;
  readonly revision: string;
  readonly repoURL: string;
  readonly targetRevision: string;
  readonly submodules: readonly string[];
  readonly repository: OpenedSource;
  readonly ahead?: string;
}

/** Opens a GitRepository at the commit of its artifact, else at `spec.ref`. Throws as ArgoRepositories.open. */
export async function openGitSource(source: FluxSource, repositories: ArgoRepositories): Promise<OpenedGitSource> {
  const wanted = wantedOf(source);
  const repository = await repositories.open(wanted).catch((error: unknown) => {
    throw source.commit === undefined ? error : withArtifactHint(error, source);
  });
  const revision = repository.revision ?? '';
  const now = commitOf(source, repositories.refs(wanted));
  return {
    root: repository.root ?? '',
    revision,
    repoURL: repository.repoURL ?? source.url,
    targetRevision: shownRevision(source),
    submodules: repository.submodules ?? [],
    repository,
    ...(now === undefined || now === revision ? {} : { ahead: now }),
  };
}

/** What a GitRepository asks of its repository. */
export function wantedOf({ url, commit, wanted }: FluxSource): WantedRepository {
  return { repoURL: url, targetRevision: commit ?? wanted, tagPrefix: '', others: [url] };
}

/** What `spec.ref` stands for by now; undefined for a commit, and where the repository has no such ref. */
function commitOf({ wanted, url }: FluxSource, refs: ReadonlyMap<string, string>): string | undefined {
  if (/^[0-9a-f]{7,64}$/i.test(wanted)) return undefined;
  const branch = /^refs\/heads\/(.+)$/.exec(wanted)?.[1];
  if (branch !== undefined) return refs.get(wanted) ?? refs.get(`refs/remotes/origin/${branch}`);
  try {
    const found = argoRevision([...refs.keys()], { revision: wanted, clone: true, url });
    return found.kind === 'ref' ? refs.get(found.ref) : undefined;
  } catch {
    return undefined;
  }
}

/** `main`, `v1.2.0` or a range, as `spec.ref` has it. */
function shownRevision({ revision, wanted }: FluxSource): string {
  const named = /^([^@]+)@/.exec(revision ?? '')?.[1];
  return named ?? wanted.replace(/^refs\/(?:heads|tags)\//, '');
}

function withArtifactHint(error: unknown, { name, commit = '' }: FluxSource): unknown {
  if (!(error instanceof GitdriftError) || error.code !== 'git-failed') return error;
  return new GitdriftError(
    error.code,
    `${error.message} (the artifact of GitRepository ${name} is of ${commit.slice(0, 12)})`,
    {
      hint: error.hint ?? 'fetch that commit into the clone that --repo-map names',
      cause: error,
    },
  );
}
