import {
  comparePaths,
  type FieldPath,
  fieldElement,
  keyElement,
  type PathElement,
  valueElement,
} from '../model/field-path.js';
import { field, isArray, isObject, type JsonScalar, type JsonValue, jsonEqual } from '../model/json.js';
import { printJson } from '../model/json-text.js';
import type { KubernetesObject, ResourceRef } from '../model/resource.js';
import { ANY_TYPE, gvkKey, resolveType, type SchemaBundle, type TypeRef, type TypeSchema } from '../model/schema.js';
import { isAllocated, isBookkeeping } from './defaults/allocated.js';
import { markAt } from './marks.js';
import { isUnordered } from './semantics.js';
import { fieldSchema } from './walk.js';

/** One field that a dry run would change. An atomic list is one field; absent `before` or `after` means there is none. */
export interface ServerChange {
  readonly path: FieldPath;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** True where a rule says that the value is the server's or a controller's own, whatever desired declares. */
  readonly byRule: boolean;
}

interface Sides {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/**
 * Every field that differs between a live object and what the server answers to a dry run, sorted by path. Both are the
 * server's own, at one version, so that a value is equal or it is not: no defaults, no normal forms. The server's notes
 * (resourceVersion, managedFields …) are left out; the order of keyed lists and sets does not count.
 */
export function serverChanges(
  ref: ResourceRef,
  schema: SchemaBundle,
  live: KubernetesObject,
  result: KubernetesObject,
): readonly ServerChange[] {
  const kind = Object.hasOwn(schema.kinds, gvkKey(ref)) ? schema.kinds[gvkKey(ref)] : undefined;
  const found: (Sides & { readonly path: FieldPath })[] = [];
  const type = resolveType(schema, kind?.type ?? ANY_TYPE);
  collect({ ref, schema, found }, type, [], { before: live, after: result });
  return found
    .filter(({ path }) => isBookkeeping(ref, path, live, kind) === undefined)
    .map(({ path, before, after }): ServerChange => {
      const byRule =
        isAllocated(ref, path, live) !== undefined || markAt(path, before ?? after ?? null, live) !== undefined;
      return {
        path,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
        byRule,
      };
    })
    .sort((a, b) => comparePaths(a.path, b.path));
}

interface Search {
  readonly ref: ResourceRef;
  readonly schema: SchemaBundle;
  readonly found: (Sides & { readonly path: FieldPath })[];
}

function collect(search: Search, type: TypeSchema, path: FieldPath, sides: Sides): void {
  const before = sides.before ?? undefined;
  const after = sides.after ?? undefined;
  if (before === undefined ? after === undefined : after !== undefined && jsonEqual(before, after)) return;
  if (isArray(before) && isArray(after) && isUnordered(search.ref, path) && sameItems(before, after)) return;
  const parts = partsOf(type, before, after);
  if (parts === undefined || parts.length === 0) {
    search.found.push({ path, before, after });
    return;
  }
  const first = search.found.length;
  for (const part of parts) {
    collect(search, resolveType(search.schema, part.type), [...path, part.element], part);
  }
  // An empty map or list that appears or goes has no part that tells of it.
  if (search.found.length === first && (before === undefined || after === undefined)) {
    search.found.push({ path, before, after });
  }
}

interface Part extends Sides {
  readonly element: PathElement;
  readonly type: TypeRef;
}

/** What a value consists of where it is more than one thing, for both sides together. */
function partsOf(type: TypeSchema, before: JsonValue | undefined, after: JsonValue | undefined): Part[] | undefined {
  const sides = [before, after].filter((side) => side !== undefined);
  if (sides.every(isObject)) {
    const names = new Set(sides.flatMap((side) => Object.keys(side)));
    return [...names].map((name) => ({
      element: fieldElement(name),
      type: fieldSchema(type, name)?.type ?? ANY_TYPE,
      before: field(before, name),
      after: field(after, name),
    }));
  }
  if (!sides.every(isArray) || type.kind !== 'list' || type.listType === 'atomic') return undefined;
  const [left, right] = [itemsOf(type, before), itemsOf(type, after)];
  if (left === undefined || right === undefined) return undefined;
  return [...new Map([...left, ...right])].map(([id, { element }]) => ({
    element,
    type: type.item,
    before: left.get(id)?.value,
    after: right.get(id)?.value,
  }));
}

type Item = { readonly element: PathElement; readonly value: JsonValue };

/** The items of a set or keyed list by what names them; undefined where two have one name. */
function itemsOf(
  type: Extract<TypeSchema, { kind: 'list' }>,
  list: JsonValue | undefined,
): ReadonlyMap<string, Item> | undefined {
  const values = isArray(list) ? list : [];
  const items = new Map(
    values.map((value): [string, Item] => {
      const element = type.listType === 'map' ? keyOf(value, type.keys) : valueElement(value);
      return [printJson(element), { element, value }];
    }),
  );
  return items.size === values.length ? items : undefined;
}

/** The key as the server printed it, defaulted fields included. */
function keyOf(item: JsonValue, keys: readonly string[]): PathElement {
  const named = keys.flatMap((name): [string, JsonScalar][] => {
    const value = field(item, name);
    return value === undefined || isObject(value) || isArray(value) ? [] : [[name, value]];
  });
  return keyElement(Object.fromEntries(named));
}

function sameItems(before: readonly JsonValue[], after: readonly JsonValue[]): boolean {
  const left = [...before];
  return (
    before.length === after.length &&
    after.every((item) => {
      const at = left.findIndex((other) => jsonEqual(other, item));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
  );
}
