/** Says whether one character fits. */
export type CharacterTest = (character: string) => boolean;

/** A part of a pattern: one character, any number of them, whole folders each with its slash, or one of several patterns. */
export type GlobStep =
  | { readonly kind: 'one' | 'many'; readonly fits: CharacterTest }
  | { readonly kind: 'folders' }
  | { readonly kind: 'choice'; readonly of: readonly (readonly GlobStep[])[] };

/** Any character. */
export const anyCharacter: CharacterTest = () => true;

/** The step that one character stands for itself. */
export function literalStep(character: string): GlobStep {
  return { kind: 'one', fits: (other) => other === character };
}

/** True where the steps match all of the text. */
export function matchesAll(steps: readonly GlobStep[], text: string): boolean {
  const characters = [...text];
  return matchedBeginnings(steps, characters)[characters.length] === 1;
}

/**
 * For each number of characters, 0 to all, 1 where the steps match that beginning. All ways are followed at once, so it takes
 * steps times characters at most: a regular expression would try one way after the other, and patterns come from repositories.
 */
export function matchedBeginnings(steps: readonly GlobStep[], characters: readonly string[]): Uint8Array {
  const start = new Uint8Array(characters.length + 1);
  start[0] = 1;
  return steps.reduce<Uint8Array>((ends, step) => after(step, ends, characters), start);
}

/** Where a step can end that begins at one of `starts`. */
function after(step: GlobStep, starts: Uint8Array, characters: readonly string[]): Uint8Array {
  switch (step.kind) {
    case 'one': {
      const ends = new Uint8Array(starts.length);
      characters.forEach((character, at) => {
        if (starts[at] === 1 && step.fits(character)) ends[at + 1] = 1;
      });
      return ends;
    }
    case 'many': {
      const ends = starts.slice();
      characters.forEach((character, at) => {
        if (ends[at] === 1 && step.fits(character)) ends[at + 1] = 1;
      });
      return ends;
    }
    case 'folders': {
      const ends = starts.slice();
      let inName = false;
      characters.forEach((character, at) => {
        if (character === '/') {
          if (inName) ends[at + 1] = 1;
          inName = false;
        } else inName ||= ends[at] === 1;
      });
      return ends;
    }
    case 'choice': {
      const ends = new Uint8Array(starts.length);
      for (const steps of step.of) {
        steps
          .reduce<Uint8Array>((reached, one) => after(one, reached, characters), starts)
          .forEach((is, at) => {
            if (is === 1) ends[at] = 1;
          });
      }
      return ends;
    }
  }
}

/**
 * What stands between brackets (`a-z0`, `^x`, `\]`) as a test; undefined where a range runs backwards or a `\` has nothing
 * after it.
 */
export function characterClass(body: string): CharacterTest | undefined {
  const isNot = body.startsWith('^');
  const characters = [...(isNot ? body.slice(1) : body)];
  const ranges: (readonly [low: string, high: string])[] = [];
  let at = 0;
  const next = (): string | undefined => {
    if (characters[at] === '\\') at++;
    return characters[at++];
  };
  while (at < characters.length) {
    const low = next();
    let high = low;
    if (characters[at] === '-' && at + 1 < characters.length) {
      at++;
      high = next();
    }
    if (low === undefined || high === undefined || codeOf(high) < codeOf(low)) return undefined;
    ranges.push([low, high]);
  }
  return (character) => ranges.some(([low, high]) => isWithin(character, low, high)) !== isNot;
}

/** True for a character of a range, by code points. */
export function isWithin(character: string, low: string, high: string): boolean {
  return codeOf(low) <= codeOf(character) && codeOf(character) <= codeOf(high);
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
