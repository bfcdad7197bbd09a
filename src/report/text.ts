import type { Report } from '../model/report.js';
import { applicationLines } from './application-text.js';
import { gateText } from './gate-text.js';
import { wrapWords } from './layout.js';
import { withoutNamedSecrets } from './masked-report.js';
import { palette } from './palette.js';
import { andList, count } from './plural.js';
import type { TextOptions } from './text-options.js';

/** The report for people: summary first, verdict, advice and gate last. Ends with a line break. */
export function textReport(whole: Report, options: TextOptions): string {
  const report = options.maskNamed ? withoutNamedSecrets(whole) : whole;
  const paint = palette(options.color);
  const several = report.applications.length === 1 ? [] : [paint.strong(overview(report)), ''];
  const blocks = report.applications.map((application) => applicationLines(application, options, paint).join('\n'));
  const gate = wrapWords(gateText(report), options.width);
  const look = report.gate.exitCode === 0 && report.gate.passed ? paint.good : paint.bad;
  return `${[...several, blocks.join('\n\n'), ...gate.map(look)].join('\n')}\n`;
}

/** `3 applications: 2 Synced and 1 OutOfSync`. */
function overview(report: Report): string {
  const order = ['Unknown', 'OutOfSync', 'Synced'] as const;
  const parts = order
    .map((status) => ({ status, n: report.applications.filter((one) => one.sync.status === status).length }))
    .filter(({ n }) => n > 0)
    .map(({ status, n }) => `${n} ${status}`);
  return `${count(report.applications.length, 'application')}${parts.length === 0 ? '' : `: ${andList(parts)}`}`;
}
