import { elementId, type FieldPath, type PathElement } from '../../../model/field-path.js';
import type { FieldSet } from '../../../model/field-set.js';
import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue, jsonEqual } from '../../../model/json.js';
import { type GrowingSet, growingSet, insert } from './set-operations.js';
import { atomOf, elementOf, fieldType, itemElement, itemType, type Typed } from './typed.js';

/** What the right object removes, changes and adds, field by field. */
export interface TypedComparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
}

interface Sets {
  readonly removed: GrowingSet;
  readonly modified: GrowingSet;
  readonly added: GrowingSet;
}

type Side = JsonValue | undefined;

/** Compares two objects of one type; the order of keyed lists is not looked at (typed/compare.go). */
export function compareTyped(typed: Typed, left: JsonValue, right: JsonValue): TypedComparison {
  const sets: Sets = { removed: growingSet(), modified: growingSet(), added: growingSet() };
  compare(typed, left, right, [], sets);
  return sets;
}

function compare(typed: Typed, left: Side, right: Side, path: FieldPath, sets: Sets): void {
  const atom = atomOf(typed, right === undefined ? left : right);
  const isMap = atom.kind === 'map' && !atom.atomic;
  const isList = atom.kind === 'list' && !atom.atomic;
  const [leftMap, rightMap] = [isObject(left) ? left : {}, isObject(right) ? right : {}];
  const [leftList, rightList] = [isArray(left) ? left : [], isArray(right) ? right : []];
  if (isMap && (Object.keys(leftMap).length > 0 || Object.keys(rightMap).length > 0)) {
    compareMaps(typed, leftMap, rightMap, path, sets);
  } else if (isList && (leftList.length > 0 || rightList.length > 0)) {
    compareLists(typed, leftList, rightList, path, sets);
  } else {
    if (left === undefined) insert(sets.added, path);
    else if (right === undefined) insert(sets.removed, path);
    else if (!jsonEqual(left, right)) insert(sets.modified, path);
    return;
  }
  if (left === undefined) insert(sets.added, path);
  else if (right === undefined) insert(sets.removed, path);
}

function compareMaps(typed: Typed, left: JsonObject, right: JsonObject, path: FieldPath, sets: Sets): void {
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const type = fieldType(typed, name, path.length === 0);
    if (type === undefined) continue;
    const own = (side: JsonObject): Side => (Object.hasOwn(side, name) ? side[name] : undefined);
    compare(type, own(left), own(right), [...path, elementOf(name)], sets);
  }
}

function compareLists(typed: Typed, left: JsonArray, right: JsonArray, path: FieldPath, sets: Sets): void {
  const [l, r] = [grouped(typed, left), grouped(typed, right)];
  for (const [id, { element }] of new Map([...l, ...r])) {
    const [old, fresh] = [l.get(id)?.items ?? [], r.get(id)?.items ?? []];
    const inner = [...path, element];
    if (old.length <= 1 && fresh.length <= 1) {
      compare(itemType(typed), old[0], fresh[0], inner, sets);
    } else if (old.length >= 2 && fresh.length >= 2) {
      if (!jsonEqual(old, fresh)) insert(sets.modified, inner);
    } else if (old.length >= 2) {
      if (fresh.length > 0) compare(itemType(typed), undefined, fresh[0], inner, sets);
      insert(sets.removed, inner);
    } else {
      if (old.length > 0) compare(itemType(typed), old[0], undefined, inner, sets);
      insert(sets.added, inner);
    }
  }
}

interface Group {
  readonly element: PathElement;
  readonly items: JsonValue[];
}

function grouped(typed: Typed, list: JsonArray): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const item of list) {
    const element = itemElement(typed, item);
    const group = groups.get(elementId(element));
    if (group === undefined) groups.set(elementId(element), { element, items: [item] });
    else group.items.push(item);
  }
  return groups;
}
