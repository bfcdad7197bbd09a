import { type FieldPath, startsWith } from '../model/field-path.js';
import type { ManagedFieldsEntry } from '../model/managed-fields.js';
import type { TimelineEntry, TimelineSource } from '../model/timeline-report.js';

/** A write's identity, as an entry of managedFields and an audit log both give it. */
export interface Act {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string;
}

/** One thing that happened as one source tells it, before what several sources tell of the same thing is put together. */
export interface Told {
  readonly entry: TimelineEntry;
  /** Which fields it is about; `object` where it is about the object as a whole, `elsewhere` where it is about another. */
  readonly about: readonly FieldPath[] | 'object' | 'elsewhere';
  readonly act?: Act;
  /** Of things that one source tells in order: the place in it, rising. */
  readonly sequence?: number;
  /** The entry of managedFields that tells it, with all that it owns. */
  readonly owned?: ManagedFieldsEntry;
}

/**
 * What causes what: within one second, which is all that most sources tell, a sync comes before the write that it
 * makes, that before the ReplicaSet that it leads to, and that before the events about it.
 */
const RANKS: Readonly<Record<TimelineEntry['code'], number>> = {
  commit: 0,
  'not-committed': 0,
  'reconcile-requested': 1,
  'sync-running': 2,
  created: 3,
  'restart-requested': 4,
  written: 5,
  rescaled: 6,
  'deletion-requested': 6,
  revision: 7,
  'rolled-back': 7,
  event: 8,
  condition: 9,
  sync: 10,
  'sync-failed': 10,
  reconciled: 10,
  release: 10,
};

/** The time of an entry is taken while the request is handled, an audit log's when it was answered, an event's after it. */
export const ANSWER_SECONDS = 1;

/** Whole seconds since the epoch; NaN for what is no time. */
export function secondOf(time: string | undefined): number {
  return Math.floor(Date.parse(time ?? '') / 1000);
}

/** Orders by second, then by cause, then by what is left of the time; the rest only makes the order sure. */
export function compareTold(a: Told, b: Told): number {
  return (
    compareNumbers(secondOf(a.entry.time), secondOf(b.entry.time)) ||
    RANKS[a.entry.code] - RANKS[b.entry.code] ||
    compareNumbers(Date.parse(a.entry.time ?? ''), Date.parse(b.entry.time ?? '')) ||
    compareNumbers(a.sequence ?? Number.NaN, b.sequence ?? Number.NaN) ||
    compareTexts(a.entry.message, b.entry.message) ||
    compareTexts(a.entry.writer?.name ?? '', b.entry.writer?.name ?? '') ||
    compareTexts(sourcesText(a), sourcesText(b))
  );
}

/** True where it says something of the field or of what is below it; a commit and a sync may, so they stay. */
export function concerns({ about, entry }: Told, field: FieldPath): boolean {
  if (about === 'elsewhere') return false;
  if (about === 'object') return STAYS.has(entry.code);
  return about.some((path) => startsWith(path, field) || startsWith(field, path));
}

const STAYS: ReadonlySet<TimelineEntry['code']> = new Set([
  ...(['created', 'deletion-requested', 'sync', 'sync-running', 'sync-failed', 'reconciled', 'release'] as const),
  ...(['commit', 'not-committed'] as const),
]);

/** `first` with what `second` knows beyond it; the time, the sentence and the order of sources are those of `first`. */
export function join(first: Told, second: Told): Told {
  const { writer, author, changes, fields, note, origin } = second.entry;
  const notes = [first.entry.note, note].filter((text) => text !== undefined);
  return {
    ...second,
    ...first,
    entry: {
      ...(writer === undefined ? {} : { writer }),
      ...(author === undefined ? {} : { author }),
      ...(changes === undefined ? {} : { changes }),
      ...(fields === undefined ? {} : { fields }),
      ...(origin === undefined ? {} : { origin }),
      ...first.entry,
      ...(notes.length === 0 ? {} : { note: [...new Set(notes)].join('; ') }),
      sources: distinct([...first.entry.sources, ...second.entry.sources]),
    },
    about: bothAbout(first.about, second.about),
  };
}

/**
 * `join` for an entry and another source that has its time: why it had none is of no matter any more. Its fields are
 * what the writer owns now, which says more than what was sent.
 */
export function joinEntry(first: Told, entry: Told): Told {
  const { note: _, ...told } = entry.entry;
  const { fields: __, ...kept } = first.entry;
  return join({ ...first, entry: kept }, { ...entry, entry: told });
}

/** The list with one item in the place of another. */
export function replaced<Item>(list: readonly Item[], item: Item, by: Item): readonly Item[] {
  return list.map((one) => (one === item ? by : one));
}

function bothAbout(first: Told['about'], second: Told['about']): Told['about'] {
  if (first === 'elsewhere') return second;
  if (typeof first === 'string' || typeof second === 'string') return first;
  return [...first, ...second];
}

function distinct(sources: readonly TimelineSource[]): readonly TimelineSource[] {
  const seen = new Map(sources.map((source) => [`${source.kind} ${source.name ?? ''}`, source]));
  return [...seen.values()];
}

function sourcesText({ entry }: Told): string {
  return entry.sources.map(({ kind, name }) => `${kind} ${name ?? ''}`).join(', ');
}

/** What is not told comes last: to be equal to everything would leave the order to chance. */
function compareNumbers(a: number, b: number): number {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return 0;
  return a < b || Number.isNaN(b) ? -1 : 1;
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
