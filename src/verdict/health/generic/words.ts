import { HEALTH_ORDER, type HealthStatus } from '../../../model/status.js';
import data from '../generic.yaml';

/** What a condition of the type says when it is True. */
export type ConditionMeaning = 'failing' | 'suspended' | 'reconciling' | 'ready' | 'finished' | 'progressing';

/** All meanings, for tables that name them. */
export const MEANINGS: readonly ConditionMeaning[] = [
  'failing',
  'suspended',
  'reconciling',
  'ready',
  'finished',
  'progressing',
];

/** `generic.yaml`, looked up without regard to case: every word in lower case. */
export interface GenericWords {
  readonly conditions: ReadonlyMap<string, ConditionMeaning>;
  /** By the last words of a type; `ready` is a part of the whole. */
  readonly endings: ReadonlyMap<string, ConditionMeaning>;
  /** Last words of types that are no more than a step on the way. */
  readonly steps: readonly string[];
  /** Reasons with which a condition of any type is no more than a step. */
  readonly stepReasons: readonly string[];
  /** Words of the form of work under way that go on for ever. */
  readonly steady: readonly string[];
  /** First words of what is only offered: `UpdateAvailable`. */
  readonly offers: readonly string[];
  /** Last words of types that say, where they are True, that something has yet to be done. */
  readonly demands: readonly string[];
  /** Last words of types that say what is possible, whatever is under way. */
  readonly abilities: readonly string[];
  readonly tell: Readonly<
    Record<'failing' | 'suspended' | 'waiting' | 'notYet' | 'notDoing' | 'settled', readonly string[]>
  >;
  /** Conditions by which an object says itself that it is ready. */
  readonly sure: readonly string[];
  readonly phaseFields: readonly string[];
  /** Words of a state that are neither good nor bad. */
  readonly neutral: readonly string[];
  readonly stateEndings: readonly string[];
  readonly parts: readonly string[];
  readonly past: readonly string[];
  readonly phases: ReadonlyMap<string, HealthStatus>;
  readonly flags: ReadonlyMap<string, HealthStatus>;
  readonly errorFields: readonly string[];
  readonly noError: readonly string[];
  readonly errorLists: readonly string[];
  /** Values that are a fault whatever they are the value of, and last words of names that they are not one below. */
  readonly faults: Readonly<Record<'words' | 'except', readonly string[]>>;
  /** Words of fields that count or list the parts that are not well; those of `unwellLists` only list them. */
  readonly unwell: readonly string[];
  readonly unwellLists: readonly string[];
  readonly gravity: Readonly<Record<'fields' | 'faults', readonly string[]>>;
  readonly suspendFields: readonly string[];
  readonly collections: readonly string[];
  readonly counters: Readonly<Record<'wanted' | 'ready' | 'updated' | 'updatedReady', readonly string[]>> & {
    /** Fields that count the wanted to those that count the ready. */
    readonly pairs: readonly (readonly [wanted: string, ready: string])[];
  };
  /** First words of a type that turn the rest round. */
  readonly turned: readonly string[];
  /** With `No` before it: what is not there. */
  readonly absent: readonly string[];
  /** Ready conditions that give the outcome of an attempt. */
  readonly outcomes: readonly string[];
  readonly finite: Readonly<Record<'endings' | 'except' | 'atWork' | 'ended', readonly string[]>>;
}

/** The shipped words. A mistake in the data file is a bug of ours and fails at start. */
export const GENERIC_WORDS: GenericWords = read(record(data));

function read(root: Readonly<Record<string, unknown>>): GenericWords {
  const [tell, counters, finite] = [record(root.tell), record(root.counters), record(root.finite)];
  const [gravity, faults] = [record(root.gravity), record(root.faults)];
  return {
    conditions: meaningsIn(root.conditions),
    endings: meaningsIn(root.endings),
    steps: words(root.steps),
    stepReasons: words(root.stepReasons),
    steady: words(root.steady),
    abilities: words(root.abilities),
    offers: words(root.offers),
    demands: words(root.demands),
    tell: {
      failing: words(tell.failing),
      suspended: words(tell.suspended),
      waiting: words(tell.waiting),
      notYet: words(tell.notYet),
      notDoing: words(tell.notDoing),
      settled: words(tell.settled),
    },
    phaseFields: texts(root.phaseFields),
    sure: words(root.sure),
    neutral: words(root.neutral),
    stateEndings: words(root.stateEndings),
    parts: texts(root.parts),
    past: words(root.past),
    phases: statusesIn(root.phases),
    flags: flagsIn(root.flags),
    errorFields: texts(root.errorFields),
    noError: words(root.noError),
    errorLists: texts(root.errorLists),
    faults: { words: words(faults.words), except: words(faults.except) },
    unwell: words(root.unwell),
    unwellLists: words(root.unwellLists),
    gravity: { fields: texts(gravity.fields), faults: words(gravity.faults) },
    suspendFields: texts(root.suspendFields),
    collections: texts(root.collections),
    counters: {
      wanted: texts(counters.wanted),
      ready: texts(counters.ready),
      updated: texts(counters.updated),
      updatedReady: texts(counters.updatedReady),
      pairs: Object.entries(record(counters.pairs)).map(([wanted, ready]) => [wanted, String(ready)] as const),
    },
    turned: words(root.turned),
    absent: words(root.absent),
    outcomes: words(root.outcomes),
    finite: {
      endings: texts(finite.endings),
      except: texts(finite.except),
      atWork: words(finite.atWork),
      ended: words(finite.ended),
    },
  };
}

/** Condition types (in lower case) to what they mean, from lists by meaning. */
export function meaningsIn(value: unknown): ReadonlyMap<string, ConditionMeaning> {
  const root = record(value);
  return new Map(MEANINGS.flatMap((meaning) => words(root[meaning] ?? []).map((word) => [word, meaning] as const)));
}

/** Words (in lower case) to the status that they mean, from lists by status. */
export function statusesIn(value: unknown): ReadonlyMap<string, HealthStatus> {
  const root = record(value);
  return new Map(HEALTH_ORDER.flatMap((status) => words(root[status] ?? []).map((word) => [word, status] as const)));
}

/** Field names to the status that they mean where they are false. */
export function flagsIn(value: unknown): ReadonlyMap<string, HealthStatus> {
  return new Map(Object.entries(record(value)).map(([name, status]) => [name, statusIn(status)]));
}

/** A status by its name. */
export function statusIn(value: unknown): HealthStatus {
  const found = HEALTH_ORDER.find((status) => status === value);
  if (found === undefined) throw new TypeError(`health data: ${String(value)} is no health status`);
  return found;
}

/** A list of texts as written. */
export function texts(value: unknown): readonly string[] {
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) {
    throw new TypeError('health data: a list of words is expected');
  }
  return value;
}

/** A list of texts in lower case. */
export function words(value: unknown): readonly string[] {
  return texts(value).map((word) => word.toLowerCase());
}

/** A mapping of a data file. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError('health data: a mapping is expected');
  return value as Readonly<Record<string, unknown>>;
}
