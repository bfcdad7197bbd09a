import type { Commit } from '../model/commit.js';
import { type Git, GitFailure, gitIn } from './git.js';
import { ALLOWED_PROTOCOLS } from './repository-url.js';
import { type RepositoryIo, readable } from './tracked-file.js';

/** What Git tells of some files, the newest commit first. */
export type PathHistory =
  | {
      readonly kind: 'known';
      readonly changes: readonly { readonly commit: Commit; readonly committed: string }[];
      readonly cut: boolean;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

const FORMAT = '%H%x00%an%x00%aI%x00%cI%x00%s';

/**
 * The commits that touched any of some files (relative to the work tree's root; `DIR/*` is every file of a folder, none
 * below it). `revision` absent: up to HEAD; the work tree is not looked at. Reads only; a failure of git is `unknown`.
 */
export async function pathHistory(
  root: string,
  paths: readonly string[],
  wanted: { readonly revision?: string; readonly limit: number },
  io: RepositoryIo,
): Promise<PathHistory> {
  const protocols = io.cloned === true ? ALLOWED_PROTOCOLS : [];
  const git = gitIn({ folder: root, env: io.env, protocols, ...(io.signal && { signal: io.signal }) });
  const specs = paths.map((path) => `:(top,glob)${path}`);
  try {
    const found = await changesOf(git, specs, wanted.revision ?? 'HEAD', wanted.limit + 1);
    return { kind: 'known', changes: found.slice(0, wanted.limit), cut: found.length > wanted.limit };
  } catch (error) {
    if (error instanceof GitFailure) return { kind: 'unknown', reason: readable(error) };
    throw error;
  }
}

async function changesOf(
  git: Git,
  specs: readonly string[],
  revision: string,
  limit: number,
): Promise<{ commit: Commit; committed: string }[]> {
  const said = await git(
    ...['log', `--max-count=${limit}`, '--encoding=UTF-8', '--no-show-signature', '--no-color', '--no-notes'],
    ...['--no-ext-diff', '--no-textconv', '-z', `--format=${FORMAT}`, revision, '--', ...specs],
  );
  const parts = said.split('\0');
  const changes: { commit: Commit; committed: string }[] = [];
  for (let at = 0; at + 4 < parts.length; at += 5) {
    const [sha = '', author = '', time = '', committed = '', subject = ''] = parts.slice(at, at + 5);
    changes.push({ commit: { sha, author, time: inUtc(time), subject }, committed: inUtc(committed) });
  }
  return changes;
}

/** RFC 3339 in UTC with whole seconds; as it is where it cannot be read. */
function inUtc(time: string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? time : new Date(at).toISOString().replace('.000Z', 'Z');
}
