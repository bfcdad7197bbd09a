import type { FieldDrift } from '../../model/drift.js';
import type { ResourceReport } from '../../model/report.js';
import { explanationFacts, fieldFacts } from '../field-facts.js';
import { shownValue } from '../field-text.js';
import { cutPair } from '../layout.js';
import type { TextOptions } from '../text-options.js';

/** Characters of a value in a message; the JSON report has it whole. */
const LONGEST_VALUE = 200;

/** `desired 3 → live 7; by kubectl scale (a person or a script), at the latest …; next: …` on one line. */
export function fieldMessage(drift: FieldDrift, kind: 'drift' | 'undeclared', options: TextOptions): string {
  const [desired, live] = cutPair(shownValue(drift, drift.desired), shownValue(drift, drift.live), LONGEST_VALUE);
  const values = kind === 'undeclared' ? `undeclared, live ${live}` : `desired ${desired} → live ${live}`;
  return [values, ...fieldFacts(drift, options)].join('; ');
}

/** Why an object is there on one side alone, and what happens next. */
export function wholeMessage({ outcome, explanation, next }: ResourceReport, options: TextOptions): string {
  const what = outcome === 'missing' ? 'desired, but missing from the cluster' : 'in the cluster, but not in desired';
  return [what, ...explanationFacts(explanation, next, options)].join('; ');
}
