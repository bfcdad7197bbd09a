import { anyCharacter, characterClass, type GlobStep, literalStep } from './glob-steps.js';

/**
 * A pattern of Go's path.Match: `*`, `?`, `[a-z]`, `[^a]`, and `\` before a special character. `*` and `?` match a slash, too:
 * whoever must not cross one matches part by part. Undefined where it is none.
 */
export function readPathMatch(pattern: string): readonly GlobStep[] | undefined {
  const characters = [...pattern];
  const steps: GlobStep[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    if (character === '*') steps.push({ kind: 'many', fits: anyCharacter });
    else if (character === '?') steps.push({ kind: 'one', fits: anyCharacter });
    else if (character === '[') {
      const end = characters.indexOf(']', at + 2);
      const fits = end < 0 ? undefined : characterClass(characters.slice(at + 1, end).join(''));
      if (fits === undefined) return undefined;
      steps.push({ kind: 'one', fits });
      at = end;
    } else {
      const literal = character === '\\' ? characters[++at] : character;
      if (literal === undefined) return undefined;
      steps.push(literalStep(literal));
    }
  }
  return steps;
}
