/** True where the whole text matches. */
export type GlobMatch = (text: string) => boolean;

/**
 * A glob as Argo CD reads it (gobwas/glob): `*` and `**`, `?`, `[abc]`, `[!a-z]`, `{one,two}` and `\` before a special
 * character. `*` and `?` stop at the separators; without any they match everything, `/` too. Undefined where the
 * pattern is none; Argo CD takes such a pattern to match nothing.
 */
export function compileGlob(pattern: string, separators = ''): GlobMatch | undefined {
  const cursor: Cursor = { characters: [...pattern], at: 0, other: otherThan(separators) };
  const source = readPattern(cursor, 0);
  if (source === undefined) return undefined;
  const whole = new RegExp(`^(?:${source})$`, 'su');
  return (text) => whole.test(text);
}

interface Cursor {
  readonly characters: readonly string[];
  at: number;
  /** Any character that is no separator. */
  readonly other: string;
}

/** Up to the end of the text, or of the alternative that it stands in. */
function readPattern(cursor: Cursor, depth: number): string | undefined {
  let source = '';
  while (cursor.at < cursor.characters.length) {
    const character = cursor.characters[cursor.at] as string;
    if (depth > 0 && (character === ',' || character === '}')) return source;
    cursor.at++;
    const part = readPart(cursor, character, depth);
    if (part === undefined) return undefined;
    source += part;
  }
  return source;
}

function readPart(cursor: Cursor, character: string, depth: number): string | undefined {
  switch (character) {
    case '*':
      if (cursor.characters[cursor.at] !== '*') return `${cursor.other}*`;
      cursor.at++;
      return '.*';
    case '?':
      return cursor.other;
    case '[':
      return readRange(cursor);
    case '{':
      return readAlternatives(cursor, depth + 1);
    case '\\': {
      const next = cursor.characters[cursor.at++];
      return next === undefined ? '' : literal(next);
    }
    default:
      return literal(character);
  }
}

/** After `{`; one that is never closed ends with the text. */
function readAlternatives(cursor: Cursor, depth: number): string | undefined {
  const alternatives: string[] = [];
  for (;;) {
    const alternative = readPattern(cursor, depth);
    if (alternative === undefined) return undefined;
    alternatives.push(alternative);
    if (cursor.characters[cursor.at++] !== ',') return `(?:${alternatives.join('|')})`;
  }
}

/** After `[`: either a list of characters, or one range of them. */
function readRange(cursor: Cursor): string | undefined {
  const { characters } = cursor;
  const not = characters[cursor.at] === '!' ? '^' : '';
  if (not !== '') cursor.at++;
  const [low, dash, high, end] = characters.slice(cursor.at, cursor.at + 4);
  if (low !== undefined && dash === '-') {
    cursor.at += 4;
    return high === undefined || end !== ']' || high < low ? undefined : `[${not}${literal(low)}-${literal(high)}]`;
  }
  let list = '';
  for (; cursor.at < characters.length && characters[cursor.at] !== ']'; cursor.at++) {
    if (characters[cursor.at] === '\\') cursor.at++;
    list += literal(characters[cursor.at] ?? '');
  }
  return cursor.at++ < characters.length && list !== '' ? `[${not}${list}]` : undefined;
}

function otherThan(separators: string): string {
  return separators === '' ? '.' : `[^${[...separators].map(literal).join('')}]`;
}

/** A character that stands for itself, inside brackets as well; outside of them, `\\-` would be no expression. */
function literal(character: string): string {
  if (character === '-') return '\\x2d';
  return /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}
