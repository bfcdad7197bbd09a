import { dig, digString, isArray, isObject, type JsonObject, type JsonValue } from '../../../model/json.js';
import { type KubernetesObject, parseApiVersion } from '../../../model/resource.js';
import type { Health } from '../../../model/status.js';
import { hasArgoRule } from '../argo-cd-kinds.js';
import { begun, judgeConditions } from './conditions.js';
import { judgeCounters, judgePairs } from './counters.js';
import { type CustomCondition, conditionsIn } from './custom-condition.js';
import { type Dialect, dialectOf, PLAIN } from './dialect.js';
import { type Finding, worst } from './finding.js';
import { staleness, staleReady, staleSince } from './generation.js';
import { nestedTrouble } from './nested-trouble.js';
import { judgePhase, unheardState } from './phase.js';
import { allThere } from './shortfalls.js';
import { isDoing, tells, wordsOf } from './telling.js';
import { GENERIC_WORDS as WORDS } from './words.js';

/**
 * Health of a custom resource by what controllers agree on: observed generation, errors, conditions, a phase word,
 * numbers of replicas, each read in the dialect of its family where we know one. The worst part counts, so doubt never
 * makes Healthy. Null where the status is absent or says nothing known, and its kind need not have one.
 */
export function genericHealth(object: KubernetesObject): Health | null {
  const kind = { group: parseApiVersion(object.apiVersion).group, kind: object.kind };
  const named = dialectOf(kind);
  const found = judge(object, named ?? PLAIN) ?? whereSilent(object, named ?? PLAIN, hasArgoRule(kind));
  return found === undefined ? null : { ...found, source: named === undefined ? 'generic' : 'built-in' };
}

function judge(object: KubernetesObject, dialect: Dialect): Finding | undefined {
  const status = dig(object, 'status');
  if (status === undefined || status === null) return undefined;
  if (!isObject(status)) return { status: 'Unknown', message: 'status is no object' };
  const suspended = suspension(object);
  if (suspended !== undefined && dialect.suspendedFirst) return suspended;
  const stale = staleness(object) ?? staleReady(object);
  if (stale !== undefined) return { status: 'Progressing', message: stale };
  const reading = { dialect, finite: runsOnce(object.kind), generation: dig(object, 'metadata', 'generation') };
  const told = worst([
    ...partsOf(status, reading),
    judgeCounters(object),
    counted(status, reading.finite),
    failingLabel(object, dialect),
  ]);
  const conditions = conditionsIn(dig(status, 'conditions'));
  const step = told !== undefined || hasParts(status) ? undefined : begun(conditions, dialect);
  const found = told ?? step;
  if (
    (told?.status === 'Healthy' || step !== undefined) &&
    dialect.requires.length > 0 &&
    !hasRequired(status, dialect)
  ) {
    return { status: 'Progressing', message: `waits for its condition ${dialect.requires.join(' or ')}` };
  }
  if (found?.status === 'Healthy' && !isSure(status)) {
    const unheard = unheardState(status, dialect);
    if (unheard !== undefined) return unheard;
  }
  const settled = found !== undefined && found.status !== 'Healthy' && found.status !== 'Progressing';
  const doubt = settled ? undefined : nestedTrouble(status, dialect, reading.finite);
  return worst([found, doubt, suspended]);
}

/** Something beside its conditions may tell more of it, in words that we do not know. */
function hasParts(status: JsonObject): boolean {
  return Object.entries(status).some(([name, value]) => name !== 'conditions' && (isObject(value) || isArray(value)));
}

/** The object says itself that it is ready: whatever else it says is no doubt of that, unless it names a fault. */
function isSure(status: JsonValue): boolean {
  return conditionsIn(dig(status, 'conditions')).some(
    (one) => one.status === 'True' && WORDS.sure.includes(one.type.toLowerCase()),
  );
}

interface Reading {
  readonly dialect: Dialect;
  /** Its kind runs once. */
  readonly finite: boolean;
  readonly generation: JsonValue | undefined;
}

/** What a status says, or one entry of a list of them. */
function partsOf(status: JsonValue, reading: Reading): readonly (Finding | undefined)[] {
  const { dialect, finite } = reading;
  const phase = judgePhase(status, dialect, finite);
  return [
    errorIn(status, dialect),
    judgeConditions(withoutOldStates(conditionsIn(dig(status, 'conditions')), status), dialect, finite, !phase),
    phase,
    judgePairs(status),
    ...flagsOf(status, dialect),
    ...[...dialect.collections, ...WORDS.collections].flatMap((name) => entriesOf(status, name, reading)),
  ];
}

/**
 * Some keep a condition for each state that they have been in, by the state's name: those that say what was being done
 * are over where another is the state of now (`initializing` beside `state: ready`).
 */
function withoutOldStates(conditions: readonly CustomCondition[], status: JsonValue): readonly CustomCondition[] {
  const state = digString(status, 'state') ?? digString(status, 'phase');
  if (state === undefined || !conditions.some(({ type }) => type.toLowerCase() === state.toLowerCase()))
    return conditions;
  return conditions.filter(({ type }) => type.toLowerCase() === state.toLowerCase() || !isDoing(type));
}

