import type { Report } from '../model/report.js';
import { countsOf } from './counts.js';
import { hasNoHealth, liveText, sourceText } from './heading-text.js';
import { andList, count } from './plural.js';
import { printable } from './safe-text.js';

/**
 * The sentence for standard error where a report has nothing to show: no drift, everything compared and in order.
 * Undefined where there is something to show.
 */
export function noDriftSentence(report: Report): string | undefined {
  const counts = countsOf(report.applications);
  const open = counts.drift + counts.undeclaredUnexplained + counts.missing + counts.extraneous + counts.unknown;
  const inOrder = report.applications.every(
    ({ sync, health, findings }) =>
      sync.status === 'Synced' &&
      health.status === 'Healthy' &&
      findings.every((finding) => finding.severity === 'note'),
  );
  // Where nothing at all was compared the report itself has to say so.
  if (open > 0 || counts.synced === 0 || !inOrder || report.gate.exitCode !== 0) return undefined;
  const places = report.applications.map(
    (one) =>
      `${printable(one.name)}, ${one.sources.map((source) => sourceText(source, false)).join(', ')}, in ${liveText(one)}`,
  );
  const aside = [
    ...(counts.ignored > 0 ? [`${count(counts.ignored, 'field')} ignored by rule`] : []),
    ...(counts.undeclaredNoted > 0 ? [`${count(counts.undeclaredNoted, 'undeclared field')} noted`] : []),
    ...(counts.notCompared > 0 ? [`${count(counts.notCompared, 'object')} left out of the comparison`] : []),
  ];
  const more = aside.length === 0 ? '' : ` (${aside.join(', ')}; -v lists them)`;
  const verdicts = report.applications.every(hasNoHealth)
    ? 'Synced, and none of their kinds has a health rule'
    : 'Synced and Healthy';
  return `no drift: ${count(counts.synced, 'object')} ${verdicts}${more}; ${andList(places)}`;
}
