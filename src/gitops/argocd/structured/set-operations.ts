import { elementId, type FieldPath, type PathElement } from '../../../model/field-path.js';
import { EMPTY_FIELD_SET, type FieldSet, type FieldSetChild } from '../../../model/field-set.js';

/** A set that is being filled. */
export interface GrowingSet {
  member: boolean;
  readonly children: Map<string, { readonly element: PathElement; readonly set: GrowingSet }>;
}

/** An empty set to be filled. */
export const growingSet = (): GrowingSet => ({ member: false, children: new Map() });

/** Makes `path` a member; the empty path is none. */
export function insert(set: GrowingSet, path: FieldPath): void {
  let here = set;
  for (const element of path) {
    const id = elementId(element);
    let child = here.children.get(id);
    if (child === undefined) {
      child = { element, set: growingSet() };
      here.children.set(id, child);
    }
    here = child.set;
  }
  if (path.length > 0) here.member = true;
}

/** Members of either. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(a)) return b;
  if (isEmpty(b)) return a;
  const children = new Map(a.children);
  for (const [id, child] of b.children) {
    const known = children.get(id);
    children.set(id, known === undefined ? child : { element: child.element, set: union(known.set, child.set) });
  }
  return { member: a.member || b.member, children };
}

/** Members of both. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, b, (left, right) => left && right, false);
}

/** Members of `a` that `b` has not; what lies below a member of `b` stays. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, b, (left, right) => left && !right, true);
}

function combine(
  a: FieldSet,
  b: FieldSet,
  isMember: (left: boolean, right: boolean) => boolean,
  keepsRest: boolean,
): FieldSet {
  const children = new Map<string, FieldSetChild>();
  for (const [id, { element, set }] of a.children) {
    const other = b.children.get(id)?.set;
    if (other === undefined && !keepsRest) continue;
    const left = other === undefined ? set : combine(set, other, isMember, keepsRest);
    if (!isEmpty(left)) children.set(id, { element, set: left });
  }
  return { member: isMember(a.member, b.member), children };
}

/** True where nothing is a member. */
export function isEmpty(set: FieldSet): boolean {
  if (set.member) return false;
  for (const child of set.children.values()) if (!isEmpty(child.set)) return false;
  return true;
}

/** What the set says below an element. */
export function childSet(set: FieldSet, element: PathElement): FieldSet {
  return set.children.get(elementId(element))?.set ?? EMPTY_FIELD_SET;
}

/** True where something below the set's own root is a member. */
export function hasBelow(set: FieldSet): boolean {
  for (const child of set.children.values()) if (!isEmpty(child.set)) return true;
  return false;
}
