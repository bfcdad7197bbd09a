import type { FieldPath, PathElement } from '../../model/field-path.js';
import { type JsonObject, type JsonValue, jsonEqual } from '../../model/json.js';
import type { PathPattern } from '../../model/parse-path.js';
import type { KindSchema } from '../../model/schema.js';
import {
  ALLOCATED_RULES,
  BOOKKEEPING_RULES,
  conditionsHold,
  type PathRule,
  type RuleHit,
  selectsKind,
} from './rules.js';

type Kind = { readonly group: string; readonly kind: string };

/**
 * The rule by which the server, a control-plane controller or admission chose the value at `path`, or undefined. An
 * `admission` hit holds only where nobody is recorded as the field's writer; an `aggregated` hit holds for declared
 * fields too. The path is exactly the field's, or lies below what the rule names.
 */
export function isAllocated(kind: Kind, path: FieldPath, live: JsonObject): RuleHit | undefined {
  return hit(ALLOCATED_RULES, kind, path, live, undefined);
}

/**
 * The rule by which the server keeps its own notes at `path` (uid, resourceVersion …, and `status` where the kind has
 * that subresource), or undefined. Without a schema, `status` counts as the server's.
 */
export function isBookkeeping(
  kind: Kind,
  path: FieldPath,
  live: JsonObject,
  schema: KindSchema | undefined,
): RuleHit | undefined {
  return hit(BOOKKEEPING_RULES, kind, path, live, schema);
}

/** False where no rule of category `aggregated` is for that kind, whatever the object. */
export function mayBeAggregated(kind: Kind): boolean {
  return rulesOf(ALLOCATED_RULES, kind).some(({ category }) => category === 'aggregated');
}

const selected = new WeakMap<Kind, Map<readonly PathRule[], readonly PathRule[]>>();

/** The rules for a kind, selected once for each object of it: they are asked for at every field. */
function rulesOf(rules: readonly PathRule[], kind: Kind): readonly PathRule[] {
  let ofKind = selected.get(kind);
  if (ofKind === undefined) {
    ofKind = new Map();
    selected.set(kind, ofKind);
  }
  let found = ofKind.get(rules);
  if (found === undefined) {
    found = rules.filter((rule) => selectsKind(rule.kinds, kind));
    ofKind.set(rules, found);
  }
  return found;
}

function hit(
  rules: readonly PathRule[],
  kind: Kind,
  path: FieldPath,
  live: JsonObject,
  schema: KindSchema | undefined,
): RuleHit | undefined {
  const rule = rulesOf(rules, kind).find(
    (one) =>
      one.paths.some((pattern) => covers(pattern, path)) &&
      !(one.onlyStatusSubresource && schema && !schema.statusSubresource) &&
      conditionsHold(one.when, live),
  );
  return rule && { id: rule.id, category: rule.category, reason: rule.reason, source: rule.source };
}

function covers(pattern: PathPattern, path: FieldPath): boolean {
  return pattern.length <= path.length && pattern.every((element, at) => matches(element, path[at] as PathElement));
}

function matches(wanted: PathPattern[number], element: PathElement): boolean {
  if (wanted.kind === 'any') return true;
  if (wanted.kind === 'field') return element.kind === 'field' && textMatches(wanted.name, element.name);
  if (wanted.kind === 'index') return element.kind === 'index' && element.index === wanted.index;
  if (wanted.kind === 'value') return element.kind === 'value' && valueMatches(wanted.value, element.value);
  return (
    element.kind === 'key' &&
    Object.entries(wanted.key).every(([name, value]) => valueMatches(value, element.key[name]))
  );
}

function valueMatches(wanted: JsonValue, value: JsonValue | undefined): boolean {
  return typeof wanted === 'string' && typeof value === 'string'
    ? textMatches(wanted, value)
    : jsonEqual(wanted, value);
}

/** A trailing `*` stands for any ending. */
function textMatches(wanted: string, text: string): boolean {
  return wanted.endsWith('*') ? text.startsWith(wanted.slice(0, -1)) : text === wanted;
}
