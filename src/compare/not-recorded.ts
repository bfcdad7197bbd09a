import { field, isArray, type JsonObject, type JsonValue } from '../model/json.js';
import { isLeftOut, RECORDED_UNDECLARED } from '../model/recorded-secret.js';
import { isSecretPath } from './mask.js';
import type { Place, Walk } from './walk.js';

/** True where a recording left out the value that desired declares here, so that nobody can compare it; notes it. */
export function isNotRecorded(walk: Walk, place: Place, live: JsonValue): boolean {
  // "Not in desired" for a value that desired declares: it declares it since the recording.
  const isUnknown =
    isLeftOut(live) ||
    (live === RECORDED_UNDECLARED && isSecretPath(walk.ref, place.path)) ||
    (walk.leavesOut && isArray(live) && !pairsItems(place, live) && leavesOut(live));
  if (isUnknown) walk.found.notRecorded.push(place.path);
  return isUnknown;
}

/** True where a value in it, or it itself, was left out of a recording. */
export function leavesOut(live: JsonValue): boolean {
  if (typeof live !== 'object' || live === null) return isLeftOut(live);
  if (isArray(live)) return live.some(leavesOut);
  const object = live as JsonObject;
  for (const name in object) if (leavesOut(object[name] as JsonValue)) return true;
  return false;
}

/** True for a keyed list of which all keys were recorded; items of other lists cannot be told apart. */
function pairsItems({ type }: Place, items: readonly JsonValue[]): boolean {
  if (type.kind !== 'list' || type.listType !== 'map') return false;
  return items.every((item) => !type.keys.some((key) => isLeftOut(field(item, key))));
}
