import { mkdir } from 'node:fs/promises';
import { isAbsolute, join, posix } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import type { Progress } from '../model/request.js';
import type { OpenedSource } from '../model/source.js';
import { checkout } from './checkout.js';
import { type Git, GitFailure, gitIn, ifGitFails } from './git.js';
import type { Environment } from './git-environment.js';
import { asGitdriftError } from './git-failure.js';
import { apartFromLogin } from './git-login.js';
import { quietSsh } from './quiet-ssh.js';
import { checkRevision, findRevision, noSuchRevision, type RemoteRevision } from './remote-revision.js';
import { ALLOWED_PROTOCOLS, repositoryName, repositoryURL, withoutCredentials } from './repository-url.js';
import { removeTemporaryFolder, temporaryFolder } from './temporary-folders.js';

export interface CloneRequest {
  readonly repoURL: string;
  readonly revision?: string;
  readonly path: string;
  readonly recursive: boolean;
  /** How far before the revision, as git writes it: `~2`, `^`; '' or absent: the revision itself. */
  readonly steps?: string;
  /** The history is wanted, too, and not only the files. */
  readonly history?: true;
  /** Finds the revision by other rules than `findRevision`, where somebody else's rules count. */
  readonly find?: (git: Git, url: string) => Promise<RemoteRevision>;
}

/** Without a word from git for so long, it hangs. Fetching file contents at checkout is silent, so it is generous. */
const SILENCE_MS = 300_000;

/**
 * Reads one revision of a repository into a temporary folder that is gone after `close`: no history and no files but
 * those that are needed, where the server allows it. Throws `usage`, `git-failed` or `source-not-found`.
 */
export async function openRepository(
  request: CloneRequest,
  io: { readonly cwd: string; readonly env: Environment; readonly progress: Progress; readonly signal?: AbortSignal },
): Promise<OpenedSource> {
  const { url, login } = apartFromLogin(repositoryURL(request.repoURL, io.cwd));
  if (request.revision !== undefined && request.find === undefined) checkRevision(request.revision);
  const path = insidePath(request.path);
  const folder = await temporaryFolder(io.env);
  try {
    const root = join(folder, 'repository');
    await mkdir(root);
    const options = {
      folder: root,
      env: io.env,
      protocols: ALLOWED_PROTOCOLS,
      silenceMs: SILENCE_MS,
      ...(login && { login }),
      ...(io.signal && { signal: io.signal }),
    };
    const sshCommand = await quietSsh(gitIn(options), io.env);
    const git = gitIn({ ...options, ...(sshCommand !== undefined && { sshCommand }) });
    await git('init', '--quiet');
    await git('remote', 'add', '--', 'origin', url);
    io.progress(`asking ${withoutCredentials(url)} for ${request.revision ?? 'its default branch'}`);
    const found = await (request.find?.(git, url) ?? findRevision(git, url, request.revision));
    io.progress(`fetching ${withoutCredentials(url)}`);
    const steps = request.steps ?? '';
    const fetched = await fetchRevision(git, url, found, request.history === true || steps !== '');
    const revision = await stepsBefore(git, url, fetched, steps);
    io.progress(`checking out ${revision.slice(0, 12)}`);
    const revisionTime = (await git('log', '-1', '--no-show-signature', '--format=%cI', revision)).trim();
    const { location, submodules } = await checkout(git, {
      root,
      revision,
      path,
      shown: withoutCredentials(request.repoURL),
    });
    return {
      kind: 'git',
      name: path === '.' ? repositoryName(url) : posix.basename(path),
      location,
      root,
      recursive: request.recursive,
      repoURL: withoutCredentials(request.repoURL),
      path,
      targetRevision: found.kind === 'ref' ? found.name : found.hash,
      revision,
      revisionTime,
      dirty: false,
      ...(submodules.length > 0 && { submodules }),
      close: () => removeTemporaryFolder(folder),
    };
  } catch (error) {
    await removeTemporaryFolder(folder);
    throw asGitdriftError(error, url);
  }
}

