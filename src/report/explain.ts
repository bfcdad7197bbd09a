import type { ExplainReport } from '../model/explain-report.js';
import type { JsonValue } from '../model/json.js';
import { refText } from '../model/resource.js';
import { explainBelow } from './explain-below.js';
import { explainOwners } from './explain-owners.js';
import { explainVerdict, verdictLook } from './explain-verdict.js';
import { destinationText } from './heading-text.js';
import { historyFacts } from './history-text.js';
import { jsonOutput } from './json-output.js';
import { cutMiddle, cutPair, hang, indent, wrapPath, wrapWords } from './layout.js';
import { blockLines, lineDiff } from './line-diff.js';
import { maskNamedField, withoutTexts } from './masked-report.js';
import { maskNamedSecrets } from './named-secrets.js';
import { blameText, placeText } from './origin-text.js';
import { type Palette, palette } from './palette.js';
import { printable } from './safe-text.js';
import { type TextOptions, typedHere } from './text-options.js';
import { ABSENT, isBlock, valueText } from './value-text.js';

/** The report of `explain` as JSON; ends with a line break. */
export function jsonExplain(report: ExplainReport): string {
  return jsonOutput(report);
}

/** Columns that the text of a section is indented by. */
const AT = 2;

/**
 * One page on one field, the answer first: what it is, what both sides say, why, who wrote it, what happens next, and
 * what to do.
 */
export function textExplain(given: ExplainReport, options: TextOptions): string {
  const report = options.maskNamed ? withoutNamed(given) : given;
  const paint = palette(options.color);
  const verdict = wrapWords(explainVerdict(report, options), options.width);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['', valueLines(report, options, paint)],
    ['Why', whyLines(report, options)],
    ['Below it', explainBelow(report, options, paint)],
    [report.below.length > 0 ? 'Who holds it' : 'Who wrote it', explainOwners(report, options, paint)],
    ['What happens next', nextLines(report, options)],
    ['What to do', adviceLines(report, options)],
  ];
  return `${[
    ...title(report, options, paint),
    '',
    ...verdict.map(paint[verdictLook(report)]),
    ...sections.flatMap(([name, lines]) =>
      lines.length === 0 ? [] : ['', ...(name === '' ? [] : [paint.strong(name)]), ...indent(lines, AT)],
    ),
  ].join('\n')}\n`;
}

function title(report: ExplainReport, options: TextOptions, paint: Palette): string[] {
  const object = `${printable(refText(report.resource))}   live in ${destinationText(report.destination)}`;
  return [
    ...wrapPath(printable(report.path), options.width).map(paint.strong),
    ...wrapWords(`of ${object}`, options.width).map(paint.dim),
    ...report.notes.flatMap((note) => hang(`(${printable(note)})`, options.width, 1)).map(paint.dim),
  ];
}

const roomIn = ({ width }: TextOptions): number | undefined =>
  width === undefined ? undefined : Math.max(width - AT, 16);

const SIDE = 'desired   '.length;

/** Both values, one under the other, with the place where Git declares its own. */
function valueLines(report: ExplainReport, options: TextOptions, paint: Palette): string[] {
  const { desired, live, standing } = report;
  if (standing === 'fields-below' || report.below.length > 0) return originLines(report, options, paint);
  if (desired === undefined && live === undefined) return [];
  if (isBlock(desired, INLINE) || isBlock(live, INLINE))
    return [...blockValues(report, options, paint), ...originLines(report, options, paint)];
  const room = roomIn(options);
  const most = room === undefined || options.verbose ? undefined : Math.max(room - SIDE, 16);
  const compared = report.outcome !== 'live-only';
  const [git, cluster] = cutPair(shown(report, desired), shown(report, live), most);
  const differs = standing === 'drift' || standing === 'undeclared' || standing === 'ignored';
  const look = (paintIt: (text: string) => string, line: string): string => (differs ? paintIt(line) : line);
  return [
    ...(compared ? [look(paint.removed, `desired   ${git}`)] : []),
    look(paint.added, `live      ${cluster}`),
    ...originLines(report, options, paint),
  ];
}

/** Lists and maps up to this many characters stay on one line. */
const INLINE = 60;

/** Lines of a block before the rest is only counted. */
const BLOCK_LINES = 40;

