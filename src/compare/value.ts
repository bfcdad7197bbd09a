import type { Difference, DifferenceNote } from '../model/drift.js';
import { type FieldPath, fieldElement, valueAt } from '../model/field-path.js';
import { field, isArray, isObject, type JsonObject, type JsonValue, jsonEqual } from '../model/json.js';
import { isRecordedSecret, RECORDED_EQUAL } from '../model/recorded-secret.js';
import { ANY_TYPE, type FieldSchema, resolveType } from '../model/schema.js';
import { mayBeAggregated } from './defaults/allocated.js';
import { aggregatedRule, isOwned } from './filled-in.js';
import { compareList } from './list.js';
import {
  addUndeclared,
  compareLiveOnly,
  differsFromFilledIn,
  isDefault,
  isFilledInNow,
  type Surroundings,
} from './live-only.js';
import { isSecretPath } from './mask.js';
import { sameQuantity, sameScalar } from './normal/scalar.js';
import { isNotRecorded } from './not-recorded.js';
import { replacesValue, retainsKeys } from './replaced.js';
import { fieldSchema, levelAt, type Place, placeBelow, placeNotes, type Walk } from './walk.js';
import { setsAside } from './withheld.js';

/** Compares a declared value with the live one that stands at the same place. */
export function compareValue(walk: Walk, at: Place, desired: JsonValue, live: JsonValue): void {
  if (setsAside(walk, at, desired, live) || isNotRecorded(walk, at, live)) return;
  const place: Place = replacesValue(walk, at) ? { ...at, replaced: true } : at;
  switch (place.type.kind) {
    case 'scalar':
      return compareScalar(walk, place, desired, live);
    case 'list':
      return isArray(desired) && isArray(live)
        ? compareList(walk, place, desired, live)
        : changed(walk, place, desired, live);
    case 'struct':
    case 'map':
      return isObject(desired) && isObject(live)
        ? compareFields(walk, place, desired, live)
        : changed(walk, place, desired, live);
    case 'any':
      if (isObject(desired) && isObject(live)) return compareFields(walk, place, desired, live);
      if (isArray(desired) && isArray(live)) return compareList(walk, place, desired, live);
      if (!jsonEqual(desired, live)) changed(walk, place, desired, live);
  }
}

/** Compares the fields of a struct or the keys of a map: declared ones first, then those that only live has. */
export function compareFields(walk: Walk, place: Place, desired: JsonObject, stored: JsonObject): void {
  // A Go type prints some empty values as null; in a custom kind null is a value like any other.
  const live = walk.kind?.custom || place.type.kind === 'any' ? stored : withoutNulls(stored);
  const whole = isAtomic(walk, place) ? (place.whole ?? place.path) : place.whole;
  // Made where a rule may look at it: most structs and maps hold nothing but equal scalars.
  let known: Omit<Surroundings, 'name'> | undefined;
  const around = (name: string): Surroundings => {
    known ??= { level: levelAt(place, { ...live, ...withoutNulls(desired) }), live: levelAt(place, live) };
    return { level: known.level, live: known.live, name };
  };
  const skipsEqual = walk.withheld.size === 0 && !mayBeAggregated(walk.ref);
  for (const name of Object.keys(desired)) {
    const value = desired[name] as JsonValue;
    if (skipsEqual && isSameScalar(walk, place, name, value, live)) continue;
    compareField(walk, place, whole, around(name), value, field(live, name));
  }
  const replaced = place.replaced ?? (retainsKeys(walk, place, desired, live) ? (true as const) : undefined);
  for (const name of Object.keys(live)) {
    if (Object.hasOwn(desired, name)) continue;
    const schema = fieldSchema(place.type, name) ?? { type: ANY_TYPE };
    const surroundings = around(name);
    const up = { level: surroundings.level, field: name };
    const path = [...place.path, fieldElement(name)];
    const below = placeBelow(walk, path, schema.type, { whole, up, replaced });
    compareLiveOnly(walk, below, surroundings, live[name] as JsonValue);
  }
}

