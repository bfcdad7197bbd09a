import { isObject, type JsonValue, jsonEqual } from '../../../model/json.js';
import { PATCH } from './directives.js';
import { mergeValue } from './shapes.js';

/** What identifies an item: its merge key's value, or the scalar itself where the list has no merge key. */
export function identity(item: JsonValue | undefined, mergeKey: string): JsonValue | undefined {
  if (mergeKey === '') return item;
  return isObject(item) && Object.hasOwn(item, mergeKey) ? item[mergeKey] : undefined;
}

/** The first position of an item that is identified like `wanted`, or -1. */
export function positionOf(list: readonly JsonValue[], wanted: JsonValue | undefined, mergeKey: string): number {
  return list.findIndex((item) => jsonEqual(identity(item, mergeKey), wanted));
}

/** Splits a list into what stands in `by` too, and the rest. */
export function partition(
  list: readonly JsonValue[],
  by: readonly JsonValue[],
  mergeKey: string,
): { readonly named: JsonValue[]; readonly others: JsonValue[] } {
  const named: JsonValue[] = [];
  const others: JsonValue[] = [];
  for (const item of list) {
    const key = mergeKey === '' ? item : mergeValue(item, mergeKey);
    (positionOf(by, key, mergeKey) < 0 ? others : named).push(item);
  }
  return { named, others };
}

/**
 * Patch items in the order of the patch and server-only items in the order of the live list, interleaved so that a
 * server-only item stands before the first patch item that live has behind it (normalizeElementOrder, mergeSortedSlice).
 */
export function interleave(
  parts: { readonly named: readonly JsonValue[]; readonly others: readonly JsonValue[] },
  patchOrder: readonly JsonValue[],
  liveOrder: readonly JsonValue[],
  mergeKey: string,
): JsonValue[] {
  const right = inOrder(parts.named, patchOrder, mergeKey);
  const left = inOrder(parts.others, liveOrder, mergeKey);
  const at = (item: JsonValue): number => positionOf(liveOrder, identity(item, mergeKey), mergeKey);
  const all: JsonValue[] = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const [server, patch] = [left[l], right[r]];
    const takesServer =
      patch === undefined || (server !== undefined && at(server) >= 0 && at(patch) >= 0 && at(server) < at(patch));
    if (takesServer) {
      all.push(server as JsonValue);
      l++;
    } else {
      all.push(patch);
      r++;
    }
  }
  return all;
}

/** Sorted by `order`, stably; items marked for deletion go to the end. */
export function inOrder(list: readonly JsonValue[], order: readonly JsonValue[], mergeKey: string): JsonValue[] {
  const kept: JsonValue[] = [];
  const deleted: JsonValue[] = [];
  for (const item of list) (isDeletion(item) ? deleted : kept).push(item);
  const sorted: JsonValue[] = [];
  for (const item of kept) {
    const own = positionOf(order, identity(item, mergeKey), mergeKey);
    let at = sorted.length;
    while (at > 0 && goesBefore(own, positionOf(order, identity(sorted[at - 1], mergeKey), mergeKey))) at--;
    sorted.splice(at, 0, item);
  }
  return [...sorted, ...deleted];
}

/** The library's comparison is no order: an item that the order does not name goes before everything. */
function goesBefore(own: number, other: number): boolean {
  return own < 0 || other < 0 || own < other;
}

function isDeletion(item: JsonValue): boolean {
  return isObject(item) && Object.hasOwn(item, PATCH) && item[PATCH] === 'delete';
}
