import {
  type FieldPath,
  fieldElement,
  keyElement,
  type PathElement,
  valueElement,
} from '../../src/model/field-path.js';
import {
  field,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
  jsonEqual,
} from '../../src/model/json.js';
import { resolveType, type SchemaBundle, type TypeRef, type TypeSchema } from '../../src/model/schema.js';

/** One leaf that differs between two objects that a server gave. Atomic lists are leaves. */
export interface ChangedLeaf {
  readonly path: FieldPath;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** The atomic map or struct that it lies in: who changes one leaf of it takes all. */
  readonly whole?: FieldPath;
}

/** What tells lists apart: the schema, the object's type in it, and whether a CustomResourceDefinition made the kind. */
export interface LeafTypes {
  readonly bundle: SchemaBundle;
  readonly type: TypeRef;
  readonly custom: boolean;
}

const ANY: TypeSchema = { kind: 'any' };

/**
 * Every leaf that differs between two objects as the server returned them; the order of keyed lists and sets does not
 * count. Knows nothing of defaults or notations: both sides come from the same server at the same version.
 */
export function changedLeaves(
  { bundle, type, custom }: LeafTypes,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): ChangedLeaf[] {
  const found: ChangedLeaf[] = [];
  compare({ bundle, custom }, type, { path: [] }, before, after, found);
  return found;
}

function compare(
  types: Omit<LeafTypes, 'type'>,
  type: TypeRef,
  at: Pick<ChangedLeaf, 'path' | 'whole'>,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  found: ChangedLeaf[],
): void {
  // Go prints some empty values as null; in a custom kind null is a value like any other.
  if (jsonEqual(before, after) || (!types.custom && isNothing(before) && isNothing(after))) return;
  const resolved = resolveType(types.bundle, type);
  const children = childrenOf(resolved, before, after);
  const leaf: ChangedLeaf = {
    ...at,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
  if (children === undefined || children.length === 0) {
    found.push(leaf);
    return;
  }
  const first = found.length;
  const isWhole = (resolved.kind === 'struct' || resolved.kind === 'map') && resolved.atomic === true;
  const whole = at.whole ?? (isWhole ? at.path : undefined);
  for (const child of children) {
    const below = { path: [...at.path, child.element], ...(whole === undefined ? {} : { whole }) };
    compare(types, child.type, below, child.before, child.after, found);
  }
  // An empty map that appeared or went is a change of its own.
  if (found.length === first && (before === undefined || after === undefined)) found.push(leaf);
}

const isNothing = (value: JsonValue | undefined): boolean => value === undefined || value === null;

interface Child {
  readonly element: PathElement;
  readonly type: TypeRef;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** The parts to compare one by one; undefined where the value is one thing. */
function childrenOf(
  type: TypeSchema,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Child[] | undefined {
  const sides = [before, after].filter((side) => !isNothing(side)) as JsonValue[];
  if (sides.every(isObject)) return fieldsOf(type, before, after);
  if (!sides.every(isArray) || type.kind !== 'list' || type.listType === 'atomic') return undefined;
  const [left, right] = [isArray(before) ? before : [], isArray(after) ? after : []];
  if (type.listType === 'set') return pair(type.item, byValue(left), byValue(right));
  const names = type.listType === 'map' ? type.keys : [];
  const items = (list: JsonArray): Item[] => list.map((item) => ({ element: keyOf(item, names), value: item }));
  const [leftItems, rightItems] = [items(left), items(right)];
  if (hasTwins(leftItems) || hasTwins(rightItems)) return undefined;
  return pair(type.item, leftItems, rightItems);
}

function fieldsOf(type: TypeSchema, before: JsonValue | undefined, after: JsonValue | undefined): Child[] {
  const names = new Set([...Object.keys((before ?? {}) as JsonObject), ...Object.keys((after ?? {}) as JsonObject)]);
  return [...names].map((name) => ({
    element: fieldElement(name),
    type: fieldType(type, name),
    before: field(before, name),
    after: field(after, name),
  }));
}

function fieldType(type: TypeSchema, name: string): TypeRef {
  if (type.kind === 'map') return type.value;
  if (type.kind !== 'struct') return ANY;
  return (Object.hasOwn(type.fields, name) ? type.fields[name]?.type : undefined) ?? type.rest ?? ANY;
}

interface Item {
  readonly element: PathElement;
  readonly value: JsonValue;
}

const byValue = (list: JsonArray): Item[] => list.map((value) => ({ element: valueElement(value), value }));

function keyOf(item: JsonValue, keys: readonly string[]): PathElement {
  const own = keys.flatMap((name): [string, JsonScalar][] => {
    const value = field(item, name);
    return value === undefined || value === null || isObject(value) || isArray(value) ? [] : [[name, value]];
  });
  return keyElement(Object.fromEntries(own));
}

const text = (element: PathElement): string =>
  JSON.stringify(element, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));

function hasTwins(items: readonly Item[]): boolean {
  return new Set(items.map(({ element }) => text(element))).size < items.length;
}

function pair(type: TypeRef, before: readonly Item[], after: readonly Item[]): Child[] {
  const elements = new Map([...before, ...after].map(({ element }) => [text(element), element]));
  const find = (items: readonly Item[], id: string): JsonValue | undefined =>
    items.find(({ element }) => text(element) === id)?.value;
  return [...elements].map(([id, element]) => ({ element, type, before: find(before, id), after: find(after, id) }));
}
