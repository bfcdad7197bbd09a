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
  return hit(rulesOf(kind).allocated, path, live, undefined);
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
  return hit(rulesOf(kind).bookkeeping, path, live, schema);
}

/** False where no rule of category `aggregated` is for that kind, whatever the object. */
export function mayBeAggregated(kind: Kind): boolean {
  return rulesOf(kind).aggregated;
}

interface KindRules {
  readonly allocated: readonly PathRule[];
  readonly bookkeeping: readonly PathRule[];
  /** One of the allocated is of category `aggregated`. */
  readonly aggregated: boolean;
}

const rulesByKind = new Map<string, KindRules>();
const rulesByObject = new WeakMap<Kind, KindRules>();

/** The rules for a kind, selected once, and found once for each object of it: they are asked for at every field. */
function rulesOf(kind: Kind): KindRules {
  const known = rulesByObject.get(kind);
  if (known !== undefined) return known;
  const name = `${kind.group}/${kind.kind}`;
  const found = rulesByKind.get(name) ?? selectRules(kind);
  rulesByKind.set(name, found);
  rulesByObject.set(kind, found);
  return found;
}

function selectRules(kind: Kind): KindRules {
  const allocated = ALLOCATED_RULES.filter((rule) => selectsKind(rule.kinds, kind));
  return {
    allocated,
    bookkeeping: BOOKKEEPING_RULES.filter((rule) => selectsKind(rule.kinds, kind)),
    aggregated: allocated.some(({ category }) => category === 'aggregated'),
  };
}

function hit(
  rules: readonly PathRule[],
  path: FieldPath,
  live: JsonObject,
  schema: KindSchema | undefined,
): RuleHit | undefined {
  for (const rule of rules) {
    if (!coversAny(rule.paths, path)) continue;
    if (rule.onlyStatusSubresource && schema && !schema.statusSubresource) continue;
    if (!conditionsHold(rule.when, live)) continue;
    return { id: rule.id, category: rule.category, reason: rule.reason, source: rule.source };
  }
  return undefined;
}

/** Loops without functions: this is asked for every field that only live has, and the answer is nearly always no. */
function coversAny(patterns: readonly PathPattern[], path: FieldPath): boolean {
  for (const pattern of patterns) if (covers(pattern, path)) return true;
  return false;
}

function covers(pattern: PathPattern, path: FieldPath): boolean {
  if (pattern.length > path.length) return false;
  for (let at = 0; at < pattern.length; at++) {
    if (!matches(pattern[at] as PathPattern[number], path[at] as PathElement)) return false;
  }
  return true;
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
