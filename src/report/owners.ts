import { type FieldPath, startsWith } from '../model/field-path.js';
import { printJson } from '../model/json-text.js';
import type { OwnedField, OwnersReport } from '../model/owners-report.js';
import { parsePath } from '../model/parse-path.js';
import { refText } from '../model/resource.js';
import type { Writer } from '../model/writer.js';
import { destinationText } from './heading-text.js';
import { cutMiddle, hang, wrapWords } from './layout.js';
import { maskNamedSecrets } from './named-secrets.js';
import { type Palette, palette } from './palette.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { timeText } from './time-text.js';
import { writerList } from './writer-list.js';
import { type YamlLine, yamlLines } from './yaml-lines.js';

/** Keeps the fields at or below a path (or the whole that holds it) that one of the managers owns. Empty lists keep all. */
export function selectFields(
  report: OwnersReport,
  path: FieldPath | undefined,
  managers: readonly string[],
): OwnersReport {
  const fields = report.fields.filter((field) => {
    const own = parsePath(field.path);
    const here = path === undefined || startsWith(own, path) || (field.whole === true && startsWith(path, own));
    return here && (managers.length === 0 || field.writers.some((writer) => isNamed(writer, managers)));
  });
  return { ...report, fields };
}

function isNamed(writer: Writer, managers: readonly string[]): boolean {
  return managers.some((name) => name === writer.manager || name.toLowerCase() === writer.name.toLowerCase());
}

/** The report of `owners` as JSON; ends with a line break. */
export function jsonOwners(report: OwnersReport): string {
  return `${printJson(report, 2)}\n`;
}

/** The column of the writers is never wider than this on a terminal; the list above it has their full names. */
const MOST_WRITER_COLUMNS = 32;

/** All writers with what is known of them, newest first, then the object as YAML with the writer before each line. */
export function textOwners(report: OwnersReport, options: TextOptions): string {
  const paint = palette(options.color);
  const byPointer = new Map(report.fields.map((field) => [field.pointer, field]));
  const wanted = pointersOf(report.fields);
  const object = options.maskNamed ? maskNamedSecrets('.', report.object) : report.object;
  const lines = yamlLines(object).filter((line) => leadsToField(line, wanted));
  const said =
    report.managedFields === 'absent'
      ? []
      : lines.map((line, at) => writersOf(line, lines[at - 1], byPointer, options));
  const widest = Math.max(0, ...said.map((text) => text.length));
  const columns = options.width === undefined ? widest : Math.min(widest, MOST_WRITER_COLUMNS);
  const title = `${printable(refText(report.resource))}   live in ${destinationText(report.destination)}`;
  const beside = options.width === undefined || options.width >= columns + LEAST_YAML;
  return `${[
    ...wrapWords(title, options.width).map(paint.strong),
    ...writerList(report, options, paint),
    ...(beside
      ? lines.map((line, at) => ownedLine(line, said[at] ?? '', columns, options, paint))
      : lines.flatMap((line, at) => linesBelow(line, said[at] ?? '', said.slice(0, at), options, paint))),
  ].join('\n')}\n`;
}

/** What the column of the writers has to leave for the object; on a narrower terminal they stand below its lines. */
const LEAST_YAML = 30;

/** A line of the object, and below it who wrote it, where that is somebody else than was named last. */
function linesBelow(
  line: YamlLine,
  who: string,
  before: readonly string[],
  options: TextOptions,
  paint: Palette,
): string[] {
  const last = before.findLast((text) => text !== '');
  const below = who === '' || who === last ? [] : hang(`    # ${who}`, options.width, 6);
  return [cutMiddle(line.text, options.width), ...below.map(paint.dim)];
}

function ownedLine(line: YamlLine, who: string, columns: number, options: TextOptions, paint: Palette): string {
  if (columns === 0) return cutMiddle(line.text, options.width);
  const left = cutMiddle(who, options.width === undefined ? undefined : columns);
  const room = options.width === undefined ? undefined : Math.max(options.width - columns - 3, 20);
  return `${paint.dim(left.padEnd(columns))} │ ${cutMiddle(line.text, room)}`.trimEnd();
}

interface Pointers {
  /** The fields themselves and every map and list above them. */
  readonly upTo: ReadonlySet<string>;
  readonly wholes: ReadonlySet<string>;
}

function pointersOf(fields: readonly OwnedField[]): Pointers {
  return {
    upTo: new Set(fields.flatMap((field) => upwards(field.pointer))),
    wholes: new Set(fields.filter((field) => field.whole === true).map((field) => field.pointer)),
  };
}

/** True for the line of a field, of a map, list or item above it, and of what a field stands for as a whole. */
function leadsToField(line: YamlLine, { upTo, wholes }: Pointers): boolean {
  if (upTo.has(line.pointer) || (line.item !== undefined && upTo.has(line.item))) return true;
  return wholes.size > 0 && upwards(line.pointer).some((pointer) => wholes.has(pointer));
}

/** A pointer and those above it, the root left out. */
function upwards(pointer: string): string[] {
  const all: string[] = [];
  for (let here = pointer; here !== ''; here = here.slice(0, here.lastIndexOf('/'))) all.push(here);
  return all;
}

/** Who wrote the value on a line; empty for a line that only opens a map or list, and for a text's further lines. */
function writersOf(
  line: YamlLine,
  before: YamlLine | undefined,
  byPointer: ReadonlyMap<string, OwnedField>,
  options: TextOptions,
): string {
  const field = byPointer.get(line.pointer);
  if (field === undefined || before?.pointer === line.pointer) return '';
  if (field.writers.length === 0) return 'nobody is recorded';
  const whole = field.whole === true ? ' (as a whole)' : '';
  const names = field.writers.map((writer) => printable(writer.name)).join(' + ');
  const [only] = field.writers;
  const time = field.writers.length === 1 && only?.time !== undefined ? `, ${timeOf(only.time, options)}` : '';
  return `${names}${time}${whole}`;
}

function timeOf(time: string, options: TextOptions): string {
  return printable(timeText(time, options.now, options.time));
}
