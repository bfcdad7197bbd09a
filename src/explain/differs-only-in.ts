import type { Difference } from '../model/drift.js';
import { isArray, isObject, type JsonValue, jsonEqual, setField } from '../model/json.js';

/** True where desired and live are the same but for fields of these names, however deep; false where one is absent. */
export function differsOnlyIn(
  { desired, live }: Pick<Difference, 'desired' | 'live'>,
  names: readonly string[],
): boolean {
  if (desired === undefined || live === undefined) return false;
  return jsonEqual(without(desired, names), without(live, names));
}

function without(value: JsonValue, names: readonly string[]): JsonValue {
  if (isArray(value)) return value.map((item) => without(item, names));
  if (!isObject(value)) return value;
  const kept: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) {
    if (names.includes(name)) continue;
    const rest = without(inner, names);
    // A map that held nothing else counts as absent: `labels` of which only one label was added.
    if (isObject(inner) && isObject(rest) && Object.keys(inner).length > 0 && Object.keys(rest).length === 0) continue;
    setField(kept, name, rest);
  }
  return kept;
}