/** A path in the repository, normal and relative. Throws `usage` where it leaves the repository. */
function insidePath(path: string): string {
  const normal = posix.normalize(path === '' ? '.' : path).replace(/(?<=.)\/$/, '');
  if (isAbsolute(path) || normal === '..' || normal.startsWith('../') || path.includes('\0')) {
    throw new GitdriftError('usage', `the path ${path} leaves the repository`, {
      hint: "give it from the repository's root, such as apps/catalog",
    });
  }
  if (/^\.git(\/|$)/i.test(normal)) {
    throw new GitdriftError('source-not-found', `the path ${path} is where Git keeps the repository itself`, {
      hint: 'give a folder that is in the repository, such as apps/catalog',
    });
  }
  return normal;
}

/** What a fetch may leave at the server, tried in this order. */
const ONE_COMMIT: readonly string[][] = [['--depth=1', '--filter=blob:none'], ['--depth=1'], []];
const WHOLE_HISTORY: readonly string[][] = [['--filter=blob:none'], []];

async function stepsBefore(git: Git, url: string, revision: string, steps: string): Promise<string> {
  if (steps === '') return revision;
  const found = await git('rev-parse', '--verify', '--quiet', `${revision}${steps}^{commit}`).catch(
    ifGitFails(() => ''),
  );
  if (found !== '') return found.trim();
  throw new GitdriftError(
    'source-not-found',
    `${withoutCredentials(url)} has nothing at ${revision.slice(0, 12)}${steps}`,
    {
      hint: 'its history does not go back so far',
    },
  );
}

/**
 * Fetches one commit and returns its full number. First without history and file contents; servers that can't do that
 * (dumb HTTP has no shallow fetch, many refuse a commit that no ref names) are asked for everything.
 */
async function fetchRevision(git: Git, url: string, wanted: RemoteRevision, history: boolean): Promise<string> {
  const fetch = ['fetch', '--progress', '--no-tags', '--no-recurse-submodules'];
  const commit = async (name: string): Promise<string> =>
    (await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)).trim();
  if (wanted.kind === 'ref' || wanted.complete) {
    const name = wanted.kind === 'ref' ? wanted.ref : wanted.hash;
    for (const economy of history ? WHOLE_HISTORY : ONE_COMMIT) {
      try {
        await git(...fetch, ...economy, '--', 'origin', name);
        return await commit('FETCH_HEAD');
      } catch (error) {
        if (!(error instanceof GitFailure)) throw error;
        if (wanted.kind === 'commit' && refusesCommits(error)) break;
        if (economy.length === 0 || !worthRetrying(error)) throw error;
        await forgetFilter(git);
      }
    }
  }
  const everything = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*'];
  await git(...fetch, '--filter=blob:none', '--', 'origin', ...everything).catch(
    ifGitFails(async () => {
      await forgetFilter(git);
      return git(...fetch, '--', 'origin', ...everything);
    }),
  );
  const hash = wanted.kind === 'commit' ? wanted.hash : wanted.ref;
  const found = await commit(hash).catch(ifGitFails(() => ''));
  if (found === '') throw await noSuchRevision(git, url, hash);
  return found;
}

/**
 * A fetch with a filter marks the remote as one that has more, also where it fails; the next one would then ask for what it
 * lacks again and again, and over dumb HTTP never end.
 */
async function forgetFilter(git: Git): Promise<void> {
  for (const key of ['remote.origin.promisor', 'remote.origin.partialclonefilter']) {
    await git('config', '--unset-all', key).catch(ifGitFails(() => ''));
  }
}

/** A server that can't be reached, or that refuses the user, will do so again. */
function worthRetrying(error: GitFailure): boolean {
  return !/permission denied|authentication failed|could not (resolve|read)/i.test(error.stderr);
}

/** What servers and git say where a commit may not be asked for by number, or isn't there. */
function refusesCommits(error: GitFailure): boolean {
  return /unadvertised object|not our ref|couldn't find remote ref|does not allow request/i.test(error.stderr);
}
