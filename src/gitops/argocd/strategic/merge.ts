import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  setField,
} from '../../../model/json.js';
import { listOfDeletions, listOfOrder, orderOf, PATCH, RETAIN_KEYS } from './directives.js';
import { interleave, partition, positionOf } from './order.js';
import { below, metaOfList, metaOfObject, PatchFault, type PatchMeta, type PatchType } from './patch-meta.js';
import { type Draft, itemObject, itemShape, mergeValue, scalarText, shapeOf } from './shapes.js';

/**
 * What a patch is merged into: `patch`, another patch, whose directives and nulls are then kept; or `document`, a real
 * object, where directives are carried out and nulls delete.
 */
export type Into = 'patch' | 'document';

/**
 * Merges `patch` into `original` (mergeMap of apimachinery strategicpatch). Both are used up: give copies. Throws a PatchFault
 * where the patch does not fit.
 */
export function mergeObject(original: Draft, patch: Draft, type: PatchType, into: Into): Draft {
  if (Object.hasOwn(patch, PATCH)) {
    if (patch[PATCH] === 'delete') return {};
    if (patch[PATCH] !== 'replace') throw new PatchFault(`the directive ${scalarText(patch[PATCH])} is none`);
    delete patch[PATCH];
    return patch;
  }
  retainKeys(original, patch, into);
  mergeOrderedLists(original, patch, type, into);
  for (const [key, value] of Object.entries(patch)) mergeField(original, key, value, type, into);
  return original;
}

function mergeField(original: Draft, key: string, value: JsonValue, type: PatchType, into: Into): void {
  const list = listOfDeletions(key);
  if (list !== undefined && into === 'patch') {
    setField(original, key, value);
    return;
  }
  const name = list ?? key;
  if (value === null) {
    delete original[name];
    if (into === 'document') return;
  }
  const present = Object.hasOwn(original, name) ? original[name] : undefined;
  if (present === undefined || shapeOf(present) !== shapeOf(value)) {
    if (list === undefined) take(original, name, value, into);
  } else if (isObject(present) && isObject(value)) {
    const meta = metaOfObject(type, name);
    const merged =
      meta.strategy === 'replace' ? value : mergeObject(present as Draft, value as Draft, below(type, meta.type), into);
    setField(original, name, merged);
  } else if (isArray(present) && isArray(value)) {
    const meta = metaOfList(type, name);
    setField(original, name, mergeLists(present, value, below(type, meta.type), meta, into, list !== undefined));
  } else {
    take(original, name, value, into);
  }
}

/** Takes over a value of the patch as it is, without directives, and into a document without nulls. */
function take(original: Draft, name: string, value: JsonValue, into: Into): void {
  const plain = withoutDirectives(into === 'document' ? withoutNulls(value) : value);
  if (plain === undefined) delete original[name];
  else setField(original, name, plain);
}

