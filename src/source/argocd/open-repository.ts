import { GitdriftError } from '../../model/errors.js';
import type { Progress } from '../../model/request.js';
import type { OpenedSource } from '../../model/source.js';
import { namedAndSteps } from '../base-revision.js';
import { openRepository } from '../clone.js';
import type { Git } from '../git.js';
import type { Environment } from '../git-environment.js';
import type { RemoteRevision } from '../remote-revision.js';
import { withoutCredentials } from '../repository-url.js';
import { checkWord } from '../resolve-revision.js';
import { argoRevision } from './argo-revision.js';
import { normalRepositoryURL, type ReadFrom, type RepositoryMap, readFrom } from './repository-map.js';

/** What one source of an Application asks for. */
export interface WantedRepository {
  readonly repoURL: string;
  /** Empty for the default branch. */
  readonly targetRevision: string;
  readonly tagPrefix: string;
  /** The addresses of all Git sources of the same application. */
  readonly others: readonly string[];
}

/** Repositories at revisions, each read once a run, whole: value files and bases lie anywhere in them. */
export interface ArgoRepositories {
  /** Throws GitdriftError `usage`, `source-not-found`, `git-failed` or `interrupted`. */
  open(wanted: WantedRepository): Promise<OpenedSource>;
  /**
   * The same repository at another revision: also `HEAD~1`, counted from what `open` opened, and `origin/main`. Throws as
   * `open`: `source-not-found` where the repository has none of that name.
   */
  at(wanted: WantedRepository, revision: string): Promise<OpenedSource>;
  /** Where it is read from: an address, or the folder of a clone. */
  address(wanted: WantedRepository): string;
  /** The commits of the repository's refs, as they were listed when `open` opened it; empty where it did not. */
  refs(wanted: WantedRepository): ReadonlyMap<string, string>;
  /** Removes what opening made; never fails. */
  close(): Promise<void>;
}

/** What opening may use of the world. */
export interface RepositoryIo {
  readonly cwd: string;
  readonly env: Environment;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
}

/** Opens the repositories of Applications, each by Argo CD's rules for revisions, through `map`. */
export function argoRepositories(map: RepositoryMap, io: RepositoryIo): ArgoRepositories {
  const opened = new Map<string, Promise<OpenedSource>>();
  const listings = new Map<string, string>();
  const place = (wanted: WantedRepository): { readonly from: ReadFrom; readonly key: string } => {
    const from = readFrom(map, wanted.repoURL, wanted.others);
    const where = from.kind === 'clone' ? from.folder : normalRepositoryURL(from.url);
    return { from, key: [where, wanted.targetRevision, wanted.tagPrefix].join('\n') };
  };
  const open = (wanted: WantedRepository, steps = ''): Promise<OpenedSource> => {
    const { from, key } = place(wanted);
    const known = opened.get(key + steps);
    if (known !== undefined) return known;
    const [url, isClone] = from.kind === 'clone' ? [from.folder, true] : [from.url, false];
    const opening = openOne({ url, isClone, steps, history: map.history }, wanted, io, (listing) =>
      listings.set(key, listing),
    );
    opened.set(key + steps, opening);
    // Whoever asked is told; nobody else needs to be.
    opening.catch(() => {});
    return opening;
  };
  return {
    open: (wanted) => open(wanted),
    async at(wanted, revision) {
      checkWord(revision);
      const { name, steps } = namedAndSteps(revision, await open(wanted));
      const asked = (targetRevision: string): WantedRepository => ({ ...wanted, targetRevision, tagPrefix: '' });
      const isBranch = name.startsWith('origin/');
      const other = await open(asked(name), steps).catch((error: unknown) => {
        // The name of a branch as a clone would know it.
        if (!isBranch || !(error instanceof GitdriftError) || error.code !== 'source-not-found') throw error;
        return open(asked(name.slice('origin/'.length)), steps);
      });
      const { key } = place(asked(other.revision ?? ''));
      if (!opened.has(key)) opened.set(key, Promise.resolve(other));
      return other;
    },
    address(wanted) {
      const { from } = place(wanted);
      return from.kind === 'clone' ? from.folder : from.url;
    },
    refs: (wanted) => commitsOf(listings.get(place(wanted).key) ?? ''),
    async close() {
      for (const opening of opened.values()) await opening.then((source) => source.close()).catch(() => {});
    },
  };
}

function openOne(
  { url, isClone, steps, history }: { url: string; isClone: boolean; steps: string; history: true | undefined },
  wanted: WantedRepository,
  io: RepositoryIo,
  keep: (listing: string) => void,
): Promise<OpenedSource> {
  const find = async (git: Git, address: string): Promise<RemoteRevision> => {
    const listed = await git('ls-remote', '--', address);
    keep(listed);
    const revision = argoRevision(refsOf(listed), {
      revision: wanted.targetRevision,
      tagPrefix: wanted.tagPrefix,
      clone: isClone,
      url: withoutCredentials(wanted.repoURL),
    });
    return revision.kind === 'ref'
      ? { kind: 'ref', ref: revision.ref, name: wanted.targetRevision || 'HEAD' }
      : { kind: 'commit', hash: revision.hash, complete: revision.hash.length === 40 };
  };
  const revision = wanted.targetRevision || 'HEAD';
  const request = { repoURL: url, revision, path: '.', recursive: false, steps, find, ...(history && { history }) };
  const opening = openRepository(request, io);
  if (!isClone) return opening;
  const shown = withoutCredentials(wanted.repoURL);
  return opening.then(
    // Reports name the repository, not where this machine has it.
    (source) => ({ ...source, repoURL: shown }),
    (error: unknown) => {
      if (!(error instanceof GitdriftError) || error.code === 'interrupted') throw error;
      throw new GitdriftError(error.code, `the local clone of ${shown}: ${error.message}`, {
        hint: error.hint ?? 'check --repo-map',
        cause: error,
      });
    },
  );
}

/** The refs that `git ls-remote` lists, without the commits behind annotated tags. */
function refsOf(listing: string): string[] {
  return listing.split('\n').flatMap((line) => {
    const name = line.split('\t')[1];
    return name === undefined || name.endsWith('^{}') ? [] : [name];
  });
}

/** Refs and the commits that they stand for, of an annotated tag the commit behind it. */
function commitsOf(listing: string): ReadonlyMap<string, string> {
  const commits = new Map<string, string>();
  for (const line of listing.split('\n')) {
    const [hash = '', name] = line.split('\t');
    if (name !== undefined) commits.set(name.replace(/\^\{\}$/, ''), hash);
  }
  return commits;
}
