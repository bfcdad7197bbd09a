import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The folder that keeps what is slow to build, across runs and clones. */
export function cacheFolder(): string {
  const { GITDRIFT_TEST_CACHE, XDG_CACHE_HOME } = process.env;
  return GITDRIFT_TEST_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'gitdrift-test');
}

/**
 * Returns `target`, a folder, after `build` has filled it if it did not exist. The folder appears whole or not at all,
 * and two processes never build the same one at once: the second waits and finds it made.
 */
export async function builtOnce(target: string, build: (folder: string) => Promise<void>): Promise<string> {
  if (existsSync(target)) return target;
  await mkdir(dirname(target), { recursive: true });
  const unlock = await lock(`${target}.lock`);
  try {
    if (existsSync(target)) return target;
    const unfinished = `${target}.${randomUUID()}`;
    try {
      await mkdir(unfinished);
      await build(unfinished);
      await rename(unfinished, target);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
    return target;
  } finally {
    await unlock();
  }
}

async function lock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    // A build that was killed leaves its lock; its process number tells.
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (holder > 0 && !runs(holder)) await rm(path, { force: true });
    else await delay(200);
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