function blockValues(report: ExplainReport, options: TextOptions, paint: Palette): string[] {
  const { desired, live } = report;
  const lines =
    desired === undefined || live === undefined
      ? blockLines(desired === undefined ? '+' : '-', desired ?? live ?? null)
      : report.standing === 'equal'
        ? blockLines('+', live).map(({ text }) => ({ sign: ' ' as const, text }))
        : lineDiff(desired, live);
  const most = options.verbose ? lines.length : BLOCK_LINES;
  const room = roomIn(options);
  const legend =
    desired === undefined
      ? 'live only'
      : live === undefined
        ? 'desired only'
        : report.standing === 'equal'
          ? 'both sides'
          : '- desired, + live';
  return [
    paint.dim(`(${legend})`),
    ...lines.slice(0, most).map(({ sign, text }) => {
      const line = `${sign} ${cutMiddle(text, room === undefined || options.verbose ? undefined : room - 2)}`.trimEnd();
      return sign === '-' ? paint.removed(line) : sign === '+' ? paint.added(line) : line;
    }),
    ...(lines.length > most ? [paint.dim(`… and ${lines.length - most} more lines (-v or -o json shows all)`)] : []),
  ];
}

function originLines({ origin }: ExplainReport, options: TextOptions, paint: Palette): string[] {
  if (origin === undefined || origin.file === '') return [];
  const told = blameText(origin);
  return hang(told === '' ? `declared in ${placeText(origin)}` : told, roomIn(options), 2).map(paint.dim);
}

/** Values as one line; what stands in place of a masked one is no value and takes no quotes. */
function shown(report: ExplainReport, value: ExplainReport['live']): string {
  if (value === undefined) return ABSENT;
  return report.masked && typeof value === 'string' ? printable(value) : valueText(value);
}

function whyLines(report: ExplainReport, options: TextOptions): string[] {
  const { drift, whole, path } = report;
  const lines: string[] = [];
  if (drift !== undefined) {
    const rule = drift.explanation.rule === undefined ? '' : `, rule ${drift.explanation.rule}`;
    lines.push(
      `${drift.explanation.message} [${drift.explanation.code}${rule}; docs/reasons/${drift.explanation.code}.md]`,
    );
    lines.push(...historyFacts(drift, options).map((text) => `as it is ${text}`));
    if (drift.path !== path) lines.push(`it is part of the difference at ${drift.path}, which is told as one`);
  }
  if (drift === undefined && report.history !== undefined && report.live !== undefined) {
    const { history, desired } = report;
    const told = { history, change: 'changed' as const, ...(desired === undefined ? {} : { desired }) };
    lines.push(...historyFacts(told, options).map((text) => `as it is ${text}`));
  }
  if (whole !== undefined) {
    lines.push(
      whole === path
        ? 'it is compared, owned and replaced as one thing: whoever changes a part of it takes all of it'
        : `it lies in ${whole}, which is compared, owned and replaced as one thing: whoever changes a part of it takes all of it`,
    );
  }
  return lines.flatMap((text) => hang(printable(text), roomIn(options), 2));
}

function nextLines(report: ExplainReport, options: TextOptions): string[] {
  const { drift, ifSynced } = report;
  const lines = [
    ...(drift?.next === undefined ? [] : [drift.next.message]),
    // Putting Git's value in place of live's is what the line above says.
    ...ifSynced
      .filter(({ code }) => options.verbose || code !== 'overwrites')
      .map(({ code, message }) => `a sync now ${code.replaceAll('-', ' ')}: ${message}`),
  ];
  return lines.flatMap((text) => hang(printable(text), roomIn(options), 2));
}

/** A command stays on one line, so that it can be copied. */
function adviceLines({ advice }: ExplainReport, options: TextOptions): string[] {
  return advice.flatMap(({ message, command }) => [
    ...hang(printable(command === undefined ? message : `${message}:`), roomIn(options), 2),
    ...(command === undefined ? [] : [`  ${printable(typedHere(command, options))}`]),
  ]);
}

/** Without the values whose names look secret: for output that leaves the hands of whoever runs it. */
function withoutNamed(report: ExplainReport): ExplainReport {
  const secrets = new Set<string>();
  const note = (value: string | number): void => {
    secrets.add(String(value));
  };
  const mask = <Sides extends { readonly desired?: JsonValue; readonly live?: JsonValue }>(
    path: string,
    sides: Sides,
  ): Sides => ({
    ...sides,
    ...(sides.desired === undefined ? {} : { desired: maskNamedSecrets(path, sides.desired, note) }),
    ...(sides.live === undefined ? {} : { live: maskNamedSecrets(path, sides.live, note) }),
  });
  const { path, drift, lastApplied } = report;
  const applied = lastApplied?.value === undefined ? undefined : maskNamedSecrets(path, lastApplied.value, note);
  const masked: ExplainReport = {
    ...mask(path, report),
    ...(drift === undefined ? {} : { drift: maskNamedField(drift, note) }),
    ...(lastApplied === undefined || applied === undefined ? {} : { lastApplied: { ...lastApplied, value: applied } }),
    below: report.below.map((one) => mask(one.path, one)),
  };
  return withoutTexts(masked, secrets);
}
