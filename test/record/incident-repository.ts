import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURE = fileURLToPath(new URL('../../fixtures/incident/', import.meta.url));

/**
 * The incident's repository in `folder`, its commits always with the same hashes: `main` is what Argo CD synced, `before` the one
 * before it; the branch `request`, which is left checked out, asks for another change.
 */
export function incidentRepository(folder: string): { readonly before: string; readonly main: string } {
  const git = (at: string, ...args: string[]): string =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
        ...{ GIT_AUTHOR_NAME: 'release', GIT_AUTHOR_EMAIL: 'release@shop.example', GIT_AUTHOR_DATE: at },
        ...{ GIT_COMMITTER_NAME: 'release', GIT_COMMITTER_EMAIL: 'release@shop.example', GIT_COMMITTER_DATE: at },
      },
    }).trim();
  const commit = (from: string, at: string, message: string): string => {
    cpSync(join(FIXTURE, from), folder, { recursive: true });
    git(at, 'add', '--all');
    git(at, 'commit', '--quiet', '--message', message);
    return git(at, 'rev-parse', 'HEAD');
  };
  git('', 'init', '--quiet', '--initial-branch=main');
  const before = commit('before', '2026-11-26T09:12:00Z', 'catalog 2.4.1');
  const main = commit('main', '2026-11-30T01:56:00Z', 'catalog 2.5.0');
  git('', 'checkout', '--quiet', '-b', 'request');
  commit('request', '2026-11-30T02:20:00Z', 'catalog: the new search');
  return { before, main };
}
