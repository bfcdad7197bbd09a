import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { shellWord } from '../model/shell-word.js';
import { type Git, GitFailure, gitIn, ifGitFails } from './git.js';
import type { Environment } from './git-environment.js';
import { withoutCredentials } from './repository-url.js';

/** What Git knows of a path in a local work tree. Everything but `root` and `path` is absent where it can't be told. */
export interface WorkTree {
  /** Absolute, real path of the repository's root. */
  readonly root: string;
  /** From the root, with forward slashes; `.` is the root itself. */
  readonly path: string;
  readonly repoURL?: string;
  readonly targetRevision?: string;
  readonly revision?: string;
  /** When the revision was committed, RFC 3339. */
  readonly revisionTime?: string;
  /** True where a file at or under the path differs from HEAD or is not in Git; ignored files don't count. */
  readonly dirty?: boolean;
}

/**
 * Describes the Git work tree that holds `location` (a real path), or undefined: outside Git, without git, or where git
 * doesn't trust the repository's owner (safe.directory). A comparison needs none of it, so a failure of git is no error
 * here; an interruption is. Runs no program that the repository's configuration names, and reaches out to nobody.
 */
export async function workTreeOf(
  location: string,
  io: { readonly env: Environment; readonly signal?: AbortSignal },
): Promise<WorkTree | undefined> {
  const folder = (await stat(location)).isDirectory() ? location : dirname(location);
  const git = gitIn({ folder, env: io.env, protocols: [], ...(io.signal && { signal: io.signal }) });
  const toplevel = await line(git, 'rev-parse', '--show-toplevel');
  if (toplevel === undefined) return undefined;
  const root = await realpath(toplevel);
  const path = relative(root, location).split(sep).join('/');
  // core.worktree of the repository's configuration may point anywhere.
  if (path === '..' || path.startsWith('../') || isAbsolute(path)) return undefined;
  const [revision, revisionTime, targetRevision, origin] = [
    await line(git, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}'),
    await line(git, 'log', '-1', '--no-show-signature', '--format=%cI', 'HEAD'),
    await line(git, 'symbolic-ref', '--short', '--quiet', 'HEAD'),
    // simple-git waits another 50 ms for a command that prints nothing, hence the default and the header below.
    await line(git, 'config', '--default=', '--get', 'remote.origin.url'),
  ];
  const dirty = await isDirty(git, location);
  return {
    root,
    path: path === '' ? '.' : path,
    ...(origin !== undefined && { repoURL: withoutCredentials(origin) }),
    ...(targetRevision !== undefined && { targetRevision }),
    ...(revision !== undefined && { revision }),
    ...(revisionTime !== undefined && { revisionTime }),
    ...(dirty !== undefined && { dirty }),
  };
}

/** Why `workTreeOf` names no commit for `location` (a real path), as the end of a sentence, with what to do about it. */
export async function whyNoCommit(
  location: string,
  io: { readonly env: Environment; readonly signal?: AbortSignal },
): Promise<{ readonly reason: string; readonly hint: string }> {
  const folder = (await stat(location)).isDirectory() ? location : dirname(location);
  const git = gitIn({ folder, env: io.env, protocols: [], ...(io.signal && { signal: io.signal }) });
  const failure = await git('rev-parse', '--show-toplevel').then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof GitFailure) return error;
      throw error;
    },
  );
  if (failure?.missing === true) return { reason: 'git is not installed', hint: 'install git' };
  if (failure !== undefined && /dubious ownership/.test(failure.stderr)) {
    return {
      reason: 'its repository belongs to another user, and git does not read it',
      hint: `where you trust it: git config --global --add safe.directory ${shellWord(/in repository at '(.*)'/.exec(failure.stderr)?.[1] ?? folder)}`,
    };
  }
  if (failure !== undefined) return { reason: 'it is in no Git repository', hint: GIVE_REPOSITORY };
  const head = await line(git, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  if (head === undefined) return { reason: 'its repository has no commit yet', hint: 'commit first' };
  return { reason: 'the work tree of its repository is elsewhere', hint: GIVE_REPOSITORY };
}

const GIVE_REPOSITORY = 'give the path of a folder in a Git work tree, or --repo URL --path DIR';

/**
 * `git status` passes files through the filters that .gitattributes asks for; a filter that the repository's own
 * configuration defines would be a program of whoever made the repository, so then nobody can tell.
 */
async function isDirty(git: Git, location: string): Promise<boolean | undefined> {
  const ask = async (): Promise<boolean | undefined> => {
    const names = await git('config', '--show-scope', '--name-only', '--list');
    // The names that we give ourselves come last: without them the list is not whole.
    if (!/^command\s+core\.hookspath$/im.test(names) || /^(local|worktree)\s+filter\./im.test(names)) return undefined;
    const changed = await git(
      '--literal-pathspecs',
      'status',
      '--porcelain',
      '--branch',
      '--no-ahead-behind',
      '--no-renames',
      '--untracked-files=normal',
      // A submodule's own work tree would be looked at with the submodule's configuration.
      '--ignore-submodules=dirty',
      '--',
      location,
    );
    return changed.split('\n').some((entry) => entry !== '' && !entry.startsWith('## '));
  };
  return ask().catch(ifGitFails(() => undefined));
}

async function line(git: Git, ...args: string[]): Promise<string | undefined> {
  const said = await git(...args).catch(ifGitFails(() => ''));
  return said.replace(/\r?\n$/, '') || undefined;
}