/** True for the case that is the rule: a scalar that live has as it is declared. Nothing else could come of it. */
function isSameScalar(walk: Walk, place: Place, name: string, desired: JsonValue, live: JsonObject): boolean {
  if (typeof desired === 'object' || desired !== field(live, name) || isRecordedSecret(desired)) return false;
  const schema = fieldSchema(place.type, name);
  const kind = schema === undefined ? 'any' : resolveType(walk.bundle, schema.type).kind;
  return kind === 'scalar' || kind === 'any';
}

function compareField(
  walk: Walk,
  place: Place,
  whole: FieldPath | undefined,
  around: Surroundings,
  desired: JsonValue,
  live: JsonValue | undefined,
): void {
  const path = [...place.path, fieldElement(around.name)];
  const known = fieldSchema(place.type, around.name);
  const schema: FieldSchema = known ?? { type: ANY_TYPE };
  const up = { level: around.level, field: around.name };
  const below = placeBelow(walk, path, schema.type, { whole, up, replaced: place.replaced });
  if (aggregatedRule(walk, below) !== undefined) return;
  if (desired === null) {
    if (isNullAValue(walk, place, around.name, schema)) return compareNullValue(walk, below, live);
    return compareNull(walk, place, below, around, live);
  }
  if (live !== undefined && schema.dropsZero && standsForNothing(walk, below, desired)) {
    if (!isFilledInNow(walk, below, around, live)) compareValue(walk, below, desired, live);
    return;
  }
  // Go's defaults are for empty texts too, also where the type would keep one.
  if (live !== undefined && desired === '' && !walk.kind?.custom && isDefault(walk, below, around, live)) return;
  if (live !== undefined) return compareValue(walk, below, desired, live);
  if (schema.dropsZero && isZero(desired)) return;
  if (isEmptyMetadata(below, desired)) return;
  const notes = known === undefined ? [unknownField(walk)] : placeNotes(below);
  walk.found.differences.push({ path, kind: 'drift', change: 'missing', desired, notes });
}

function unknownField({ kind }: Walk): DifferenceNote {
  return kind?.standIn === undefined ? { kind: 'unknown-field' } : { kind: 'unknown-field', schema: kind.standIn };
}

/**
 * A declared null. For a struct, a map or a keyed list it asks for nothing (a server-side apply keeps what others hold
 * there); elsewhere it means "absent, then filled in by the server".
 */
function compareNull(walk: Walk, parent: Place, place: Place, around: Surroundings, live: JsonValue | undefined): void {
  if (live === undefined || live === null) return;
  // A null in a map of strings is stored as "" by a server-side apply (seen on a 1.36 server).
  if (live === '' && parent.type.kind === 'map') return;
  const keepsOthers = walk.formerly.kind !== 'last-applied';
  if (keepsOthers && isObject(live) && isGranular(walk, place)) return compareFields(walk, place, {}, live);
  if (keepsOthers && place.type.kind === 'list' && place.type.listType !== 'atomic' && isArray(live)) {
    return compareList(walk, place, [], live);
  }
  if (isFilledInNow(walk, place, around, live)) return;
  if (!patchRemoves(walk, place)) return addUndeclared(walk, place, live);
  const notes: DifferenceNote[] = [{ kind: 'declared-null' }, ...placeNotes(place)];
  if (differsFromFilledIn(walk, place, around, live, notes)) return;
  walk.found.differences.push({ path: place.path, kind: 'drift', change: 'extra', desired: null, live, notes });
}

/**
 * False where the next apply is a JSON merge patch (a client-side apply of a custom kind) that leaves a declared null
 * out: kubectl takes the nulls from what is new since the annotation (apimachinery jsonmergepatch/patch.go).
 */
function patchRemoves({ formerly, kind }: Walk, place: Place): boolean {
  if (formerly.kind !== 'last-applied' || !kind?.custom) return true;
  return valueAt(formerly.object, place.path) !== null;
}

