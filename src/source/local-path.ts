import type { Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import type { OpenedSource } from '../model/source.js';
import type { Environment } from './git-environment.js';
import { nearestName } from './nearest-name.js';
import { workTreeOf } from './work-tree.js';

/** Opens a file or a folder of this machine, with what Git says of it. Throws `source-not-found`. */
export async function openPath(
  path: string,
  recursive: boolean,
  io: { readonly cwd: string; readonly env: Environment; readonly signal?: AbortSignal },
): Promise<OpenedSource> {
  const asked = resolve(io.cwd, path);
  const { location, isDirectory } = await existing(asked, path, io.cwd);
  const workTree = await workTreeOf(location, io);
  const { root, ...git } = workTree ?? {
    root: isDirectory ? location : dirname(location),
    path: path
      .split(sep)
      .join('/')
      .replace(/(?<=.)\/+$/, ''),
  };
  return {
    kind: isDirectory ? 'directory' : 'file',
    name: basename(asked) || 'root',
    location,
    root,
    recursive,
    ...git,
    close: async () => {},
  };
}

/**
 * The real path of a file or folder. `shown` is how the user wrote it. Throws `source-not-found`, with the nearest
 * name that does exist, from the folder `from` where `shown` isn't absolute.
 */
export async function existing(
  asked: string,
  shown: string,
  from: string,
): Promise<{ location: string; isDirectory: boolean }> {
  let found: Stats;
  let location: string;
  try {
    location = await realpath(asked);
    found = await stat(location);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      throw new GitdriftError('source-not-found', `${shown} cannot be read: ${code ?? String(error)}`, {
        hint: code === 'ELOOP' ? 'a symbolic link points at itself' : 'check its permissions',
        cause: error,
      });
    }
    const near = await nearestExisting(asked);
    throw new GitdriftError('source-not-found', `there is no file or folder ${shown}`, {
      hint: near === undefined ? 'check the path' : `did you mean ${isAbsolute(shown) ? near : relative(from, near)}?`,
    });
  }
  if (!found.isDirectory() && !found.isFile()) {
    throw new GitdriftError('source-not-found', `${shown} is neither a file nor a folder`, {
      hint: 'use - to read standard input',
    });
  }
  return { location, isDirectory: found.isDirectory() };
}

/** The path with its first missing part replaced by the nearest name beside it. */
async function nearestExisting(asked: string): Promise<string | undefined> {
  const parts: string[] = [];
  for (let here = asked; here !== dirname(here); here = dirname(here)) {
    const parent = dirname(here);
    const names = await readdir(parent).catch(() => undefined);
    if (names === undefined) {
      parts.unshift(basename(here));
      continue;
    }
    const near = nearestName(basename(here), names);
    if (near === undefined) return undefined;
    const whole = join(parent, near, ...parts);
    // The rest of the path may not be there either; then name the part that is.
    return (await stat(whole).catch(() => undefined)) === undefined ? join(parent, near) : whole;
  }
  return undefined;
}
