import type { Commit } from '../model/commit.js';
import type { Origin } from '../model/manifest.js';
import type { TimelineEntry } from '../model/timeline-report.js';
import { timeOf } from './metadata.js';
import type { Told } from './told.js';

/** What Git told of the lines that declare the object, or one field of it. */
export interface DeclaredLines {
  /** Where the object or field is declared; absent of files around it. */
  readonly origin?: Origin;
  /** `around`: files that rendering reads beside the declaring one, called `place`. */
  readonly what: 'object' | 'field' | 'around';
  readonly place?: string;
  readonly changes: readonly {
    readonly commit: Commit;
    readonly committed: string;
    /** The line before and after, of a field whose value is no secret. */
    readonly before?: string;
    readonly after?: string;
  }[];
  readonly uncommitted: boolean;
}

/** One line for each commit that touched the declaring lines, and one for what is not committed. */
export function toldByCommits(lines: DeclaredLines): readonly Told[] {
  const where = lines.origin === undefined ? {} : { origin: lines.origin };
  const made = lines.changes.map(
    ({ commit, committed, before, after }, at): Told => ({
      entry: {
        code: 'commit',
        ...when(committed),
        message: `commit ${commit.sha.slice(0, 12)} changed ${lines.place ?? CHANGED[lines.what]}: ${commit.subject}${becameText(before, after)}`,
        author: commit.author,
        ...(lines.what === 'around' ? { note: 'it may be about other objects' } : {}),
        ...where,
        sources: [{ kind: 'git', name: commit.sha }],
      },
      about: 'object',
      // Git gives the newest first, and several may be of one second.
      sequence: -at,
    }),
  );
  return lines.uncommitted ? [...made, notCommitted(lines)] : made;
}

/** A commit may hold any text as its date. */
function when(committed: string): Pick<TimelineEntry, 'time' | 'certainty'> {
  const time = timeOf(committed);
  return time === undefined ? { certainty: 'not-recorded' } : { time, certainty: 'as-told' };
}

const CHANGED: Readonly<Record<DeclaredLines['what'], string>> = {
  object: 'what Git declares of it',
  field: 'the declaring line',
  around: 'files around it',
};

function notCommitted({ origin, what }: DeclaredLines): Told {
  const entry: TimelineEntry = {
    code: 'not-committed',
    certainty: 'not-recorded',
    message: `${what === 'field' ? 'the declaring line was' : 'declaring lines were'} changed in the work tree; not committed`,
    ...(origin === undefined ? {} : { origin }),
    sources: [{ kind: 'git', name: 'work tree' }],
  };
  return { entry, about: 'object' };
}

function becameText(before: string | undefined, after: string | undefined): string {
  const [from, to] = [before?.trim(), after?.trim()];
  if (from === to) return '';
  if (from === undefined) return ` (added ${JSON.stringify(to)})`;
  return to === undefined
    ? ` (took out ${JSON.stringify(from)})`
    : ` (${JSON.stringify(from)} became ${JSON.stringify(to)})`;
}
