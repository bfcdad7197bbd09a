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

/** Who did what when, oldest first, on an axis that shortens long gaps; undefined where nothing has a time. */
export function timePicture(all: readonly Moment[], generatedAt: string, title: string): Html | undefined {
  const now = Date.parse(generatedAt);
  const known = all.filter(({ time }) => !Number.isNaN(Date.parse(time))).sort(byTime);
  const moments = known.slice(-MOST_ROWS);
  if (Number.isNaN(now) || moments.length === 0) return undefined;
  const axis = axisOf([
    ...moments.flatMap(({ time, notBefore }) => [time, ...(notBefore === undefined ? [] : [notBefore])]),
    generatedAt,
  ]);
  const height = AXIS + moments.length * ROW + EDGE;
  const texts = moments.map((moment) => ({ moment, text: `${whenText(moment)}  ${moment.text}` }));
  const width = Math.max(EDGE * 2 + SCALE, ...texts.map(({ text }) => labelWidth(text, 'prose', MOST_TEXT) + 2 * EDGE));
  const lines = axis.ticks.map(
    ({ x, text, anchor }) =>
      html`<path d="M${x} ${AXIS - 8}V${height - EDGE}" class="faint"/><text x="${x}" y="${AXIS - 14}" class="dim" text-anchor="${anchor}">${text}</text>\n`,
  );
  const rows = texts.map(({ moment, text }, at) => {
    const top = AXIS + at * ROW;
    return html`${label(text, { x: EDGE, y: top + 14 }, '', MOST_TEXT)}${markOf(moment, top + 28, axis)}\n`;
  });
  return figure({ body: [...lines, ...rows], width, height }, { title, caption: captionOf(moments, known.length) });
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
function markOf({ category, time, certainty, notBefore }: Moment, y: number, { at }: Axis): Html {
  const [n, x] = [markNumber(category), at(time)];
  if (certainty === 'exact') return html`<circle cx="${x}" cy="${y}" r="5.5" class="f${n}"/>`;
  if (certainty === 'as-told') return html`<circle cx="${x}" cy="${y}" r="5" class="ring s${n}"/>`;
  const from = notBefore === undefined ? EDGE : at(notBefore);
  return html`<path d="M${Math.min(from, x)} ${y}H${x}" class="span s${n}"/><path d="M${x} ${y - 7}V${y + 7}" class="lane s${n}"/>`;
}

interface Axis {
  /** Where a time that is one of the axis' own stands. */
  at(time: string): number;
  readonly ticks: readonly { readonly x: number; readonly text: string; readonly anchor: 'start' | 'middle' | 'end' }[];
}

/** Before the first time there is room for what may have happened earlier. */
const LEAD = 40;

/** Between two labels. */
const LABEL_SPACE = 135;

/** Minutes of an incident and the weeks before it on one axis: gaps count by the logarithm of their seconds. */
function axisOf(all: readonly string[]): Axis {
  const times = [...new Set(all.map((time) => Date.parse(time)).filter((time) => !Number.isNaN(time)))].sort(
    (a, b) => a - b,
  );
  const gaps = times.map((time, at) => (at === 0 ? 0 : Math.log2(1 + (time - (times[at - 1] ?? time)) / 1000) + 0.5));
  const whole = gaps.reduce((sum, gap) => sum + gap, 0);
  let passed = 0;
  const places = new Map(
    times.map((time, at) => {
      passed += gaps[at] ?? 0;
      const part = whole === 0 ? 1 : passed / whole;
      return [time, Math.round((EDGE + LEAD + (SCALE - LEAD) * part) * 10) / 10] as const;
    }),
  );
  const last = times.at(-1) ?? 0;
  // The ends first, then whatever comes after the longest gaps and has room.
  const wanted = [
    last,
    times[0] ?? last,
    ...times
      .map((time, at) => ({ time, gap: gaps[at] ?? 0 }))
      .sort((a, b) => b.gap - a.gap)
      .map(({ time }) => time),
  ];
  const chosen: number[] = [];
  for (const time of wanted) {
    const x = places.get(time) ?? EDGE;
    if (chosen.every((other) => Math.abs((places.get(other) ?? EDGE) - x) >= LABEL_SPACE)) chosen.push(time);
  }
  return {
    at: (time) => places.get(Date.parse(time)) ?? EDGE,
    ticks: chosen
      .sort((a, b) => a - b)
      .map((time) => ({
        x: places.get(time) ?? EDGE,
        text: new Date(time).toISOString().slice('YYYY-'.length, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' '),
        anchor: time === last ? 'end' : time === times[0] ? 'start' : 'middle',
      })),
  };
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
  return `${parts.join('; ')}. The axis ends at the report, in UTC; long gaps are shortened.${cut}`;
}
