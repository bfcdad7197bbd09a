import { elementId, type FieldPath, type PathElement } from './field-path.js';

/**
 * A set of field paths as a trie, like structured-merge-diff's `fieldpath.Set`. A node is a member where `member` is
 * true (`.` in fieldsV1, or a leaf); being an ancestor of a member makes no member.
 */
export interface FieldSet {
  readonly member: boolean;
  readonly children: ReadonlyMap<string, FieldSetChild>;
}

export interface FieldSetChild {
  readonly element: PathElement;
  readonly set: FieldSet;
}

export const EMPTY_FIELD_SET: FieldSet = { member: false, children: new Map() };

/** The subset at `path`, or undefined where the set says nothing of it or of anything below it. */
export function subset(set: FieldSet, path: FieldPath): FieldSet | undefined {
  let here: FieldSet | undefined = set;
  for (const element of path) here = here?.children.get(elementId(element))?.set;
  return here;
}

/** True where `path` itself is a member. */
export function hasPath(set: FieldSet, path: FieldPath): boolean {
  return subset(set, path)?.member === true;
}

/** True where `path` or anything below it is a member. */
export function holdsAnything(set: FieldSet, path: FieldPath): boolean {
  const below = subset(set, path);
  return below !== undefined && hasMember(below);
}

function hasMember(set: FieldSet): boolean {
  if (set.member) return true;
  for (const child of set.children.values()) if (hasMember(child.set)) return true;
  return false;
}

/** All member paths, in the trie's order. */
export function* memberPaths(set: FieldSet, prefix: FieldPath = []): Generator<FieldPath> {
  if (set.member && prefix.length > 0) yield prefix;
  for (const { element, set: below } of set.children.values()) yield* memberPaths(below, [...prefix, element]);
}
