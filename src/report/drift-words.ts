import type { ApplicationReport } from '../model/report.js';
import type { Counts } from './counts.js';
import { count } from './plural.js';

/**
 * What differs, in a few words: `2 objects could not be compared · 2 fields drifted: 1 unexplained, 1 explained`.
 * Empty where nothing differs and everything was compared.
 */
export function driftWords(counts: Counts): string {
  const words = [
    ...(counts.unknown > 0 ? [`${count(counts.unknown, 'object')} not fully compared`] : []),
    ...(counts.missing > 0 ? [`${count(counts.missing, 'object')} missing`] : []),
    ...(counts.extraneous > 0 ? [`${count(counts.extraneous, 'extraneous object')}`] : []),
    ...(counts.drift > 0 ? [`${count(counts.drift, 'field')} drifted: ${split(counts)}`] : []),
    ...(counts.undeclaredUnexplained > 0 ? [count(counts.undeclaredUnexplained, 'undeclared field')] : []),
  ];
  return [...words, ...(words.length === 0 || counts.withheld === 0 ? [] : [withheldWords(counts)])].join(' · ');
}

/**
 * What differs by who wrote it, a narrow column's words: `1 object missing · 2 autoscaler, 1 manual (1 unexplained)`. Each
 * number counts fields that drifted, or that Git does not declare and nothing explains.
 */
export function writtenWords(application: ApplicationReport, counts: Counts): string {
  const { drift: _, undeclaredUnexplained: __, ...objects } = counts;
  const whole = driftWords({ ...objects, drift: 0, undeclaredUnexplained: 0, withheld: 0 });
  const fields = application.resources.flatMap(({ drift, undeclared }) => [
    ...drift,
    ...undeclared.filter(({ explanation }) => explanation.status === 'unexplained'),
  ]);
  const byCategory = new Map<string, number>();
  for (const { writer } of fields) byCategory.set(writer.category, (byCategory.get(writer.category) ?? 0) + 1);
  const written = [...byCategory]
    .sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1))
    .map(([category, number]) => `${number} ${category}`)
    .join(', ');
  const open = counts.unexplained + counts.undeclaredUnexplained;
  const unexplained = open === 0 ? '' : open === fields.length ? ' (unexplained)' : ` (${open} unexplained)`;
  const parts = [whole, written === '' ? '' : `${written}${unexplained}`].filter((part) => part !== '');
  return [...parts, ...(parts.length === 0 || counts.withheld === 0 ? [] : [withheldWords(counts)])].join(' · ');
}

/** `2 values not compared`: said beside every verdict that rests on the rest. */
export function withheldWords({ withheld }: Counts): string {
  return `${count(withheld, 'value')} not compared`;
}

function split({ unexplained, explained }: Counts): string {
  return [
    ...(unexplained > 0 ? [`${unexplained} unexplained`] : []),
    ...(explained > 0 ? [`${explained} explained`] : []),
  ].join(', ');
}
