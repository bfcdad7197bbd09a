import { elementId, type FieldPath, type PathElement } from '../../src/model/field-path.js';
import {
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  setField,
} from '../../src/model/json.js';

/**
 * A copy of `root` with the value at `path` replaced by what `change` makes of it; undefined removes it. Objects on the
 * way that are missing are made, and so are items of keyed lists, with their key fields.
 */
export function replaceAt(
  root: JsonValue | undefined,
  path: FieldPath,
  change: (value: JsonValue | undefined) => JsonValue | undefined,
): JsonValue | undefined {
  const [element, ...rest] = path;
  if (element === undefined) return change(root);
  if (element.kind === 'field') {
    const object: Record<string, JsonValue> = { ...(isObject(root) ? root : {}) };
    const value = replaceAt(field(root, element.name), rest, change);
    if (value === undefined) delete object[element.name];
    else setField(object, element.name, value);
    return object;
  }
  const list: JsonValue[] = isArray(root) ? [...root] : [];
  const at = list.findIndex((item, index) => isAt(item, index, element));
  const value = replaceAt(at < 0 ? seed(element) : list[at], rest, change);
  if (value === undefined) return list.filter((_, index) => index !== at);
  if (at < 0) list.push(value);
  else list[at] = value;
  return list;
}

function isAt(item: JsonValue, index: number, element: PathElement): boolean {
  if (element.kind === 'index') return index === element.index;
  if (element.kind === 'value') return jsonEqual(item, element.value);
  return (
    element.kind === 'key' && Object.entries(element.key).every(([name, value]) => jsonEqual(field(item, name), value))
  );
}

function seed(element: PathElement): JsonValue | undefined {
  if (element.kind === 'key') return { ...element.key };
  return element.kind === 'value' ? element.value : undefined;
}

/** True where one path is the other, or lies above or below it. */
export function related(a: FieldPath, b: FieldPath): boolean {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    if (elementId(a[at] as PathElement) !== elementId(b[at] as PathElement)) return false;
  }
  return true;
}

/** A deep copy without the named top-level fields. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
