import type { Commit } from '../model/commit.js';
import { type Git, GitFailure } from './git.js';
import { blameIn } from './line-blame.js';
import { openTrackedFile, type RepositoryIo, readable } from './tracked-file.js';

/** One commit's change of a line. */
export interface LineChange {
  readonly commit: Commit;
  /** When it was committed, RFC 3339 in UTC: later than the author's time where it was rebased or applied by another. */
  readonly committed: string;
  /** The line before the commit (several where the commit rewrote them together); absent where it added the line. */
  readonly before?: string;
  /** The line as the commit left it; absent where only its surroundings changed. */
  readonly after?: string;
}

/** What Git tells of a line, the newest change first. */
export type LineHistory =
  | {
      readonly kind: 'known';
      readonly changes: readonly LineChange[];
      /** The line as it stands in the work tree is not committed; `changes` are those of the line it replaces. */
      readonly uncommitted: boolean;
      /** There are older changes than `limit` allows, or than a shallow clone has. */
      readonly cut: boolean;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * The commits that changed one line (from 1) of a file, as `git log -L` follows it, through renames too. `root` is the
 * work tree's root and `file` is relative to it. `revision` absent: the line as it stands in the work tree. Reads only,
 * and runs no program that the repository's configuration names; a failure of git is `unknown`, never an error.
 */
export async function lineHistory(
  root: string,
  file: string,
  line: number,
  wanted: { readonly revision?: string; readonly limit: number },
  io: RepositoryIo,
): Promise<LineHistory> {
  const opened = await openTrackedFile(root, file, wanted.revision, io);
  if (opened.kind === 'unknown') return opened;
  if (opened.kind === 'untracked') return { kind: 'known', changes: [], uncommitted: true, cut: false };
  const { git, path, revision } = opened;
  try {
    const lines = await blameIn(git, path, [line], revision);
    const blamed = lines.get(line);
    if (blamed === undefined) return { kind: 'unknown', reason: 'Git did not name the line' };
    const uncommitted = blamed.kind === 'uncommitted';
    const start = uncommitted ? await replacedLine(git, path, line) : blamed;
    if (start === undefined) return { kind: 'known', changes: [], uncommitted, cut: false };
    // One more than asked for tells whether there are more.
    const found = await changesOf(git, start, wanted.limit + 1);
    const oldest = found.at(-1)?.commit.sha ?? '';
    const shallow = (await opened.shallow()).has(oldest);
    return {
      kind: 'known',
      changes: found.slice(0, wanted.limit),
      uncommitted,
      cut: shallow || found.length > wanted.limit,
    };
  } catch (error) {
    if (error instanceof GitFailure) return { kind: 'unknown', reason: readable(error) };
    throw error;
  }
}

/** Lines of a file as a commit has them; `last` absent: one line. */
export interface Start {
  readonly revision: string;
  readonly path: string;
  readonly line: number;
  readonly last?: number;
}

const RECORD = '\u0001';
const FORMAT = '%x01%H%x00%aN%x00%aI%x00%cI%x00%s';

/** The commits that changed these lines, the newest first, `limit` at most. Throws a `GitFailure`. */
export async function changesOf(git: Git, start: Start, limit: number): Promise<LineChange[]> {
  const said = await git(
    ...['log', '-M', `--max-count=${limit}`, '--encoding=UTF-8', '--no-show-signature', '--no-color'],
    ...['--no-ext-diff', '--no-textconv', '--no-notes', `--format=${FORMAT}`],
    `-L${start.line},${start.last ?? start.line}:${start.path}`,
    start.revision,
    '--',
  );
  return said
    .split(new RegExp(`(?:^|\\n)${RECORD}`))
    .filter((record) => record.includes('\0'))
    .map(changeIn);
}

function changeIn(record: string): LineChange {
  const end = record.indexOf('\n');
  const [sha = '', author = '', time = '', committed = '', subject = ''] = record
    .slice(0, end < 0 ? record.length : end)
    .split('\0');
  const patch = end < 0 ? [] : record.slice(end + 1).split('\n');
  const hunk = patch.slice(patch.findIndex((line) => line.startsWith('@@ ')) + 1);
  const side = (sign: '-' | '+'): string | undefined => {
    const lines = hunk.filter((line) => line.startsWith(sign)).map((line) => line.slice(1).replace(/\r$/, ''));
    return lines.length === 0 ? undefined : lines.join('\n');
  };
  const [before, after] = [side('-'), side('+')];
  return {
    commit: { sha, author, time: inUtc(time), subject },
    committed: inUtc(committed),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

/** The line of HEAD that an uncommitted line of the work tree stands for; undefined where it was added. */
async function replacedLine(git: Git, path: string, line: number): Promise<Start | undefined> {
  const said = await git(
    ...['--literal-pathspecs', 'diff', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '-U0'],
    ...['HEAD', '--', path],
  );
  for (const [, oldStart, oldCount = '1', newStart, newCount = '1'] of said.matchAll(HUNK)) {
    const at = line - Number(newStart);
    if (at < 0 || at >= Number(newCount)) continue;
    // Blocks of another length cannot be paired line by line.
    if (oldCount !== newCount) return undefined;
    return { revision: 'HEAD', path, line: Number(oldStart) + at };
  }
  return undefined;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm;

/** RFC 3339 in UTC with whole seconds; as it is where it cannot be read. */
function inUtc(time: string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? time : new Date(at).toISOString().replace('.000Z', 'Z');
}
