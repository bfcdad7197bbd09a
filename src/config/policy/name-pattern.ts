import { compileGlob } from '../../model/glob.js';
import { isObject } from '../../model/json.js';
import { compileName } from '../../model/name-pattern.js';
import type { NamePattern } from '../../model/policy.js';
import { type Checked, invalid, mapping, text } from './checked-value.js';

/** A manager's name, a prefix or a pattern. Throws `config`, also for an expression that could take long. */
export function namePattern(at: Checked): NamePattern {
  if (typeof at.value === 'string') return text(at);
  if (!isObject(at.value)) throw invalid(at, 'has to be a name, a prefix or a pattern', HOW_TO_NAME);
  const { prefix, pattern } = mapping(at, ['prefix', 'pattern'] as const);
  const only = prefix ?? pattern;
  if (only === undefined || (prefix !== undefined && pattern !== undefined)) {
    throw invalid(at, 'has to be a name, a prefix or a pattern', HOW_TO_NAME);
  }
  const name = prefix === undefined ? { pattern: text(only) } : { prefix: text(only) };
  try {
    compileName(name);
    return name;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw invalid(only, `cannot be used: ${why}`, 'write an exact name, a prefix, or a simpler expression');
  }
}

const HOW_TO_NAME = "write manager: NAME, or manager: {prefix: NAME-}; a name that is a number in quotes: '12'";

/** More stars or alternatives could take long on the names of a cluster, which have up to 253 characters. */
const MOST_STARS = 3;
const MOST_ALTERNATIVES = 2;

/** A glob over a group, a kind or a name, as Argo CD reads them. Throws `config`, also where matching it could take long. */
export function glob(at: Checked): string {
  // The core group has no name.
  const pattern = at.value === '' ? '' : text(at);
  if ((pattern.match(/\*+/g)?.length ?? 0) > MOST_STARS || (pattern.match(/\{/g)?.length ?? 0) > MOST_ALTERNATIVES) {
    throw invalid(
      at,
      `has more than ${MOST_STARS} stars or ${MOST_ALTERNATIVES} lists of alternatives`,
      'write several rules with simpler globs',
    );
  }
  if (compileGlob(pattern) === undefined) throw invalid(at, 'is no glob', 'write it as catalog-*, or as a plain name');
  return pattern;
}