function withoutDirectives(value: JsonValue): JsonValue | undefined {
  if (isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  return Object.hasOwn(value, PATCH) ? undefined : mapFields(value, withoutDirectives);
}

function withoutNulls(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(withoutNulls);
  return isObject(value) ? mapFields(value, (inner) => (inner === null ? undefined : withoutNulls(inner))) : value;
}

function mapFields(object: JsonObject, change: (value: JsonValue) => JsonValue | undefined): JsonObject {
  const changed: Draft = {};
  for (const [name, value] of Object.entries(object)) {
    const fresh = change(value);
    if (fresh !== undefined) setField(changed, name, fresh);
  }
  return changed;
}

/** `$retainKeys`: of a document everything that is not named goes. */
function retainKeys(original: Draft, patch: Draft, into: Into): void {
  const kept = patch[RETAIN_KEYS];
  if (kept === undefined) return;
  delete patch[RETAIN_KEYS];
  if (into === 'patch') {
    const other = original[RETAIN_KEYS];
    if (other !== undefined && !jsonEqual(other, kept)) throw new PatchFault('two lists of keys to retain differ');
    original[RETAIN_KEYS] = kept;
    return;
  }
  const names = new Set(isArray(kept) ? kept : []);
  for (const [key, value] of Object.entries(patch)) {
    const isDirective = listOfDeletions(key) !== undefined || listOfOrder(key) !== undefined;
    if (value !== null && !isDirective && !names.has(key))
      throw new PatchFault(`the patch sets ${key}, which it does not retain`);
  }
  for (const key of Object.keys(original)) if (!names.has(key)) delete original[key];
}

/** Lists whose order the patch says: merged, put in that order, and taken out of the patch (mergePatchIntoOriginal). */
function mergeOrderedLists(original: Draft, patch: Draft, type: PatchType, into: Into): void {
  for (const [key, order] of Object.entries(patch)) {
    const name = listOfOrder(key);
    if (name === undefined || !isArray(order)) continue;
    if (into === 'patch') {
      const other = original[orderOf(name)];
      if (other !== undefined && !jsonEqual(other, order)) throw new PatchFault('two orders of one list differ');
      original[orderOf(name)] = order;
    }
    delete patch[key];
    const present = listIn(original, name);
    const added = listIn(patch, name);
    if (present === undefined && added === undefined) continue;
    const meta = metaOfList(type, name);
    checkOrder(added ?? [], order, meta.mergeKey);
    const merged = mergedByOrder(present, added, below(type, meta.type), meta, into);
    const parts = partition(merged, order, meta.mergeKey);
    setField(original, name, interleave(parts, order, present ?? [], meta.mergeKey));
    delete patch[name];
  }
}

function mergedByOrder(
  present: JsonArray | undefined,
  added: JsonArray | undefined,
  item: PatchType,
  meta: PatchMeta,
  into: Into,
): JsonArray {
  if (added === undefined) return present ?? [];
  if (present === undefined) return (withoutDirectives(added) as JsonArray | undefined) ?? [];
  return mergeLists(present, added, item, meta, into, false);
}

function listIn(object: Draft, name: string): JsonArray | undefined {
  if (!Object.hasOwn(object, name)) return undefined;
  const list = object[name];
  if (!isArray(list)) throw new PatchFault(`the field ${name} is no list`);
  return list;
}

/** The items of a patch have to stand in the order that it says. */
function checkOrder(items: JsonArray, order: JsonArray, mergeKey: string): void {
  const isDeletion = (item: JsonValue): boolean => isObject(item) && Object.hasOwn(item, PATCH);
  const kept = items.filter((item) => !isDeletion(item));
  if (kept.length === 0 || order.length === 0) return;
  let at = 0;
  for (const wanted of order) {
    const item = kept[at];
    if (item === undefined) return;
    const isNext =
      mergeKey === '' ? jsonEqual(item, wanted) : jsonEqual(mergeValue(item, mergeKey), mergeValue(wanted, mergeKey));
    if (isNext) at++;
  }
  if (at < kept.length) throw new PatchFault('the items of a list stand in another order than the patch says');
}

function mergeLists(
  present: JsonArray,
  patch: JsonArray,
  item: PatchType,
  meta: PatchMeta,
  into: Into,
  deletes: boolean,
): JsonArray {
  if (meta.strategy !== 'merge' && !deletes) return patch;
  if (present.length === 0 && patch.length === 0) return present;
  const { mergeKey } = meta;
  if (itemShape(present, patch) !== 'object') {
    if (deletes && into === 'document') return present.filter((value) => positionOf(patch, value, '') < 0);
    const merged = distinct([...present, ...patch]);
    return interleave(partition(merged, patch, ''), patch, present, '');
  }
  if (mergeKey === '') throw new PatchFault('a list of objects without a merge key cannot be merged');
  const special = carryOutDirectives(present, patch, mergeKey);
  const merged = mergeItems(special.present, special.patch, item, mergeKey, into);
  return interleave(partition(merged, special.patch, mergeKey), special.patch, special.present, mergeKey);
}

function carryOutDirectives(
  present: JsonArray,
  patch: JsonArray,
  mergeKey: string,
): { readonly present: JsonArray; readonly patch: JsonArray } {
  let left = present;
  let replaces = false;
  const plain: JsonValue[] = [];
  for (const one of patch) {
    const directive = itemObject(one)[PATCH];
    if (directive === undefined) plain.push(one);
    else if (directive === 'replace') replaces = true;
    else if (directive === 'delete') {
      const gone = mergeValue(one, mergeKey);
      left = left.filter((other) => !jsonEqual(itemObject(other)[mergeKey], gone));
    } else throw new PatchFault(`the directive ${scalarText(directive)} is none`);
  }
  return replaces ? { present: plain, patch: [] } : { present: left, patch: plain };
}

/** An item of the patch goes into the first item with its key, or to the end. */
function mergeItems(present: JsonArray, patch: JsonArray, item: PatchType, mergeKey: string, into: Into): JsonArray {
  const merged = [...present];
  for (const one of patch) {
    const at = positionOf(merged, mergeValue(one, mergeKey), mergeKey);
    if (at < 0) merged.push(one);
    else merged[at] = mergeObject(itemObject(merged[at]), itemObject(one), item, into);
  }
  return merged;
}

function distinct(values: JsonArray): JsonValue[] {
  return values.filter((value, at) => values.findIndex((other) => jsonEqual(other, value)) === at);
}
