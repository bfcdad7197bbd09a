import { readdir } from 'node:fs/promises';
import { basename, dirname, join, posix, relative } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { type Git, gitIn, ifGitFails } from './git.js';
import type { Environment } from './git-environment.js';

/** The mode of a submodule in a tree and in the index. */
const GITLINK = '160000 ';

/** The paths of the submodules in a listing of `ls-tree -z` or `ls-files --stage -z`: `<mode> …\t<path>`, ended by NUL. */
export function submodulesIn(listing: string): string[] {
  return listing
    .split('\0')
    .filter((entry) => entry.startsWith(GITLINK))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1))
    .sort();
}

/** `apps/mod/web` → `apps`, `apps/mod`, `apps/mod/web`. */
export function withParents(path: string): string[] {
  return path.split('/').map((_, at, steps) => steps.slice(0, at + 1).join('/'));
}

/**
 * The submodules at or below `path` of a local work tree that are not checked out, from its root, those of submodules
 * included; none where git cannot tell.
 */
export async function unreadSubmodules(
  root: string,
  path: string,
  io: { readonly env: Environment; readonly signal?: AbortSignal },
): Promise<string[]> {
  const listed = await submodulesOf(localGit(root, io), [path]);
  const found: string[] = [];
  for (const submodule of listed) {
    if (await isEmpty(join(root, submodule))) found.push(submodule);
    else {
      const own = await unreadSubmodules(join(root, submodule), '.', io);
      found.push(...own.map((inner) => posix.join(submodule, inner)));
    }
  }
  return found.sort();
}

/** Throws `source-not-found` where a path of this machine is, or would be, in a submodule that is not checked out. */
export async function refuseUnreadSubmodule(
  asked: string,
  shown: string,
  io: { readonly cwd: string; readonly env: Environment; readonly signal?: AbortSignal },
): Promise<void> {
  let folder = asked;
  let names = await namesIn(folder);
  while (names === undefined && dirname(folder) !== folder) {
    folder = dirname(folder);
    names = await namesIn(folder);
  }
  if (names === undefined || names.length > 0) return;
  // From above it: git refuses to work in the folder of a submodule that is not checked out.
  const above = dirname(folder);
  const name = basename(folder);
  if (!(await submodulesOf(localGit(above, io), [name])).includes(name)) return;
  const from = relative(io.cwd, above);
  throw new GitdriftError('source-not-found', `${shown} is in a Git submodule that is not checked out`, {
    hint: `check it out: git ${from === '' ? '' : `-C ${from} `}submodule update --init -- ${name}`,
  });
}

async function submodulesOf(git: Git, paths: readonly string[]): Promise<string[]> {
  const listing = await git('--literal-pathspecs', 'ls-files', '--stage', '-z', '--', ...paths).catch(
    ifGitFails(() => ''),
  );
  return submodulesIn(listing);
}

function localGit(folder: string, io: { readonly env: Environment; readonly signal?: AbortSignal }): Git {
  return gitIn({ folder, env: io.env, protocols: [], ...(io.signal && { signal: io.signal }) });
}

async function isEmpty(folder: string): Promise<boolean> {
  return ((await namesIn(folder)) ?? []).length === 0;
}

async function namesIn(folder: string): Promise<string[] | undefined> {
  return readdir(folder).catch(() => undefined);
}
