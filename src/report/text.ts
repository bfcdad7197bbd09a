import type { Report } from '../model/report.js';
import { applicationLines } from './application-text.js';
import { gateText } from './gate-text.js';
import { wrapWords } from './layout.js';
import { withoutNamedSecrets } from './masked-report.js';
import { palette } from './palette.js';
import { andList, count } from './plural.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';

/** The report for people: summary first, verdict, advice and gate last. Ends with a line break. */
export function textReport(whole: Report, options: TextOptions): string {
  const report = options.maskNamed ? withoutNamedSecrets(whole) : whole;
  const paint = palette(options.color);
  const several = report.applications.length === 1 ? [] : [paint.strong(overview(report)), ''];
  const blocks = report.applications.map((application) => applicationLines(application, options, paint).join('\n'));
  const policy = policyLines(report, options).map(paint.dim);
  const gate = wrapWords(gateText(report), options.width);
  const look = report.gate.exitCode === 0 && report.gate.passed ? paint.good : paint.bad;
  return `${[...several, blocks.join('\n\n'), ...policy, ...gate.map(look)].join('\n')}\n`;
}

/** The file that may have called a writer by another name; one that was only found has to be seen. */
function policyLines({ policy }: Report, options: TextOptions): string[] {
  if (policy === undefined) return [];
  const found = policy.discovered ? ' (found by its name; --policy pins one)' : '';
  return wrapWords(`policy: ${printable(policy.file)}${found}`, options.width);
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
