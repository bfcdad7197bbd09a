import type { FieldDrift } from '../model/drift.js';
import type { JsonValue } from '../model/json.js';
import { cutMiddle, cutPair, DEFAULT_WIDTH, wrapPath } from './layout.js';
import { blockLines, type DiffLine, lineDiff } from './line-diff.js';
import { NAMED_SECRET } from './named-secrets.js';
import type { Palette } from './palette.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { ABSENT, isBlock, valueText } from './value-text.js';

/** Which list of the report a field comes from; it decides the sign and the words. */
export type FieldList = 'drift' | 'undeclared' | 'ignored';

/** Lists and maps up to this many characters stay on one line. */
const INLINE_JSON = 60;

/** Lines of a block on a terminal before the rest is only counted; nothing is left out with `verbose` or in a pipe. */
const BLOCK_LINES = 40;

/** The columns that the indentation leaves: to lay out in, to wrap paths at, and to cut values at. */
interface Space {
  readonly layout: number;
  readonly wrap: number | undefined;
  readonly cut: number | undefined;
}

/** A field's path and values as lines without indentation, laid out in what `indent` leaves of the width. */
export function fieldLines(
  field: FieldDrift,
  list: FieldList,
  options: TextOptions,
  paint: Palette,
  indent: number,
): string[] {
  const wrap = options.width === undefined ? undefined : Math.max(options.width - indent, 20);
  const space: Space = { layout: wrap ?? DEFAULT_WIDTH - indent, wrap, cut: options.verbose ? undefined : wrap };
  if (isBlock(field.desired, INLINE_JSON) || isBlock(field.live, INLINE_JSON)) return blockField(field, space, paint);
  const inline = `${printable(field.path)}${inlineValues(field, list)}`;
  if (inline.length > space.layout)
    return list === 'undeclared' ? liveOnly(field, space, paint) : twoLines(field, space, paint);
  return withOrigin(inline, inline.length, field, space, paint);
}

function inlineValues(field: FieldDrift, list: FieldList): string {
  if (list === 'undeclared') return ` = ${shown(field, field.live)}`;
  return `  desired ${shown(field, field.desired)} → live ${shown(field, field.live)}`;
}

const SIDE_WIDTH = '- desired  '.length;

/** Both values below the path, one under the other, where they can be compared by eye. */
function twoLines(field: FieldDrift, space: Space, paint: Palette): string[] {
  const most = space.cut === undefined ? undefined : space.cut - SIDE_WIDTH;
  const [desired, live] = cutPair(shown(field, field.desired), shown(field, field.live), most);
  const [first = '', ...below] = withOrigin(
    paint.removed(`- desired  ${desired}`),
    SIDE_WIDTH + desired.length,
    field,
    space,
    paint,
  );
  return [...wrapPath(printable(field.path), space.wrap), first, paint.added(`+ live     ${live}`), ...below];
}

function liveOnly(field: FieldDrift, space: Space, paint: Palette): string[] {
  const live = cutMiddle(shown(field, field.live), space.cut === undefined ? undefined : space.cut - SIDE_WIDTH);
  return [...wrapPath(printable(field.path), space.wrap), paint.added(`+ live     ${live}`)];
}

/** Texts of several lines, lists and maps: the lines that differ. */
function blockField(field: FieldDrift, space: Space, paint: Palette): string[] {
  const { desired, live } = field;
  const lines =
    desired === undefined || live === undefined
      ? blockLines(desired === undefined ? '+' : '-', desired ?? live ?? null)
      : lineDiff(desired, live);
  const most = space.cut === undefined ? lines.length : BLOCK_LINES;
  const rest = lines.length - most;
  const origin = originText(field);
  return [
    ...wrapPath(printable(field.path), space.wrap),
    ...(origin === '' ? [] : [paint.dim(`declared at ${origin}`)]),
    paint.dim(BLOCK_LEGEND[desired === undefined ? 'live' : live === undefined ? 'desired' : 'both']),
    ...lines.slice(0, most).map((line) => paintLine(line, space.cut, paint)),
    ...(rest > 0 ? [paint.dim(`… ${rest} more lines (-v shows all)`)] : []),
  ];
}

const BLOCK_LEGEND = {
  both: '(- desired, + live)',
  live: '(+ live only)',
  desired: '(- desired only, absent in live)',
} as const;

function paintLine({ sign, text }: DiffLine, most: number | undefined, paint: Palette): string {
  if (sign === '@') return paint.dim(`@ ${text}`);
  const line = `${sign} ${cutMiddle(text, most === undefined ? undefined : most - 2)}`;
  return sign === '-' ? paint.removed(line) : sign === '+' ? paint.added(line) : line;
}

function originText({ origin }: FieldDrift): string {
  if (origin === undefined) return '';
  return printable(origin.line === undefined ? origin.file : `${origin.file}:${origin.line}`);
}

/** Where the field is declared: behind the line where it fits, else below it. */
function withOrigin(line: string, columns: number, field: FieldDrift, space: Space, paint: Palette): string[] {
  const origin = originText(field);
  if (origin === '') return [line];
  const fits = columns + origin.length + 2 <= space.layout;
  return fits ? [`${line}  ${paint.dim(origin)}`] : [line, paint.dim(`declared at ${origin}`)];
}

/** A value on one line; what stands in place of a masked one is no value and takes no quotes. */
function shown(field: FieldDrift, value: JsonValue | undefined): string {
  if (typeof value === 'string' && (field.masked === true || value === NAMED_SECRET)) return printable(value);
  return value === undefined ? ABSENT : valueText(value);
}
