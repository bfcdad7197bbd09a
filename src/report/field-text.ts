import type { FieldDrift } from '../model/drift.js';
import type { JsonValue } from '../model/json.js';
import { cutMiddle, cutPair, DEFAULT_WIDTH, wrapPath, wrapWords } from './layout.js';
import { blockLines, type DiffLine, lineDiff } from './line-diff.js';
import { NAMED_SECRET } from './named-secrets.js';
import { blameText, placeText } from './origin-text.js';
import type { Palette } from './palette.js';
import { count } from './plural.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { ABSENT, isBlock, valueText } from './value-text.js';

/** Which list of the report a field comes from; it decides the sign and the words. */
export type FieldList = 'drift' | 'undeclared' | 'ignored';

/** Lists and maps up to this many characters stay on one line. */
const INLINE_JSON = 60;

/** Changed lines of a block before the rest is only counted: on a terminal, and in a pipe or a file. */
const BLOCK_LINES = 40;
const CHANGED_LINES = 200;

/** So narrow a terminal breaks lines itself. */
const LEAST_SPACE = 10;

/** Columns of a value beside the name of its side; with less it stands below it. */
const LEAST_VALUE = 20;

/** The columns that the indentation leaves: to lay out in, to wrap paths at, and to cut values at; and the most lines. */
interface Space {
  readonly layout: number;
  readonly wrap: number | undefined;
  readonly cut: number | undefined;
  readonly most: number | undefined;
}

/** A field's path and values as lines without indentation, laid out in what `indent` leaves of the width. */
export function fieldLines(
  field: FieldDrift,
  list: FieldList,
  options: TextOptions,
  paint: Palette,
  indent: number,
): string[] {
  const wrap = options.width === undefined ? undefined : Math.max(options.width - indent, LEAST_SPACE);
  const declared = blameText(field.origin);
  return [
    ...plainLines(field, list, options, paint, indent),
    ...(declared === '' ? [] : wrapWords(declared, wrap).map(paint.dim)),
  ];
}

function plainLines(
  field: FieldDrift,
  list: FieldList,
  options: TextOptions,
  paint: Palette,
  indent: number,
): string[] {
  const wrap = options.width === undefined ? undefined : Math.max(options.width - indent, LEAST_SPACE);
  const cut = wrap === undefined || options.verbose ? undefined : wrap;
  const most = options.verbose ? undefined : options.width === undefined ? CHANGED_LINES : BLOCK_LINES;
  const space: Space = { layout: wrap ?? DEFAULT_WIDTH - indent, wrap, cut, most };
  if (isBlock(field.desired, INLINE_JSON) || isBlock(field.live, INLINE_JSON)) return blockField(field, space, paint);
  const inline = `${printable(field.path)}${inlineValues(field, list)}`;
  if (inline.length > space.layout)
    return list === 'undeclared' ? liveOnly(field, space, paint) : twoLines(field, space, paint);
  return withOrigin(inline, inline.length, field, space, paint);
}

function inlineValues(field: FieldDrift, list: FieldList): string {
  if (list === 'undeclared') return ` = ${shownValue(field, field.live)}`;
  return `  desired ${shownValue(field, field.desired)} → live ${shownValue(field, field.live)}`;
}

const SIDE_WIDTH = '- desired  '.length;

/** Both values below the path, one under the other, where they can be compared by eye. */
function twoLines(field: FieldDrift, space: Space, paint: Palette): string[] {
  if (isTight(space)) return fourLines(field, space, paint);
  const most = space.cut === undefined ? undefined : space.cut - SIDE_WIDTH;
  const [desired, live] = cutPair(shownValue(field, field.desired), shownValue(field, field.live), most);
  const [first = '', ...below] = withOrigin(
    paint.removed(`- desired  ${desired}`),
    SIDE_WIDTH + desired.length,
    field,
    space,
    paint,
  );
  return [...wrapPath(printable(field.path), space.wrap), first, paint.added(`+ live     ${live}`), ...below];
}

