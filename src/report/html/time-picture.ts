import type { Certainty } from '../../model/timeline-report.js';
import type { WriterCategory } from '../../model/writer.js';
import { count } from '../plural.js';
import { type Html, html } from './markup.js';
import { figure, label, labelWidth, markNumber } from './svg.js';
import { clockText } from './time.js';

/** Something that happened, no more exact than its evidence; `time` is RFC 3339. */
export interface Moment {
  readonly text: string;
  /** Absent where it was no writer that is known. */
  readonly category?: WriterCategory;
  readonly time: string;
  readonly certainty: Exclude<Certainty, 'not-recorded'>;
  /** It did not happen before. */
  readonly notBefore?: string;
}

const ROW = 40;
const EDGE = 14;
const SCALE = 1040;
const AXIS = 34;

/** Rows of one picture, the latest. */
const MOST_ROWS = 40;

/** Where the axis may begin and what is marked on it: seconds before the report. */
const TICKS = [
  [10, '10 s'],
  [60, '1 min'],
  [600, '10 min'],
  [3_600, '1 h'],
  [21_600, '6 h'],
  [86_400, '1 d'],
  [604_800, '7 d'],
  [2_592_000, '30 d'],
  [31_536_000, '1 y'],
  [315_360_000, '10 y'],
] as const;

/** Who did what when, oldest first, on an axis that is the closer the longer ago. */
export function timePicture(all: readonly Moment[], generatedAt: string, title: string): Html | undefined {
  const now = Date.parse(generatedAt);
  const known = all.filter(({ time }) => !Number.isNaN(Date.parse(time))).sort(byTime);
  const moments = known.slice(-MOST_ROWS);
  if (Number.isNaN(now) || moments.length === 0) return undefined;
  const ago = (time: string): number => Math.max(0, (now - Date.parse(time)) / 1000);
  const oldest = Math.max(...moments.map(({ time }) => ago(time)));
  const ticks = TICKS.slice(0, Math.max(2, TICKS.findIndex(([seconds]) => seconds > oldest) + 1 || TICKS.length));
  const longest = ticks.at(-1)?.[0] ?? 60;
  // Logarithmic: the last minutes of an incident need as much room as the weeks before.
  const x = (seconds: number): number => {
    const part = Math.log1p(Math.min(seconds, longest) / 10) / Math.log1p(longest / 10);
    return Math.round((EDGE + SCALE * (1 - part)) * 10) / 10;
  };
  const height = AXIS + moments.length * ROW + EDGE;
  const texts = moments.map((moment) => ({ moment, text: `${whenText(moment)}  ${moment.text}` }));
  const width = Math.max(EDGE * 2 + SCALE, ...texts.map(({ text }) => labelWidth(text, 'prose', MOST_TEXT) + 2 * EDGE));
  const axis = [
    ...ticks.map(
      ([seconds, name]) =>
        html`<path d="M${x(seconds)} ${AXIS - 8}V${height - EDGE}" class="faint"/><text x="${x(seconds)}" y="${AXIS - 14}" class="dim" text-anchor="${seconds === longest ? 'start' : 'middle'}">${name}</text>`,
    ),
    html`<path d="M${x(0)} ${AXIS - 8}V${height - EDGE}" class="rule"/><text x="${x(0)}" y="${AXIS - 14}" class="strong" text-anchor="end">report</text>\n`,
  ];
  const rows = texts.map(({ moment, text }, at) => {
    const top = AXIS + at * ROW;
    return html`${label(text, { x: EDGE, y: top + 14 }, '', MOST_TEXT)}${markOf(moment, top + 28, x, ago)}\n`;
  });
  return figure({ body: [...axis, ...rows], width, height }, { title, caption: captionOf(moments, known.length) });
}

const MOST_TEXT = 136;

function byTime(a: Moment, b: Moment): number {
  return Date.parse(a.time) - Date.parse(b.time) || (a.text < b.text ? -1 : 1);
}

const WHEN: Readonly<Record<Moment['certainty'], string>> = { exact: '', 'at-the-latest': '≤ ', 'as-told': '~ ' };

function whenText({ time, certainty }: Moment): string {
  return `${WHEN[certainty]}${clockText(time)}`;
}

/** A point where the time is exact; where it is an upper bound, a dotted line from the earliest that is possible. */
function markOf(
  { category, time, certainty, notBefore }: Moment,
  y: number,
  x: (seconds: number) => number,
  ago: (time: string) => number,
): Html {
  const [n, at] = [markNumber(category), x(ago(time))];
  if (certainty === 'exact') return html`<circle cx="${at}" cy="${y}" r="5.5" class="f${n}"/>`;
  if (certainty === 'as-told') return html`<circle cx="${at}" cy="${y}" r="5" class="ring s${n}"/>`;
  const from = notBefore === undefined ? EDGE : x(ago(notBefore));
  return html`<path d="M${Math.min(from, at)} ${y}H${at}" class="span s${n}"/><path d="M${at} ${y - 7}V${y + 7}" class="lane s${n}"/>`;
}

function captionOf(moments: readonly Moment[], all: number): string {
  const kinds = new Set(moments.map(({ certainty }) => certainty));
  const parts = [
    ...(kinds.has('exact') ? ['● exact, as its source recorded it'] : []),
    ...(kinds.has('at-the-latest')
      ? ['┄┤ and ≤: at the latest; it may have happened anywhere on the dotted line']
      : []),
    ...(kinds.has('as-told') ? ["◯ and ~: by the clock of the writer's machine"] : []),
  ];
  const cut = all > moments.length ? ` The latest ${moments.length} of ${count(all, 'line')}.` : '';
  return `${parts.join('; ')}. The axis says how long before the report, not to an even scale.${cut}`;
}
