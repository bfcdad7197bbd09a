import { randomBytes } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { GitdriftError } from '../model/errors.js';

/**
 * Writes a file so that nobody ever reads half of it: beside it first, then renamed over it. A link is followed; a
 * device or a pipe is written to directly. `mode` are the permissions of the file; absent, those of the file that it
 * replaces, else the usual ones.
 */
export async function writeWhole(file: string, text: string, cwd: string, mode?: number): Promise<void> {
  const path = resolve(cwd, file);
  try {
    const target = await realpath(path).catch(() => path);
    const existing = await stat(target).catch(() => undefined);
    if (existing !== undefined && !existing.isFile()) return await writeFile(target, text);
    await replace(target, text, mode ?? existing?.mode);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^([A-Z]+: [^,]*),.*$/s, '$1') : String(error);
    throw new GitdriftError('usage', `cannot write ${file}: ${reason}`, {
      hint: hintFor((error as NodeJS.ErrnoException).code, path),
      cause: error,
    });
  }
}

/** What to do about a refusal of the operating system (errno(3)). */
function hintFor(code: string | undefined, path: string): string {
  const folder = dirname(path);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `make room on the disk that holds ${folder}, or write elsewhere`;
    case 'EISDIR':
      return 'it is a folder: name a file in it';
    case 'ENAMETOOLONG':
      return 'choose a shorter name';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `check who may write to the folder ${folder}`;
    default:
      return `check that the folder ${folder} exists and can be written to`;
  }
}

async function replace(target: string, text: string, mode: number | undefined): Promise<void> {
  const beside = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(beside, text, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
