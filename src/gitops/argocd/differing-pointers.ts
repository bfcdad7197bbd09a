import { isArray, isObject, type JsonValue, jsonEqual } from '../../model/json.js';
import { pointerOf } from '../../model/json-pointer.js';
import type { Step } from './without-steps.js';

/** Pointers to the smallest parts in which two values differ, sorted; lists of different length are compared item by item. */
export function differingPointers(left: JsonValue, right: JsonValue): readonly string[] {
  const found: string[] = [];
  walk(left, right, [], found);
  return found.sort();
}

function walk(left: JsonValue | undefined, right: JsonValue | undefined, at: readonly Step[], found: string[]): void {
  if (jsonEqual(left, right)) return;
  if (isObject(left) && isObject(right)) {
    const own = (side: typeof left, name: string): JsonValue | undefined =>
      Object.hasOwn(side, name) ? side[name] : undefined;
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      walk(own(left, name), own(right, name), [...at, name], found);
    }
  } else if (isArray(left) && isArray(right)) {
    for (let index = 0; index < Math.max(left.length, right.length); index++) {
      walk(left[index], right[index], [...at, index], found);
    }
  } else {
    found.push(pointerOf(at));
  }
}
