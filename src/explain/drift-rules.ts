import type { DifferenceKind } from '../model/drift.js';
import type { FieldPath } from '../model/field-path.js';
import { coversPath, matchesKind, matchesName } from '../model/match.js';
import { type PathPattern, parsePattern } from '../model/parse-path.js';
import type { DriftRule } from '../model/policy.js';
import type { ResourceRef } from '../model/resource.js';
import data from './rules.yaml';

/** A rule with its paths read. */
export interface CompiledRule {
  readonly rule: DriftRule;
  readonly patterns: readonly PathPattern[];
}

/** The user's rules, then the shipped ones; the first that matches decides. Throws a SyntaxError for a bad path. */
export function compileRules(user: readonly DriftRule[] = []): readonly CompiledRule[] {
  const shipped = (data as { readonly rules: readonly DriftRule[] }).rules;
  return [...user, ...shipped].map((rule) => ({ rule, patterns: rule.paths.map(parsePattern) }));
}

/** The first rule that names the object, the path, the list that the difference is in, and one of its managers. */
export function ruleFor(
  rules: readonly CompiledRule[],
  at: { ref: ResourceRef; path: FieldPath; kind: DifferenceKind; managers: readonly string[] },
): DriftRule | undefined {
  return rules.find(
    ({ rule, patterns }) =>
      matchesKind(rule.kinds, at.ref) &&
      (rule.name === undefined || rule.name === at.ref.name) &&
      (rule.namespace === undefined || rule.namespace === at.ref.namespace) &&
      (rule.on === undefined || rule.on === at.kind) &&
      patterns.some((pattern) => coversPath(pattern, at.path)) &&
      (rule.managers === undefined ||
        rule.managers.some((wanted) => at.managers.some((manager) => matchesName(wanted, manager)))),
  )?.rule;
}
