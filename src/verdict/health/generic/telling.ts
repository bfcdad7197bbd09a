import { GENERIC_WORDS } from './words.js';

/** What a text says of the matter that it is a reason for. */
export type Telling = 'failing' | 'suspended' | 'waiting' | 'notYet' | 'settled';

/** Words before one of the listed ones that turn it round: `no conflicts found`. */
const NEGATIONS = new Set(['no', 'not', 'non', 'without', '0', 'zero', 'isn', 'wasn']);

/** The words of a text in lower case; `DependencyNotFound` has three. */
export function wordsOf(text: string): readonly string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** True where a reason says what is being done: `Migrating`, `ApplyingChanges`. */
export function isDoing(reason: string): boolean {
  return wordsOf(reason).some((word) => /^[a-z]{3,}ing$/.test(word) && !GENERIC_WORDS.tell.notDoing.includes(word));
}

/** True where the text has one of the words that tell it, whole and not turned round. */
export function tells(text: string, telling: Telling): boolean {
  const found = wordsOf(text);
  return LISTED[telling].some((listed) => occursIn(found, listed));
}

const LISTED: Readonly<Record<Telling, readonly (readonly string[])[]>> = {
  failing: split('failing'),
  suspended: split('suspended'),
  waiting: split('waiting'),
  notYet: split('notYet'),
  settled: split('settled'),
};

function split(telling: Telling): readonly (readonly string[])[] {
  return GENERIC_WORDS.tell[telling].map((phrase) => phrase.split(' '));
}

function occursIn(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some(
    (_, at) =>
      phrase.every((word, offset) => words[at + offset] === word) &&
      (at === 0 || !NEGATIONS.has(words[at - 1] ?? '')) &&
      // Failing over is work, and no failure.
      words[at + phrase.length] !== 'over',
  );
}
