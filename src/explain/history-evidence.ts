import type { Difference, DriftHistory } from '../model/drift.js';
import type { FieldHistory, HistoryEvidence, KnownTime, TemplateStep } from '../model/history.js';
import { isArray, isObject, type JsonValue, jsonEqual } from '../model/json.js';
import type { Evidence, Writer } from '../model/writer.js';
import { fieldHistory, isInTemplate } from './field-history.js';

/** The history of a difference in a Pod template; undefined where it lies elsewhere, or nothing is kept or readable. */
export function historyOf(
  evidence: HistoryEvidence | undefined,
  difference: Pick<Difference, 'path'>,
  live: JsonValue | undefined,
): FieldHistory | undefined {
  if (evidence?.kind !== 'known' || !isInTemplate(difference.path)) return undefined;
  return fieldHistory(evidence.steps, difference.path.slice(2), live);
}

/** The history with the writer's own bound: an entry of managedFields is written last at its time, at the latest. */
export function boundedBy(history: FieldHistory, writer: Pick<Writer, 'time'>): FieldHistory {
  const { time } = history;
  if (time.kind === 'exact' || writer.time === undefined) return history;
  // An entry that is older than the earliest possible moment is not about this change.
  if (time.after !== undefined && writer.time < time.after) return history;
  if (time.before !== undefined && time.before <= writer.time) return history;
  return { ...history, time: { ...time, before: writer.time } };
}

/** The history of a difference as the report carries it. */
export function driftHistory({ since, previous, time, before }: FieldHistory): DriftHistory {
  const kept = ({ number, revision }: TemplateStep) => ({ number, resource: revision.ref });
  const { kind: _, ...bounds } = time;
  return {
    since: bounds,
    ...(since === undefined ? {} : { revision: kept(since) }),
    ...(previous === undefined
      ? {}
      : {
          previous: { ...kept(previous.step), ...(previous.value === undefined ? {} : { value: previous.value }) },
        }),
    before,
  };
}

/**
 * What the kept revisions know of a field that live lacks, in place of not knowing whether it was ever there; undefined
 * where they know nothing.
 */
export function missingByHistory(history: FieldHistory | undefined, difference: Difference): string | undefined {
  if (history === undefined || difference.change !== 'missing') return undefined;
  const { previous, before } = history;
  if (before === 'created')
    return 'live lacks it, and so did every revision since the first: it was never applied here';
  if (previous?.value === undefined) return undefined;
  const same = jsonEqual(previous.value, difference.desired)
    ? ', as Git declares it'
    : ', with another value than Git declares';
  return `it was removed: revision ${previous.step.number} of the Pod template had it${same}; by whom is not recorded`;
}

/** What the kept revisions say of a difference, as evidence; also that they could not be read. */
export function historyEvidence(
  evidence: HistoryEvidence | undefined,
  difference: Difference,
  history: FieldHistory | undefined,
): Evidence[] {
  if (!isInTemplate(difference.path) || evidence === undefined) return [];
  if (evidence.kind === 'unavailable') {
    return [{ kind: 'object', message: `the earlier Pod templates could not be read: ${evidence.reason}` }];
  }
  const resource = (history?.since ?? history?.previous?.step)?.revision.ref;
  if (history === undefined || resource === undefined) return [];
  return [{ kind: 'object', message: historyText(history, difference.change === 'missing'), resource }];
}

/** One sentence: the first revision with the live value (or without the field), and what was there before. */
export function historyText(history: FieldHistory, missing: boolean): string {
  const { since, previous, time } = history;
  const it = missing ? 'lacks it' : 'has it';
  if (since === undefined) {
    return `no revision ${it} yet as live does${previous === undefined ? '' : `: the newest, ${named(previous.step)},${had(previous.value)}`}`;
  }
  if (previous === undefined) {
    return history.before === 'created'
      ? `every kept revision ${it}, from the first on: ${named(since)} of ${since.revision.time}`
      : `the oldest kept revision, ${named(since)} of ${since.revision.time}, ${it} already; earlier ones are not kept`;
  }
  const gap = since.number - previous.step.number > 1 ? `; ${between(previous.step, since)} not kept` : '';
  return `${opening(since, time, missing)}; before it ${named(previous.step)}${had(previous.value)}${gap}`;
}

function opening(since: TemplateStep, time: KnownTime, missing: boolean): string {
  const { revision } = since;
  const what = missing ? 'without it' : 'with the live value';
  if (since.time.kind === 'exact') {
    const kept = time.kind === 'exact' ? 'first' : 'first kept';
    return `${named(since)} of ${since.time.at} is the ${kept} ${what}`;
  }
  const wentBack = since.number !== revision.numbers[0] || (since.time.after ?? '') > revision.time;
  if (!wentBack) return `${named(since)}, made at ${revision.time}, is the first kept ${what}`;
  const which = missing ? ', which lacks it' : '';
  return `the workload went back to ${named(since)}, made at ${revision.time}${which}, ${boundsText(time)}`;
}

/** `after A and before B`, as far as the bounds are known. */
function boundsText(time: KnownTime): string {
  if (time.kind === 'exact') return `at ${time.at}`;
  const parts = [
    ...(time.after === undefined ? [] : [`after ${time.after}`]),
    ...(time.before === undefined ? [] : [`at ${time.before} at the latest`]),
  ];
  return parts.length === 0 ? 'at an unknown time' : parts.join(' and ');
}

function named({ revision, number }: TemplateStep): string {
  return `${revision.ref.kind} ${revision.ref.name} (revision ${number})`;
}

function between(before: TemplateStep, since: TemplateStep): string {
  const [from, to] = [before.number + 1, since.number - 1];
  return from === to ? `revision ${from} is` : `revisions ${from} to ${to} are`;
}

/** A value this long says nothing in a sentence. */
const LENGTH = 80;

function had(value: JsonValue | undefined): string {
  if (value === undefined) return ' did not have it';
  if (isObject(value) || isArray(value)) return ' had another value';
  const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return text.length > LENGTH ? ' had another value' : ` had ${text}`;
}
