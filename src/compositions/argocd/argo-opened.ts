import type { ArgoApplication, ArgoSource } from '../../model/argo-application.js';
import { GitdriftError } from '../../model/errors.js';
import type { OpenedSource } from '../../model/source.js';
import type { ArgoRepositories, WantedRepository } from '../../source/argocd/open-repository.js';

/** A source of Git with its repository, opened; a chart has none. */
export interface OpenedArgoSource {
  readonly source: ArgoSource;
  readonly repository: OpenedSource | undefined;
}

/** Opens the repositories of an Application's sources, in their order. Throws what fails, with the number of the source. */
export async function openSources(
  application: ArgoApplication,
  repositories: ArgoRepositories,
): Promise<readonly OpenedArgoSource[]> {
  const others = application.sources.filter(isGit).map(({ repoURL }) => repoURL);
  const opened: OpenedArgoSource[] = [];
  for (const [index, source] of application.sources.entries()) {
    const repository = isGit(source)
      ? await repositories.open(wantedOf(source, others)).catch((error: unknown) => {
          throw withNumber(error, index, application.sources.length);
        })
      : undefined;
    opened.push({ source, repository });
  }
  return opened;
}

function wantedOf(source: ArgoSource, others: readonly string[]): WantedRepository {
  const { repoURL, targetRevision = '' } = source;
  return { repoURL, targetRevision, tagPrefix: tagPrefix(source), others };
}

/** The Git repositories that an Application is rendered from. */
export function repositoriesOf({ sources }: ArgoApplication): readonly WantedRepository[] {
  const git = sources.filter(isGit);
  const others = git.map(({ repoURL }) => repoURL);
  return git.map((source) => wantedOf(source, others));
}

/** A chart has a `chart`; an OCI artifact an address of its own kind. */
export function isGit({ chart, repoURL }: ArgoSource): boolean {
  return chart === undefined && !/^oci:\/\//i.test(repoURL);
}

function tagPrefix({ raw }: ArgoSource): string {
  return typeof raw.tagPrefix === 'string' ? raw.tagPrefix : '';
}

/** The error with which of several sources failed; unchanged where there is one source, or the run was interrupted. */
export function withNumber(error: unknown, index: number, count: number): unknown {
  if (!(error instanceof GitdriftError) || error.code === 'interrupted' || count === 1) return error;
  const { code, message, hint, position } = error;
  return new GitdriftError(code, `source ${index + 1} of ${count}: ${message}`, {
    ...(hint === undefined ? {} : { hint }),
    ...(position === undefined ? {} : { position }),
    cause: error,
  });
}
