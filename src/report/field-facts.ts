import type { Explanation, FieldDrift, Next } from '../model/drift.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { entryText, writerText } from './writer-text.js';

/** The prose below a field: who wrote it, why it differs, what happens next; with `verbose` also the evidence. */
export function fieldFacts(drift: FieldDrift, options: TextOptions): string[] {
  return [
    writerFact(drift, options),
    ...explanationFacts(drift.explanation, drift.next, options),
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
  if (next !== undefined && next.message !== '') facts.push(`next: ${printable(next.message)}`);
  if (options.verbose && explanation !== undefined) {
    facts.push(
      `reason: ${printable(explanation.code)}${explanation.rule === undefined ? '' : `, rule ${printable(explanation.rule)}`}`,
    );
  }
  return facts;
}

function writerFact(drift: FieldDrift, options: TextOptions): string {
  const who = writerText(drift.writer, options);
  if (drift.writer.category !== 'unowned') return `by ${who}`;
  return drift.change === 'missing' ? `live has no value, so ${who}` : who;
}

function evidenceFacts(drift: FieldDrift, options: TextOptions): string[] {
  const { writer } = drift;
  const entry =
    writer.manager === undefined
      ? []
      : [
          `entry: ${entryText({ manager: writer.manager, operation: writer.operation ?? 'Update', subresource: writer.subresource ?? '', apiVersion: writer.apiVersion ?? '' }, options)}, attribution ${writer.confidence}`,
        ];
  return [
    ...entry,
    ...writer.evidence.map((evidence) => `evidence: ${printable(evidence.message)}`),
    ...drift.coOwners.map((owner) => `also owned by ${entryText(owner, options)}`),
  ];
}
