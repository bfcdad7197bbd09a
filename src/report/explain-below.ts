import type { ExplainReport, FieldBelow, Standing } from '../model/explain-report.js';
import { cutMiddle, hang } from './layout.js';
import type { Palette } from './palette.js';
import { count } from './plural.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { ABSENT, valueText } from './value-text.js';

/** Lines before the rest is only counted. */
const SHOWN = 40;

/** One line for each field below the path: what differs first, then what Git does not declare, then the rest. */
export function explainBelow(report: ExplainReport, options: TextOptions, paint: Palette): string[] {
  const { below } = report;
  if (below.length === 0) return [];
  const sorted = [...below].sort((a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing));
  const most = options.verbose ? sorted.length : SHOWN;
  const compared = report.outcome === 'compared';
  const room = options.width === undefined ? undefined : Math.max(options.width - 2, 16);
  const lines = sorted.slice(0, most).flatMap((one) => {
    const look = one.standing === 'drift' ? paint.bad : one.standing === 'undeclared' ? paint.warn : undefined;
    const text = hang(fieldLine(one, report.path, compared), room, 4);
    return look === undefined ? text : text.map(look);
  });
  const rest = sorted.length - most;
  return rest > 0 ? [...lines, paint.dim(`… and ${count(rest, 'more field')} (-v or -o json lists all)`)] : lines;
}

const ORDER: readonly Standing[] = [
  'drift',
  'undeclared',
  'not-recorded',
  'withheld',
  'ignored',
  'same-in-other-words',
  'equal',
  'declared-as-nothing',
  'filled-in',
  'never-compared',
  'absent',
  'fields-below',
  'not-compared',
];

const WORDS: Readonly<Record<Standing, string>> = {
  drift: 'DRIFT',
  undeclared: 'undeclared',
  'not-recorded': 'not recorded',
  withheld: 'not compared',
  ignored: 'ignored',
  'same-in-other-words': 'same',
  equal: 'equal',
  'declared-as-nothing': 'nothing',
  'filled-in': 'filled in',
  'never-compared': 'never compared',
  absent: 'absent',
  'fields-below': '',
  'not-compared': '',
};

/** Values take at most this much of a line; `explain` on the field itself shows them whole. */
const VALUE = 48;

/** The path without the part that the page is about. */
function pathBelow({ path }: FieldBelow, above: string): string {
  return above !== '.' && path.startsWith(above) ? path.slice(above.length) || path : path;
}

function fieldLine(one: FieldBelow, above: string, compared: boolean): string {
  const word = compared ? `${WORDS[one.standing].padEnd(WORD)} ` : '';
  const reason = one.standing === 'equal' || one.reason === undefined ? '' : `, ${one.reason}`;
  const writer = one.writer === undefined ? '' : `  (${one.writer}${reason})`;
  const alone = one.writer === undefined && reason !== '' ? `  (${one.reason})` : writer;
  return printable(`${word}${pathBelow(one, above)}  ${values(one)}${alone}`);
}

const WORD = 'never compared'.length;

function values({ standing, desired, live, masked }: FieldBelow): string {
  const text = (value: FieldBelow['live']): string => {
    if (value === undefined) return ABSENT;
    // What stands in place of a masked value is no value and takes no quotes.
    return cutMiddle(masked && typeof value === 'string' ? value : valueText(value), VALUE);
  };
  return ['drift', 'ignored', 'same-in-other-words'].includes(standing)
    ? `${text(desired)} → ${text(live)}`
    : text(live ?? desired);
}
