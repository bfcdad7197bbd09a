import {
  elementId,
  type FieldPath,
  fieldElement,
  indexElement,
  keyElement,
  type PathElement,
} from '../model/field-path.js';
import type { FieldSet } from '../model/field-set.js';
import {
  field,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
  jsonEqual,
} from '../model/json.js';
import { ATOMIC_MAPS } from './atomic-maps.js';

/** A value of a live object that has no parts of its own for managedFields: a scalar, an empty or an atomic one. */
export interface LiveField {
  readonly path: FieldPath;
  readonly value: JsonValue;
  /** The atomic map that the field lies in. */
  readonly wholeAt?: FieldPath;
}

/** The fields of a live object, and the ids of all paths in it, containers included. */
export interface LiveFields {
  readonly fields: readonly LiveField[];
  readonly paths: ReadonlySet<string>;
}

/** A string that is equal exactly for equal paths. */
export const pathId = (path: FieldPath): string => JSON.stringify(path.map(elementId));

/**
 * All fields of `object` in document order. Lists are keyed as `sets` (the decoded managedFields) key them, so no schema
 * is needed: by the key fields or values that an entry names, else by index. A list that is owned without parts is
 * atomic and one field (an empty list of type map leaves no trace in managedFields); a map that is owned without parts
 * may have been filled by somebody else, so only the known atomic maps count as such.
 */
export function liveFields(object: JsonObject, sets: readonly FieldSet[]): LiveFields {
  const fields: LiveField[] = [];
  const paths = new Set<string>();

  function walk(value: JsonValue, path: FieldPath, here: readonly FieldSet[], wholeAt: FieldPath | undefined): void {
    paths.add(pathId(path));
    const whole = wholeAt ?? (isWhole(value, path, here) ? path : undefined);
    if (isObject(value) && Object.keys(value).length > 0 && !isItemOwnedWhole(path, whole)) {
      for (const [name, below] of Object.entries(value)) step(fieldElement(name), below, path, here, whole);
    } else if (isArray(value) && value.length > 0 && whole === undefined) {
      const elements = elementsOf(value, here);
      for (const [index, item] of value.entries())
        step(elements[index] ?? indexElement(index), item, path, here, whole);
    } else {
      fields.push({ path, value, ...(wholeAt === undefined ? {} : { wholeAt }) });
    }
  }

  function step(
    element: PathElement,
    value: JsonValue,
    path: FieldPath,
    here: readonly FieldSet[],
    whole: FieldPath | undefined,
  ): void {
    const id = elementId(element);
    const below = here.flatMap((set) => set.children.get(id)?.set ?? []);
    walk(value, [...path, element], below, whole);
  }

  for (const [name, value] of Object.entries(object)) step(fieldElement(name), value, [], sets, undefined);
  return { fields, paths };
}

/** Owned without parts, by somebody, and by nobody with parts. */
function isWhole(value: JsonValue, path: FieldPath, here: readonly FieldSet[]): boolean {
  if (!here.some(({ member }) => member) || here.some(({ children }) => children.size > 0)) return false;
  const last = path.at(-1);
  return isArray(value) || last?.kind === 'key' || (last?.kind === 'field' && ATOMIC_MAPS.has(last.name));
}

/** An item without parts (an atomic struct, or a group of items with one key) is one field; an atomic map is not. */
function isItemOwnedWhole(path: FieldPath, whole: FieldPath | undefined): boolean {
  return whole === path && path.at(-1)?.kind === 'key';
}

/** One element for each item of a list. */
function elementsOf(items: JsonArray, here: readonly FieldSet[]): readonly PathElement[] {
  const named = here.flatMap((set) => [...set.children.values()].map(({ element }) => element));
  const keys = named.filter((element) => element.kind === 'key');
  const values = named.filter((element) => element.kind === 'value');
  return items.map((item, index) => {
    const value = values.find((element) => jsonEqual(element.value, item));
    return value ?? keyOf(item, keys) ?? indexElement(index);
  });
}

type KeyElement = Extract<PathElement, { kind: 'key' }>;

/**
 * The key of an item: its own key fields, where an entry names that key; else the one named key that is equal in the
 * fields that the item has (the others are defaults); else its own again, which then nobody owns.
 */
function keyOf(item: JsonValue, keys: readonly KeyElement[]): PathElement | undefined {
  if (!isObject(item)) return undefined;
  const own = ownKey(item, keys[0]);
  const ownId = own === undefined ? undefined : elementId(own);
  if (keys.some((key) => elementId(key) === ownId)) return own;
  const partial = keys.filter(({ key }) => {
    const present = Object.entries(key).filter(([name]) => field(item, name) !== undefined);
    return present.length > 0 && present.every(([name, wanted]) => jsonEqual(field(item, name), wanted));
  });
  return new Set(partial.map(elementId)).size === 1 ? partial[0] : own;
}

function ownKey(item: JsonObject, like: KeyElement | undefined): PathElement | undefined {
  if (like === undefined) return undefined;
  const key: Record<string, JsonScalar> = {};
  for (const name of Object.keys(like.key)) {
    // The one key default of the built-in kinds: the protocol of a port (k8s.io/api/core/v1 types.go).
    const value = field(item, name) ?? (name === 'protocol' ? 'TCP' : undefined);
    if (value === undefined || isObject(value) || isArray(value)) return undefined;
    key[name] = value;
  }
  return keyElement(key);
}
