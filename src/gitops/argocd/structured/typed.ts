import { fieldElement, keyElement, type PathElement, valueElement } from '../../../model/field-path.js';
import { field, isArray, isObject, type JsonScalar, type JsonValue } from '../../../model/json.js';
import {
  ANY_TYPE,
  type FieldSchema,
  resolveType,
  type SchemaBundle,
  type TypeRef,
  type TypeSchema,
} from '../../../model/schema.js';

/** An object that does not fit its schema; a server-side apply refuses it, and Argo CD's comparison fails. */
export class StructureFault extends Error {}

/** A type as structured-merge-diff sees it. */
export interface Typed {
  readonly bundle: SchemaBundle;
  readonly ref: TypeRef;
  /** Free-form values are taken apart, as in custom kinds; in built-in kinds they are one leaf. */
  readonly deduces: boolean;
}

/** How a value is taken apart: not at all, field by field, or item by item. */
export type Atom =
  | { readonly kind: 'leaf' }
  | { readonly kind: 'map'; readonly atomic: boolean; readonly type: TypeSchema }
  | { readonly kind: 'list'; readonly atomic: boolean; readonly type: TypeSchema };

const LEAF: Atom = { kind: 'leaf' };

/** The atom of a value, or the type's own for a null or absent one (typed/helpers.go, deduceAtom). */
export function atomOf(typed: Typed, value: JsonValue | undefined): Atom {
  const type = resolveType(typed.bundle, typed.ref);
  switch (type.kind) {
    case 'scalar':
      return LEAF;
    case 'list':
      return { kind: 'list', atomic: type.listType === 'atomic', type };
    case 'struct':
    case 'map':
      return { kind: 'map', atomic: type.atomic === true, type };
    case 'any':
      if (!typed.deduces) return LEAF;
      if (isArray(value)) return { kind: 'list', atomic: true, type };
      return isObject(value) || value === null || value === undefined ? { kind: 'map', atomic: false, type } : LEAF;
  }
}

/** The type of a field. Undefined where the schema has no such field and takes none beyond it. */
export function fieldType(typed: Typed, name: string, isRoot: boolean): Typed | undefined {
  const type = resolveType(typed.bundle, typed.ref);
  const found = schemaOfField(type, name);
  if (found === undefined) return undefined;
  // Our schemas leave out what is inside a built-in kind's status; its real type is no leaf.
  const deduces = typed.deduces || (isRoot && name === 'status');
  return { bundle: typed.bundle, ref: found.type, deduces };
}

/** True for a field that the type names, as against a key of a map (schema.Map.FindField). */
export function isNamedField(typed: Typed, name: string): boolean {
  const type = resolveType(typed.bundle, typed.ref);
  return type.kind === 'struct' && Object.hasOwn(type.fields, name);
}

function schemaOfField(type: TypeSchema, name: string): FieldSchema | { readonly type: TypeRef } | undefined {
  if (type.kind === 'map') return { type: type.value };
  if (type.kind === 'any') return { type: ANY_TYPE };
  if (type.kind !== 'struct') return undefined;
  if (Object.hasOwn(type.fields, name)) return type.fields[name];
  if (type.rest !== undefined) return { type: type.rest };
  return type.preserveUnknown ? { type: ANY_TYPE } : undefined;
}

/** The type of a list's items. */
export function itemType(typed: Typed): Typed {
  const type = resolveType(typed.bundle, typed.ref);
  return { ...typed, ref: type.kind === 'list' ? type.item : ANY_TYPE };
}

/** The element that names an item of a keyed list or a set. Throws a StructureFault where it has no key. */
export function itemElement(typed: Typed, item: JsonValue): PathElement {
  const type = resolveType(typed.bundle, typed.ref);
  if (type.kind !== 'list') throw new StructureFault('only an item of a list has a key');
  if (type.listType !== 'map') {
    if (type.listType === 'atomic') throw new StructureFault('an atomic list has no elements');
    if (item === null || isObject(item) || isArray(item)) throw new StructureFault('an item of a set is no scalar');
    return valueElement(item);
  }
  if (!isObject(item)) throw new StructureFault('an item of a keyed list is no object');
  const key: Record<string, JsonScalar> = {};
  for (const name of type.keys) {
    const value = field(item, name) ?? keyDefault(itemType(typed), name);
    if (value !== undefined) key[name] = value as JsonScalar;
  }
  if (Object.keys(key).length === 0) throw new StructureFault(`an item of a keyed list lacks ${type.keys.join(', ')}`);
  return keyElement(key);
}

function keyDefault(item: Typed, name: string): JsonValue | undefined {
  const type = resolveType(item.bundle, item.ref);
  return type.kind === 'struct' && Object.hasOwn(type.fields, name) ? type.fields[name]?.default : undefined;
}

/** The path element of a field. */
export const elementOf = (name: string): PathElement => fieldElement(name);
