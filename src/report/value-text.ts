import { isArray, isObject, type JsonValue } from '../model/json.js';
import { printJson } from '../model/json-text.js';
import { hasUnsafe, printable } from './safe-text.js';

/** What stands where a side has no value. */
export const ABSENT = '(absent)';

/** Texts that look like another type, or like our own marks, when they stand without quotes. */
const NEEDS_QUOTES = /^$|^\s|\s$|^[([{"'&*!|>%@`#]|^(?:true|false|null|yes|no|on|off|~)$|→|: | #/i;

/** A value on one line: plain text bare, every other text quoted as JSON, lists and maps as compact JSON. */
export function valueText(value: JsonValue | undefined): string {
  if (value === undefined) return ABSENT;
  return typeof value === 'string' ? stringText(value) : printable(printJson(value));
}

/** A text bare where nobody can take it for something else, in JSON quotes where one could. */
export function stringText(text: string): string {
  const bare = !NEEDS_QUOTES.test(text) && Number.isNaN(Number(text)) && !hasUnsafe(text);
  return bare ? text : printable(JSON.stringify(text));
}

/** True for a value that is shown on lines of its own: a text of several lines, or a list or map longer than `limit`. */
export function isBlock(value: JsonValue | undefined, limit: number): boolean {
  if (typeof value === 'string') return value.trimEnd().includes('\n');
  return (isObject(value) || isArray(value)) && printJson(value).length > limit;
}
