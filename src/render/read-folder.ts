import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { GitdriftError } from '../model/errors.js';
import { systemReason } from '../model/system-error.js';

/** The entries of a folder; `shown` is its name for people. Throws `source-not-found` where it cannot be read. */
export async function readFolder(folder: string, shown: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw cannotBeRead(shown, error);
  });
}

/** The fault of a file or folder that the operating system does not let us look at. */
export function cannotBeRead(shown: string, cause: unknown): GitdriftError {
  return new GitdriftError('source-not-found', `${shown} cannot be read: ${systemReason(cause)}`, {
    hint: 'check its permissions, and those of the folders above it',
    position: { file: shown },
    cause,
  });
}
