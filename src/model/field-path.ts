import { field, isArray, isObject, type JsonScalar, type JsonValue, jsonEqual } from './json.js';
import { pointerBelow } from './json-pointer.js';

/**
 * One step into an object, as in structured-merge-diff's `PathElement`: a field name, the key fields of an item of a
 * list of type map, the value of an item of a set, or an index into an atomic list.
 */
export type PathElement =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'key'; readonly key: Readonly<Record<string, JsonScalar>> }
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'index'; readonly index: number };

export type FieldPath = readonly PathElement[];

export const fieldElement = (name: string): PathElement => ({ kind: 'field', name });
export const indexElement = (index: number): PathElement => ({ kind: 'index', index });
export const keyElement = (key: Readonly<Record<string, JsonScalar>>): PathElement => ({ kind: 'key', key });
export const valueElement = (value: JsonValue): PathElement => ({ kind: 'value', value });

/** A name that needs no quotes in a printed path. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** A key field's name that needs none. */
const PLAIN_KEY = /^[A-Za-z0-9_-]+$/;

/**
 * Prints a path in structured-merge-diff notation: `.spec.containers[name="web"].image`, `[="x"]` for a set's item,
 * `[0]` for an index, `.metadata.annotations["a.b/c"]` for a name that is no plain word. An object or list that is a set's
 * item is printed as JSON: `[={"host":"a"}]`. The root is `.`.
 */
export function printPath(path: FieldPath): string {
  return path.length === 0 ? '.' : path.map(printElement).join('');
}

/** Prints one element; joined, elements make the path. */
export function printElement(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return PLAIN_NAME.test(element.name) ? `.${element.name}` : `[${JSON.stringify(element.name)}]`;
    case 'key':
      return `[${sortedKeys(element.key)
        .map((name) => `${PLAIN_KEY.test(name) ? name : JSON.stringify(name)}=${valueText(element.key[name])}`)
        .join(',')}]`;
    case 'value':
      return `[=${valueText(element.value)}]`;
    case 'index':
      return `[${element.index}]`;
  }
}

/** A string that is equal exactly for equal elements; used as a key of maps. */
export function elementId(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return fieldId(element.name);
    case 'key':
      return keyId(element.key);
    case 'value':
      return `v:${valueText(element.value)}`;
    case 'index':
      return `i:${element.index}`;
  }
}

function keyId(key: Readonly<Record<string, JsonScalar>>): string {
  let id = 'k:';
  for (const name of sortedKeys(key)) {
    id += `${id.length > 2 ? ',' : ''}${JSON.stringify(name)}:${valueText(key[name])}`;
  }
  return id;
}

/** Ids are asked for again and again while sets of fields are searched; a text made anew each time would be hashed anew. */
const fieldIds = new Map<string, string>();
/** More than the fields of all kinds; keys of annotations and data beyond that are not kept. */
const MOST_FIELD_IDS = 20_000;

function fieldId(name: string): string {
  const known = fieldIds.get(name);
  if (known !== undefined) return known;
  const id = `f:${name}`;
  if (fieldIds.size < MOST_FIELD_IDS) fieldIds.set(name, id);
  return id;
}

/** Orders paths by element: shorter first, indices by number, everything else by its printed form. */
export function comparePaths(a: FieldPath, b: FieldPath): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [left, right] = [a[at], b[at]];
    if (left === undefined || right === undefined) break;
    if (left.kind === 'index' && right.kind === 'index') {
      if (left.index !== right.index) return left.index - right.index;
      continue;
    }
    const [leftText, rightText] = [printElement(left), printElement(right)];
    if (leftText !== rightText) return leftText < rightText ? -1 : 1;
  }
  return a.length - b.length;
}

/** True where `path` is `prefix` or lies below it. */
export function startsWith(path: FieldPath, prefix: FieldPath): boolean {
  return (
    path.length >= prefix.length &&
    prefix.every((element, at) => elementId(element) === elementId(path[at] as PathElement))
  );
}

/** The value at `path` in `root`, or undefined. An element of a keyed list is found by its key fields. */
export function valueAt(root: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
  let here: JsonValue | undefined = root;
  for (const element of path) here = child(here, element)?.value;
  return here;
}

/**
 * RFC 6901 pointer of `path` in `root`. Where `root` lacks an item of a list, the pointer ends with `-`, the position
 * after the last one, and goes on below it.
 */
export function toPointer(path: FieldPath, root: JsonValue | undefined): string {
  let here: JsonValue | undefined = root;
  let pointer = '';
  for (const element of path) {
    const next = child(here, element);
    const step =
      next?.step ?? (element.kind === 'field' ? element.name : element.kind === 'index' ? String(element.index) : '-');
    pointer = pointerBelow(pointer, step);
    here = next?.value;
  }
  return pointer;
}

/** A pointer's steps as a path: into a list of `root` by index, since without a schema nothing else is known. */
export function pathOfSteps(steps: readonly string[], root: JsonValue): FieldPath {
  let here: JsonValue | undefined = root;
  return steps.map((step) => {
    const element = isArray(here) ? indexElement(Number(step)) : fieldElement(step);
    here = child(here, element)?.value;
    return element;
  });
}

function child(value: JsonValue | undefined, element: PathElement): { value: JsonValue; step: string } | undefined {
  if (element.kind === 'field') {
    const found = field(value, element.name);
    return found === undefined ? undefined : { value: found, step: element.name };
  }
  if (!isArray(value)) return undefined;
  const at = value.findIndex((item, index) => matches(item, index, element));
  const found = value[at];
  return found === undefined ? undefined : { value: found, step: String(at) };
}

function matches(item: JsonValue, index: number, element: PathElement): boolean {
  if (element.kind === 'index') return index === element.index;
  if (element.kind === 'value') return jsonEqual(item, element.value);
  if (element.kind !== 'key' || !isObject(item)) return false;
  return Object.entries(element.key).every(([name, value]) => {
    const own = field(item, name);
    // An absent key field stands for its default; the path carries the defaulted key (`protocol="TCP"`).
    return own === undefined ? isDefaultedKey(name, value) : jsonEqual(own, value);
  });
}

/** The one key default of the built-in kinds: the protocol of a port (k8s.io/api/core/v1 types.go). */
function isDefaultedKey(name: string, value: JsonScalar): boolean {
  return name === 'protocol' && value === 'TCP';
}

function sortedKeys(key: Readonly<Record<string, JsonScalar>>): string[] {
  const names = Object.keys(key);
  return names.length < 2 ? names : names.sort();
}

/** JSON text that is equal for equal values: the keys of objects sorted, a `bigint` as a plain integer. */
function valueText(value: JsonValue | undefined): string {
  if (typeof value === 'bigint') return String(value);
  if (isArray(value)) return `[${value.map(valueText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${valueText(value[name])}`).join(',')}}`;
}
