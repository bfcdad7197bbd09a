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
