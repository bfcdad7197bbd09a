import { type Git, GitFailure } from './git.js';
import { changesOf, type LineChange } from './line-history.js';
import { openTrackedFile, type RepositoryIo, readable } from './tracked-file.js';

/** Lines of a file, from 1, both ends included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** What Git tells of a part of a file, the newest change first. */
export type DocumentHistory =
  | {
      readonly kind: 'known';
      readonly changes: readonly Pick<LineChange, 'commit' | 'committed'>[];
      /** Some of the lines in the work tree are not committed. */
      readonly uncommitted: boolean;
      /** There are older changes than `limit` allows, or than a shallow clone has. */
      readonly cut: boolean;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * The commits that touched a range of lines of a file, as `git log -L` follows them. `root` is the work tree's root and
 * `file` is relative to it. `revision` absent: the lines as they stand in the work tree. Reads only; a failure of git is
 * `unknown`, never an error.
 */
export async function documentHistory(
  root: string,
  file: string,
  range: LineRange,
  wanted: { readonly revision?: string; readonly limit: number },
  io: RepositoryIo,
): Promise<DocumentHistory> {
  const opened = await openTrackedFile(root, file, wanted.revision, io);
  if (opened.kind === 'unknown') return opened;
  if (opened.kind === 'untracked') return { kind: 'known', changes: [], uncommitted: true, cut: false };
  const { git, path } = opened;
  try {
    const { there, uncommitted } =
      opened.revision === undefined ? await committedRange(git, path, range) : { there: range, uncommitted: false };
    if (there === undefined) return { kind: 'known', changes: [], uncommitted, cut: false };
    const start = { revision: opened.revision ?? 'HEAD', path, line: there.first, last: there.last };
    // One more than asked for tells whether there are more.
    const found = await changesOf(git, start, wanted.limit + 1);
    const shallow = (await opened.shallow()).has(found.at(-1)?.commit.sha ?? '');
    return {
      kind: 'known',
      changes: found.slice(0, wanted.limit).map(({ commit, committed }) => ({ commit, committed })),
      uncommitted,
      cut: shallow || found.length > wanted.limit,
    };
  } catch (error) {
    if (error instanceof GitFailure) return { kind: 'unknown', reason: readable(error) };
    throw error;
  }
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm;

/** The lines of HEAD that a range of the work tree stands for; `there` is undefined where all of it was added. */
async function committedRange(
  git: Git,
  path: string,
  { first, last }: LineRange,
): Promise<{ there: LineRange | undefined; uncommitted: boolean }> {
  const said = await git(
    ...['--literal-pathspecs', 'diff', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '-U0'],
    ...['HEAD', '--', path],
  );
  const hunks = [...said.matchAll(HUNK)].map(([, oldStart, oldCount = '1', newStart, newCount = '1']) => ({
    old: { from: Number(oldStart) + (oldCount === '0' ? 1 : 0), count: Number(oldCount) },
    now: { from: Number(newStart) + (newCount === '0' ? 1 : 0), count: Number(newCount) },
  }));
  // Lines were taken out between two lines of the range, or lines of it are new.
  const inside = hunks.filter(({ now }) =>
    now.count === 0 ? now.from > first && now.from <= last : now.from <= last && now.from + now.count > first,
  );
  const shiftAt = (line: number): number =>
    hunks
      .filter(({ now }) => now.from + now.count <= line)
      .reduce((shift, { old, now }) => shift + old.count - now.count, 0);
  const touched = (line: number): (typeof hunks)[number] | undefined =>
    inside.find(({ now }) => now.from <= line && now.from + now.count > line);
  const [atFirst, atLast] = [touched(first), touched(last)];
  const from = atFirst === undefined ? first + shiftAt(first) : atFirst.old.from;
  const to = atLast === undefined ? last + shiftAt(last) : atLast.old.from + atLast.old.count - 1;
  return { there: from <= to ? { first: from, last: to } : undefined, uncommitted: inside.length > 0 };
}
