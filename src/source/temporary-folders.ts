import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { systemReason } from '../model/system-error.js';

const folders = new Set<string>();

/** Git may still be writing when it is interrupted, which makes a folder not empty again. */
const PERSISTENT = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 } as const;

/** Makes an empty folder that only this user can enter, and that is gone when the process ends. Throws `usage`. */
export async function temporaryFolder(env: { readonly TMPDIR?: string | undefined }): Promise<string> {
  const parent = env.TMPDIR || tmpdir();
  // mkdtemp makes it 0700. The real path, for git and kustomize compare real paths.
  const folder = await mkdtemp(join(parent, 'gitdrift-'))
    .then((made) => realpath(made))
    .catch((cause: unknown) => {
      throw new GitdriftError('usage', `no temporary folder can be made in ${parent}: ${systemReason(cause)}`, {
        hint: 'set TMPDIR to a folder that can be written to; a clone is kept there for the time of the run',
        cause,
      });
    });
  if (folders.size === 0) process.once('exit', removeTemporaryFolders);
  folders.add(folder);
  return folder;
}

/** Removes one such folder; never fails. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, PERSISTENT).catch(() => {});
  folders.delete(folder);
  if (folders.size === 0) process.off('exit', removeTemporaryFolders);
}

/** Removes all of them at once, without waiting, for what ends by `exit` (a second Ctrl-C) has no time. Never fails. */
function removeTemporaryFolders(): void {
  for (const folder of folders) {
    try {
      rmSync(folder, PERSISTENT);
    } catch {
      // Nothing is left to do about it while the process ends.
    }
  }
  folders.clear();
}