/** As `twoLines`, with each value below the name of its side. */
function fourLines(field: FieldDrift, space: Space & { readonly cut: number }, paint: Palette): string[] {
  const [desired, live] = cutPair(shownValue(field, field.desired), shownValue(field, field.live), space.cut - 2);
  const origin = originText(field);
  return [
    ...wrapPath(printable(field.path), space.wrap),
    ...['- desired', `  ${desired}`].map(paint.removed),
    ...['+ live', `  ${live}`].map(paint.added),
    ...(origin === '' ? [] : wrapWords(`declared at ${origin}`, space.wrap).map(paint.dim)),
  ];
}

function liveOnly(field: FieldDrift, space: Space, paint: Palette): string[] {
  const path = wrapPath(printable(field.path), space.wrap);
  const live = shownValue(field, field.live);
  if (isTight(space)) return [...path, ...['+ live', `  ${cutMiddle(live, space.cut - 2)}`].map(paint.added)];
  const most = space.cut === undefined ? undefined : space.cut - SIDE_WIDTH;
  return [...path, paint.added(`+ live     ${cutMiddle(live, most)}`)];
}

/** True where the name of a side leaves no room for its value. */
function isTight(space: Space): space is Space & { readonly cut: number } {
  return space.cut !== undefined && space.cut < SIDE_WIDTH + LEAST_VALUE;
}

/** Texts of several lines, lists and maps: the lines that differ. */
function blockField(field: FieldDrift, space: Space, paint: Palette): string[] {
  const { desired, live } = field;
  const lines =
    desired === undefined || live === undefined
      ? blockLines(desired === undefined ? '+' : '-', desired ?? live ?? null)
      : lineDiff(desired, live);
  const kept = linesUpTo(lines, space.most);
  const rest = lines.slice(kept).filter(isChanged).length;
  const origin = originText(field);
  const legend = BLOCK_LEGEND[desired === undefined ? 'live' : live === undefined ? 'desired' : 'both'];
  return [
    ...wrapPath(printable(field.path), space.wrap),
    ...(origin === '' ? [] : [paint.dim(`declared at ${origin}`)]),
    ...wrapWords(legend, space.wrap).map(paint.dim),
    ...lines.slice(0, kept).flatMap((line) => paintLine(line, space, paint)),
    ...(rest > 0
      ? wrapWords(`… and ${count(rest, 'more changed line')} (-v or -o json shows all)`, space.wrap).map(paint.dim)
      : []),
  ];
}

/** How many lines hold the first `most` changed ones. */
function linesUpTo(lines: readonly DiffLine[], most: number | undefined): number {
  if (most === undefined) return lines.length;
  let changed = 0;
  const end = lines.findIndex((line) => isChanged(line) && ++changed > most);
  return end < 0 ? lines.length : end;
}

function isChanged({ sign }: DiffLine): boolean {
  return sign === '-' || sign === '+';
}

const BLOCK_LEGEND = {
  both: '(- desired, + live)',
  live: '(+ live only)',
  desired: '(- desired only, absent in live)',
} as const;

function paintLine({ sign, text }: DiffLine, { wrap, cut }: Space, paint: Palette): string[] {
  if (sign === '@') return wrapWords(`@ ${text}`, wrap).map(paint.dim);
  const line = `${sign} ${cutMiddle(text, cut === undefined ? undefined : cut - 2)}`;
  return [sign === '-' ? paint.removed(line) : sign === '+' ? paint.added(line) : line];
}

/** Where the field is declared; '' where a line of its own says more. */
function originText({ origin }: FieldDrift): string {
  return origin === undefined || blameText(origin) !== '' ? '' : placeText(origin);
}

/** Where the field is declared: behind the line where it fits, else below it. */
function withOrigin(line: string, columns: number, field: FieldDrift, space: Space, paint: Palette): string[] {
  const origin = originText(field);
  if (origin === '') return [line];
  const fits = columns + origin.length + 2 <= space.layout;
  return fits ? [`${line}  ${paint.dim(origin)}`] : [line, paint.dim(`declared at ${origin}`)];
}

/** A value on one line; what stands in place of a masked one is no value and takes no quotes. */
export function shownValue(field: FieldDrift, value: JsonValue | undefined): string {
  if (typeof value === 'string' && (field.masked === true || value === NAMED_SECRET)) return printable(value);
  return value === undefined ? ABSENT : valueText(value);
}
