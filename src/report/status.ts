import Table from 'cli-table3';
import type { ApplicationReport, Report } from '../model/report.js';
import { countsOf } from './counts.js';
import { driftWords, withheldWords } from './drift-words.js';
import { hang, indent, wrapWords } from './layout.js';
import { type Palette, palette } from './palette.js';
import { printable } from './safe-text.js';
import { NO_BORDERS } from './table-look.js';
import type { TextOptions } from './text-options.js';

const HEADINGS = ['APPLICATION', 'SYNC', 'HEALTH', 'ACTION', 'DRIFT'];

/**
 * One line an application: both verdicts, the action, what differs; with `verbose` the action's sentence below. Where a
 * line would be wider than the terminal, a block of short lines each.
 */
export function statusTable(report: Report, options: TextOptions): string {
  const paint = palette(options.color);
  const plain = table(report, options, palette(false));
  const widest = Math.max(...plain.split('\n').map((line) => line.length));
  if (options.width === undefined || widest <= options.width) return table(report, options, paint);
  return report.applications.map((one) => block(one, options.width, options.verbose, paint)).join('\n');
}

/** The cells of an application's row below each other, each after its heading. */
function block(application: ApplicationReport, width: number | undefined, verbose: boolean, paint: Palette): string {
  const [name = '', ...words] = cells(application);
  const sentence = verbose ? stepLines(application, width) : [];
  const lines = [
    ...wrapWords(name, width).map(paint.strong),
    ...words.flatMap((word, at) => hang(`${(HEADINGS[at + 1] ?? '').toLowerCase().padEnd(7)} ${word}`, width, 8)),
    ...sentence.filter((line) => line !== ''),
  ];
  return `${lines.join('\n')}\n`;
}

function table(report: Report, options: TextOptions, paint: Palette): string {
  const rows = new Table({
    chars: NO_BORDERS,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  rows.push(HEADINGS.map((heading) => paint.dim(heading)));
  for (const application of report.applications) {
    rows.push(row(application, paint));
  }
  const [heading = '', ...lines] = rows
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
  // A sentence in a cell would widen the columns of the others.
  const below = lines.flatMap((line, at) => {
    const application = report.applications[at];
    return options.verbose && application !== undefined
      ? [line, ...indent(stepLines(application, options.width === undefined ? undefined : options.width - 2), 2)]
      : [line];
  });
  return `${[heading, ...below].join('\n')}\n`;
}

/** What the two verdicts ask for: a sentence, or several as a list. */
function stepLines({ action }: ApplicationReport, width: number | undefined): string[] {
  if (action.steps === undefined) return action.message === '' ? [] : wrapWords(printable(action.message), width);
  return action.steps.flatMap(({ message }) => hang(`- ${printable(message)}`, width, 2));
}

function cells(application: ApplicationReport): string[] {
  const { name, sync, health, action } = application;
  const counts = countsOf([application]);
  const drift = driftWords(counts) || (counts.withheld === 0 ? 'none' : `none · ${withheldWords(counts)}`);
  return [printable(name), sync.status, health.status, action.code, drift];
}

function row(application: ApplicationReport, paint: Palette): string[] {
  const [name = '', sync = '', health = '', ...rest] = cells(application);
  const looks = { Healthy: paint.good, Degraded: paint.bad } as const;
  const look = health === 'Healthy' || health === 'Degraded' ? looks[health] : paint.warn;
  return [name, sync === 'Synced' ? paint.good(sync) : paint.bad(sync), look(health), ...rest];
}
