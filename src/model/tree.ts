import { isArray, isObject, type JsonValue } from './json.js';

const DEEPEST = 1000;
const MOST = 5_000_000;

/**
 * True for a value that can be walked over: aliases of YAML can make one that holds itself, or that is written in ten lines and
 * has billions of parts.
 */
export function isTree(value: JsonValue): boolean {
  let parts = 0;
  const isBounded = (one: JsonValue, depth: number): boolean => {
    parts += 1;
    if (depth > DEEPEST || parts > MOST) return false;
    if (isArray(one)) return one.every((item) => isBounded(item, depth + 1));
    return !isObject(one) || Object.values(one).every((item) => item === undefined || isBounded(item, depth + 1));
  };
  return isBounded(value, 0);
}
