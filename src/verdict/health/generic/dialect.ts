import type { HealthStatus } from '../../../model/status.js';
import data from '../dialects.yaml';
import { kindMatcher } from '../kind-pattern.js';
import { type ConditionMeaning, flagsIn, meaningsIn, record, statusesIn, statusIn, texts, words } from './words.js';

/** What a family of controllers means by its words, beyond generic.yaml; `dialects.yaml` says what each key is. */
export interface Dialect {
  /** Undefined where it depends on what the reason says. */
  readonly notReady: HealthStatus | undefined;
  readonly conditions: ReadonlyMap<string, ConditionMeaning>;
  readonly ignored: ReadonlySet<string>;
  /** Reasons of a condition, in lower case, to what they mean. */
  readonly reasons: ReadonlyMap<string, HealthStatus>;
  readonly phases: ReadonlyMap<string, HealthStatus>;
  readonly phaseFields: readonly string[];
  readonly flags: ReadonlyMap<string, HealthStatus>;
  readonly collections: readonly string[];
  /** One of these condition types has to be there before anything is Healthy; empty where none has to. */
  readonly requires: readonly string[];
  readonly noStatus: HealthStatus | undefined;
  /** What a status that says nothing known means. */
  readonly otherwise: HealthStatus | undefined;
  /** A suspended object is Suspended whatever its conditions say of the time before. */
  readonly suspendedFirst: boolean;
  readonly errorFields: readonly string[];
  /** What a word that is not known means in a phase field of the dialect; absent: nothing. */
  readonly otherPhase: HealthStatus | undefined;
  /** Labels of the object that say that something failed, with the value that says it. */
  readonly failingLabels: ReadonlyMap<string, string>;
  /** Its phases are not about its health. */
  readonly phaseless: boolean;
}

/** Of a kind that no dialect names. */
export const PLAIN: Dialect = read({});

const DIALECTS = (data as readonly unknown[]).map((entry) => {
  const root = record(entry);
  const kinds = root.kinds === undefined ? ['*'] : texts(root.kinds);
  return { matches: kindMatcher(texts(root.groups).map((group) => ({ group, kinds }))), dialect: read(root) };
});

/** The dialect of a kind; undefined where it speaks none that we know. */
export function dialectOf(kind: { readonly group: string; readonly kind: string }): Dialect | undefined {
  return DIALECTS.find(({ matches }) => matches(kind))?.dialect;
}

function read(root: Readonly<Record<string, unknown>>): Dialect {
  const conditions = record(root.conditions ?? {});
  return {
    notReady: root.notReady === undefined ? undefined : statusIn(root.notReady),
    conditions: meaningsIn(conditions),
    ignored: new Set(words(conditions.ignored ?? [])),
    reasons: statusesIn(root.reasons ?? {}),
    phases: statusesIn(root.phases ?? {}),
    phaseFields: texts(root.phaseFields ?? []),
    flags: flagsIn(root.flags ?? {}),
    collections: texts(root.collections ?? []),
    requires: words(root.requires ?? []),
    noStatus: root.noStatus === undefined ? undefined : statusIn(root.noStatus),
    otherwise: root.otherwise === undefined ? undefined : statusIn(root.otherwise),
    suspendedFirst: root.suspendedFirst === true,
    errorFields: texts(root.errorFields ?? []),
    otherPhase: root.otherPhase === undefined ? undefined : statusIn(root.otherPhase),
    failingLabels: new Map(
      Object.entries(record(root.failingLabels ?? {})).map(([key, value]) => [key, String(value)]),
    ),
    phaseless: root.phaseless === true,
  };
}
