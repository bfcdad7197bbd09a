import { GitdriftError } from '../model/errors.js';
import type { FieldPath } from '../model/field-path.js';
import { coversPath, matchesKind } from '../model/match.js';
import { compileName, type NameTest } from '../model/name-pattern.js';
import { type PathPattern, parsePattern } from '../model/parse-path.js';
import type { TrackingTool, WriterRule } from '../model/policy.js';
import type { ResourceRef } from '../model/resource.js';
import type { EntryRef } from '../model/writer.js';
import shipped from './catalogue.yaml';

interface CompiledRule {
  readonly rule: WriterRule;
  readonly name: NameTest;
  readonly paths: readonly PathPattern[];
}

/** The writers that are known, in order of precedence. `rules` is for printing; `find` looks up. */
export interface Catalogue {
  readonly rules: readonly WriterRule[];
  /**
   * The first rule that fits an entry of the object, or undefined. Without `path`, rules that are confined to paths
   * don't fit.
   */
  find(entry: EntryRef, object: EntryObject, path?: FieldPath): WriterRule | undefined;
}

/** What a rule may ask of the object that an entry stands on. */
export interface EntryObject extends Pick<ResourceRef, 'group' | 'kind'> {
  /** The tools whose tracking marks it carries, where they were looked for. */
  readonly tracking?: readonly TrackingTool[];
}

/**
 * The shipped catalogue with the user's rules before it. Throws a GitdriftError `config` that names the rule where a
 * name pattern or a path cannot be used.
 */
export function loadCatalogue(userRules: readonly WriterRule[] = []): Catalogue {
  // The shipped file is ours; a test holds it to the format.
  const rules = [...userRules, ...(shipped as readonly WriterRule[])];
  const compiled = rules.map(compile);
  // Managers are few, and asked for at every object and field.
  const byManager = new Map<string, readonly CompiledRule[]>();
  const candidates = (manager: string): readonly CompiledRule[] => {
    const found = byManager.get(manager) ?? compiled.filter(({ name }) => name(manager));
    byManager.set(manager, found);
    return found;
  };
  return {
    rules,
    find: (entry, object, path) =>
      candidates(entry.manager).find((candidate) => fits(candidate, entry, object, path))?.rule,
  };
}

function compile(rule: WriterRule): CompiledRule {
  try {
    return { rule, name: compileName(rule.manager), paths: (rule.paths ?? []).map(parsePattern) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new GitdriftError('config', `The writer rule "${rule.name}" cannot be used: ${error.message}.`, {
      hint: 'Correct the rule under `writers:` in the policy file.',
      cause: error,
    });
  }
}

/** True where a rule that is for the entry's manager is for the rest of it, too. */
function fits(
  { rule, paths }: CompiledRule,
  entry: EntryRef,
  object: EntryObject,
  path: FieldPath | undefined,
): boolean {
  return (
    (rule.operation === undefined || rule.operation === entry.operation) &&
    (rule.subresource === undefined || rule.subresource === entry.subresource) &&
    (rule.kinds === undefined || rule.kinds.length === 0 || matchesKind(rule.kinds, object)) &&
    (rule.tracking === undefined || object.tracking?.includes(rule.tracking) === true) &&
    (paths.length === 0 || (path !== undefined && paths.some((pattern) => coversPath(pattern, path))))
  );
}
