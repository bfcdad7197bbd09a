import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './tool-environment.js';

const PERSISTENT = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 } as const;

/** Runs `work` with an empty folder of this user's own, gone afterwards also where `work` fails or the process ends. */
export async function withTemporaryFolder<T>(env: Environment, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(env.TMPDIR || tmpdir(), 'gitdrift-')));
  const atExit = (): void => rmSync(folder, PERSISTENT);
  process.once('exit', atExit);
  try {
    return await work(folder);
  } finally {
    process.off('exit', atExit);
    await rm(folder, PERSISTENT).catch(() => {});
  }
}
