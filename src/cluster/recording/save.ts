import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { GitdriftError } from '../../model/errors.js';

/** Writes a recording that only its owner can read, whole or not at all. Throws `usage` where it cannot be written. */
export async function saveRecording(path: string, text: string): Promise<void> {
  const part = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeFile(part, text, { mode: 0o600, flag: 'wx' });
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true });
    const code = (cause as NodeJS.ErrnoException).code;
    const why =
      {
        ENOENT: 'the folder does not exist',
        EACCES: 'permission denied',
        EISDIR: 'it is a folder',
        ENOSPC: 'the disk is full',
      }[code ?? ''] ?? String(code);
    throw new GitdriftError('usage', `cannot write the recording ${path}: ${why}`, {
      hint: 'name a file in a folder that exists and may be written',
    });
  }
}
