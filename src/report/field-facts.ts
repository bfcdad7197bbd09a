import type { Explanation, FieldDrift, Next, NextCode } from '../model/drift.js';
import { NOT_KNOWN, type Writer } from '../model/writer.js';
import { historyFacts } from './history-text.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { entryText, writerText } from './writer-text.js';

/** The prose below a field: who wrote it, why it differs, what happens next; with `verbose` also the evidence. */
export function fieldFacts(drift: FieldDrift, options: TextOptions): string[] {
  const { explanation, next } = drift;
  const plain = options.verbose || !isSaidByWriter(explanation);
  return [
    ...writerFacts(drift, options),
    ...historyFacts(drift, options),
    ...explanationFacts(plain ? explanation : undefined, next, options),
    ...(options.verbose ? evidenceFacts(drift, options) : []),
  ];
}

/** The explanation and what happens next, as sentences. */
export function explanationFacts(
  explanation: Explanation | undefined,
  next: Next | undefined,
  options: TextOptions,
): string[] {
  const facts: string[] = [];
  if (explanation !== undefined && explanation.message !== '') facts.push(printable(explanation.message));
  if (next !== undefined && next.message !== '' && (options.verbose || !SAYS_LITTLE.has(next.code))) {
    facts.push(`next: ${printable(next.message)}`);
  }
  if (options.verbose && explanation !== undefined) {
    const rule = explanation.rule === undefined ? '' : `, rule ${printable(explanation.rule)}`;
    facts.push(`reason: ${printable(explanation.code)}${rule}`);
  } else if (options.showExplained && explanation?.rule !== undefined) {
    facts.push(`rule: ${printable(explanation.rule)}`);
  }
  return facts;
}

/** What is true of every field that no controller looks after; the application's advice says it once. */
const SAYS_LITTLE: ReadonlySet<NextCode> = new Set(['stays', 'unknown']);

/** Codes of unexplained drift that only name the kind of its writer, which the line before does better. */
const NAMES_WRITER: ReadonlySet<string> = new Set([
  'manual-change',
  'deployer-change',
  'unknown-writer',
  'unowned-value',
]);

/** A sentence with a second part says more than the writer's kind. */
function isSaidByWriter({ code, message }: Explanation): boolean {
  return NAMES_WRITER.has(code) && !message.includes(';');
}

/** How a writer's name begins that is only possibly the right one. */
const DOUBT = 'possibly ';

function writerFacts(drift: FieldDrift, options: TextOptions): string[] {
  const who = writerText(timedBy(drift), options);
  const unread = drift.writer.name === NOT_KNOWN;
  if (drift.writer.category !== 'unowned' && !unread)
    return [who.startsWith(DOUBT) ? `${DOUBT}by ${who.slice(DOUBT.length)}` : `by ${who}`];
  // Of a value that is gone managedFields can say nothing; the explanation says what that means.
  return drift.change === 'missing' && drift.explanation.message !== ''
    ? []
    : [unread ? 'its writer is not known' : `${who}${who === 'nobody is recorded' ? ' as its writer' : ''}`];
}

/** The writer; without its entry's time, an upper bound, where the kept Pod templates know the exact one. */
function timedBy({ writer, history }: FieldDrift): Writer {
  if (history?.since.at === undefined) return writer;
  const { time: _, ...rest } = writer;
  return rest;
}

function evidenceFacts(drift: FieldDrift, options: TextOptions): string[] {
  const { writer } = drift;
  const entry =
    writer.manager === undefined
      ? []
      : [
          `recorded as ${entryText({ manager: writer.manager, operation: writer.operation ?? 'Update', subresource: writer.subresource ?? '', apiVersion: writer.apiVersion ?? '' }, options)}; that it is the writer above is ${writer.confidence}`,
        ];
  return [
    ...entry,
    ...writer.evidence.map((evidence) => `evidence: ${printable(evidence.message)}`),
    ...drift.coOwners.map((owner) => `also owned by ${entryText(owner, options)}`),
  ];
}
