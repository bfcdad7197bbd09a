import { type FieldPath, printPath } from '../model/field-path.js';
import type { JsonValue } from '../model/json.js';
import { printJson } from '../model/json-text.js';
import { parsePath } from '../model/parse-path.js';

/** How many things a sentence names before it says "and N more". */
const SHOWN = 3;

/** A value or path this long is cut: advice is read on one line, and the list above it has them whole. */
const VALUE_LENGTH = 60;
const PATH_LENGTH = 40;

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

/** A text, one longer than `most` cut at a space where one is near. */
export function cutEnd(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(' ', most);
  return `${text.slice(0, space > most / 2 ? space : most)} …`;
}

/** A value on one line, cut when long: a plain word as it is, else as JSON; `nothing` where there is none. */
export function shownValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' && /^[A-Za-z][\w./:@+-]*$/.test(value) ? value : printJson(value);
  return text.length <= VALUE_LENGTH ? text : `${text.slice(0, VALUE_LENGTH)}…`;
}

/** A printed path, a long one cut to its end from the last list on: `containers[name="web"].image`. */
export function shownPath(path: string): string {
  if (path.length <= PATH_LENGTH) return path;
  const elements = parsedPath(path);
  if (elements === undefined) return path;
  const item = elements.findLastIndex(({ kind }) => kind !== 'field');
  const from = item > 0 ? item - 1 : elements.length - 2;
  return printPath(elements.slice(Math.max(from, 0))).replace(/^\./, '');
}

/** A path that cannot be read back ends no run: it is shown as it is. */
function parsedPath(path: string): FieldPath | undefined {
  try {
    return parsePath(path);
  } catch {
    return undefined;
  }
}
