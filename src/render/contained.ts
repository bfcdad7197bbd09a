import { readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { GitdriftError } from '../model/errors.js';

/** True where `path` is `folder` or lies below it; both absolute and real. */
export function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/** A path relative to the source's root, as origins name files: forward slashes, `.` for the root itself. */
export function shownPath(root: string, path: string): string {
  return relative(root, path).split(sep).join('/') || '.';
}

/**
 * The real path of something below `root` (real). Throws `source-not-found` where a symbolic link leads nowhere, and
 * where it leads out of `root`: what it points at is not part of the source.
 */
export async function realInside(root: string, path: string): Promise<string> {
  const shown = shownPath(root, path);
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    throw new GitdriftError('source-not-found', `${shown} is a symbolic link that leads nowhere`, {
      hint: 'remove it, or add what it points at',
      position: { file: shown },
      cause: error,
    });
  });
  if (isInside(root, real)) return real;
  throw new GitdriftError('source-not-found', `${shown} is a symbolic link that leads out of the source`, {
    hint: 'gitdrift does not follow it; put the file itself there, or give the folder that holds both',
    position: { file: shown },
  });
}

/** Checks every symbolic link in and below `folder` with `realInside`; for tools that follow links by themselves. */
export async function checkLinks(root: string, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) await realInside(root, path);
    else if (entry.isDirectory() && entry.name !== '.git') await checkLinks(root, path);
  }
}
