import { refText } from '../model/resource.js';
import type { TimelineReport } from '../model/timeline-report.js';
import { destinationText } from './heading-text.js';
import { jsonOutput } from './json-output.js';
import { hang, wrapWords } from './layout.js';
import { type Palette, palette } from './palette.js';
import { count } from './plural.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { timeText } from './time-text.js';
import { entryText, linesBelow, linesBeside } from './timeline-entry.js';

/** The report of `timeline` as JSON; ends with a line break. */
export function jsonTimeline(report: TimelineReport): string {
  return jsonOutput(report);
}

/** On a narrower terminal the time stands above each line instead of beside it. */
const LEAST_BESIDE = 72;

/** The story, oldest first, then what has no time, what could not be read, and last what nobody can know from one look. */
export function textTimeline(report: TimelineReport, options: TextOptions): string {
  const paint = palette(options.color);
  const field = report.field === undefined ? '' : `, ${report.field}`;
  const title = `${printable(refText(report.resource) + field)}   live in ${destinationText(report.destination)}`;
  const blocks = [
    [...wrapWords(title, options.width).map(paint.strong), ...introduction(report, options).map(paint.dim)],
    storyLines(report, options, paint),
    undatedLines(report, options, paint),
    endLines(report, options, paint),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** What a reader who has never seen such a list has to know: only of the marks that are there. */
function introduction({ entries }: TimelineReport, options: TextOptions): string[] {
  if (options.quiet || entries.length === 0) return [];
  const marks = new Set(entries.map(({ certainty }) => certainty));
  const sentences = [
    'Oldest first. In brackets is the source; a time without a mark is exact, as that source recorded it.',
    ...(marks.has('at-the-latest')
      ? [
          '≤ is "at the latest": Kubernetes keeps, for each program that writes, the fields it owns now and when it last wrote, not when it wrote each field.',
        ]
      : []),
    ...(marks.has('as-told') ? ["~ is what the clock of the writer's own machine said."] : []),
  ];
  return wrapWords(sentences.join(' '), options.width);
}

function storyLines(report: TimelineReport, options: TextOptions, paint: Palette): string[] {
  const { leftOut, entries } = report;
  const about = report.field === undefined ? '' : ' about this field';
  const earlier =
    leftOut.earlier === 0 || report.after === undefined
      ? []
      : [
          `${count(leftOut.earlier, 'earlier line')}, before ${timeText(report.after, options.now, options.time)}, left out`,
        ];
  const texts = entries.map((entry) => entryText(entry, options));
  const columns = Math.max(0, ...texts.map(({ time }) => time.length));
  const beside = options.width === undefined || options.width >= Math.max(LEAST_BESIDE, columns + 40);
  if (texts.length === 0)
    return [...earlier, `Nothing${about} with a time is recorded${report.after === undefined ? '' : ' since'}.`];
  return [
    ...earlier,
    ...texts.flatMap((text, at) => [
      ...(text.day === '' || text.day === texts[at - 1]?.day ? [] : [paint.dim(`  ${text.day} (UTC)`)]),
      ...(beside ? linesBeside(text, columns, options, paint) : linesBelow(text, options, paint)),
    ]),
  ];
}

function undatedLines({ undated }: TimelineReport, options: TextOptions, paint: Palette): string[] {
  if (undated.length === 0) return [];
  const texts = undated.map((entry) => entryText(entry, options));
  return [paint.strong('Time not recorded'), ...texts.flatMap((text) => linesBelow(text, options, paint))];
}

function endLines(report: TimelineReport, options: TextOptions, paint: Palette): string[] {
  const { notRead, notKnown, leftOut } = report;
  const { statusOnly, withoutEffect } = leftOut;
  const lines = [
    ...(statusOnly > 0 ? [`left out: ${count(statusOnly, 'write')} of status only (-v)`] : []),
    ...(withoutEffect > 0
      ? [`left out: ${count(withoutEffect, 'write')} of the audit log without any effect (-v)`]
      : []),
    ...notRead.map(({ source, reason }) => paint.warn(printable(`not read: ${source}: ${reason}`))),
    ...notKnown.map((sentence) => printable(`not known: ${sentence}`)),
  ];
  return lines.flatMap((line) => hang(line, options.width, 2));
}
