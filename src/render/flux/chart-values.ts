import { isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import { setPathValue } from './set-path.js';

/** What one entry of `valuesFrom` gives: whole values, or the text for one path in them. */
export type ValuesPart =
  | { readonly kind: 'values'; readonly values: JsonObject }
  | { readonly kind: 'path'; readonly path: string; readonly text: string; readonly literal: boolean };

/**
 * The values of a release (fluxcd/pkg chartutil/values.go): the parts in their order, the inline values over them. A part
 * for one path is set after the inline values that are known so far. Throws an Error for a path that cannot be read.
 */
export function chartValues(parts: readonly ValuesPart[], inline: JsonObject): JsonObject {
  let result: JsonObject = {};
  for (const part of parts) {
    result =
      part.kind === 'values'
        ? mergeValues(result, part.values)
        : setPathValue(mergeValues(result, inline), part.path, part.text, part.literal);
  }
  return mergeValues(result, inline);
}

/** Maps are merged key by key; anything else of `over` takes the place of what is there. */
export function mergeValues(under: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const there = Object.hasOwn(under, key) ? under[key] : undefined;
    setField(merged, key, isObject(value) && isObject(there) ? mergeValues(there, value) : value);
  }
  return merged;
}
