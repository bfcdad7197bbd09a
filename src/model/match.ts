import { elementId, type FieldPath } from './field-path.js';
import { compileName } from './name-pattern.js';
import type { PathPattern } from './parse-path.js';
import type { KindSelector, NamePattern } from './policy.js';

/** True where `path` is what the pattern names, or lies below it. */
export function coversPath(pattern: PathPattern, path: FieldPath): boolean {
  return path.length >= pattern.length && matchesPrefix(pattern, path);
}

/** True where `path` is exactly what the pattern names. */
export function matchesPath(pattern: PathPattern, path: FieldPath): boolean {
  return path.length === pattern.length && matchesPrefix(pattern, path);
}

function matchesPrefix(pattern: PathPattern, path: FieldPath): boolean {
  return pattern.every((wanted, at) => {
    const element = path[at];
    return element !== undefined && (wanted.kind === 'any' || elementId(wanted) === elementId(element));
  });
}

/** True where one of the selectors names the kind; an absent part or `*` matches any. */
export function matchesKind(
  selectors: readonly KindSelector[],
  kind: { readonly group: string; readonly kind: string },
): boolean {
  const matches = (wanted: string | undefined, have: string): boolean =>
    wanted === undefined || wanted === '*' || wanted === have;
  return selectors.some((selector) => matches(selector.group, kind.group) && matches(selector.kind, kind.kind));
}

/** True where the name is the one given, begins with the prefix, or matches the regular expression. */
export function matchesName(wanted: NamePattern, name: string): boolean {
  return compileName(wanted)(name);
}
