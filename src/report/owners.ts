import { type FieldPath, startsWith } from '../model/field-path.js';
import type { OwnedField, OwnersReport } from '../model/owners-report.js';
import { parsePath } from '../model/parse-path.js';
import { refText } from '../model/resource.js';
import type { Writer, WriterCategory } from '../model/writer.js';
import { destinationText } from './heading-text.js';
import { jsonOutput } from './json-output.js';
import { cutMiddle, hang, wrapWords } from './layout.js';
import { maskNamedSecrets } from './named-secrets.js';
import { type Paint, type Palette, palette } from './palette.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { timeText } from './time-text.js';
import { unownedWord } from './unowned-words.js';
import { writerList } from './writer-list.js';
import { writerText } from './writer-text.js';
import { type YamlLine, yamlLines } from './yaml-lines.js';

/** Which fields of an object are shown; an absent part and an empty list choose all. */
export interface FieldChoice {
  readonly path: FieldPath | undefined;
  readonly managers: readonly string[];
  /** Milliseconds before the report. */
  readonly withinMs: number | undefined;
}

/**
 * Keeps the fields at or below a path (or the whole that holds it), of the managers, whose entry was written lately
 * enough. An entry without a time may have been: it stays.
 */
export function selectFields(report: OwnersReport, { path, managers, withinMs }: FieldChoice): OwnersReport {
  const since = withinMs === undefined ? undefined : Date.parse(report.generatedAt) - withinMs;
  const fields = report.fields.filter((field) => {
    const here = path === undefined || isChosen(field, path);
    if (!here || (managers.length === 0 && since === undefined)) return here;
    return field.writers.some(
      (writer) =>
        (managers.length === 0 || isNamed(writer, managers)) && (since === undefined || isSince(writer, since)),
    );
  });
  // What entries name and live lacks is no field of the object.
  const { ghosts: _, ...kept } = report;
  const all = path === undefined && managers.length === 0 && since === undefined;
  return all ? report : { ...kept, fields };
}

/** At or below the path, or the whole that holds it. An item is found by its place in the list as well as by its key. */
function isChosen(field: OwnedField, path: FieldPath): boolean {
  const own = parsePath(field.path);
  const segments = field.pointer.split('/').slice(1);
  const common = Math.min(own.length, path.length);
  if (common < path.length && field.whole !== true) return false;
  return path.slice(0, common).every((element, at) => {
    if (element.kind === 'index' && segments[at] === String(element.index)) return true;
    return startsWith(own.slice(at, at + 1), [element]);
  });
}

function isNamed(writer: Writer, managers: readonly string[]): boolean {
  return managers.some((name) => name === writer.manager || name.toLowerCase() === writer.name.toLowerCase());
}

function isSince({ time }: Writer, since: number): boolean {
  return time === undefined || Date.parse(time) >= since;
}

/** The report of `owners` as JSON; ends with a line break. */
export function jsonOwners(report: OwnersReport): string {
  return jsonOutput(report);
}

/** The column of the writers is never wider than this on a terminal; the list above it has their full names. */
const MOST_WRITER_COLUMNS = 32;

/** All writers with what is known of them, newest first, then the object as YAML with the writer before each line. */
export function textOwners(report: OwnersReport, options: TextOptions): string {
  const paint = palette(options.color);
  const byPointer = new Map(report.fields.map((field) => [field.pointer, field]));
  const lines = linesOfFields(report, options);
  const said =
    report.managedFields === 'absent'
      ? []
      : lines.map((line, at) => writersOf(line, lines[at - 1], byPointer, options, paint));
  const widest = Math.max(0, ...said.map(({ text }) => text.length));
  const columns = options.width === undefined ? widest : Math.min(widest, MOST_WRITER_COLUMNS);
  const title = `${printable(refText(report.resource))}   live in ${destinationText(report.destination)}`;
  const beside = options.width === undefined || options.width >= columns + LEAST_YAML;
  return `${[
    ...wrapWords(title, options.width).map(paint.strong),
    ...writerList(report, options, paint),
    ...(beside
      ? lines.map((line, at) => ownedLine(line, said[at] ?? SILENT, columns, options))
      : lines.flatMap((line, at) => linesBelow(line, said[at] ?? SILENT, said.slice(0, at), options))),
    ...ghostLines(report.ghosts ?? [], options, paint),
  ].join('\n')}\n`;
}

