import { anyCharacter, type CharacterTest, type GlobStep, isWithin, literalStep, matchesAll } from './glob-steps.js';

/** True where the whole text matches. */
export type GlobMatch = (text: string) => boolean;

/** Nobody writes alternatives in alternatives deeper than this by hand; what does is taken for no glob. */
const DEEPEST = 50;

/**
 * A glob as Argo CD reads it (gobwas/glob): `*` and `**`, `?`, `[abc]`, `[!a-z]`, `{one,two}` and `\` before a special
 * character. `*` and `?` stop at the separators; without any they match everything, `/` too. Undefined where the
 * pattern is none; Argo CD takes such a pattern to match nothing. Matching takes time in proportion to pattern and text.
 */
export function compileGlob(pattern: string, separators = ''): GlobMatch | undefined {
  const cursor: Cursor = {
    characters: [...pattern],
    at: 0,
    other: separators === '' ? anyCharacter : (character) => !separators.includes(character),
  };
  const steps = readPattern(cursor, 0);
  return steps && ((text) => matchesAll(steps, text));
}

interface Cursor {
  readonly characters: readonly string[];
  at: number;
  /** Any character that is no separator. */
  readonly other: CharacterTest;
}

/** Up to the end of the text, or of the alternative that it stands in. */
function readPattern(cursor: Cursor, depth: number): readonly GlobStep[] | undefined {
  const steps: GlobStep[] = [];
  while (cursor.at < cursor.characters.length) {
    const character = cursor.characters[cursor.at] as string;
    if (depth > 0 && (character === ',' || character === '}')) return steps;
    cursor.at++;
    const step = readStep(cursor, character, depth);
    if (step === undefined) return undefined;
    if (step !== 'nothing') steps.push(step);
  }
  return steps;
}

function readStep(cursor: Cursor, character: string, depth: number): GlobStep | 'nothing' | undefined {
  switch (character) {
    case '*':
      if (cursor.characters[cursor.at] !== '*') return { kind: 'many', fits: cursor.other };
      cursor.at++;
      return { kind: 'many', fits: anyCharacter };
    case '?':
      return { kind: 'one', fits: cursor.other };
    case '[':
      return readRange(cursor);
    case '{':
      return depth >= DEEPEST ? undefined : readAlternatives(cursor, depth + 1);
    case '\\': {
      const next = cursor.characters[cursor.at++];
      return next === undefined ? 'nothing' : literalStep(next);
    }
    default:
      return literalStep(character);
  }
}

/** After `{`; one that is never closed ends with the text. */
function readAlternatives(cursor: Cursor, depth: number): GlobStep | undefined {
  const of: (readonly GlobStep[])[] = [];
  for (;;) {
    const alternative = readPattern(cursor, depth);
    if (alternative === undefined) return undefined;
    of.push(alternative);
    if (cursor.characters[cursor.at++] !== ',') return { kind: 'choice', of };
  }
}

/** After `[`: either a list of characters, or one range of them. */
function readRange(cursor: Cursor): GlobStep | undefined {
  const { characters } = cursor;
  const isNot = characters[cursor.at] === '!';
  if (isNot) cursor.at++;
  const [low, dash, high, end] = characters.slice(cursor.at, cursor.at + 4);
  if (low !== undefined && dash === '-') {
    cursor.at += 4;
    if (high === undefined || end !== ']' || high < low) return undefined;
    return { kind: 'one', fits: (character) => isWithin(character, low, high) !== isNot };
  }
  const list = new Set<string>();
  for (; cursor.at < characters.length && characters[cursor.at] !== ']'; cursor.at++) {
    if (characters[cursor.at] === '\\') cursor.at++;
    list.add(characters[cursor.at] ?? '');
  }
  const isClosed = cursor.at++ < characters.length && list.size > 0;
  return isClosed ? { kind: 'one', fits: (character) => list.has(character) !== isNot } : undefined;
}
