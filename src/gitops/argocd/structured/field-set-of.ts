import { elementId, type FieldPath } from '../../../model/field-path.js';
import type { FieldSet } from '../../../model/field-set.js';
import { isArray, isObject, type JsonValue } from '../../../model/json.js';
import { type GrowingSet, growingSet, insert } from './set-operations.js';
import { atomOf, elementOf, fieldType, isNamedField, itemElement, itemType, type Typed } from './typed.js';

/** All fields that an object sets: leaves, items of keyed lists and sets, and empty maps (typed/tofieldset.go). */
export function fieldSetOf(typed: Typed, value: JsonValue): FieldSet {
  const set = growingSet();
  walk(typed, value, [], set);
  return set;
}

function walk(typed: Typed, value: JsonValue, path: FieldPath, set: GrowingSet): void {
  const atom = atomOf(typed, value);
  if (atom.kind === 'leaf' || atom.atomic) return insert(set, path);
  if (atom.kind === 'map' && isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const below = fieldType(typed, name, path.length === 0);
      if (below === undefined) continue;
      const innerPath = [...path, elementOf(name)];
      walk(below, inner, innerPath, set);
      const isBare = inner === null || (isObject(inner) && Object.keys(inner).length === 0);
      if (isBare || !isNamedField(typed, name)) insert(set, innerPath);
    }
  } else if (atom.kind === 'list' && isArray(value)) {
    const elements = value.map((item) => itemElement(typed, item));
    const ids = elements.map(elementId);
    for (const [at, element] of elements.entries()) {
      const innerPath = [...path, element];
      const isTwice = ids.indexOf(ids[at] as string) !== ids.lastIndexOf(ids[at] as string);
      if (!isTwice) walk(itemType(typed), value[at] as JsonValue, innerPath, set);
      insert(set, innerPath);
    }
  }
}

/** The set with every named field that lies above a member made a member too (Set.EnsureNamedFieldsAreMembers). */
export function withNamedFields(set: FieldSet, typed: Typed | undefined, isRoot = true): FieldSet {
  const children = new Map(
    [...set.children].map(([id, { element, set: below }]) => {
      const inner = belowElement(typed, element, isRoot);
      const named = element.kind === 'field' && typed !== undefined && isNamedField(typed, element.name);
      const deeper = withNamedFields(below, inner, false);
      return [id, { element, set: named && below.children.size > 0 ? { ...deeper, member: true } : deeper }] as const;
    }),
  );
  return { member: set.member, children };
}

function belowElement(typed: Typed | undefined, element: FieldPath[number], isRoot: boolean): Typed | undefined {
  if (typed === undefined) return undefined;
  return element.kind === 'field' ? fieldType(typed, element.name, isRoot) : itemType(typed);
}