/** The object as lines of YAML, those alone that hold or lead to one of the report's fields. */
export function linesOfFields(
  report: OwnersReport,
  { maskNamed }: Pick<TextOptions, 'maskNamed'>,
): readonly YamlLine[] {
  const wanted = pointersOf(report.fields);
  const object = maskNamed ? maskNamedSecrets('.', report.object) : report.object;
  return yamlLines(object).filter((line) => leadsToField(line, wanted));
}

/** What the column of the writers has to leave for the object; on a narrower terminal they stand below its lines. */
const LEAST_YAML = 30;

/** Who wrote the value on a line, and how that looks. */
interface Said {
  readonly text: string;
  readonly look: Paint;
}

const SILENT: Said = { text: '', look: (text) => text };

/** A line of the object, and below it who wrote it, where that is somebody else than was named last. */
function linesBelow(line: YamlLine, who: Said, before: readonly Said[], options: TextOptions): string[] {
  const last = before.findLast(({ text }) => text !== '');
  const below = who.text === '' || who.text === last?.text ? [] : hang(`    # ${who.text}`, options.width, 6);
  return [cutMiddle(line.text, options.width), ...below.map(who.look)];
}

function ownedLine(line: YamlLine, who: Said, columns: number, options: TextOptions): string {
  if (columns === 0) return cutMiddle(line.text, options.width);
  const left = cutMiddle(who.text, options.width === undefined ? undefined : columns);
  const room = options.width === undefined ? undefined : Math.max(options.width - columns - 3, 20);
  return `${who.look(left.padEnd(columns))} │ ${cutMiddle(line.text, room)}`.trimEnd();
}

/** How many paths that live lacks are shown where not all are asked for. */
const SHOWN_GHOSTS = 5;

/** Paths that entries name and live has not: who named them last, and what that can mean. */
function ghostLines(ghosts: NonNullable<OwnersReport['ghosts']>, options: TextOptions, paint: Palette): string[] {
  if (ghosts.length === 0) return [];
  const shown = options.verbose ? ghosts : ghosts.slice(0, SHOWN_GHOSTS);
  const more = ghosts.length - shown.length;
  const head =
    'Named by entries and not in the object (set to nothing, or removed since; managedFields do not record by whom):';
  return [
    '',
    ...wrapWords(head, options.width),
    ...shown.flatMap(({ path, writers }) =>
      hang(
        `  ${printable(path)}: ${writers.map((writer) => writerText(writer, options)).join(' + ')}`,
        options.width,
        4,
      ),
    ),
    ...(more > 0 ? [`  and ${more} more; -v lists them`] : []),
  ].map(paint.dim);
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

/** Who wrote the value on a line; silent for a line that only opens a map or list, and for a text's further lines. */
function writersOf(
  line: YamlLine,
  before: YamlLine | undefined,
  byPointer: ReadonlyMap<string, OwnedField>,
  options: TextOptions,
  paint: Palette,
): Said {
  const field = byPointer.get(line.pointer);
  if (field === undefined || before?.pointer === line.pointer) return SILENT;
  const [only] = field.writers;
  if (only === undefined) return { text: unownedWord(field), look: paint.writer('unowned') };
  const whole = field.whole === true ? ' (as a whole)' : '';
  const names = field.writers.map((writer) => printable(writer.name)).join(' + ');
  const written = field.writers.length === 1 ? (only.at ?? only.time) : undefined;
  const time = written === undefined ? '' : `, ${timeOf(written, options)}`;
  return { text: `${names}${time}${whole}`, look: paint.writer(mostTelling(field.writers)) };
}

/** Of several writers' categories the one to look at first. */
function mostTelling(writers: readonly Writer[]): WriterCategory {
  const order: readonly WriterCategory[] = ['manual', 'unknown', 'autoscaler', 'operator', 'deployer', 'gitops'];
  return order.find((category) => writers.some((writer) => writer.category === category)) ?? 'control-plane';
}

function timeOf(time: string, options: TextOptions): string {
  return printable(timeText(time, options.now, options.time));
}
