import { compileGlob } from '../../model/glob.js';

/** Kinds of a group; each may be a glob. */
export interface KindPattern {
  readonly group: string;
  readonly kinds: readonly string[];
}

/** True for kinds that one of the patterns names. */
export function kindMatcher(
  patterns: readonly KindPattern[],
): (kind: { readonly group: string; readonly kind: string }) => boolean {
  const compiled = patterns.map(({ group, kinds }) => ({ group: matcher(group), kinds: kinds.map(matcher) }));
  return ({ group, kind }) => compiled.some((one) => one.group(group) && one.kinds.some((matches) => matches(kind)));
}

function matcher(pattern: string): (text: string) => boolean {
  if (!pattern.includes('*')) return (text) => text === pattern;
  return compileGlob(pattern) ?? (() => false);
}
