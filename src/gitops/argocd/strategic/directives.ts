/** Keys of a strategic merge patch that say how to merge (apimachinery pkg/util/strategicpatch/patch.go). */
export const PATCH = '$patch';
export const RETAIN_KEYS = '$retainKeys';
const DELETE_FROM_LIST = '$deleteFromPrimitiveList/';
const SET_ORDER = '$setElementOrder/';

/** The key under which the scalars to be deleted from the list `name` stand. */
export const deletionsOf = (name: string): string => `${DELETE_FROM_LIST}${name}`;

/** The key under which the wanted order of the list `name` stands. */
export const orderOf = (name: string): string => `${SET_ORDER}${name}`;

/** The list that a key of deletions is about, or undefined for another key. */
export function listOfDeletions(key: string): string | undefined {
  return key.startsWith(DELETE_FROM_LIST) ? key.slice(DELETE_FROM_LIST.length) : undefined;
}

/** The list that a key of order is about, or undefined for another key. */
export function listOfOrder(key: string): string | undefined {
  return key.startsWith(SET_ORDER) ? key.slice(SET_ORDER.length) : undefined;
}
