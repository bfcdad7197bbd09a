import Table from 'cli-table3';
import type { ApplicationReport, Report } from '../model/report.js';
import { countsOf } from './counts.js';
import { driftWords, withheldWords } from './drift-words.js';
import { wrapWords } from './layout.js';
import { type Palette, palette } from './palette.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';

const HEADINGS = ['APPLICATION', 'SYNC', 'HEALTH', 'ACTION', 'DRIFT'];

const NO_BORDERS = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '' },
  ...{
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '   ',
  },
};

/** One line an application: both verdicts, the action, what differs; with `verbose` the action's sentence below. */
export function statusTable(report: Report, options: TextOptions): string {
  const paint = palette(options.color);
  const table = new Table({
    chars: NO_BORDERS,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  table.push(HEADINGS.map((heading) => paint.dim(heading)));
  for (const application of report.applications) {
    table.push(row(application, paint));
    const sentence = application.action.message;
    if (options.verbose && sentence !== '') {
      const lines = wrapWords(printable(sentence), options.width === undefined ? undefined : options.width - 2);
      table.push([{ colSpan: HEADINGS.length, content: lines.map((line) => `  ${line}`).join('\n') }]);
    }
  }
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

function row(application: ApplicationReport, paint: Palette): string[] {
  const { name, sync, health, action } = application;
  const counts = countsOf([application]);
  return [
    printable(name),
    sync.status === 'Synced' ? paint.good(sync.status) : paint.bad(sync.status),
    health.status === 'Healthy'
      ? paint.good(health.status)
      : health.status === 'Degraded'
        ? paint.bad(health.status)
        : paint.warn(health.status),
    action.code,
    driftWords(counts) || (counts.withheld === 0 ? 'none' : `none · ${withheldWords(counts)}`),
  ];
}
