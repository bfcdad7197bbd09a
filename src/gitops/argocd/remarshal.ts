import { Buffer } from 'node:buffer';
import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import type { Gvk } from '../../model/resource.js';
import {
  type FieldSchema,
  gvkKey,
  type KindSchema,
  resolveType,
  type ScalarType,
  type SchemaBundle,
  type TypeRef,
} from '../../model/schema.js';
import keptEmptyLists from './kept-empty-lists.yaml';
import { canonicalQuantity } from './quantity.js';

const KEPT_EMPTY = keptEmptyLists as Readonly<Record<string, readonly string[]>>;

/**
 * Numbers or names that are no pointers, so that a null leaves 0 there; OpenAPI tells nothing of it (types.go of
 * k8s.io/api/core/v1: IntOrString by value).
 */
const ALWAYS_PORTS: Readonly<Record<string, string>> = {
  'core/v1.HTTPGetAction': 'port',
  'core/v1.ServicePort': 'targetPort',
  'core/v1.TCPSocketAction': 'port',
};

/** Built-in groups whose Go types client-go's scheme does not hold: Argo CD treats their kinds like custom ones. */
const NOT_IN_SCHEME: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/** The schema of a kind that client-go's scheme holds, so that Argo CD knows its Go type; undefined for all others. */
export function typedKind(gvk: Gvk, schema: SchemaBundle): KindSchema | undefined {
  const kind = Object.hasOwn(schema.kinds, gvkKey(gvk)) ? schema.kinds[gvkKey(gvk)] : undefined;
  return kind === undefined || kind.custom || NOT_IN_SCHEME.has(gvk.group) ? undefined : kind;
}

/**
 * The object as its Go type writes it: quantities and times in canonical form, zero values dropped where the type omits them.
 * Unchanged where the kind is not a Go type, or the object has a field or value that its type does not take
 * (gitops-engine pkg/diff/diff.go, remarshal).
 */
export function remarshal(object: JsonObject, gvk: Gvk, schema: SchemaBundle): JsonObject {
  const kind = typedKind(gvk, schema);
  if (kind === undefined) return object;
  try {
    const encoded = encode(object, kind.type, schema, 'strict');
    return isObject(encoded) ? (keptFields(object, encoded) as JsonObject) : object;
  } catch (fault) {
    if (fault instanceof Misfit) return object;
    throw fault;
  }
}

/**
 * What the Go type takes of an object, unknown fields left out, with the structs that are always there. Undefined where a value is of
 * another type.
 */
export function decoded(object: JsonObject, kind: KindSchema, schema: SchemaBundle): JsonObject | undefined {
  try {
    const encoded = encode(object, kind.type, schema, 'lenient');
    return isObject(encoded) ? encoded : undefined;
  } catch (fault) {
    if (fault instanceof Misfit) return undefined;
    throw fault;
  }
}

/** A value of a named type in canonical form; unchanged where the type is not known or does not take it. */
export function remarshalValue(value: JsonValue, type: string, schema: SchemaBundle): JsonValue {
  try {
    return encode(value, type, schema, 'strict');
  } catch (fault) {
    if (fault instanceof Misfit) return value;
    throw fault;
  }
}

class Misfit extends Error {}

/** Whether a field that the type does not have is a misfit, or is passed over. */
type Mode = 'strict' | 'lenient';

function encode(value: JsonValue, ref: TypeRef, schema: SchemaBundle, mode: Mode): JsonValue {
  const type = resolveType(schema, ref);
  switch (type.kind) {
    case 'any':
      return value;
    case 'scalar':
      return encodeScalar(value, type.type);
    case 'list':
      return isArray(value) ? value.map((item) => encodeItem(item, type.item, schema, mode)) : misfit();
    case 'map':
      return isObject(value) ? encodeMap(value, type.value, schema, mode) : misfit();
    case 'struct':
      return isObject(value) ? encodeStruct(value, ref, schema, mode) : misfit();
  }
}

function encodeStruct(value: JsonObject, ref: TypeRef, schema: SchemaBundle, mode: Mode): JsonObject {
  const fields = fieldsOf(ref, schema);
  const encoded: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      if (mode === 'strict') return misfit();
      continue;
    }
    const omitsZero = field.dropsZero === true && !isKeptEmpty(ref, name);
    const encodedInner = isUnset(inner, ref, name)
      ? zeroOf(field, omitsZero, schema, mode, isAlwaysPort(ref, name))
      : encode(inner, field.type, schema, mode);
    if (encodedInner === undefined || (omitsZero && isZero(encodedInner))) continue;
    setField(encoded, name, encodedInner);
  }
  return mode === 'strict' ? encoded : { ...zeroStruct(ref, schema, mode), ...encoded };
}

function fieldsOf(ref: TypeRef, schema: SchemaBundle): Readonly<Record<string, FieldSchema>> {
  const type = resolveType(schema, ref);
  return type.kind === 'struct' ? type.fields : {};
}

function isKeptEmpty(ref: TypeRef, name: string): boolean {
  return typeof ref === 'string' && Object.hasOwn(KEPT_EMPTY, ref) && KEPT_EMPTY[ref]?.includes(name) === true;
}

