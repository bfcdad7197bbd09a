import { elementId } from '../../../model/field-path.js';
import type { FieldSet } from '../../../model/field-set.js';
import { isArray, isObject, type JsonValue, setField } from '../../../model/json.js';
import { childSet, hasBelow } from './set-operations.js';
import { atomOf, elementOf, fieldType, itemElement, itemType, type Typed } from './typed.js';

/** The value without the members of a set; a map or list that loses everything becomes null (typed/remove.go). */
export function removeItems(typed: Typed, value: JsonValue, gone: FieldSet, isRoot = true): JsonValue {
  const atom = atomOf(typed, value);
  if (atom.kind === 'leaf') return value;
  if (atom.atomic) return null;
  if (atom.kind === 'map' && isObject(value)) {
    const kept: Record<string, JsonValue> = {};
    for (const [name, inner] of Object.entries(value)) {
      const below = childSet(gone, elementOf(name));
      if (below.member) continue;
      const type = fieldType(typed, name, isRoot);
      setField(kept, name, hasBelow(below) && type !== undefined ? removeItems(type, inner, below, false) : inner);
    }
    return Object.keys(kept).length > 0 ? kept : null;
  }
  if (atom.kind === 'list' && isArray(value)) {
    const kept = value.flatMap((item): JsonValue[] => {
      const below = gone.children.get(elementId(itemElement(typed, item)))?.set;
      if (below === undefined) return [item];
      if (below.member) return [];
      return [hasBelow(below) ? removeItems(itemType(typed), item, below, false) : item];
    });
    return kept.length > 0 ? kept : null;
  }
  return null;
}
