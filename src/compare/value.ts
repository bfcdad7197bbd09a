import type { Difference, DifferenceNote } from '../model/drift.js';
import { type FieldPath, fieldElement } from '../model/field-path.js';
import { field, isArray, isObject, type JsonObject, type JsonValue, jsonEqual } from '../model/json.js';
import { isRecordedSecret, RECORDED_EQUAL } from '../model/recorded-secret.js';
import { ANY_TYPE, type FieldSchema, resolveType } from '../model/schema.js';
import { mayBeAggregated } from './defaults/allocated.js';
import { aggregatedRule } from './filled-in.js';
import { compareList } from './list.js';
import { compareLiveOnly, isFilledIn, type Surroundings } from './live-only.js';
import { sameQuantity, sameScalar } from './normal/scalar.js';
import { fieldSchema, levelAt, type Place, placeBelow, placeNotes, type Walk } from './walk.js';
import { setsAside } from './withheld.js';

/** Compares a declared value with the live one that stands at the same place. */
export function compareValue(walk: Walk, place: Place, desired: JsonValue, live: JsonValue): void {
  if (setsAside(walk, place, desired, live)) return;
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
  // A Go type prints some empty values as null; where nothing is known of the type, null is a value like any other.
  const live = place.type.kind === 'any' ? stored : withoutNulls(stored);
  const whole = isAtomic(place) ? (place.whole ?? place.path) : place.whole;
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
  for (const name of Object.keys(live)) {
    if (Object.hasOwn(desired, name)) continue;
    const schema = fieldSchema(place.type, name) ?? { type: ANY_TYPE };
    const surroundings = around(name);
    const up = { level: surroundings.level, field: name };
    const path = [...place.path, fieldElement(name)];
    const below = placeBelow(walk, path, schema.type, { whole, up });
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
  const below = placeBelow(walk, path, schema.type, { whole, up: { level: around.level, field: around.name } });
  if (aggregatedRule(walk, below) !== undefined) return;
  if (desired === null) return compareNull(walk, place, below, around, live);
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
 * A declared null. In a map or keyed list of the whole it asks for nothing (a server-side apply keeps what others hold
 * there); elsewhere it means "absent, then filled in by the server".
 */
function compareNull(walk: Walk, parent: Place, place: Place, around: Surroundings, live: JsonValue | undefined): void {
  if (live === undefined || live === null) return;
  // A null in a map of strings is stored as "" by a server-side apply (field-managers, fact 11).
  if (live === '' && parent.type.kind === 'map') return;
  const keepsOthers = walk.formerly.kind !== 'last-applied';
  if (keepsOthers && place.type.kind === 'map' && isObject(live)) return compareFields(walk, place, {}, live);
  if (keepsOthers && place.type.kind === 'list' && place.type.listType !== 'atomic' && isArray(live)) {
    return compareList(walk, place, [], live);
  }
  // Null asks for what the server fills in now, not for what it filled in when its neighbours had other values.
  if (isFilledIn(walk, place, { ...around, live: around.level }, live)) return;
  const notes: DifferenceNote[] = [{ kind: 'declared-null' }, ...placeNotes(place)];
  walk.found.differences.push({ path: place.path, kind: 'drift', change: 'extra', desired: null, live, notes });
}

function compareScalar(walk: Walk, place: Place, desired: JsonValue, live: JsonValue): void {
  if (place.type.kind !== 'scalar') return;
  if (isRecordedSecret(live)) {
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

function isAtomic(place: Place): boolean {
  return (place.type.kind === 'struct' || place.type.kind === 'map') && place.type.atomic === true;
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
  if (!Object.values(object).includes(null)) return object;
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
