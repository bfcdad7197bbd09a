import { printJson } from '../model/json-text.js';

/**
 * What JSON leaves as it is and something may obey: a terminal C1 controls (0x9b begins escape sequences) and
 * bidirectional text, a CI runner `##[error]` and `##vso[…]` anywhere in a line (safe-text.ts).
 */
export const OBEYED = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|#(?=#[A-Za-z]*\[)/gu;

/** A value as the text of an output in JSON: two blanks a level, a line break at the end, nothing that a terminal or a CI runner obeys. */
export function jsonOutput(value: unknown): string {
  return `${withoutObeyed(printJson(value, 2))}\n`;
}

/** JSON text with escapes for whatever something may obey. */
export function withoutObeyed(json: string): string {
  return json.replace(OBEYED, escaped);
}

/** As JSON escapes: a character beyond the first plane is two of them. Such characters stand in texts only. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
