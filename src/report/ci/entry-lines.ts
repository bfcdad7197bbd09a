import type { FieldDrift } from '../../model/drift.js';
import { fieldFacts } from '../field-facts.js';
import { fieldLines } from '../field-text.js';
import { indent } from '../layout.js';
import { palette } from '../palette.js';
import type { TextOptions } from '../text-options.js';
import type { Entry } from './entries.js';

/** An entry as lines: of a field its path and values as the text report has them, with who wrote it below. */
export function entryLines(entry: Entry, options: TextOptions): readonly string[] {
  const { field } = entry;
  if (field === undefined) return [`${entry.title}: ${entry.message} [${entry.code}]`];
  const list = entry.kind === 'undeclared' ? 'undeclared' : 'drift';
  return [
    ...fieldLines(field, list, options, palette(false), 0),
    ...indent([`${STATUS[field.explanation.status]} [${entry.code}]`, ...fieldFacts(field, options)], 2),
  ];
}

const STATUS: Readonly<Record<FieldDrift['explanation']['status'], string>> = {
  explained: 'explained',
  unexplained: 'UNEXPLAINED',
  noted: 'noted',
};
