import type { OwnedField, OwnersReport } from '../model/owners-report.js';
import type { Writer } from '../model/writer.js';
import { hang } from './layout.js';
import type { Palette } from './palette.js';
import { count } from './plural.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { unownedMeaning } from './unowned-words.js';
import { entryText, writerText } from './writer-text.js';

interface Share {
  readonly writer: Writer;
  fields: number;
}

/**
 * Each writer of an object with its entry, its time and how many fields it owns: the newest first, those without a time
 * last, then the fields that nobody is recorded for.
 */
export function writerList(report: OwnersReport, options: TextOptions, paint: Palette): string[] {
  if (report.managedFields === 'absent') {
    return [paint.warn('The object has no managedFields: its writers cannot be known.'), ''];
  }
  const shares = new Map<string, Share>();
  for (const writer of report.fields.flatMap((field) => field.writers)) {
    const key = writerLine(writer, options);
    const share = shares.get(key) ?? { writer, fields: 0 };
    share.fields += 1;
    shares.set(key, share);
  }
  const lines = [
    ...[...shares.values()]
      .sort(byTime)
      .map((share) => ({ text: shareText(share, options), look: paint.writer(share.writer.category) })),
    ...unowned(report.fields).map((text) => ({ text, look: paint.writer('unowned') })),
  ];
  return [...lines.flatMap(({ text, look }) => hang(`  ${text}`, options.width, 6).map(look)), ''];
}

/** The fields without a writer, counted by why that is so; those that nothing accounts for first. */
function unowned(fields: readonly OwnedField[]): string[] {
  const counts = new Map<string, number>();
  for (const { writers, filledIn } of fields) {
    if (writers.length > 0) continue;
    const meaning = unownedMeaning(filledIn);
    counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
  }
  const open = unownedMeaning(undefined);
  return [...counts]
    .sort(([a], [b]) => Number(b === open) - Number(a === open) || (a < b ? -1 : 1))
    .map(([meaning, n]) => `${count(n, 'field')}: ${meaning}`);
}

function shareText({ writer, fields }: Share, options: TextOptions): string {
  return `${count(fields, 'field')}: ${writerLine(writer, options)}`;
}

/** The writer and its entry; fields of which both read the same are counted together. */
function writerLine(writer: Writer, options: TextOptions): string {
  const { manager, operation = 'Update', subresource = '', apiVersion = '' } = writer;
  const entry =
    manager === undefined ? '' : `; entry ${entryText({ manager, operation, subresource, apiVersion }, options)}`;
  return `${writerText(writer, options)}${printable(entry)}`;
}

function byTime(a: Share, b: Share): number {
  const [left, right] = [Date.parse(a.writer.time ?? ''), Date.parse(b.writer.time ?? '')];
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return right - left;
}
