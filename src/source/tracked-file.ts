import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Git, GitFailure, gitIn, ifGitFails } from './git.js';
import type { Environment } from './git-environment.js';
import { decisiveLine } from './git-failure.js';
import { quietSsh } from './quiet-ssh.js';
import { ALLOWED_PROTOCOLS } from './repository-url.js';

/** What looking into a repository may use of the world. */
export interface RepositoryIo {
  readonly env: Environment;
  readonly signal?: AbortSignal;
  /** It is a temporary clone of ours, which may fetch what it left at its origin. */
  readonly cloned?: boolean;
}

/** A file of a repository, with git at the root of that repository (a submodule's own, where it is in one). */
export type TrackedFile =
  | {
      readonly kind: 'tracked';
      readonly git: Git;
      /** From the repository's root. */
      readonly path: string;
      /** Whose lines are meant; absent: the work tree's. */
      readonly revision?: string;
      /** The commits at which a shallow clone's history begins; empty for a whole one. */
      readonly shallow: () => Promise<ReadonlySet<string>>;
    }
  /** No commit has it yet. */
  | { readonly kind: 'untracked' }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * Finds a file (relative to `root`) in its repository, at a revision or, without one, in the work tree. Symbolic links
 * are followed as far as they stay in `root`.
 */
export async function openTrackedFile(
  root: string,
  file: string,
  revision: string | undefined,
  io: RepositoryIo,
): Promise<TrackedFile> {
  try {
    return await open(root, file, revision, io);
  } catch (error) {
    if (error instanceof GitFailure) return { kind: 'unknown', reason: readable(error) };
    throw error;
  }
}

async function open(root: string, file: string, revision: string | undefined, io: RepositoryIo): Promise<TrackedFile> {
  const top = await realpath(root);
  const real = await realpath(join(top, file)).catch(() => undefined);
  if (real === undefined && revision === undefined) return { kind: 'unknown', reason: `${file} is not there any more` };
  const location = real ?? join(top, file);
  const inside = relative(top, location);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    return { kind: 'unknown', reason: `${file} is outside the repository` };
  }
  const home = real === undefined ? top : await topLevelOf(dirname(real), io);
  if (home === undefined) return { kind: 'unknown', reason: `${file} is in no Git repository` };
  const git = await gitAt(home, io);
  const path = relative(home, location).split(sep).join('/');
  // A submodule has revisions of its own; what is looked at there is what is checked out.
  const wanted = home === top ? revision : undefined;
  const at = wanted ?? 'HEAD';
  const listed = await git('--literal-pathspecs', 'ls-tree', '-z', '--full-tree', at, '--', path).catch(
    ifGitFails(() => ''),
  );
  if (listed === '') return { kind: 'untracked' };
  const shallow = (): Promise<ReadonlySet<string>> => shallowCommits(git, home);
  if (wanted !== undefined) return { kind: 'tracked', git, path, revision: wanted, shallow };
  if (await isSafeToRead(git)) return { kind: 'tracked', git, path, shallow };
  const same = (await git('cat-file', 'blob', `HEAD:${path}`)) === (await readFile(location, 'utf8'));
  if (same) return { kind: 'tracked', git, path, revision: 'HEAD', shallow };
  return { kind: 'unknown', reason: `${basename(file)} passes through a filter of the repository, which is not run` };
}

/** What git said as a reason in a sentence, without logins. */
export function readable(failure: GitFailure): string {
  return failure.missing ? 'git is not installed' : `git: ${decisiveLine(failure.stderr)}`;
}

async function topLevelOf(folder: string, io: RepositoryIo): Promise<string | undefined> {
  const git = await gitAt(folder, io);
  const said = await git('rev-parse', '--show-toplevel').catch((error: unknown) => {
    // No git at all, or one that does not trust the repository's owner, is no answer to where the file is.
    if (error instanceof GitFailure && /not a git repository/i.test(error.stderr)) return '';
    throw error;
  });
  const found = said.replace(/\r?\n$/, '');
  return found === '' ? undefined : realpath(found);
}

async function gitAt(folder: string, io: RepositoryIo): Promise<Git> {
  const options = { folder, env: io.env, ...(io.signal && { signal: io.signal }) };
  if (io.cloned !== true) return gitIn({ ...options, protocols: [] });
  const plain = gitIn({ ...options, protocols: ALLOWED_PROTOCOLS });
  const sshCommand = await quietSsh(plain, io.env);
  return sshCommand === undefined ? plain : gitIn({ ...options, protocols: ALLOWED_PROTOCOLS, sshCommand });
}

/** A filter that the repository's own configuration defines would be a program of whoever made the repository. */
async function isSafeToRead(git: Git): Promise<boolean> {
  const names = await git('config', '--show-scope', '--name-only', '--list').catch(ifGitFails(() => ''));
  // The names that we give ourselves come last: without them the list is not whole.
  return /^command\s+core\.hookspath$/im.test(names) && !/^(local|worktree)\s+filter\./im.test(names);
}

async function shallowCommits(git: Git, home: string): Promise<ReadonlySet<string>> {
  const named = (await git('rev-parse', '--git-path', 'shallow')).replace(/\r?\n$/, '');
  const text = await readFile(resolve(home, named), 'utf8').catch(() => '');
  return new Set(text.split('\n').filter((line) => line !== ''));
}
