import type { WriterCategory } from '../../model/writer.js';
import { count } from '../plural.js';
import { type Html, html } from './markup.js';
import { figure, label, labelWidth, markNumber } from './svg.js';

/** A writer as a line down the picture. */
export interface Lane {
  /** Absent where only the entry is known. */
  readonly category?: WriterCategory;
  readonly text: string;
}

/** How a writer holds a field: `wrote` its value, `owns` it beside another, or nobody is recorded (`nobody`). */
export type Hold = 'wrote' | 'owns' | 'nobody';

/** A field as a row; `holds` by the place of the lane. */
export interface LaneRow {
  readonly path: string;
  readonly holds: ReadonlyMap<number, Hold>;
}

const ROW = 22;
const LANE = 20;
const EDGE = 14;

/** Rows of one picture; more than these nobody follows with the eye. */
const MOST_ROWS = 60;

/** Which writer holds which fields: writers as lines that begin at their names, fields as rows with a mark on the line. */
export function lanesPicture(lanes: readonly Lane[], rows: readonly LaneRow[], title: string): Html {
  const shown = rows.slice(0, MOST_ROWS);
  const textAt = EDGE + lanes.length * LANE + 6;
  const height = (lanes.length + shown.length) * ROW + 2 * EDGE;
  const width =
    textAt +
    Math.max(
      ...lanes.map(({ text }) => labelWidth(text, 'strong')),
      ...shown.map(({ path }) => labelWidth(path, 'mono')),
      200,
    ) +
    EDGE;
  const y = (row: number): number => EDGE + row * ROW + ROW / 2;
  const x = (lane: number): number => EDGE + lane * LANE;
  const body = [
    ...shown.flatMap((_, at) =>
      at % 2 === 0
        ? [
            html`<rect x="0" y="${y(lanes.length + at) - ROW / 2}" width="${Math.ceil(width)}" height="${ROW}" class="zebra"/>`,
          ]
        : [],
    ),
    ...lanes.map(({ category, text }, at) => {
      const last = shown.findLastIndex(({ holds }) => holds.has(at));
      const end = last < 0 ? y(at) : y(lanes.length + last);
      const line = `M${textAt - 6} ${y(at)}H${x(at) + 6}Q${x(at)} ${y(at)} ${x(at)} ${y(at) + 6}V${Math.max(end, y(at) + 6)}`;
      const path = html`<path d="${line}" class="lane s${markNumber(category)} ${category ?? ''}"/>`;
      return html`${path}${label(text, { x: textAt, y: y(at) + 4 }, 'strong')}\n`;
    }),
    ...shown.map(({ path, holds }, at) => {
      const row = y(lanes.length + at);
      const marks = [...holds].map(([lane, hold]) => markOf(hold, x(lane), row, lanes[lane]?.category));
      return html`${marks}${label(path, { x: textAt, y: row + 4 }, 'mono')}\n`;
    }),
  ];
  const rest = rows.length - shown.length;
  const caption = `● wrote the value; ◯ also owns it${lanes.some(({ category }) => category === 'unowned') ? '; □ nobody is recorded' : ''}.${rest > 0 ? ` The first ${shown.length} of ${count(rows.length, 'field')}.` : ''}`;
  return figure({ body, width, height }, { title, caption });
}

function markOf(hold: Hold, x: number, y: number, category: WriterCategory | undefined): Html {
  const n = markNumber(category);
  if (hold === 'nobody') return html`<rect x="${x - 4.5}" y="${y - 4.5}" width="9" height="9" class="ring s${n}"/>`;
  return hold === 'wrote'
    ? html`<circle cx="${x}" cy="${y}" r="5.5" class="f${n}"/>`
    : html`<circle cx="${x}" cy="${y}" r="5" class="ring s${n}"/>`;
}
