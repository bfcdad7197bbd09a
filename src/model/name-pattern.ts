import type { NamePattern } from './policy.js';

/** Says whether a manager's name fits. */
export type NameTest = (name: string) => boolean;

/** The server cuts names to 128 characters (apiserver pkg/endpoints/handlers/create.go); saved files may hold any. */
const LONGEST_NAME = 128;

/** More than this many repetitions could take a regular expression long on 128 characters. */
const MOST_REPETITIONS = 3;

/**
 * A test for an exact name, a prefix or a regular expression. Throws a SyntaxError for an expression that could take
 * long: one with groups, or with more than three repetitions. Without groups repetitions cannot nest.
 */
export function compileName(pattern: NamePattern): NameTest {
  if (typeof pattern === 'string') return (name) => name === pattern;
  if ('prefix' in pattern) return (name) => name.startsWith(pattern.prefix);
  const expression = compileExpression(pattern.pattern);
  return (name) => name.length <= LONGEST_NAME && expression.test(name);
}

function compileExpression(text: string): RegExp {
  const bare = text.replaceAll(/\\./g, '_').replaceAll(/\[[^\]]*\]/g, '_');
  if (/[()]/.test(bare)) throw new SyntaxError(`the pattern ${JSON.stringify(text)} has a group, which is not allowed`);
  if ((bare.match(/[*+?{]/g)?.length ?? 0) > MOST_REPETITIONS)
    throw new SyntaxError(`the pattern ${JSON.stringify(text)} has more than ${MOST_REPETITIONS} repetitions`);
  return new RegExp(text, 'u');
}
