import { completionOf } from './candidates.js';

/** Cobra's directives, which kubectl reads as well. */
const NO_SPACE = 2;
const NO_FILES = 4;

/**
 * What the scripts of the shells, and kubectl of its plugins, ask for: a line for each candidate, with what it is about after
 * a tab, and `:DIRECTIVE`, a sum of 2 (no space after it) and 4 (no files).
 */
export function completionAnswer(words: readonly string[]): string {
  const { candidates, files, open } = completionOf(words);
  const lines = candidates.map(({ word, about }) => (about === undefined ? word : `${word}\t${about}`));
  const directive = (open ? NO_SPACE : 0) + (files ? 0 : NO_FILES);
  return `${[...lines, `:${directive}`].join('\n')}\n`;
}
