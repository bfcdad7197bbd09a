import {
  anyCharacter,
  type CharacterTest,
  characterClass,
  type GlobStep,
  literalStep,
  matchesAll,
} from '../../model/glob-steps.js';

const notSlash: CharacterTest = (character) => character !== '/';

/** One list of alternatives that is being read. */
interface Open {
  readonly of: GlobStep[][];
  readonly outer: GlobStep[];
}

/**
 * A pattern of doublestar over a path: `*` and `?` stop at slashes, `**` as a whole step does not; `[a-z]`, `[!a]`, `{a,b}`.
 * Undefined where it is none.
 */
export function compileDoublestar(pattern: string): ((path: string) => boolean) | undefined {
  const open: Open[] = [];
  let steps: GlobStep[] = [];
  const all = steps;
  for (let at = 0; at < pattern.length; at++) {
    const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    const isStep = at === 0 || pattern[at - 1] === '/';
    const innermost = open.at(-1);
    const end = character === '[' ? pattern.indexOf(']', at + (/[!^]/.test(pattern[at + 1] ?? '') ? 3 : 2)) : -1;
    if (isStep && pattern.startsWith('**/', at)) {
      steps.push({ kind: 'folders' });
      at += 2;
    } else if (pattern.startsWith('**', at)) {
      steps.push({ kind: 'many', fits: anyCharacter });
      at += 1;
    } else if (character === '*') steps.push({ kind: 'many', fits: notSlash });
    else if (character === '?') steps.push({ kind: 'one', fits: notSlash });
    else if (end > 0) {
      const fits = characterClass(pattern.slice(at + 1, end).replace(/^!/, '^'));
      if (fits === undefined) return undefined;
      steps.push({ kind: 'one', fits });
      at = end;
    } else if (character === '{') {
      const first: GlobStep[] = [];
      open.push({ of: [first], outer: steps });
      steps = first;
    } else if (character === '}' && innermost !== undefined) {
      open.pop();
      steps = innermost.outer;
      steps.push({ kind: 'choice', of: innermost.of });
    } else if (character === ',' && innermost !== undefined) {
      steps = [];
      innermost.of.push(steps);
    } else {
      steps.push(literalStep(character));
      at += character.length - 1;
    }
    if (open.length > DEEPEST) return undefined;
  }
  return open.length > 0 ? undefined : (path) => matchesAll(all, path);
}

/** Alternatives in alternatives deeper than this are taken for no pattern. */
const DEEPEST = 50;
