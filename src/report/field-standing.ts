import type { Explanation, FieldDrift } from '../model/drift.js';
import type { WriterCategory } from '../model/writer.js';
import type { FieldList } from './field-text.js';

/** Whom a responder asks first; what nobody is recorded for comes last. */
const WRITER_ORDER: readonly WriterCategory[] = [
  'manual',
  'unknown',
  'deployer',
  'operator',
  'autoscaler',
  'gitops',
  'control-plane',
  'unowned',
];

/** How many ranks `writerRank` gives. */
export const WRITER_RANKS = WRITER_ORDER.length;

/** Where a field stands among others by its writer: persons first, what nobody is recorded for last. */
export const writerRank = ({ writer }: FieldDrift): number => WRITER_ORDER.indexOf(writer.category);

/** The word of a difference's status: capitals for what the gate counts by default. */
export function statusWord(explanation: Explanation | undefined, list: FieldList): string {
  if (list === 'ignored') return 'ignored';
  if (list === 'undeclared') return explanation?.status === 'unexplained' ? 'UNDECLARED' : 'undeclared';
  return explanation?.status === 'explained' ? 'explained' : 'UNEXPLAINED';
}

/** True for a status word in capitals: nobody accounts for the difference, so it is shown first. */
export function isOpen(word: string): boolean {
  return word === word.toUpperCase();
}
