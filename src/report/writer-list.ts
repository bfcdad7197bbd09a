import type { OwnersReport } from '../model/owners-report.js';
import type { Writer } from '../model/writer.js';
import { hang } from './layout.js';
import type { Palette } from './palette.js';
import { count } from './plural.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
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
    const key = JSON.stringify([writer.name, writer.manager, writer.operation, writer.subresource, writer.time]);
    const share = shares.get(key) ?? { writer, fields: 0 };
    share.fields += 1;
    shares.set(key, share);
  }
  const nobody = report.fields.filter((field) => field.writers.length === 0).length;
  const lines = [
    ...[...shares.values()].sort(byTime).map((share) => shareText(share, options)),
    ...(nobody > 0 ? [`${count(nobody, 'field')}: nobody is recorded`] : []),
  ];
  return [...lines.flatMap((line) => hang(`  ${line}`, options.width, 6)), ''];
}

function shareText({ writer, fields }: Share, options: TextOptions): string {
  const { manager, operation = 'Update', subresource = '', apiVersion = '' } = writer;
  const entry =
    manager === undefined ? '' : `; entry ${entryText({ manager, operation, subresource, apiVersion }, options)}`;
  return `${count(fields, 'field')}: ${writerText(writer, options)}${printable(entry)}`;
}

function byTime(a: Share, b: Share): number {
  const [left, right] = [Date.parse(a.writer.time ?? ''), Date.parse(b.writer.time ?? '')];
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return right - left;
}