/** A null says nothing, and neither does 0 for a port that its type always has. */
function isUnset(value: JsonValue, ref: TypeRef, name: string): boolean {
  return value === null || (value === 0 && isAlwaysPort(ref, name));
}

function isAlwaysPort(ref: TypeRef, name: string): boolean {
  return typeof ref === 'string' && Object.hasOwn(ALWAYS_PORTS, ref) && ALWAYS_PORTS[ref] === name;
}

/**
 * What a null leaves in a field: the zero value where the type is no pointer, which OpenAPI tells by a zero default; a list that is
 * never omitted stays null. Where defaults are to be found only structs count, for a zero scalar is one that is not set.
 */
function zeroOf(
  { type, default: zero, dropsZero }: FieldSchema,
  omitsZero: boolean,
  schema: SchemaBundle,
  mode: Mode,
  alwaysPort = false,
): JsonValue | undefined {
  if (alwaysPort) return mode === 'strict' ? 0 : undefined;
  if (omitsZero) return undefined;
  if (isObject(zero)) return resolveType(schema, type).kind === 'struct' ? zeroStruct(type, schema, mode) : undefined;
  if (mode === 'lenient') return undefined;
  // A quantity's zero is written as text.
  if (zero !== undefined && (zero === '0' || isZero(zero))) return zero;
  return dropsZero ? null : undefined;
}

/** A struct of which nothing is said: only what its type never omits. */
function zeroStruct(ref: TypeRef, schema: SchemaBundle, mode: Mode): JsonObject {
  const zeros: Record<string, JsonValue> = {};
  for (const [name, field] of Object.entries(fieldsOf(ref, schema))) {
    const zero = zeroOf(field, field.dropsZero === true && !isKeptEmpty(ref, name), schema, mode);
    if (zero !== undefined) setField(zeros, name, zero);
  }
  return zeros;
}

function encodeMap(value: JsonObject, item: TypeRef, schema: SchemaBundle, mode: Mode): JsonObject {
  const encoded: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) setField(encoded, name, encodeItem(inner, item, schema, mode));
  return encoded;
}

/** A null in a list or map is the zero value of what it holds. */
function encodeItem(value: JsonValue, ref: TypeRef, schema: SchemaBundle, mode: Mode): JsonValue {
  if (value !== null) return encode(value, ref, schema, mode);
  const type = resolveType(schema, ref);
  if (type.kind === 'struct') return zeroStruct(ref, schema, mode);
  if (type.kind !== 'scalar') return null;
  return type.type === 'quantity' ? '0' : type.type === 'string' || type.type === 'bytes' ? '' : null;
}

function encodeScalar(value: JsonValue, type: ScalarType): JsonValue {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : misfit();
    case 'integer':
      return isInteger(value) ? value : misfit();
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? value : misfit();
    case 'boolean':
      return typeof value === 'boolean' ? value : misfit();
    case 'int-or-string':
      return isInteger(value) || typeof value === 'string' ? value : misfit();
    case 'quantity':
      return encodeQuantity(value);
    case 'time':
      return encodeTime(value);
    case 'bytes':
      return encodeBytes(value);
    case 'micro-time':
      return isTime(value) ? value : misfit();
    case 'duration':
      return typeof value === 'string' ? value : misfit();
  }
}

function encodeQuantity(value: JsonValue): JsonValue {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  return (typeof text === 'string' ? canonicalQuantity(text) : undefined) ?? misfit();
}

/** Whole seconds, in UTC (metav1.Time). */
function encodeTime(value: JsonValue): JsonValue {
  return isTime(value) ? new Date(value).toISOString().replace(/\.\d+Z$/, 'Z') : misfit();
}

function isTime(value: JsonValue): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
}

function encodeBytes(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return misfit();
  const joined = value.replace(/[\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(joined) || joined.length % 4 !== 0) return misfit();
  return Buffer.from(joined, 'base64').toString('base64');
}

function isInteger(value: JsonValue): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

/** Zero as Go's omitempty sees it. */
function isZero(value: JsonValue): boolean {
  if (isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === '' || value === 0 || value === 0n || value === false || value === null;
}

function misfit(): never {
  throw new Misfit();
}

/**
 * `value` without the fields that `like` does not have, list items paired in order; items of `value` beyond the end of `like`
 * stay whole (gitops-engine pkg/utils/json).
 */
export function keptFields(like: JsonValue, value: JsonValue): JsonValue {
  if (isObject(like) && isObject(value)) {
    const kept: Record<string, JsonValue> = {};
    for (const [name, inner] of Object.entries(like)) {
      if (Object.hasOwn(value, name)) setField(kept, name, keptFields(inner, value[name] as JsonValue));
    }
    return kept;
  }
  if (isArray(like) && isArray(value)) return keptItems(like, value);
  return value;
}

/** As `keptFields`, of two lists. */
export function keptItems(like: JsonArray, value: JsonArray): JsonArray {
  return value.map((item, at) => (at < like.length ? keptFields(like[at] as JsonValue, item) : item));
}
