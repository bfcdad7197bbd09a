import { field, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { TypeRef } from '../../model/schema.js';

/**
 * A struct or map on the way from an object's root to a field, linked to what it stands in. `object` is what the server
 * sees there: the declared fields, and live's where nothing is declared. Lists make no level of their own: an item's
 * `up` is the struct that holds the list.
 */
export interface Level {
  /** A name in the bundle such as `core/v1.PodSpec`, or an inline type. */
  readonly type: TypeRef;
  readonly object: JsonObject;
  readonly up?: { readonly level: Level; readonly field: string };
}

/** The nearest level above (or this one) of that type. */
export function enclosing(level: Level, typeName: string): Level | undefined {
  for (let here: Level | undefined = level; here; here = here.up?.level) if (here.type === typeName) return here;
  return undefined;
}

/** The whole object's level. */
export function rootOf(level: Level): Level {
  let here = level;
  while (here.up) here = here.up.level;
  return here;
}

/** The map under `key` of a level's object, or an empty one. */
export function mapAt(level: Level | undefined, key: string): JsonObject {
  const value: JsonValue | undefined = field(level?.object, key);
  return isObject(value) ? value : {};
}