/** All of what the whole counts of itself is there; what runs once counts what it has to do, and that is no proof. */
function counted(status: JsonObject, finite: boolean): Finding | undefined {
  const message = finite ? undefined : allThere(status);
  return message === undefined ? undefined : { status: 'Healthy', message };
}

function entriesOf(status: JsonValue, name: string, reading: Reading): readonly (Finding | undefined)[] {
  const entries = dig(status, name);
  if (isObject(entries) && Object.values(entries).some((value) => !isObject(value))) {
    return [named(name, worst(partsOf(entries, reading)))];
  }
  const listed = isArray(entries) ? entries.entries() : isObject(entries) ? Object.entries(entries).sort() : [];
  return [...listed].map(([key, entry]) => {
    const found = staleEntry(reading.generation, entry) ?? worst(partsOf(entry, reading)) ?? silentEntry(entry);
    return named(`${name}[${key}]`, found);
  });
}

function named(name: string, found: Finding | undefined): Finding | undefined {
  return found === undefined ? undefined : { ...found, message: `${name}: ${found.message}` };
}

function staleEntry(generation: JsonValue | undefined, entry: JsonValue): Finding | undefined {
  const message = staleSince(generation, undefined, dig(entry, 'conditions'));
  return message === undefined ? undefined : { status: 'Progressing', message };
}

/** One of several that tells nothing of itself is not covered by what the others tell. */
function silentEntry(entry: JsonValue): Finding | undefined {
  if (!isArray(dig(entry, 'conditions'))) return undefined;
  return { status: 'Progressing', message: 'its conditions do not tell its health' };
}

function runsOnce(kind: string): boolean {
  const { endings, except } = WORDS.finite;
  return endings.some((ending) => kind.endsWith(ending)) && !except.some((ending) => kind.endsWith(ending));
}

function errorIn(status: JsonValue, dialect: Dialect): Finding | undefined {
  for (const name of [...dialect.errorFields, ...WORDS.errorFields]) {
    const text = dig(status, ...name.split('.'));
    if (typeof text !== 'string' || text === '' || WORDS.noError.includes(text.toLowerCase())) continue;
    return { status: 'Degraded', message: `${name}: ${text}` };
  }
  const reason = digString(status, 'reason') ?? '';
  return /^\w+$/.test(reason) && tells(reason, 'failing')
    ? { status: 'Degraded', message: `reason: ${reason}` }
    : undefined;
}

function flagsOf(status: JsonValue, dialect: Dialect): readonly (Finding | undefined)[] {
  const flags = new Map([...WORDS.flags, ...dialect.flags]);
  const told = [...flags].map(([name, otherwise]): Finding | undefined => {
    const flag = dig(status, name);
    if (typeof flag !== 'boolean') return undefined;
    return { status: flag ? 'Healthy' : otherwise, message: `${name} is ${flag}` };
  });
  const faults = isObject(status) ? Object.keys(status).sort() : [];
  return [
    ...told,
    ...faults
      .filter((name) => dig(status, name) === true && !flags.has(name) && tells(name, 'failing'))
      .map((name): Finding => ({ status: 'Degraded', message: `${name} is true` })),
  ];
}

function suspension(object: KubernetesObject): Finding | undefined {
  const name = WORDS.suspendFields.find((one) => dig(object, 'spec', ...one.split('.')) === true);
  return name === undefined ? undefined : { status: 'Suspended', message: `is suspended (.spec.${name})` };
}

function failingLabel(object: KubernetesObject, dialect: Dialect): Finding | undefined {
  for (const [name, value] of dialect.failingLabels) {
    if (dig(object, 'metadata', 'labels', name) === value) {
      return { status: 'Degraded', message: `label ${name} is ${value}` };
    }
  }
  const labels = dig(object, 'metadata', 'labels');
  if (!isObject(labels)) return undefined;
  const told = Object.entries(labels)
    .sort()
    .find(([name, value]) => tellsState(name) && typeof value === 'string' && isFaultWord(value));
  return told === undefined ? undefined : { status: 'Degraded', message: `label ${told[0]} is ${String(told[1])}` };
}

/** A controller may leave the outcome on what it made: `rollout.example.io/result-state: failed`. */
function tellsState(label: string): boolean {
  return label.includes('/') && WORDS.stateEndings.includes(wordsOf(label).at(-1) ?? '');
}

function isFaultWord(value: string): boolean {
  return WORDS.faults.words.includes(value.toLowerCase());
}

function hasRequired(status: JsonValue, dialect: Dialect): boolean {
  return conditionsIn(dig(status, 'conditions')).some(({ type }) => dialect.requires.includes(type.toLowerCase()));
}

/** An object that tells nothing: a matter of course for many kinds, a delay for one whose controller always writes. */
function whereSilent(object: KubernetesObject, dialect: Dialect, writes: boolean): Finding | undefined {
  const status = dig(object, 'status');
  const absent = status === undefined || status === null || (isObject(status) && Object.keys(status).length === 0);
  if (absent && dialect.noStatus !== undefined) return { status: dialect.noStatus, message: 'needs no status' };
  if (!absent && dialect.otherwise !== undefined) return { status: dialect.otherwise, message: 'reports no fault' };
  if (!writes) return undefined;
  const message = absent ? 'its controller has written no status yet' : 'its status does not tell its health yet';
  return { status: 'Progressing', message };
}
