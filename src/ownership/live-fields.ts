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
import { pointerBelow } from '../model/json-pointer.js';
import { ATOMIC_MAPS } from './atomic-maps.js';

/** A value of a live object that has no parts of its own for managedFields: a scalar, an empty or an atomic one. */
export interface LiveField {
  readonly path: FieldPath;
  /** RFC 6901, of this very item where several have one key. */
  readonly pointer: string;
  readonly value: JsonValue;
  /** The value has parts, which are owned together: an atomic list, or an item that is owned without parts. */
  readonly whole?: true;
  /** The atomic map that the field lies in, which is owned as a whole. */
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

  function walk(value: JsonValue, at: Position): void {
    paths.add(pathId(at.path));
    const wholeAt = at.wholeAt ?? (isWhole(value, at) ? at.path : undefined);
    const parts = isObject(value) || isArray(value) ? Object.keys(value).length : 0;
    if (isObject(value) && parts > 0 && !(wholeAt === at.path && isItem(at.path))) {
      for (const [name, below] of Object.entries(value)) walk(below, step(at, fieldElement(name), name, wholeAt));
    } else if (isArray(value) && parts > 0 && wholeAt === undefined) {
      const elements = elementsOf(value, at.sets);
      for (const [index, item] of value.entries())
        walk(item, step(at, elements[index] ?? indexElement(index), String(index), undefined));
    } else {
      const { path, pointer } = at;
      fields.push({
        path,
        pointer,
        value,
        ...(parts > 0 ? { whole: true } : {}),
        ...(at.wholeAt === undefined ? {} : { wholeAt: at.wholeAt }),
      });
    }
  }

  const root: Position = { path: [], pointer: '', sets, wholeAt: undefined };
  for (const [name, value] of Object.entries(object)) walk(value, step(root, fieldElement(name), name, undefined));
  return { fields, paths };
}

interface Position {
  readonly path: FieldPath;
  readonly pointer: string;
  /** What the entries say of this position and below. */
  readonly sets: readonly FieldSet[];
  readonly wholeAt: FieldPath | undefined;
}

function step(from: Position, element: PathElement, name: string, wholeAt: FieldPath | undefined): Position {
  const id = elementId(element);
  return {
    path: [...from.path, element],
    pointer: pointerBelow(from.pointer, name),
    sets: from.sets.flatMap((set) => set.children.get(id)?.set ?? []),
    wholeAt,
  };
}

/** Owned without parts, by somebody, and by nobody with parts. */
function isWhole(value: JsonValue, { path, sets }: Position): boolean {
  if (!sets.some(({ member }) => member) || sets.some(({ children }) => children.size > 0)) return false;
  const last = path.at(-1);
  return isArray(value) || isItem(path) || (last?.kind === 'field' && ATOMIC_MAPS.has(last.name));
}

/** An item without parts is an atomic struct, or a group of items with one key. */
function isItem(path: FieldPath): boolean {
  return path.at(-1)?.kind === 'key';
}

/** One element for each item of a list. */
function elementsOf(items: JsonArray, sets: readonly FieldSet[]): readonly PathElement[] {
  const named = sets.flatMap((set) => [...set.children.values()].map(({ element }) => element));
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
