import type { JsonValue } from '../model/json.js';
import { printJson } from '../model/json-text.js';

/** How many things a sentence names before it says "and N more". */
const SHOWN = 3;

/** A value this long is cut: advice is read on one line. */
const VALUE_LENGTH = 60;

/** `1 resource`, `2 resources`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Joins texts; after three it says how many more there are. */
export function listed(texts: readonly string[], separator = ', '): string {
  const more = texts.length - SHOWN;
  const shown = texts.slice(0, SHOWN).join(separator);
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** A value on one line as JSON, cut when long; `nothing` where there is none. */
export function shownValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const text = printJson(value);
  return text.length <= VALUE_LENGTH ? text : `${text.slice(0, VALUE_LENGTH)}…`;
}
