import { elementId, indexElement, valueElement } from '../model/field-path.js';
import { hasPath } from '../model/field-set.js';
import type { JsonArray, JsonValue } from '../model/json.js';
import { ANY_TYPE, type TypeSchema } from '../model/schema.js';
import { compareKeyedList, liveOnlyKeyedItems } from './keyed-list.js';
import { addLiveOnly } from './live-only.js';
import { isUnordered } from './semantics.js';
import { changed, compareValue } from './value.js';
import { type Place, placeBelow, probe, type Walk } from './walk.js';

/** Compares two lists by their list type. */
export function compareList(walk: Walk, place: Place, desired: JsonArray, live: JsonArray): void {
  const { type } = place;
  if (type.kind === 'list' && type.listType === 'map') return compareKeyedList(walk, place, type, desired, live);
  if (type.kind === 'list' && type.listType === 'set') return compareSet(walk, place, desired, live);
  return compareAtomicList(walk, place, desired, live);
}

/** Judges the items of a set or keyed list that only live has; always true, as every item is judged. */
export function compareLiveOnlyItems(walk: Walk, place: Place, live: JsonArray): boolean {
  const { type } = place;
  if (type.kind === 'list' && type.listType === 'map') liveOnlyKeyedItems(walk, place, type, live);
  else compareSet(walk, place, [], live);
  return true;
}

function compareSet(walk: Walk, place: Place, desired: JsonArray, live: JsonArray): void {
  const texts = (list: JsonArray): Map<string, JsonValue> => new Map(list.map((value) => [setKey(value), value]));
  const [wanted, present] = [texts(desired), texts(live)];
  for (const [key, value] of wanted) {
    if (present.has(key)) continue;
    const path = [...place.path, valueElement(value)];
    walk.found.differences.push({ path, kind: 'drift', change: 'missing', desired: value, notes: [] });
  }
  for (const [key, value] of present) {
    if (wanted.has(key)) continue;
    addLiveOnly(walk, placeBelow(walk, [...place.path, valueElement(value)], ANY_TYPE, place), value);
  }
}

const setKey = (value: JsonValue): string => elementId(valueElement(value));

/** One difference for the whole list: whoever changes an item takes the list (structured-merge-diff: an atomic list is one leaf). */
function compareAtomicList(walk: Walk, place: Place, desired: JsonArray, live: JsonArray): void {
  const inside: Place = { ...place, whole: place.whole ?? place.path };
  const item = place.type.kind === 'list' ? place.type.item : ANY_TYPE;
  const unordered = isUnordered(walk.ref, place.path);
  const pairs = unordered
    ? pairUp(walk, inside, item, desired, live)
    : desired.map((value, at) => [value, live[at]] as const);
  const same =
    desired.length === live.length &&
    pairs.every(([value, other]) => other !== undefined && sameItem(walk, inside, item, value, other));
  if (!same) changed(walk, inside, desired, live);
}

function pairUp(
  walk: Walk,
  place: Place,
  item: Item,
  desired: JsonArray,
  live: JsonArray,
): (readonly [JsonValue, JsonValue | undefined])[] {
  const left = [...live];
  return desired.map((value) => {
    const at = left.findIndex((other) => sameItem(walk, place, item, value, other));
    return [value, at < 0 ? undefined : left.splice(at, 1)[0]] as const;
  });
}

type Item = Extract<TypeSchema, { kind: 'list' }>['item'] | TypeSchema;

function sameItem(walk: Walk, place: Place, item: Item, desired: JsonValue, live: JsonValue): boolean {
  const trial = probe(walk);
  const below = placeBelow(walk, [...place.path, indexElement(0)], item, place);
  compareValue(trial, below, desired, live);
  if (trial.found.differences.length === 0) return true;
  // Of a kind without a schema nobody can tell a default inside an item from a write. Where Git's own entry still holds the list,
  // nobody has changed it since: an item that merely has more fields was completed by the server.
  return (
    walk.kind === undefined &&
    below.type.kind === 'any' &&
    heldByGit(walk, place) &&
    trial.found.differences.every(({ change }) => change === 'extra')
  );
}

function heldByGit(walk: Walk, place: Place): boolean {
  return walk.formerly.kind !== 'apply' || hasPath(walk.formerly.applied, place.whole ?? place.path);
}
