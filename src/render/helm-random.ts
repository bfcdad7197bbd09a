import { digString, isArray, isObject, type JsonValue, jsonEqual } from '../model/json.js';
import { pointerBelow } from '../model/json-pointer.js';
import type { ManifestDocument } from '../model/manifest.js';

/**
 * The documents of a first rendering, each with the pointers (`volatile`) at which one of the others holds something
 * else. Of an object that another rendering does not hold under the same name, that is its name.
 */
export function markVolatile(
  documents: readonly ManifestDocument[],
  others: readonly (readonly JsonValue[])[],
): ManifestDocument[] {
  const found = documents.map(() => new Set<string>());
  const names = identities(documents.map(({ value }) => value));
  for (const other of others) {
    const values = new Map(identities(other).map((name, at) => [name, other[at] as JsonValue]));
    documents.forEach(({ value }, at) => {
      const again = values.get(names[at] ?? '');
      for (const pointer of again === undefined ? ['/metadata/name'] : differing(value, again)) found[at]?.add(pointer);
    });
  }
  return documents.map((document, at) => {
    const volatile = [...(found[at] ?? [])].sort();
    return volatile.length === 0 ? document : { ...document, volatile };
  });
}

/** What tells one document from another of the same rendering; those that say the same of themselves are counted. */
function identities(values: readonly JsonValue[]): string[] {
  const counts = new Map<string, number>();
  return values.map((value) => {
    const name = [['apiVersion'], ['kind'], ['metadata', 'namespace'], ['metadata', 'name']]
      .map((steps) => digString(value, ...steps) ?? '')
      .join('\n');
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${name}\n${count}`;
  });
}

/** Pointers to the smallest parts of `a` that `b` has not, or has otherwise; lists of other lengths differ as wholes. */
function differing(a: JsonValue, b: JsonValue, pointer = ''): string[] {
  if (isObject(a) && isObject(b)) {
    return Object.entries(a).flatMap(([key, value]) => {
      const at = pointerBelow(pointer, key);
      return Object.hasOwn(b, key) ? differing(value, b[key] as JsonValue, at) : [at];
    });
  }
  if (isArray(a) && isArray(b) && a.length === b.length) {
    return a.flatMap((item, at) => differing(item, b[at] as JsonValue, `${pointer}/${at}`));
  }
  return jsonEqual(a, b) ? [] : [pointer];
}
