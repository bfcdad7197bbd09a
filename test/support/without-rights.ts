import { chmodSync } from 'node:fs';

/**
 * Does `work` while nobody may look into `locked`, which is at or below `folder`. Root may look into everything, so as
 * root it is done as a user without rights.
 */
export async function withoutRights(folder: string, locked: string, work: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  chmodSync(folder, 0o755);
  chmodSync(locked, 0o000);
  if (isRoot) process.seteuid?.(65534);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(locked, 0o755);
  }
}