/**
 * True for a map, and for a struct that somebody holds a part of. A struct that nobody holds is a default that has
 * outlived what it was filled in for: null asks for its removal, and where it matters the server refuses to keep it.
 */
function isGranular(walk: Walk, place: Place): boolean {
  if (isAtomic(walk, place)) return false;
  return place.type.kind === 'map' || (place.type.kind === 'struct' && isOwned(walk.owned, place.path));
}

/** True where a server-side apply stores a declared null: a custom kind's schema allows it, or says nothing of the field. */
function isNullAValue({ kind, formerly }: Walk, { type }: Place, name: string, schema: FieldSchema): boolean {
  if (!kind?.custom || formerly.kind === 'last-applied') return false;
  const isUnlisted = type.kind === 'struct' && type.preserveUnknown === true && !Object.hasOwn(type.fields, name);
  return schema.nullable === true || type.kind === 'any' || isUnlisted;
}

function compareNullValue(walk: Walk, place: Place, live: JsonValue | undefined): void {
  if (live === null) return;
  const change = live === undefined ? { change: 'missing' as const } : { change: 'changed' as const, live };
  walk.found.differences.push({ path: place.path, kind: 'drift', ...change, desired: null, notes: placeNotes(place) });
}

function compareScalar(walk: Walk, place: Place, desired: JsonValue, live: JsonValue): void {
  if (place.type.kind !== 'scalar') return;
  if (isRecordedSecret(live) && isSecretPath(walk.ref, place.path)) {
    if (live !== RECORDED_EQUAL) changed(walk, place, desired, live);
    return;
  }
  if (sameScalar(place.type.type, desired, live)) return;
  const sameText = walk.kind?.custom !== false && place.type.type === 'int-or-string' && sameQuantity(desired, live);
  changed(walk, place, desired, live, sameText ? [{ kind: 'same-quantity' }] : []);
}

/** Adds the drift of a declared value that differs. */
export function changed(
  walk: Walk,
  place: Place,
  desired: JsonValue,
  live: JsonValue,
  notes: readonly DifferenceNote[] = [],
): void {
  const difference: Difference = {
    path: place.path,
    kind: 'drift',
    change: 'changed',
    desired,
    live,
    notes: [...notes, ...placeNotes(place)],
  };
  walk.found.differences.push(difference);
}

/**
 * True for a zero that the server takes for no value at all, so that it fills in its default: a scalar, an atomic list
 * or an atomic map. Another empty map or list says that nothing more is declared in it, and others may have added to it.
 */
function standsForNothing(walk: Walk, place: Place, desired: JsonValue): boolean {
  if (!isZero(desired)) return false;
  if (isObject(desired)) return isAtomic(walk, place);
  return place.type.kind !== 'list' || place.type.listType === 'atomic' || replacesValue(walk, place);
}

function isAtomic(walk: Walk, { type, path }: Place): boolean {
  if (type.kind === 'struct' || type.kind === 'map') return type.atomic === true;
  // Free-form JSON in a built-in kind (RawExtension) is one leaf; in a custom kind each field of it is.
  return type.kind === 'any' && walk.kind?.custom === false && path.length > 0;
}

/** Zero as Go's omitempty sees it: false, 0, "", and an empty slice or map. */
function isZero(value: JsonValue): boolean {
  if (isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === '' || value === 0 || value === false;
}

/** `metadata: {creationTimestamp: null}` in templates: renderers print it, the server does not. */
function isEmptyMetadata(place: Place, desired: JsonValue): boolean {
  return place.ref === 'meta/v1.ObjectMeta' && isObject(desired) && Object.values(desired).every((v) => v === null);
}

function withoutNulls(object: JsonObject): JsonObject {
  if (!holdsNull(object)) return object;
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function holdsNull(object: JsonObject): boolean {
  for (const name in object) if (object[name] === null) return true;
  return false;
}
