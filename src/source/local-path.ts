import type { Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { nearestName } from '../model/nearest-name.js';
import type { OpenedSource } from '../model/source.js';
import { systemReason } from '../model/system-error.js';
import type { Environment } from './git-environment.js';
import { withoutSecrets } from './repository-url.js';
import { refuseUnreadSubmodule, unreadSubmodules } from './submodules.js';
import { workTreeOf } from './work-tree.js';

/** Opens a file or a folder of this machine, with what Git says of it. Throws `source-not-found`. */
export async function openPath(
  path: string,
  recursive: boolean,
  io: { readonly cwd: string; readonly env: Environment; readonly signal?: AbortSignal },
): Promise<OpenedSource> {
  const asked = resolve(io.cwd, path);
  // It may be a URL with a password, given where a path belongs.
  const shown = withoutSecrets(path);
  await refuseUnreadSubmodule(asked, shown, io);
  const { location, isDirectory } = await existing(asked, shown, io.cwd);
  const workTree = await workTreeOf(location, io);
  const submodules = workTree === undefined ? [] : await unreadSubmodules(workTree.root, workTree.path, io);
  const { root, ...git } = workTree ?? {
    root: await rootFor(location, io.cwd),
    bounds: isDirectory ? location : dirname(location),
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
    ...(submodules.length > 0 && { submodules }),
    close: async () => {},
  };
}

/** What names count from outside Git, so that people find the files: the working directory, else all of the system. */
async function rootFor(location: string, cwd: string): Promise<string> {
  const here = await realpath(cwd);
  const way = relative(here, location);
  const isBelow = way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  return isBelow ? here : parse(location).root;
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
      throw new GitdriftError('source-not-found', `${shown} cannot be read: ${systemReason(error)}`, {
        hint: code === 'ELOOP' ? 'remove the link' : 'check its permissions, and those of the folders above it',
      });
    }
    const near = await nearestExisting(asked);
    throw new GitdriftError('source-not-found', `there is no file or folder ${shown}`, {
      hint: near === undefined ? 'check the path' : `did you mean ${isAbsolute(shown) ? near : relative(from, near)}?`,
    });
  }
  if (!found.isDirectory() && !found.isFile()) {
    throw new GitdriftError('source-not-found', `${shown} is neither a file nor a folder`, {
      hint: 'pass what it gives as standard input: gitdrift diff -',
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
