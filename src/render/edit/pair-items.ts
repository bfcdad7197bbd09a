import { field, isObject, type JsonValue, jsonEqual } from '../../model/json.js';

/** An item that stays or changes (`old` and `next`), goes (`old` alone) or comes (`next` alone). */
export interface ItemPair {
  readonly old?: number;
  readonly next?: number;
}

/**
 * Pairs the items of two lists in order: equal ones first, as many as can keep their order; between those, items of one
 * name, then whatever stands at the same turn.
 */
export function pairItems(old: readonly JsonValue[], next: readonly JsonValue[]): readonly ItemPair[] {
  const equal = longestCommon(old, next);
  const pairs: ItemPair[] = [];
  let [from, to] = [0, 0];
  for (const { old: oldAt, next: nextAt } of [...equal, { old: old.length, next: next.length }]) {
    pairs.push(...pairBetween(old, next, from, oldAt, to, nextAt));
    if (oldAt < old.length) pairs.push({ old: oldAt, next: nextAt });
    [from, to] = [oldAt + 1, nextAt + 1];
  }
  return pairs;
}

function pairBetween(
  old: readonly JsonValue[],
  next: readonly JsonValue[],
  oldFrom: number,
  oldTo: number,
  nextFrom: number,
  nextTo: number,
): ItemPair[] {
  const pairs: ItemPair[] = [];
  let at = oldFrom;
  for (let wanted = nextFrom; wanted < nextTo; wanted++) {
    if (at >= oldTo) {
      pairs.push({ next: wanted });
      continue;
    }
    const named = sameName(old, next[wanted], at, oldTo);
    for (; named !== undefined && at < named; at++) pairs.push({ old: at });
    // An item that has a name is no other item that has another.
    if (named === undefined && hasName(next[wanted]) && hasName(old[at])) pairs.push({ next: wanted });
    else pairs.push({ old: at++, next: wanted });
  }
  for (; at < oldTo; at++) pairs.push({ old: at });
  return pairs;
}

const hasName = (item: JsonValue | undefined): boolean => isObject(item) && typeof field(item, 'name') === 'string';

function sameName(
  old: readonly JsonValue[],
  item: JsonValue | undefined,
  from: number,
  to: number,
): number | undefined {
  if (!hasName(item)) return undefined;
  for (let at = from; at < to; at++) if (hasName(old[at]) && field(old[at], 'name') === field(item, 'name')) return at;
  return undefined;
}

function longestCommon(old: readonly JsonValue[], next: readonly JsonValue[]): { old: number; next: number }[] {
  const rows = old.length + 1;
  const columns = next.length + 1;
  const length = Array.from({ length: rows }, () => new Array<number>(columns).fill(0));
  const at = (row: number, column: number): number => length[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = next.length - 1; column >= 0; column--) {
      const best = jsonEqual(old[row], next[column])
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
      (length[row] as number[])[column] = best;
    }
  }
  const common: { old: number; next: number }[] = [];
  for (let [row, column] = [0, 0]; row < old.length && column < next.length; ) {
    if (jsonEqual(old[row], next[column])) common.push({ old: row++, next: column++ });
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return common;
}
