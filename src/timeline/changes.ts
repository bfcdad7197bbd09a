import {
  comparePaths,
  elementId,
  type FieldPath,
  fieldElement,
  keyElement,
  type PathElement,
  valueElement,
} from '../model/field-path.js';
import { field, isArray, isObject, type JsonArray, type JsonScalar, type JsonValue, jsonEqual } from '../model/json.js';
import { resolveType, type SchemaBundle, type TypeRef, type TypeSchema } from '../model/schema.js';

/** One field that two states of an object differ in; a side that lacks it is absent. Unmasked. */
export interface StateChange {
  readonly path: FieldPath;
  readonly from?: JsonValue;
  readonly to?: JsonValue;
}

/**
 * What differs between two states of one object: leaf by leaf, items of lists paired by the schema's keys, an atomic
 * list or map as a whole, an item that came or went as one. Both are stored states, so nothing is defaulted. Sorted.
 */
export function changesBetween(
  from: JsonValue | undefined,
  to: JsonValue | undefined,
  type: TypeRef,
  schema: SchemaBundle,
  path: FieldPath = [],
): readonly StateChange[] {
  const changes: StateChange[] = [];
  walk({ from, to, type, path }, schema, changes);
  return changes.sort((a, b) => comparePaths(a.path, b.path));
}

interface Pair {
  readonly from: JsonValue | undefined;
  readonly to: JsonValue | undefined;
  readonly type: TypeRef;
  readonly path: FieldPath;
}

function walk(pair: Pair, schema: SchemaBundle, changes: StateChange[]): void {
  const { from, to, path } = pair;
  if (jsonEqual(from, to)) return;
  const type = resolveType(schema, pair.type);
  const pairs = partsOf(pair, type);
  if (pairs === undefined) {
    changes.push({ path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) });
    return;
  }
  for (const part of pairs) walk(part, schema, changes);
}

/** The parts that are compared one by one; undefined where the pair is one change as it stands. */
function partsOf(pair: Pair, type: TypeSchema): readonly Pair[] | undefined {
  const { path } = pair;
  const [from, to] = withEmpty(pair);
  if (isObject(from) && isObject(to)) {
    if ((type.kind === 'struct' || type.kind === 'map') && type.atomic) return undefined;
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.map((name) => ({
      from: field(from, name),
      to: field(to, name),
      type: typeOf(type, name),
      path: [...path, fieldElement(name)],
    }));
  }
  if (!isArray(from) || !isArray(to) || type.kind !== 'list' || type.listType === 'atomic') return undefined;
  const keyOf = type.listType === 'map' ? keyWith(type.keys) : valueElement;
  const [before, after] = [byKey(from, keyOf), byKey(to, keyOf)];
  if (before === undefined || after === undefined) return undefined;
  return [...new Map([...before, ...after])].map(([id, { element }]) => ({
    from: before.get(id)?.item,
    to: after.get(id)?.item,
    type: type.item,
    path: [...path, element],
  }));
}

/** A map or list that came or went is told by what is in it; an item of a list came or went as one. */
function withEmpty({ from, to, path }: Pair): readonly [JsonValue | undefined, JsonValue | undefined] {
  const there = from ?? to;
  const other = isObject(there) ? {} : isArray(there) ? [] : undefined;
  const isItem = path.length > 0 && path.at(-1)?.kind !== 'field';
  if (other === undefined || isItem || there === null || Object.keys(there as object).length === 0) return [from, to];
  return [from === undefined ? other : from, to === undefined ? other : to];
}

function typeOf(type: TypeSchema, name: string): TypeRef {
  if (type.kind === 'map') return type.value;
  if (type.kind !== 'struct') return ANYTHING;
  const known = Object.hasOwn(type.fields, name) ? type.fields[name]?.type : undefined;
  return known ?? type.rest ?? ANYTHING;
}

const ANYTHING: TypeSchema = { kind: 'any' };

interface Item {
  readonly element: PathElement;
  readonly item: JsonValue;
}

/** Undefined where two items have one key: then they cannot be told apart, and the list changed as a whole. */
function byKey(list: JsonArray, keyOf: (item: JsonValue) => PathElement): ReadonlyMap<string, Item> | undefined {
  const items = new Map(
    list.map((item) => {
      const element = keyOf(item);
      return [elementId(element), { element, item }];
    }),
  );
  return items.size === list.length ? items : undefined;
}

function keyWith(keys: readonly string[]): (item: JsonValue) => PathElement {
  return (item) =>
    keyElement(
      Object.fromEntries(
        keys.map((name) => [name, (field(item, name) ?? (name === 'protocol' ? 'TCP' : null)) as JsonScalar]),
      ),
    );
}

/**
 * The leaves of a partial object, as a patch or an apply sends it: sorted paths, items of lists named by the schema's
 * keys. The directives of a strategic merge patch (`$patch`, `$setElementOrder/…`) are left out.
 */
export function declaredLeaves(sent: JsonValue, type: TypeRef, schema: SchemaBundle): readonly FieldPath[] {
  const leaves: FieldPath[] = [];
  collect(sent, type, [], schema, leaves);
  return leaves.sort(comparePaths);
}

function collect(value: JsonValue, ref: TypeRef, path: FieldPath, schema: SchemaBundle, leaves: FieldPath[]): void {
  const type = resolveType(schema, ref);
  if (
    isObject(value) &&
    Object.keys(value).length > 0 &&
    !((type.kind === 'struct' || type.kind === 'map') && type.atomic)
  ) {
    for (const [name, inner] of Object.entries(value)) {
      if (!name.startsWith('$')) collect(inner, typeOf(type, name), [...path, fieldElement(name)], schema, leaves);
    }
  } else if (
    isArray(value) &&
    type.kind === 'list' &&
    type.listType === 'map' &&
    byKey(value, keyWith(type.keys)) !== undefined
  ) {
    for (const item of value) collectItem(item, type, path, schema, leaves);
  } else if (path.length > 0) {
    leaves.push(path);
  }
}

/** An item with its key fields left out, for its element names them; an item that is nothing else is a leaf. */
function collectItem(
  item: JsonValue,
  type: Extract<TypeSchema, { kind: 'list'; listType: 'map' }>,
  path: FieldPath,
  schema: SchemaBundle,
  leaves: FieldPath[],
): void {
  const here = [...path, keyWith(type.keys)(item)];
  const rest = isObject(item)
    ? Object.entries(item).filter(([name]) => !type.keys.includes(name) && !name.startsWith('$'))
    : [];
  if (rest.length === 0) leaves.push(here);
  for (const [name, inner] of rest) {
    collect(inner, typeOf(resolveType(schema, type.item), name), [...here, fieldElement(name)], schema, leaves);
  }
}
