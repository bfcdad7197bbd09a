import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SourceIo } from '../../src/source/open-source.js';

/** Whether the machine that runs the tests has git; without, everything that needs it is skipped. */
export const hasGit = ((): boolean => {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** A folder that is gone when the test ends. */
export function scratch(files: Record<string, string> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gitdrift-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  write(folder, files);
  return folder;
}

export function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Runs git in a folder as nobody in particular, with no configuration of the machine. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'test',
      GIT_AUTHOR_EMAIL: 'test@example.com',
      GIT_COMMITTER_NAME: 'test',
      GIT_COMMITTER_EMAIL: 'test@example.com',
    },
  }).trim();
}

/** Writes files and commits everything; returns the commit's number. */
export function commit(folder: string, files: Record<string, string>): string {
  write(folder, files);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'change');
  return git(folder, 'rev-parse', 'HEAD');
}

/** A repository with one commit on branch `main`. */
export function repository(files: Record<string, string>): string {
  const folder = scratch();
  git(folder, 'init', '--quiet', '--initial-branch=main');
  commit(folder, files);
  return folder;
}

/** What openSource gets in tests: temporary folders and configuration in a scratch folder of its own. */
export function sourceIo(cwd: string, more: Partial<SourceIo> = {}): SourceIo & { readonly home: string } {
  const home = scratch();
  return {
    home,
    cwd,
    stdin: async () => '',
    progress: () => {},
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: home, GIT_CONFIG_NOSYSTEM: '1' },
    ...more,
  };
}
