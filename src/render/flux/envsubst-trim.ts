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

/** The beginnings that match, the longest first, none of them empty. A pattern that is none matches nothing. */
function beginnings(value: string, pattern: string): readonly string[] {
  const matcher = globMatcher(pattern);
  if (matcher === undefined) return [];
  const found: string[] = [];
  for (let length = value.length; length > 0; length--) {
    if (matcher.test(value.slice(0, length))) found.push(value.slice(0, length));
  }
  return found;
}

/** A pattern of Go's path.Match, whose `*` matches a slash too here. */
function globMatcher(pattern: string): RegExp | undefined {
  let source = '';
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    if (character === '*') source += '[^]*';
    else if (character === '?') source += '[^]';
    else if (character === '[') {
      const end = pattern.indexOf(']', at + 2);
      if (end < 0) return undefined;
      const body = pattern.slice(at + 1, end).replace(/[[\]&|]/g, '\\$&');
      source += `[${body}]`;
      at = end;
    } else {
      const literal = character === '\\' ? pattern[++at] : character;
      if (literal === undefined) return undefined;
      source += literal.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
    }
  }
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return undefined;
  }
}
