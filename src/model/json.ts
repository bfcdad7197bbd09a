/**
 * JSON as gitdrift holds it: what the API server or a manifest says, exactly.
 *
 * Integers beyond 2^53 are `bigint`, all other numbers are `number`. Objects may carry any key, `__proto__` included:
 * read with `field` and write with `setField`, never with a computed assignment.
 */
export type JsonScalar = null | boolean | number | bigint | string;
export type JsonValue = JsonScalar | JsonArray | JsonObject;
export type JsonArray = readonly JsonValue[];
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** True for a JSON object (neither null nor an array). */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a JSON array. */
export function isArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

/** The own value under `key`, or undefined where `value` is no object or has no such key. */
export function field(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value reached by walking own keys (and indices, given as numbers), or undefined. */
export function dig(value: JsonValue | undefined, ...steps: readonly (string | number)[]): JsonValue | undefined {
  let here = value;
  for (const step of steps) {
    here = typeof step === 'number' ? (isArray(here) ? here[step] : undefined) : field(here, step);
  }
  return here;
}

/** `dig` for a string: undefined where the value is anything else. */
export function digString(value: JsonValue | undefined, ...steps: readonly (string | number)[]): string | undefined {
  const found = dig(value, ...steps);
  return typeof found === 'string' ? found : undefined;
}

/** Sets an own, enumerable key, also where the key is `__proto__`. */
export function setField(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** Structural equality; the order of object keys does not matter, that of arrays does; 1 and 1n are equal. */
export function jsonEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  // A float that was printed whole is a bigint on one side and a double on the other: equal where one reads as the other.
  if (typeof a === 'number' && typeof b === 'bigint')
    return Number(b) === a && (!Number.isSafeInteger(a) || BigInt(a) === b);
  if (typeof a === 'bigint' && typeof b === 'number') return jsonEqual(b, a);
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    return keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]));
  }
  return false;
}
