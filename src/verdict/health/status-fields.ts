import { dig, isArray, isObject, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { Health, HealthStatus } from '../../model/status.js';

/** Judges one object of a kind; throws a StatusShapeError where a field that it needs has another type. */
export type HealthRule = (object: KubernetesObject) => Health | null;

/** A field has a type that its kind cannot hold; `assessHealth` turns it into Unknown, it never leaves this folder. */
export class StatusShapeError extends Error {
  constructor(steps: readonly string[], expected: string, found: JsonValue) {
    super(`.${steps.join('.')} is ${typeText(found)} where ${expected} is expected`);
    this.name = 'StatusShapeError';
  }
}

/** One entry of `status.conditions`; absent texts are empty. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** A verdict of a built-in rule. */
export function judged(status: HealthStatus, message: string): Health {
  return { status, message, source: 'built-in' };
}

/** The integer at the path; undefined where it is absent or null, as the typed objects of Kubernetes read it. */
export function integerAt(value: JsonValue | undefined, ...steps: readonly string[]): number | undefined {
  const found = at(value, steps);
  if (found === undefined) return undefined;
  if (typeof found === 'bigint') return Number(found);
  if (typeof found === 'number' && Number.isInteger(found)) return found;
  throw new StatusShapeError(steps, 'an integer', found);
}

/** The text at the path; empty where it is absent or null. */
export function textAt(value: JsonValue | undefined, ...steps: readonly string[]): string {
  const found = at(value, steps);
  if (found === undefined) return '';
  if (typeof found === 'string') return found;
  throw new StatusShapeError(steps, 'a text', found);
}

/** The boolean at the path; false where it is absent or null. */
export function flagAt(value: JsonValue | undefined, ...steps: readonly string[]): boolean {
  const found = at(value, steps);
  if (found === undefined) return false;
  if (typeof found === 'boolean') return found;
  throw new StatusShapeError(steps, 'true or false', found);
}

/** The list at the path; empty where it is absent or null. */
export function listAt(value: JsonValue | undefined, ...steps: readonly string[]): readonly JsonValue[] {
  const found = at(value, steps);
  if (found === undefined) return [];
  if (isArray(found)) return found;
  throw new StatusShapeError(steps, 'a list', found);
}

/** The conditions of a status, in the object's order. */
export function conditionsOf(object: KubernetesObject): readonly Condition[] {
  return toConditions(listAt(object, 'status', 'conditions'), ['status', 'conditions']);
}

/** Entries of a list as conditions; `steps` says where the list stands. */
export function toConditions(entries: readonly JsonValue[], steps: readonly string[]): readonly Condition[] {
  return entries.map((entry) => {
    if (!isObject(entry)) throw new StatusShapeError([...steps, '*'], 'an object', entry);
    return {
      type: textAt(entry, 'type'),
      status: textAt(entry, 'status'),
      reason: textAt(entry, 'reason'),
      message: textAt(entry, 'message'),
    };
  });
}

/** What a condition says for people: `Reason: message`, or the half that it has. */
export function conditionText(condition: Condition): string {
  return [condition.reason, condition.message].filter((text) => text !== '').join(': ');
}

/** An annotation of the object; undefined where it has none. */
export function annotationOf(object: KubernetesObject, name: string): string | undefined {
  const found = dig(object, 'metadata', 'annotations', name);
  return typeof found === 'string' ? found : undefined;
}

/** Says that the status describes an older generation of the spec; undefined where it is up to date. */
export function staleStatus(object: KubernetesObject): string | undefined {
  const generation = integerAt(object, 'metadata', 'generation') ?? 0;
  const observed = integerAt(object, 'status', 'observedGeneration') ?? 0;
  if (generation <= observed) return undefined;
  return observed === 0
    ? `not observed by its controller yet (generation ${generation})`
    : `status describes generation ${observed}, the spec is at ${generation}: its numbers are stale`;
}

/** Walks own keys; an ancestor that is neither absent nor an object is a shape error, null counts as absent. */
function at(value: JsonValue | undefined, steps: readonly string[]): JsonValue | undefined {
  let here = value;
  for (const [index, step] of steps.entries()) {
    if (here === undefined || here === null) return undefined;
    if (!isObject(here)) throw new StatusShapeError(steps.slice(0, index), 'an object', here);
    here = dig(here, step);
  }
  return here === null ? undefined : here;
}

function typeText(value: JsonValue): string {
  if (isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  if (typeof value === 'string')
    return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  return String(value);
}
