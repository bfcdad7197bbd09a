import { type FieldPath, type PathElement, toPointer, valueAt } from '../model/field-path.js';
import { field, isArray, isObject, type JsonObject, type JsonValue, setField } from '../model/json.js';
import { pointerSteps } from '../model/json-pointer.js';

/** What a write did to a field, or asked for. */
export type Effect =
  /** It left the field as it was. */
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'absent' }
  /** It may have changed the field; what it holds does not tell. `patch`: it tells where the map before it is known. */
  | { readonly kind: 'unknown'; readonly patch?: JsonObject };

export const NONE: Effect = { kind: 'none' };
export const UNKNOWN: Effect = { kind: 'unknown' };
const ABSENT: Effect = { kind: 'absent' };

/** A value that was sent: null asks for absence. */
export function valueEffect(value: JsonValue | undefined): Effect {
  return value === undefined || value === null ? ABSENT : { kind: 'value', value };
}

/**
 * What a merge patch (RFC 7386) or a strategic merge patch asks of a field. The event does not say which of the two it
 * is: directives (`$patch`, `$setElementOrder/…`) prove a strategic one; where a list could mean either, it is unknown.
 */
export function mergePatchEffect(patch: JsonValue, path: FieldPath): Effect {
  return merged(patch, path, hasDirective(patch));
}

function merged(patch: JsonValue | undefined, path: FieldPath, strategic: boolean): Effect {
  const [element, ...rest] = path;
  if (patch === undefined) return NONE;
  if (patch === null) return ABSENT;
  if (element === undefined) return mergedLeaf(patch);
  if (element.kind === 'field') return mergedField(patch, element.name, rest, strategic);
  if (!isArray(patch)) return ABSENT;
  return mergedItem(patch, element, rest, strategic);
}

/** A map is merged key by key, so that one key more says nothing of the whole. */
function mergedLeaf(patch: JsonValue): Effect {
  if (isObject(patch)) {
    if (field(patch, '$patch') === 'delete') return ABSENT;
    return hasDirective(patch) ? UNKNOWN : { kind: 'unknown', patch };
  }
  return isArray(patch) && patch.some((item) => field(item, '$patch') !== undefined) ? UNKNOWN : valueEffect(patch);
}

function mergedField(patch: JsonValue, name: string, rest: FieldPath, strategic: boolean): Effect {
  if (!isObject(patch)) return ABSENT;
  if (field(patch, '$patch') === 'delete') return ABSENT;
  const [next] = rest;
  const taken = field(patch, `$deleteFromPrimitiveList/${name}`);
  if (next?.kind === 'value' && isArray(taken) && taken.includes(next.value)) return ABSENT;
  const below = field(patch, name);
  if (below !== undefined) return merged(below, rest, strategic);
  const retained = field(patch, '$retainKeys');
  const dropped = field(patch, '$patch') === 'replace' || (isArray(retained) && !retained.includes(name));
  return dropped ? ABSENT : NONE;
}

function mergedItem(patch: readonly JsonValue[], element: PathElement, rest: FieldPath, strategic: boolean): Effect {
  const item = valueAt(patch, [element]);
  if (item !== undefined) {
    if (field(item, '$patch') === 'delete') return ABSENT;
    return merged(item, rest, strategic);
  }
  if (patch.some((other) => field(other, '$patch') === 'replace')) return ABSENT;
  // A strategic patch leaves the items that it does not name; a merge patch replaces the list.
  return strategic && element.kind === 'key' ? NONE : UNKNOWN;
}

/**
 * What a map is after a patch of its keys, where it is known before: the server drops one that has lost its last key
 * (metadata's labels and annotations are omitted where empty).
 */
export function patched(before: Effect, { patch }: Extract<Effect, { kind: 'unknown' }>): Effect {
  if (patch === undefined || before.kind === 'unknown' || before.kind === 'none') return UNKNOWN;
  const value = mergeMaps(before.kind === 'value' ? before.value : undefined, patch);
  return isObject(value) && Object.keys(value).length === 0 ? ABSENT : valueEffect(value);
}

/** RFC 7386. */
function mergeMaps(before: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  const merged: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(isObject(before) ? before : {})) {
    if (field(patch, name) !== null) setField(merged, name, value);
  }
  for (const [name, value] of Object.entries(patch)) {
    if (value !== null) setField(merged, name, mergeMaps(field(merged, name), value));
  }
  return merged;
}

/** True where a directive of strategic merge patches is anywhere in it (apimachinery pkg/util/strategicpatch). */
function hasDirective(patch: JsonValue): boolean {
  if (isArray(patch)) return patch.some(hasDirective);
  if (!isObject(patch)) return false;
  return Object.entries(patch).some(([name, value]) => DIRECTIVE.test(name) || hasDirective(value));
}

const DIRECTIVE = /^\$(patch$|retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/;

/**
 * What a JSON patch (RFC 6902) asks of a field. Items of lists are named by position there: as the live object has them
 * now, which is where nearly every patch found them.
 */
export function jsonPatchEffect(patch: JsonValue, path: FieldPath, live: JsonObject): Effect {
  if (!isArray(patch)) return UNKNOWN;
  const pointer = pointerSteps(toPointer(path, live));
  let effect = NONE;
  for (const operation of patch) {
    const next = operationEffect(operation, path, pointer);
    if (next.kind !== 'none') effect = next;
  }
  return effect;
}

function operationEffect(operation: JsonValue, path: FieldPath, pointer: readonly string[]): Effect {
  const [op, at, from] = ['op', 'path', 'from'].map((name) => field(operation, name));
  if (typeof at !== 'string' || op === 'test') return NONE;
  const moved = op === 'move' && typeof from === 'string' && above(pointerSteps(from), path, pointer) ? ABSENT : NONE;
  const here = pointerSteps(at);
  if (!above(here, path, pointer)) return isBelow(here, pointer) ? UNKNOWN : moved;
  if (op === 'remove') return ABSENT;
  if (op !== 'add' && op !== 'replace') return UNKNOWN;
  const value = field(operation, 'value') ?? null;
  const appended = here.at(-1) === '-' ? path[here.length - 1] : undefined;
  if (appended === undefined) return valueEffect(valueAt(value, path.slice(here.length)));
  return valueAt([value], [appended]) === undefined ? NONE : valueEffect(valueAt([value], path.slice(here.length - 1)));
}

/** True where the operation's place is the field's, or holds it. */
function above(here: readonly string[], path: FieldPath, pointer: readonly string[]): boolean {
  if (here.length > pointer.length) return false;
  return here.every((step, at) => step === pointer[at] || (step === '-' && path[at]?.kind !== 'field'));
}

const isBelow = (here: readonly string[], pointer: readonly string[]): boolean =>
  here.length > pointer.length && pointer.every((step, at) => step === here[at]);
