import type { ArgoIgnoreRule } from '../../model/argo-application.js';
import type { ArgoIgnoredField, JqStep } from '../../model/argo-verdict.js';
import { compileGlob } from '../../model/glob.js';
import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import { pointerOf, pointerSteps } from '../../model/json-pointer.js';
import { type ResourceRef, refOf } from '../../model/resource.js';
import { type Comparing, ComparisonFault } from './comparing.js';
import { without } from './without-steps.js';

/** The rule that hides `status`, as the compare options ask for. */
const STATUS_RULES: Readonly<Record<'all' | 'crd', { readonly group: string; readonly kind: string }>> = {
  all: { group: '*', kind: '*' },
  crd: { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' },
};

/** All rules in force, in Argo CD's order: the Application's, then those of argocd-cm, then the one for `status`. */
export function rulesInForce({ ignoreDifferences, settings }: Comparing): readonly ArgoIgnoreRule[] {
  const status = settings.ignoreResourceStatus;
  const statusRule: ArgoIgnoreRule[] =
    status === 'none'
      ? []
      : [
          {
            ...STATUS_RULES[status],
            name: '',
            namespace: '',
            jsonPointers: ['/status'],
            jqPathExpressions: [],
            managedFieldsManagers: [],
            origin: 'resource.compareoptions, ignoreResourceStatusField',
          },
        ];
  return [...ignoreDifferences, ...settings.ignoreDifferences, ...statusRule];
}

/** True where a rule is for the object: globs over group and kind, exact name and namespace. */
export function ruleSelects(rule: ArgoIgnoreRule, ref: ResourceRef): boolean {
  return (
    globMatches(rule.group, ref.group) &&
    globMatches(rule.kind, ref.kind) &&
    (rule.name === '' || rule.name === ref.name) &&
    (rule.namespace === '' || rule.namespace === ref.namespace)
  );
}

/** A pattern that is none matches nothing. */
export function globMatches(pattern: string, text: string): boolean {
  return compileGlob(pattern)?.(text) ?? false;
}

/**
 * Throws a ComparisonFault where a jq expression of any rule, be it for another kind, cannot be compiled: Argo CD then makes no
 * normalizer at all.
 */
export function checkExpressions(comparing: Comparing): void {
  for (const rule of rulesInForce(comparing)) {
    for (const expression of rule.jqPathExpressions) {
      const result = comparing.tools.jqPaths(expression, {});
      if (result.kind !== 'invalid') continue;
      throw new ComparisonFault(`the jq expression ${expression} of ${rule.origin} is invalid: ${result.message}`);
    }
  }
}

/**
 * The object without what pointers and jq expressions of the rules name. A pointer to nothing, and an expression that fails on the
 * object, ignore nothing (argo-cd util/argo/normalizers/diff_normalizer.go).
 */
export function withoutIgnored(object: JsonObject, comparing: Comparing): JsonObject {
  const ref = refOf(object);
  let left = object;
  for (const rule of rulesInForce(comparing)) {
    if (!ruleSelects(rule, ref)) continue;
    for (const pointer of rule.jsonPointers) {
      // An empty one names the whole object, which Argo CD does not remove; a text without a leading / is no pointer.
      const shorter = pointer.startsWith('/') ? without(left, pointerSteps(pointer)) : undefined;
      if (shorter !== undefined) note(comparing.ignored, { pointer, origin: rule.origin, rule: pointer });
      left = shorter ?? left;
    }
    for (const expression of rule.jqPathExpressions) left = withoutPaths(left, rule, expression, comparing);
  }
  // What is no object any more cannot be read back: then no rule counts.
  return typeof left.kind === 'string' && left.kind !== '' ? left : object;
}

function withoutPaths(object: JsonObject, rule: ArgoIgnoreRule, expression: string, comparing: Comparing): JsonObject {
  const result = comparing.tools.jqPaths(expression, object);
  if (result.kind !== 'paths') return object;
  let left: JsonValue = object;
  // From the last to the first, so that no index is wrong when its turn comes.
  for (const path of [...result.paths].sort(comparePaths).reverse()) {
    const shorter = cut(left, path);
    if (shorter === undefined) continue;
    left = shorter;
    const pointer = pointerOf(path.map((step) => (typeof step === 'object' ? '-' : step)));
    note(comparing.ignored, { pointer, origin: rule.origin, rule: expression });
  }
  return isObject(left) ? left : object;
}

/** The value without what stands at a jq path; undefined where nothing does. */
function cut(value: JsonValue, path: readonly JqStep[]): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return undefined;
  if (typeof step === 'object') return isArray(value) ? cutSlice(value, step, rest) : undefined;
  if (rest.length === 0) return isArray(value) || isObject(value) ? removed(value, step) : undefined;
  const inner = isArray(value) || isObject(value) ? cut(childAt(value, step) ?? null, rest) : undefined;
  return inner === undefined ? undefined : replaced(value, step, inner);
}

function cutSlice(
  list: JsonArray,
  { start, end }: { readonly start: number | null; readonly end: number | null },
  rest: readonly JqStep[],
): JsonValue | undefined {
  const inside = new Set(list.map((_, at) => at).slice(start ?? 0, end ?? list.length));
  const part = list.filter((_, at) => inside.has(at));
  const changed = rest.length === 0 ? [] : cut(part, rest);
  if (!isArray(changed)) return undefined;
  const first = Math.min(...inside, list.length);
  return [...list.slice(0, first), ...changed, ...list.slice(first + inside.size)];
}

function childAt(value: JsonValue, step: string | number): JsonValue | undefined {
  if (isArray(value)) return typeof step === 'number' ? value.at(step) : undefined;
  return isObject(value) && Object.hasOwn(value, String(step)) ? value[String(step)] : undefined;
}

function removed(value: JsonValue, step: string | number): JsonValue | undefined {
  const wrapped = without({ value } as JsonObject, ['value', step]);
  return wrapped?.value;
}

function replaced(value: JsonValue, step: string | number, inner: JsonValue): JsonValue {
  if (isArray(value)) {
    const index = Number(step) < 0 ? value.length + Number(step) : Number(step);
    return value.map((item, at) => (at === index ? inner : item));
  }
  const copy: Record<string, JsonValue> = {};
  for (const [name, own] of Object.entries(value as JsonObject)) setField(copy, name, name === step ? inner : own);
  return copy;
}

/** As jq sorts paths: by step, numbers before texts. */
function comparePaths(a: readonly JqStep[], b: readonly JqStep[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [left, right] = [a[at], b[at]];
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : 1;
    if (typeof left === 'object' && typeof right === 'object') return (left.start ?? 0) - (right.start ?? 0);
    return typeof left === 'number' ? -1 : 1;
  }
  return a.length - b.length;
}

/** Once, though desired and live both held it. */
function note(ignored: ArgoIgnoredField[], field: ArgoIgnoredField): void {
  const isKnown = ignored.some(
    (known) => known.pointer === field.pointer && known.origin === field.origin && known.rule === field.rule,
  );
  if (!isKnown) ignored.push(field);
}
