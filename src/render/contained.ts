import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { cannotBeRead, readFolder } from './read-folder.js';

/** True where `path` is `folder` or lies below it; both absolute and real. */
export function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/**
 * A path relative to the source's root, as origins name files: forward slashes, `.` for the root itself. Absolute where
 * the root is the file system's.
 */
export function shownPath(root: string, path: string): string {
  const shown = isFileSystem(root) ? path : relative(root, path);
  return shown.split(sep).join('/') || '.';
}

/** What a tool said, with its absolute paths as `shownPath` has them. */
export function withShownPaths(root: string, text: string): string {
  return isFileSystem(root) ? text : text.replaceAll(`${root}${sep}`, '');
}

function isFileSystem(root: string): boolean {
  return dirname(root) === root;
}

/**
 * The real path of something below `bounds` (real); `shown` is its name for people. Throws `source-not-found` where a
 * symbolic link leads nowhere, and where it leads out of `bounds`: what it points at is not part of the source.
 */
export async function realInside(bounds: string, path: string, shown: string): Promise<string> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw cannotBeRead(shown, error);
    throw new GitdriftError('source-not-found', `${shown} is a symbolic link that leads nowhere`, {
      hint: 'remove it, or add what it points at',
      position: { file: shown },
      cause: error,
    });
  });
  if (isInside(bounds, real)) return real;
  throw new GitdriftError('source-not-found', `${shown} is a symbolic link that leads out of the source`, {
    hint: 'gitdrift does not follow it; put the file itself there, or give the folder that holds both',
    position: { file: shown },
  });
}

/** Checks every symbolic link in and below `folder` with `realInside`; for tools that follow links by themselves. */
export async function checkLinks(root: string, folder: string): Promise<void> {
  for (const entry of await readFolder(folder, shownPath(root, folder))) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) await realInside(root, path, shownPath(root, path));
    else if (entry.isDirectory() && entry.name !== '.git') await checkLinks(root, path);
  }
}
