import type { JqResult, JqStep } from '../model/argo-verdict.js';
import { GitdriftError } from '../model/errors.js';
import { type FieldPath, toPointer, valueAt } from '../model/field-path.js';
import { isArray, isObject, type JsonObject, type JsonValue, jsonEqual, setField } from '../model/json.js';
import { pointerSteps } from '../model/json-pointer.js';
import { stepsBreadth } from '../model/path-breadth.js';
import type { DriftRule } from '../model/policy.js';

/** The keys and indices that lead to a place in one object. */
type Cut = readonly string[];

/** Both sides of a difference, whole. */
export interface Sides {
  readonly desired: JsonObject;
  readonly live: JsonObject;
}

/** What a jq expression names in an object. */
export type JqPaths = (expression: string, object: JsonObject) => JqResult;

/** Tells whether a difference is gone once what pointers and expressions name is taken out of both sides, as Argo CD does. */
export type CutTest = (path: FieldPath, sides: Sides) => boolean;

/**
 * The test of a rule's jsonPointers and jqPathExpressions. It throws `config` for an expression that takes too long, and
 * for one that names a whole object or spec; one that fails on an object names nothing there, as in Argo CD.
 */
export function cutTest(rule: DriftRule, jq: JqPaths | undefined): CutTest | undefined {
  const { jsonPointers = [], jqPathExpressions = [] } = rule;
  if (jsonPointers.length + jqPathExpressions.length === 0) return undefined;
  const pointers = jsonPointers.map(pointerSteps);
  const known = new WeakMap<JsonObject, readonly Cut[]>();
  const cutsOf = (object: JsonObject): readonly Cut[] => {
    const found = known.get(object) ?? [
      ...pointers,
      ...(jq === undefined ? [] : jqPathExpressions.flatMap((expression) => asked(rule, expression, object, jq))),
    ];
    known.set(object, found);
    return found;
  };
  return (path, { desired, live }) => {
    const [before, after] = [remainder(desired, path, cutsOf(desired)), remainder(live, path, cutsOf(live))];
    if (!before.cut && !after.cut) return false;
    if (before.value === undefined || after.value === undefined) return before.value === after.value;
    return jsonEqual(before.value, after.value);
  };
}

function asked(rule: DriftRule, expression: string, object: JsonObject, jq: JqPaths): readonly Cut[] {
  const result = jq(expression, object);
  if (result.kind !== 'paths') {
    if (result.kind === 'failed' && result.timedOut !== true) return [];
    throw faulty(rule, expression, result.message, 'correct the expression, or name the fields under paths');
  }
  const cuts = result.paths.flatMap((path) => stepsIn(object, path));
  if (cuts.some((cut) => stepsBreadth(cut) === 'whole') || emptiesSpec(object, cuts)) {
    throw faulty(
      rule,
      expression,
      'it takes the whole object, or the whole of its spec or metadata',
      'name the fields that may differ: whatever else changes has to be seen',
    );
  }
  return cuts;
}

/** The error of a rule's expression. */
export function faulty({ id }: DriftRule, expression: string, why: string, hint: string): GitdriftError {
  return new GitdriftError(
    'config',
    `the rule ${id} of the policy: jq cannot use the expression ${JSON.stringify(expression)}: ${why}`,
    { hint },
  );
}

/** A spec of so few fields has no other to see. */
const FEW_FIELDS = 2;

/** True where every field of a spec is named one by one: `.spec[]`. */
function emptiesSpec(object: JsonObject, cuts: readonly Cut[]): boolean {
  const names = Object.keys(isObject(object.spec) ? object.spec : {});
  const taken = new Set(cuts.filter((cut) => cut.length === 2 && cut[0] === 'spec').map((cut) => cut[1]));
  return names.length > FEW_FIELDS && names.every((name) => taken.has(name));
}

/** The places of a jq path: a slice stands for several, a negative index counts from the end. */
function stepsIn(value: JsonValue | undefined, path: readonly JqStep[]): readonly Cut[] {
  const [step, ...rest] = path;
  if (step === undefined) return [[]];
  const below = (key: string, inner: JsonValue | undefined): readonly Cut[] =>
    stepsIn(inner, rest).map((cut) => [key, ...cut]);
  if (typeof step === 'object') {
    const items = isArray(value) ? value : [];
    const chosen = new Set(items.map((_, at) => at).slice(step.start ?? 0, step.end ?? items.length));
    return items.flatMap((item, at) => (chosen.has(at) ? below(String(at), item) : []));
  }
  if (typeof step === 'number') {
    if (!isArray(value)) return [];
    const at = step < 0 ? value.length + step : step;
    return at < 0 || at >= value.length ? [] : below(String(at), value[at]);
  }
  return isObject(value) && !isArray(value) && Object.hasOwn(value, step) ? below(step, value[step]) : [];
}

/** What is left at a path of an object without the places that are cut out; `cut`: something was there to cut. */
function remainder(
  object: JsonObject,
  path: FieldPath,
  cuts: readonly Cut[],
): { readonly value: JsonValue | undefined; readonly cut: boolean } {
  const value = valueAt(object, path);
  if (value === undefined) return { value, cut: false };
  const steps = pointerSteps(toPointer(path, object));
  const near = cuts.filter((cut) => cut.every((step, at) => at >= steps.length || step === steps[at]));
  const left = without(
    value,
    near.map((cut) => cut.slice(steps.length)),
  );
  return { value: left, cut: left === undefined || !jsonEqual(left, value) };
}

function without(value: JsonValue, cuts: readonly Cut[]): JsonValue | undefined {
  if (cuts.some((cut) => cut.length === 0)) return undefined;
  if (cuts.length === 0) return value;
  const below = (key: string): readonly Cut[] => cuts.filter(([step]) => step === key).map((cut) => cut.slice(1));
  if (isArray(value)) {
    return value.flatMap((item, at) => {
      const kept = without(item, below(String(at)));
      return kept === undefined ? [] : [kept];
    });
  }
  if (!isObject(value)) return value;
  const left: Record<string, JsonValue> = {};
  for (const [key, inner] of Object.entries(value)) {
    const kept = without(inner, below(key));
    if (kept !== undefined) setField(left, key, kept);
  }
  return left;
}
