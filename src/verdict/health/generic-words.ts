import { HEALTH_ORDER, type HealthStatus } from '../../model/status.js';
import data from './generic.yaml';

/** What a condition of the type says when it is True. */
export type ConditionMeaning = 'failing' | 'suspended' | 'reconciling' | 'ready' | 'finished' | 'progressing';

const MEANINGS: readonly ConditionMeaning[] = [
  'failing',
  'suspended',
  'reconciling',
  'ready',
  'finished',
  'progressing',
];

/** `generic.yaml`, looked up without regard to case. */
export interface GenericWords {
  /** Condition types of a meaning, lower case, in order of precedence. */
  readonly conditions: Readonly<Record<ConditionMeaning, readonly string[]>>;
  readonly failingReasons: readonly string[];
  readonly phaseFields: readonly string[];
  readonly phases: ReadonlyMap<string, HealthStatus>;
}

/** The shipped words. A mistake in the data file is a bug of ours and fails at start. */
export const GENERIC_WORDS: GenericWords = read(data);

function read(value: unknown): GenericWords {
  const root = value as Record<string, unknown>;
  const conditions = root.conditions as Record<string, unknown>;
  const phases = new Map<string, HealthStatus>();
  for (const status of HEALTH_ORDER) {
    const listed = (root.phases as Record<string, unknown>)[status];
    for (const word of listed === undefined ? [] : words(listed)) phases.set(word, status);
  }
  return {
    conditions: Object.fromEntries(
      MEANINGS.map((name) => [name, words(conditions[name])]),
    ) as GenericWords['conditions'],
    failingReasons: words(root.failingReasons),
    phaseFields: words(root.phaseFields),
    phases,
  };
}

function words(value: unknown): readonly string[] {
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) {
    throw new TypeError('generic.yaml: a list of words is expected');
  }
  return value.map((word) => word.toLowerCase());
}
