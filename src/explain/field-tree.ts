import {
  elementId,
  type FieldPath,
  fieldElement,
  indexElement,
  keyElement,
  type PathElement,
  printPath,
  valueElement,
} from '../model/field-path.js';
import { field, isArray, isObject, type JsonArray, type JsonScalar, type JsonValue } from '../model/json.js';
import { ANY_TYPE, type FieldSchema, resolveType, type SchemaBundle, type TypeSchema } from '../model/schema.js';

/** A place in an object, with what both sides hold there and how the schema sees it. */
export interface FieldPlace {
  readonly path: FieldPath;
  readonly type: TypeSchema;
  readonly desired?: JsonValue;
  readonly live?: JsonValue;
  /** The list or map at or above it that is owned and replaced as a whole. */
  readonly whole?: FieldPath;
  /** The server would drop what stands here: the schema has no such field. */
  readonly unknown?: true;
}

/** What reading a tree needs to know of the kind. */
export interface TreeKind {
  readonly bundle: SchemaBundle;
  /** A custom kind: free-form JSON in it is owned field by field. */
  readonly custom: boolean;
  /** False where nothing is known of its schema: then every name is possible. */
  readonly known: boolean;
}

/** The place of the whole object. */
export function rootPlace(type: TypeSchema, desired: JsonValue | undefined, live: JsonValue | undefined): FieldPlace {
  return placeOf([], type, desired, live, undefined);
}

/** The places one step below: fields of a struct, keys of a map, items of a list; those of both sides, declared first. */
export function placesBelow(place: FieldPlace, kind: TreeKind): readonly FieldPlace[] {
  if (isArray(place.desired) || isArray(place.live)) return items(place, kind);
  const names = new Set([...keysOf(place.desired), ...keysOf(place.live)]);
  return [...names].map((name) => fieldPlace(place, name, kind));
}

/** True for a value that is shown as one: a scalar, something empty, or a list or map that is owned as a whole. */
export function isLeaf(place: FieldPlace): boolean {
  if (place.whole !== undefined) return true;
  return ![place.desired, place.live].some(
    (value) => (isObject(value) || isArray(value)) && Object.keys(value).length > 0,
  );
}

/** The field of a struct or the key of a map, whether a side has it or not. */
export function fieldPlace(place: FieldPlace, name: string, kind: TreeKind): FieldPlace {
  const schema = schemaOf(place.type, name);
  const path = [...place.path, fieldElement(name)];
  const type = schema === undefined ? ANY_TYPE : resolveType(kind.bundle, schema.type);
  const [desired, live] = [field(place.desired, name), field(place.live, name)];
  // Without a list type nobody can pair items, so such a list is compared as one.
  const plainList = type.kind === 'any' && (isArray(desired) || isArray(live));
  const whole = place.whole ?? (plainList || isAtomic(path, type, kind) ? path : undefined);
  const made = placeOf(path, type, desired, live, whole);
  return schema === undefined && place.type.kind === 'struct' ? { ...made, unknown: true } : made;
}

/** The names that the schema knows at a place; none for a map. */
export function schemaNames({ type }: FieldPlace): readonly string[] {
  return type.kind === 'struct' ? Object.keys(type.fields) : [];
}

function schemaOf(type: TypeSchema, name: string): FieldSchema | undefined {
  if (type.kind === 'map') return { type: type.value };
  if (type.kind !== 'struct') return { type: ANY_TYPE };
  if (Object.hasOwn(type.fields, name)) return type.fields[name];
  if (type.rest !== undefined) return { type: type.rest };
  return type.preserveUnknown ? { type: ANY_TYPE } : undefined;
}

function isAtomic(path: FieldPath, type: TypeSchema, { custom }: TreeKind): boolean {
  if (type.kind === 'struct' || type.kind === 'map') return type.atomic === true;
  if (type.kind === 'list') return type.listType === 'atomic';
  return type.kind === 'any' && !custom && path.length > 0;
}

/** The items of a list by what names them: their keys, their values, or where they stand. */
function items(place: FieldPlace, kind: TreeKind): readonly FieldPlace[] {
  const [desired, live] = [itemsOf(place.desired), itemsOf(place.live)];
  const type = place.type.kind === 'list' ? resolveType(kind.bundle, place.type.item) : ANY_TYPE;
  const byId = new Map<string, { element: PathElement; desired?: JsonValue; live?: JsonValue }>();
  for (const [side, list] of [
    ['desired', desired],
    ['live', live],
  ] as const) {
    list.forEach((item, index) => {
      const element = elementOf(place.type, type, item, index, kind);
      const known = byId.get(elementId(element)) ?? { element };
      known[side] ??= item;
      byId.set(elementId(element), known);
    });
  }
  return [...byId.values()].map((one) =>
    placeOf([...place.path, one.element], type, one.desired, one.live, place.whole),
  );
}

function elementOf(list: TypeSchema, item: TypeSchema, value: JsonValue, index: number, kind: TreeKind): PathElement {
  if (list.kind !== 'list') return indexElement(index);
  if (list.listType !== 'map') return list.listType === 'set' ? valueElement(value) : indexElement(index);
  const key: Record<string, JsonScalar> = {};
  for (const name of list.keys) {
    const own = field(value, name);
    const given = own === '' && !kind.custom ? undefined : own;
    const part = given ?? keyDefault(item, name) ?? own;
    if (part !== undefined && part !== null && !isObject(part) && !isArray(part)) key[name] = part;
  }
  return Object.keys(key).length === 0 ? indexElement(index) : keyElement(key);
}

/** Of the built-in kinds only the protocol of a port (k8s.io/api/core/v1 types.go); OpenAPI also lists zeros. */
function keyDefault(item: TypeSchema, name: string): JsonScalar | undefined {
  const stated = item.kind === 'struct' ? item.fields[name]?.default : undefined;
  if (stated !== undefined && stated !== '' && stated !== 0 && typeof stated !== 'object') return stated;
  return name === 'protocol' ? 'TCP' : undefined;
}

function placeOf(
  path: FieldPath,
  type: TypeSchema,
  desired: JsonValue | undefined,
  live: JsonValue | undefined,
  whole: FieldPath | undefined,
): FieldPlace {
  return {
    path,
    type,
    ...(desired === undefined ? {} : { desired }),
    ...(live === undefined ? {} : { live }),
    ...(whole === undefined ? {} : { whole }),
  };
}

const itemsOf = (value: JsonValue | undefined): JsonArray => (isArray(value) ? value : []);
const keysOf = (value: JsonValue | undefined): readonly string[] => (isObject(value) ? Object.keys(value) : []);

/** For messages: what can be asked for below a place. */
export function namesBelow(place: FieldPlace, kind: TreeKind): readonly string[] {
  return placesBelow(place, kind).map(({ path }) => printPath(path.slice(-1)));
}
