import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { systemReason } from '../model/system-error.js';
import type { Environment } from './tool-environment.js';

const PERSISTENT = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 } as const;

/**
 * Runs `work` with an empty folder of this user's own, gone afterwards also where `work` fails or the process ends.
 * Throws TemporaryFolderError where it cannot be made or written to.
 */
export async function withTemporaryFolder<T>(env: Environment, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = env.TMPDIR || tmpdir();
  const folder = await mkdtemp(join(parent, 'gitdrift-'))
    .then((made) => realpath(made))
    .catch((cause: unknown) => {
      throw new TemporaryFolderError(parent, cause);
    });
  const atExit = (): void => {
    try {
      rmSync(folder, PERSISTENT);
    } catch {
      // A fault in a listener of `exit` would change the exit code, and nothing is left to do about it.
    }
  };
  process.once('exit', atExit);
  try {
    return await work(folder);
  } catch (error) {
    // A full disk lets folders be made, and nothing be written to them.
    const { path } = error as NodeJS.ErrnoException;
    throw path?.startsWith(`${folder}${sep}`) ? new TemporaryFolderError(parent, error) : error;
  } finally {
    process.off('exit', atExit);
    await rm(folder, PERSISTENT).catch(() => {});
  }
}

/** There is no place for temporary files; some can do without. */
export class TemporaryFolderError extends GitdriftError {
  constructor(parent: string, cause: unknown) {
    super('usage', `no temporary folder can be made in ${parent}: ${systemReason(cause)}`, {
      hint: 'set TMPDIR to a folder that can be written to',
      cause,
    });
  }
}
