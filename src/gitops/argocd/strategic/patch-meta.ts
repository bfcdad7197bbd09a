import { resolveType, type SchemaBundle, type TypeRef, type TypeSchema } from '../../../model/schema.js';
import data from './patch-strategies.yaml';

const STRATEGIES = data as Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>>;

/** Stands for what is inside a status, which our schemas leave out. */
const STATUS: TypeSchema = { kind: 'any' };

/** What a strategic merge patch cannot be made or applied to; `kubectl apply` fails there as well. */
export class PatchFault extends Error {}

/** How a patch treats one field, and the type of its value (of an item, for a list). */
export interface PatchMeta {
  readonly type: TypeRef;
  readonly strategy: 'merge' | 'replace' | '';
  readonly retainKeys: boolean;
  /** '' for a list of scalars. */
  readonly mergeKey: string;
}

/** A type and where its parts are defined. */
export interface PatchType {
  readonly bundle: SchemaBundle;
  readonly type: TypeRef;
}

/** The type of a value that lies below. */
export function below(around: PatchType, type: TypeRef): PatchType {
  return { bundle: around.bundle, type };
}

/** Of a field that holds an object. Throws a PatchFault where the type has no such field. */
export function metaOfObject(around: PatchType, name: string): PatchMeta {
  const type = resolveType(around.bundle, around.type);
  if (around.type === STATUS) return metaOfStatus(name);
  if (type.kind !== 'struct' || !Object.hasOwn(type.fields, name)) {
    throw new PatchFault(`the type has no field ${name} that a patch could be merged into`);
  }
  const field = type.fields[name] as { readonly type: TypeRef };
  const tags = typeof around.type === 'string' && Object.hasOwn(STRATEGIES, around.type) ? STRATEGIES[around.type] : {};
  const [strategies, mergeKey] = tags !== undefined && Object.hasOwn(tags, name) ? (tags[name] ?? ['', '']) : ['', ''];
  const each = strategies.split(',');
  const isStatus = name === 'status' && resolveType(around.bundle, field.type).kind === 'any';
  return {
    type: isStatus ? STATUS : field.type,
    strategy: each.includes('merge') ? 'merge' : each.includes('replace') ? 'replace' : '',
    retainKeys: each.includes('retainKeys'),
    mergeKey,
  };
}

/**
 * A status's conditions are merged by type in every built-in kind that has them; of its other
 * lists few are merged, and none is declared in Git.
 */
function metaOfStatus(name: string): PatchMeta {
  const isConditions = name === 'conditions';
  return {
    type: STATUS,
    strategy: isConditions ? 'merge' : '',
    retainKeys: false,
    mergeKey: isConditions ? 'type' : '',
  };
}

/** Of a field that holds a list: `type` is that of an item. Throws a PatchFault where the type has no such list. */
export function metaOfList(around: PatchType, name: string): PatchMeta {
  const meta = metaOfObject(around, name);
  const type = resolveType(around.bundle, meta.type);
  if (meta.type === STATUS) return meta;
  if (type.kind !== 'list') throw new PatchFault(`the field ${name} is no list by its type`);
  return { ...meta, type: type.item };
}
