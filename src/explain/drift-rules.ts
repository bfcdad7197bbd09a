import type { Change, DifferenceKind } from '../model/drift.js';
import type { FieldPath } from '../model/field-path.js';
import { compileGlob } from '../model/glob.js';
import { coversPath } from '../model/match.js';
import { compileName } from '../model/name-pattern.js';
import { parsePattern } from '../model/parse-path.js';
import type { DriftRule, KindSelector, NamePattern } from '../model/policy.js';
import type { ResourceRef } from '../model/resource.js';
import { cutTest, type JqPaths, type Sides } from './rule-cuts.js';
import data from './rules.yaml';

/** A rule with its paths, globs and names read. */
export interface CompiledRule {
  readonly rule: DriftRule;
  /** As it stands in the file: `--no-ignore-rules` turns off what ignores, also where it may only explain. */
  readonly ignores: boolean;
  readonly matches: (at: RulePlace) => boolean;
}

/** A difference, as rules look at it. */
export interface RulePlace {
  readonly ref: ResourceRef;
  readonly path: FieldPath;
  readonly kind: DifferenceKind;
  readonly change?: Change;
  /** The managers that hold the field. */
  readonly managers: readonly string[];
  readonly sides?: Sides;
  /** Whether Git has changed the field since it was applied; undefined where nothing tells. */
  readonly gitChanged?: boolean | undefined;
}

/** How rules are used. */
interface RuleUse {
  /** Absent: jqPathExpressions name nothing. */
  readonly jq?: JqPaths;
  /** The verdict is a controller's, and the user's rules can only explain what it counts. */
  readonly explainOnly?: true;
}

/** The user's rules, then the shipped ones; the first that matches decides. Throws a SyntaxError for a bad path. */
export function compileRules(user: readonly DriftRule[] = [], use: RuleUse = {}): readonly CompiledRule[] {
  const shipped = (data as { readonly rules: readonly DriftRule[] }).rules;
  return [...user.map((rule) => compile(rule, use)), ...shipped.map((rule) => compile(rule, {}))];
}

function compile(rule: DriftRule, { jq, explainOnly }: RuleUse): CompiledRule {
  const ignores = rule.effect === 'ignore';
  const patterns = (rule.paths ?? []).map(parsePattern);
  const isCut = cutTest(rule, jq);
  const selects = objectTest(rule);
  const isAllowed = managerTest(rule.managers);
  const names = ({ path, change, managers, sides }: RulePlace): boolean =>
    patterns.some((pattern) => coversPath(pattern, path)) ||
    (change === 'changed' && rule.managedFieldsManagers?.some((name) => managers.includes(name)) === true) ||
    (isCut !== undefined && sides !== undefined && isCut(path, sides));
  return {
    rule: ignores && explainOnly ? { ...rule, effect: 'explain', reason: `${rule.reason} (${THEIRS})` } : rule,
    ignores,
    matches: (at) =>
      selects(at.ref) &&
      (rule.on === undefined || rule.on === at.kind) &&
      (rule.only === undefined || at.gitChanged === false) &&
      isAllowed(at.managers) &&
      names(at),
  };
}

const THEIRS = 'the policy ignores it; what counts here is for the controller to say';

function objectTest({ kinds, name, namespace }: DriftRule): (ref: ResourceRef) => boolean {
  const tests = kinds.map(({ group, kind }: KindSelector) => [globTest(group), globTest(kind)] as const);
  const [isName, isNamespace] = [globTest(name), globTest(namespace)];
  return (ref) =>
    tests.some(([isGroup, isKind]) => isGroup(ref.group) && isKind(ref.kind)) &&
    isName(ref.name) &&
    isNamespace(ref.namespace);
}

function globTest(glob: string | undefined): (text: string) => boolean {
  if (glob === undefined) return () => true;
  return compileGlob(glob) ?? (() => false);
}

/** Names of managers are few, and an expression may take its time on each. */
function managerTest(wanted: readonly NamePattern[] | undefined): (managers: readonly string[]) => boolean {
  if (wanted === undefined) return () => true;
  const tests = wanted.map(compileName);
  const known = new Map<string, boolean>();
  return (managers) =>
    managers.some((name) => {
      const fits = known.get(name) ?? tests.some((test) => test(name));
      known.set(name, fits);
      return fits;
    });
}

/** The first rule that names the object, the path, the list that the difference is in, and one of its managers. */
export function ruleFor(rules: readonly CompiledRule[], at: RulePlace): DriftRule | undefined {
  return rules.find(({ matches }) => matches(at))?.rule;
}
