import { isArray, isObject, type JsonValue } from '../../../model/json.js';
import { PatchFault } from './patch-meta.js';

/** A JSON object that is being built or changed. */
export type Draft = Record<string, JsonValue>;

/** The Go type that a JSON value decodes to (apimachinery pkg/util/json): whole numbers are other than fractions. */
export function shapeOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (isArray(value)) return 'list';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float';
  return typeof value;
}

/** The common shape of all items. Throws a PatchFault for lists in a list, mixed shapes, and where there is no item. */
export function itemShape(...lists: readonly (readonly JsonValue[])[]): string {
  const shapes = new Set(lists.flatMap((list) => list.map(shapeOf)));
  const [shape] = shapes;
  if (shape === undefined) throw new PatchFault('no item in any of the lists');
  if (shape === 'list') throw new PatchFault('a list in a list cannot be patched');
  if (shapes.size > 1) throw new PatchFault('the items of a list are of different types');
  return shape;
}

/** The item as an object. Throws a PatchFault for anything else. */
export function itemObject(item: JsonValue | undefined): Draft {
  if (!isObject(item)) throw new PatchFault('an item of a list with a merge key is no object');
  return item as Draft;
}

/** The item's merge key. Throws a PatchFault where it has none. */
export function mergeValue(item: JsonValue | undefined, mergeKey: string): JsonValue {
  const object = itemObject(item);
  if (!Object.hasOwn(object, mergeKey)) throw new PatchFault(`an item of a list lacks its merge key ${mergeKey}`);
  return object[mergeKey] as JsonValue;
}

/** A scalar as Go prints it (`%v`), by which items are sorted and matched. */
export function scalarText(value: JsonValue | undefined): string {
  return value === null || value === undefined ? '<nil>' : String(value);
}

/**
 * Sorts as Go's insertion sort does with "less or equal" for "less": items with equal texts come out in reverse order
 * (apimachinery strategicpatch compares with StringsAreSorted).
 */
export function sortedByText(items: readonly JsonValue[], textOf: (item: JsonValue) => string): JsonValue[] {
  const sorted: JsonValue[] = [];
  for (const item of items) {
    let at = sorted.length;
    while (at > 0 && textOf(item) <= textOf(sorted[at - 1] as JsonValue)) at--;
    sorted.splice(at, 0, item);
  }
  return sorted;
}

/** A copy that shares nothing. */
export function copyOf<T extends JsonValue>(value: T): T {
  if (isArray(value)) return value.map(copyOf) as unknown as T;
  if (!isObject(value)) return value;
  const copy: Draft = {};
  for (const [name, inner] of Object.entries(value)) {
    Object.defineProperty(copy, name, { value: copyOf(inner), enumerable: true, configurable: true, writable: true });
  }
  return copy as unknown as T;
}
