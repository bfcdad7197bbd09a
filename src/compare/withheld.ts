import { field, isArray, type JsonValue } from '../model/json.js';
import { RECORDED_EQUAL } from '../model/recorded-secret.js';
import type { Place, Walk } from './walk.js';
import { marksIn } from './withhold.js';

/** True where a declared value that live has is not compared; notes it, unless live holds the very text of it. */
export function setsAside(walk: Walk, place: Place, desired: JsonValue, live: JsonValue): boolean {
  if (walk.withheld.size === 0) return false;
  const known = walk.withheld.get(desired);
  if (known !== undefined) {
    const isSame = known.stored !== undefined && (live === known.stored || live === RECORDED_EQUAL);
    if (!isSame) walk.found.withheld.push({ path: place.path, reason: known.reason });
    return true;
  }
  if (!isArray(desired) || pairsItems(walk, place, desired)) return false;
  // Items cannot be told apart without their values, so the list is one thing that cannot be compared.
  const inside = marksIn(walk.withheld, desired);
  for (const { reason } of inside) walk.found.withheld.push({ path: place.path, reason });
  return inside.length > 0;
}

/** True for a keyed list whose keys can be read. */
function pairsItems(walk: Walk, { type }: Place, items: readonly JsonValue[]): boolean {
  if (type.kind !== 'list' || type.listType !== 'map') return false;
  return items.every((item) => !type.keys.some((key) => walk.withheld.has(field(item, key) ?? null)));
}
