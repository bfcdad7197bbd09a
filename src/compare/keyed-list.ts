import type { Difference, DifferenceNote } from '../model/drift.js';
import {
  elementId,
  type FieldPath,
  indexElement,
  keyElement,
  type PathElement,
  printElement,
  startsWith,
} from '../model/field-path.js';
import { digString, field, isArray, isObject, type JsonArray, type JsonScalar, type JsonValue } from '../model/json.js';
import { resolveType, type TypeSchema } from '../model/schema.js';
import { defaultFor } from './defaults/defaults.js';
import { compareLiveOnlyItem } from './live-only.js';
import { changed, compareValue } from './value.js';
import { levelAt, type Place, placeBelow, placeNotes, probe, type Walk } from './walk.js';

type KeyedList = Extract<TypeSchema, { kind: 'list'; listType: 'map' }>;

interface Group {
  readonly element: PathElement;
  readonly items: JsonValue[];
}

/** Pairs items by their key fields, defaulted ones included, and compares each pair. */
export function compareKeyedList(walk: Walk, place: Place, type: KeyedList, desired: JsonArray, live: JsonArray): void {
  const wanted = group(walk, place, type, desired);
  const present = group(walk, place, type, live);
  const first = walk.found.differences.length;
  for (const [id, { element, items }] of wanted) {
    const path = [...place.path, element];
    if (items.length > 1) walk.found.duplicates.push({ path: place.path, key: keyText(element), count: items.length });
    compareGroup(walk, placeBelow(walk, path, type.item, place), items, present.get(id)?.items ?? []);
  }
  for (const [id, { element, items }] of present) {
    if (!wanted.has(id)) addItems(walk, placeBelow(walk, [...place.path, element], type.item, place), items);
  }
  markRenumbered(walk.found.differences, first, place.path);
  if (isReordered([...wanted.keys()], [...present.keys()])) walk.found.reordered.push(place.path);
}

/** Judges every item of a keyed list that desired does not declare at all. */
export function liveOnlyKeyedItems(walk: Walk, place: Place, type: KeyedList, live: JsonArray): void {
  for (const { element, items } of group(walk, place, type, live).values()) {
    addItems(walk, placeBelow(walk, [...place.path, element], type.item, place), items);
  }
}

/**
 * Items of one key. More than one on either side are owned and compared as one thing, in order: managedFields has one
 * childless leaf for the group (seen on a 1.36 server).
 */
function compareGroup(walk: Walk, place: Place, desired: readonly JsonValue[], live: readonly JsonValue[]): void {
  const [wanted, present] = [desired[0], live[0]];
  if (wanted === undefined) return;
  if (present === undefined) {
    const notes = placeNotes(place);
    const value = desired.length === 1 ? wanted : desired;
    walk.found.differences.push({ path: place.path, kind: 'drift', change: 'missing', desired: value, notes });
  } else if (desired.length === 1 && live.length === 1) {
    compareValue(walk, place, wanted, present);
  } else if (!sameGroup(walk, place, desired, live)) {
    changed(walk, { ...place, whole: place.path }, desired, live);
  }
}

function sameGroup(walk: Walk, place: Place, desired: readonly JsonValue[], live: readonly JsonValue[]): boolean {
  if (desired.length !== live.length) return false;
  return desired.every((value, at) => {
    const trial = probe(walk);
    compareValue(trial, { ...place, whole: place.path }, value, live[at] ?? null);
    return trial.found.differences.length === 0;
  });
}

function addItems(walk: Walk, place: Place, items: readonly JsonValue[]): void {
  const [only] = items;
  if (only !== undefined) compareLiveOnlyItem(walk, place, items.length === 1 ? only : items);
}

function group(walk: Walk, place: Place, type: KeyedList, list: JsonArray): Map<string, Group> {
  const groups = new Map<string, Group>();
  list.forEach((item, index) => {
    const element = elementOf(walk, place, type, item, index);
    const id = elementId(element);
    const known = groups.get(id);
    if (known) known.items.push(item);
    else groups.set(id, { element, items: [item] });
  });
  return groups;
}

/** The key of an item, defaults filled in; an item without any key field stands at its index. */
function elementOf(walk: Walk, place: Place, type: KeyedList, item: JsonValue, index: number): PathElement {
  const key: Record<string, JsonScalar> = {};
  for (const name of type.keys) {
    const own = field(item, name);
    const isGiven = own !== undefined && own !== null && !isZeroKey(walk, type, name, own);
    const value = isGiven ? own : (keyDefault(walk, place, type, name, item) ?? own);
    if (value !== undefined && value !== null && !isObject(value) && !isArray(value)) key[name] = value;
  }
  return Object.keys(key).length === 0 ? indexElement(index) : keyElement(key);
}

/** `protocol: ""` of a built-in kind is no protocol, so that its default is the key. */
function isZeroKey(walk: Walk, type: KeyedList, name: string, value: JsonValue): boolean {
  const item = resolveType(walk.bundle, type.item);
  return value === '' && item.kind === 'struct' && item.fields[name]?.dropsZero === true;
}

function keyDefault(walk: Walk, place: Place, type: KeyedList, name: string, item: JsonValue): JsonValue | undefined {
  const level = levelAt({ ...place, ref: type.item }, isObject(item) ? item : {});
  const value = defaultFor(level, name, { kind: walk.ref, bundle: walk.bundle })?.value;
  // OpenAPI gives every plain field of a Go struct its zero as default; a key's zero is no key.
  return value === '' || value === 0 ? undefined : value;
}

const keyText = (element: PathElement): string => printElement(element).slice(1, -1);

/** True where the items that both lists have stand in another order. */
function isReordered(desired: readonly string[], live: readonly string[]): boolean {
  if (desired.every((id, at) => id === live[at])) return false;
  const position = new Map(live.map((id, at) => [id, at]));
  const shared = desired.map((id) => position.get(id)).filter((at) => at !== undefined);
  return shared.some((at, index) => index > 0 && at < (shared[index - 1] ?? -1));
}

/**
 * A port that was renumbered is a missing item and a live-only one of the same name: the key is the number. Both get a
 * note that names the other, so that they can be told as one change.
 */
function markRenumbered(differences: Difference[], first: number, list: FieldPath): void {
  if (differences.length === first) return;
  const here = (change: Difference['change']): [number, Difference][] =>
    [...differences.entries()].filter(([at, d]) => at >= first && d.change === change && isItemOf(list, d.path));
  for (const [missingAt, missing] of here('missing')) {
    const name = digString(missing.desired, 'name');
    const twins = name === undefined ? [] : here('extra').filter(([, d]) => digString(d.live, 'name') === name);
    const [twin] = twins;
    if (twin === undefined || twins.length > 1) continue;
    differences[missingAt] = { ...missing, notes: [...missing.notes, renumbered(twin[1].path)] };
    differences[twin[0]] = { ...twin[1], notes: [...twin[1].notes, renumbered(missing.path)] };
  }
}

const isItemOf = (list: FieldPath, path: FieldPath): boolean =>
  path.length === list.length + 1 && startsWith(path, list);

const renumbered = (pair: FieldPath): DifferenceNote => ({ kind: 'renumbered', pair });
