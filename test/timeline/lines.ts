import type { TimelineEntry } from '../../src/model/timeline-report.js';
import type { Told } from '../../src/timeline/told.js';

const MARKS = { exact: '', 'at-the-latest': '≤', 'as-told': '~', 'not-recorded': '?' } as const;

/** Each line of a story in one text: `≤10:00:05 written: wrote .spec.replicas | kubectl scale [managed-fields]`. */
export function lines(told: readonly (Told | TimelineEntry)[]): string[] {
  return told.map((one) => line('entry' in one ? one.entry : one));
}

function line(entry: TimelineEntry): string {
  const time = entry.time?.slice(11, 19) ?? '';
  const times =
    entry.times === undefined
      ? ''
      : ` ×${entry.times}${entry.since === undefined ? '' : ` since ${entry.since.slice(11, 19)}`}`;
  const who = entry.writer?.name ?? entry.author;
  const user = entry.writer?.user?.name;
  const changes = (entry.changes ?? []).map(
    ({ path, from, to }) => ` {${path}: ${JSON.stringify(from)} → ${JSON.stringify(to)}}`,
  );
  const sources = entry.sources.map(({ kind }) => kind).join(' ');
  return `${MARKS[entry.certainty]}${time} ${entry.code}${times}: ${entry.message}${who === undefined ? '' : ` | ${who}`}${user === undefined ? '' : ` (${user})`}${changes.join('')} [${sources}]`;
}

/** A time of the worlds' day. */
export const clock = (time: string): string => `2026-11-30T${time}Z`;
