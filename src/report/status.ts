import Table from 'cli-table3';
import type { ApplicationReport, Report } from '../model/report.js';
import { countsOf } from './counts.js';
import { driftWords, withheldWords, writtenWords } from './drift-words.js';
import { hang, indent, wrapWords } from './layout.js';
import { type Palette, palette } from './palette.js';
import { recordedWords } from './recorded-words.js';
import { printable } from './safe-text.js';
import { NO_BORDERS } from './table-look.js';
import type { TextOptions } from './text-options.js';

const HEADINGS = ['APPLICATION', 'SYNC', 'HEALTH', 'ACTION', 'DRIFT', 'RECORDED'];

/** What of an application stands in columns; `below` is under its line. */
interface Layout {
  readonly columns: number;
  readonly below: (application: ApplicationReport) => readonly string[];
}

/**
 * One line an application: both verdicts, the action, what differs, and of a controller's what that recorded; with
 * `verbose` the action's sentence below. Where a line would be wider than the terminal, what differs goes below the line,
 * and where that is too wide as well each application is a block of short lines.
 */
export function statusTable(report: Report, options: TextOptions): string {
  const paint = palette(options.color);
  const controlled = report.applications.some((one) => recordedWords(one, options) !== undefined);
  const beside: Layout = { columns: controlled ? HEADINGS.length : HEADINGS.length - 1, below: () => [] };
  const under: Layout = {
    columns: VERDICTS,
    below: (one) => {
      const [drift = '', recorded = ''] = cells(one, options).slice(VERDICTS);
      return hang([`drift: ${drift}`, recorded].filter(Boolean).join(' · '), roomBelow(options), 0);
    },
  };
  const layouts = controlled ? [beside, under] : [beside];
  const fitting = layouts.find((layout) => {
    const plain = table(report, options, palette(false), layout);
    const widest = Math.max(...plain.split('\n').map((line) => line.length));
    return options.width === undefined || widest <= options.width;
  });
  if (fitting !== undefined) return table(report, options, paint, fitting);
  return report.applications.map((one) => block(one, options, paint)).join('\n');
}

/** Name, both verdicts and the action. */
const VERDICTS = 4;

const roomBelow = ({ width }: TextOptions): number | undefined => (width === undefined ? undefined : width - 2);

/** The cells of an application's row below each other, each after its heading. */
function block(application: ApplicationReport, options: TextOptions, paint: Palette): string {
  const { width, verbose } = options;
  const [name = '', ...words] = cells(application, options);
  const sentence = verbose ? stepLines(application, width) : [];
  const label = words.at(-1) === '' ? 8 : 9;
  const lines = [
    ...wrapWords(name, width).map(paint.strong),
    ...words.flatMap((word, at) =>
      word === '' ? [] : hang(`${(HEADINGS[at + 1] ?? '').toLowerCase().padEnd(label)}${word}`, width, label),
    ),
    ...sentence.filter((line) => line !== ''),
  ];
  return `${lines.join('\n')}\n`;
}

function table(report: Report, options: TextOptions, paint: Palette, layout: Layout): string {
  const rows = new Table({
    chars: NO_BORDERS,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  rows.push(HEADINGS.slice(0, layout.columns).map((heading) => paint.dim(heading)));
  for (const application of report.applications) {
    rows.push(row(application, options, paint).slice(0, layout.columns));
  }
  const [heading = '', ...lines] = rows
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
  // A sentence in a cell would widen the columns of the others.
  const below = lines.flatMap((line, at) => {
    const application = report.applications[at];
    if (application === undefined) return [line];
    const sentence = options.verbose ? stepLines(application, roomBelow(options)) : [];
    return [line, ...indent([...layout.below(application), ...sentence], 2)];
  });
  return `${[heading, ...below].join('\n')}\n`;
}

/** What the two verdicts ask for: a sentence, or several as a list. */
function stepLines({ action }: ApplicationReport, width: number | undefined): string[] {
  if (action.steps === undefined) return action.message === '' ? [] : wrapWords(printable(action.message), width);
  return action.steps.flatMap(({ message }) => hang(`- ${printable(message)}`, width, 2));
}

function cells(application: ApplicationReport, options: TextOptions): string[] {
  const { name, sync, health, action } = application;
  const recorded = recordedWords(application, options);
  const counts = countsOf([application]);
  const words = recorded === undefined ? driftWords(counts) : writtenWords(application, counts);
  const none = sync.status === 'Unknown' && recorded !== undefined ? 'not known' : 'none';
  const drift = words || (counts.withheld === 0 ? none : `${none} · ${withheldWords(counts)}`);
  return [printable(name), sync.status, health.status, action.code, drift, printable(recorded ?? '')];
}

function row(application: ApplicationReport, options: TextOptions, paint: Palette): string[] {
  const [name = '', sync = '', health = '', ...rest] = cells(application, options);
  const looks = { Healthy: paint.good, Degraded: paint.bad } as const;
  const look = health === 'Healthy' || health === 'Degraded' ? looks[health] : paint.warn;
  return [name, sync === 'Synced' ? paint.good(sync) : paint.bad(sync), look(health), ...rest];
}
