import type { FieldDrift } from '../../model/drift.js';
import type { Report } from '../../model/report.js';
import { hang } from '../layout.js';
import { maskFieldOf, withoutTexts } from '../masked-report.js';
import type { Masked } from '../named-secrets.js';
import { palette } from '../palette.js';
import { andList, count } from '../plural.js';
import { printable } from '../safe-text.js';
import type { TextOptions } from '../text-options.js';
import { changeText } from './change-lines.js';
import { compareReports } from './compare-reports.js';
import type { ReportChange, ReportComparison } from './report-change.js';

/** What changed between two reports for people: how much of it first and last, then a line a change, by application. */
export function comparisonText(before: Report, after: Report, options: TextOptions): string {
  const comparison = publicComparison(before, after, options);
  const paint = palette(options.color);
  const { bad, good, warn } = paint;
  const looks: Partial<Record<ReportChange['kind'], (text: string) => string>> = {
    drifted: bad,
    healed: good,
    writer: warn,
  };
  const summary = comparisonWords(comparison);
  const lines = byApplication(comparison).flatMap(([name, changes]) => [
    '',
    paint.strong(printable(name)),
    ...changes.flatMap((change) =>
      hang(`  ${changeText(change, options)}`, options.width, 11).map(looks[change.kind] ?? ((line) => line)),
    ),
  ]);
  return `${[paint.strong(summary), ...lines, ...(lines.length === 0 ? [] : ['', summary])].join('\n')}\n`;
}

/** The comparison of what may be shown: values whose names look secret are masked where that is asked for. */
export function publicComparison(before: Report, after: Report, { maskNamed }: TextOptions): ReportComparison {
  const comparison = compareReports(before, after);
  if (!maskNamed) return comparison;
  const secrets = new Set<string>();
  const changes = comparison.changes.map((change) => withoutSecrets(change, (value) => secrets.add(String(value))));
  return withoutTexts({ ...comparison, changes }, secrets);
}

function withoutSecrets(change: ReportChange, note: Masked): ReportChange {
  if (!('path' in change)) return change;
  const of = (field: FieldDrift): FieldDrift => maskFieldOf(change.resource, field, note);
  return {
    ...change,
    ...('before' in change ? { before: of(change.before) } : {}),
    ...('after' in change ? { after: of(change.after) } : {}),
  } as ReportChange;
}

/** `since 2026-11-30T12:00:00Z: 1 field drifted, 2 healed`; `nothing changed` where nothing did. */
export function comparisonWords({ before, after, counts }: ReportComparison): string {
  const parts = [
    ...(counts.drifted > 0 ? [`${count(counts.drifted, 'field')} drifted`] : []),
    ...(counts.healed > 0 ? [`${count(counts.healed, 'field')} healed`] : []),
    ...(counts.value > 0 ? [`${count(counts.value, 'field')} with another value`] : []),
    ...(counts.writer > 0 ? [`${count(counts.writer, 'field')} with another writer`] : []),
    ...(counts.explanation > 0 ? [`${count(counts.explanation, 'field')} otherwise accounted for`] : []),
    ...(counts.object > 0 ? [count(counts.object, 'change of an object', 'changes of objects')] : []),
    ...(counts.verdict > 0 ? [count(counts.verdict, 'verdict')] : []),
    ...(counts['application-appeared'] > 0 ? [`${count(counts['application-appeared'], 'application')} appeared`] : []),
    ...(counts['application-gone'] > 0 ? [`${count(counts['application-gone'], 'application')} gone`] : []),
  ];
  const what = parts.length === 0 ? 'nothing changed' : andList(parts);
  return `${what} since ${printable(before.generatedAt)} (seen at ${printable(after.generatedAt)})`;
}

/** The changes by application, in the order in which they are told. */
export function byApplication({ changes }: ReportComparison): readonly (readonly [string, readonly ReportChange[]])[] {
  const groups = new Map<string, ReportChange[]>();
  for (const change of changes) {
    const group = groups.get(change.application);
    if (group === undefined) groups.set(change.application, [change]);
    else group.push(change);
  }
  return [...groups];
}
