import { matchedBeginnings } from '../../model/glob-steps.js';
import { readPathMatch } from '../../model/path-match.js';

/** Without the shortest beginning that the pattern matches (`${name#pattern}`). */
export function trimShortest(value: string, pattern: string): string {
  const matches = beginnings(value, pattern);
  return value.slice(matches.at(-1)?.length ?? 0);
}

/** Without the longest beginning that the pattern matches (`${name##pattern}`). */
export function trimLongest(value: string, pattern: string): string {
  return value.slice(beginnings(value, pattern)[0]?.length ?? 0);
}

/** The same from the end: envsubst turns both round, the pattern letter by letter too. */
export function trimShortestEnd(value: string, pattern: string): string {
  return reversed(trimShortest(reversed(value), reversed(pattern)));
}

/** Without the longest ending that the pattern matches (`${name%%pattern}`). */
export function trimLongestEnd(value: string, pattern: string): string {
  return reversed(trimLongest(reversed(value), reversed(pattern)));
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

/**
 * The longest and the shortest beginning that match a pattern of Go's path.Match, whose `*` matches a slash too here, neither of
 * them empty. A pattern that is none matches nothing.
 */
function beginnings(value: string, pattern: string): readonly string[] {
  const steps = readPathMatch(pattern);
  if (steps === undefined) return [];
  const characters = [...value];
  const matched = matchedBeginnings(steps, characters);
  const lengths = characters.map((_, at) => at + 1).filter((length) => matched[length] === 1);
  return lengths.length === 0 ? [] : [lengths.at(-1), lengths[0]].map((length) => characters.slice(0, length).join(''));
}
