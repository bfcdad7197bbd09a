import { elementId } from '../../../model/field-path.js';
import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue, setField } from '../../../model/json.js';
import { atomOf, fieldType, itemElement, itemType, StructureFault, type Typed } from './typed.js';

type Side = JsonValue | undefined;

/**
 * The left value with the right one applied over it: maps and keyed lists are merged, everything else is the right one's
 * (typed/merge.go). Undefined where nothing is left. Throws a StructureFault where the right side has two items of one key.
 */
export function mergeTyped(typed: Typed, left: Side, right: Side, isRoot = true): Side {
  const atom = atomOf(typed, right === undefined ? left : right);
  const leaf = right === undefined ? left : right;
  if (atom.kind === 'leaf' || atom.atomic) return leaf;
  if (atom.kind === 'map') {
    const [l, r] = [isObject(left) ? left : undefined, isObject(right) ? right : undefined];
    if (isEmptyMap(l) && isEmptyMap(r)) return leaf;
    return mergeMaps(typed, l, r, isRoot);
  }
  const [l, r] = [isArray(left) ? left : undefined, isArray(right) ? right : undefined];
  if ((l?.length ?? 0) === 0 && (r?.length ?? 0) === 0) return leaf;
  return mergeLists(typed, l ?? [], r ?? []);
}

function isEmptyMap(map: JsonObject | undefined): boolean {
  return map === undefined || Object.keys(map).length === 0;
}

function mergeMaps(typed: Typed, left: JsonObject = {}, right: JsonObject = {}, isRoot: boolean): Side {
  const merged: Record<string, JsonValue> = {};
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const type = fieldType(typed, name, isRoot);
    if (type === undefined) throw new StructureFault(`${name}: field not declared in schema`);
    const own = (side: JsonObject): Side => (Object.hasOwn(side, name) ? side[name] : undefined);
    const value = mergeTyped(type, own(left), own(right), false);
    if (value !== undefined) setField(merged, name, value);
  }
  return Object.keys(merged).length > 0 ? merged : undefined;
}

interface Indexed {
  readonly ids: readonly string[];
  /** By id; null stands for items that share one. */
  readonly items: ReadonlyMap<string, JsonValue>;
}

/**
 * Items in the order of the right list, those of the left one only at their places between them (visitListItems): a left item
 * that both have is passed over where the right list wants another one first.
 */
function mergeLists(typed: Typed, left: JsonArray, right: JsonArray): Side {
  const [l, r] = [index(typed, left, true), index(typed, right, false)];
  const shared = r.ids.filter((id) => l.items.has(id));
  const done = new Set<string>();
  const out: JsonValue[] = [];
  const take = (own: Side, other: Side): void => {
    const value = mergeTyped(itemType(typed), own, other, false);
    if (value !== undefined) out.push(value);
  };
  let next = shared.shift();
  let [at, to] = [0, 0];
  while (at < l.ids.length || to < r.ids.length) {
    const [leftId, rightId] = [l.ids[at], r.ids[to]];
    if (leftId !== undefined && rightId !== undefined) {
      if (leftId === rightId) {
        done.add(leftId);
        take(l.items.get(leftId), r.items.get(leftId));
        at++;
        to++;
        next = shared.shift();
        continue;
      }
      if (r.items.has(leftId) && next !== undefined && next !== leftId) {
        at++;
        continue;
      }
    }
    if (leftId !== undefined) {
      if (!r.items.has(leftId)) {
        take(left[at], undefined);
        at++;
        continue;
      }
      if (done.has(leftId)) at++;
    }
    if (rightId !== undefined) {
      done.add(rightId);
      take(l.items.get(rightId), r.items.get(rightId));
      to++;
      if (next === rightId) next = shared.shift();
    }
  }
  return out.length > 0 ? out : undefined;
}

function index(typed: Typed, list: JsonArray, mayRepeat: boolean): Indexed {
  const items = new Map<string, JsonValue>();
  const ids = list.map((item) => elementId(itemElement(typed, item)));
  for (const [at, id] of ids.entries()) {
    if (items.has(id) && !mayRepeat) throw new StructureFault(`duplicate entries for key ${id}`);
    // Items that share a key are not merged with the new one.
    items.set(id, items.has(id) ? null : (list[at] as JsonValue));
  }
  return { ids, items };
}
