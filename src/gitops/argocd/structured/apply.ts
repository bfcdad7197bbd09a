import { EMPTY_FIELD_SET, type FieldSet } from '../../../model/field-set.js';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.js';
import { fieldSetOf, withNamedFields } from './field-set-of.js';
import { mergeTyped } from './merge.js';
import { removeItems } from './remove.js';
import { difference, intersection, isEmpty, union } from './set-operations.js';
import { StructureFault, type Typed } from './typed.js';

/** What is known of the owners of live's fields before a server-side apply. */
export interface Ownership {
  /** Of the applying manager's last apply; absent where it has none. */
  readonly last?: FieldSet;
  /** Of all other managers. */
  readonly others: readonly FieldSet[];
}

/**
 * The live object after a server-side apply that takes every conflict (merge/update.go, Updater.Apply): desired merged over live,
 * without what the applier declared last, declares no more, and nobody else owns.
 */
export function applyTyped(typed: Typed, live: JsonObject, desired: JsonObject, owners: Ownership): JsonObject {
  const merged = mergeTyped(typed, live, desired) ?? {};
  const { last } = owners;
  const applied = last === undefined || isEmpty(last) ? merged : pruned(typed, merged, desired, last, owners.others);
  if (!isObject(applied)) throw new StructureFault('nothing is left of the object');
  return applied;
}

function pruned(
  typed: Typed,
  merged: JsonValue,
  desired: JsonObject,
  last: FieldSet,
  others: readonly FieldSet[],
): JsonValue {
  const named = (set: FieldSet): FieldSet => withNamedFields(set, typed);
  const lastNamed = named(last);
  const without = removeItems(typed, merged, lastNamed);
  const owned = [fieldSetOf(typed, desired), ...others].reduce(union, EMPTY_FIELD_SET);
  const mergedSet = named(fieldSetOf(typed, merged));
  const kept = union(named(fieldSetOf(typed, without)), named(owned));
  const backOwned = removeItems(typed, merged, difference(mergedSet, kept));
  const prunedSet = named(fieldSetOf(typed, backOwned));
  return removeItems(typed, merged, intersection(difference(mergedSet, prunedSet), lastNamed));
}
