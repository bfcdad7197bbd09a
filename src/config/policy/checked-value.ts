import { GitdriftError } from '../../model/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { pointerBelow } from '../../model/json-pointer.js';
import { didYouMean } from '../did-you-mean.js';

/** A value of the policy file with its place, for messages: `writers[1].manager`, line 7 of gitdrift.yaml. */
export interface Checked {
  readonly value: JsonValue;
  readonly place: string;
  readonly pointer: string;
  readonly file: string;
  readonly lines: ReadonlyMap<string, number>;
}

/** The error of a value: one sentence that names its place, and what to do. */
export function invalid(at: Checked, what: string, hint: string): GitdriftError {
  const line = lineOf(at);
  const where = at.place === '' ? 'the policy' : at.place;
  return new GitdriftError('config', `${at.file}${line === undefined ? '' : `:${line}`}: ${where} ${what}`, {
    hint,
    position: { file: at.file, ...(line === undefined ? {} : { line }) },
  });
}

/** The line of a value, where one is known. */
export function lineOf({ lines, pointer }: Checked): number | undefined {
  return lines.get(pointer);
}

/** The values of a mapping by key. Throws `config` for anything else, and for a key that is not allowed. */
export function mapping<Key extends string>(at: Checked, keys: readonly Key[]): { readonly [K in Key]?: Checked } {
  if (!isPlainMapping(at.value)) throw invalid(at, 'has to be a mapping', `its keys are ${keys.join(', ')}`);
  const values: { [K in Key]?: Checked } = {};
  for (const [name, value] of Object.entries(at.value)) {
    const below = inside(at, at.place === '' ? name : `${at.place}.${name}`, name, value);
    if (!(keys as readonly string[]).includes(name)) {
      throw invalid(below, 'is no key that a policy knows', didYouMean(name, keys));
    }
    values[name as Key] = below;
  }
  return values;
}

/** The items of a list; an absent one is empty. Throws `config` for anything else. */
export function items(at: Checked | undefined): readonly Checked[] {
  if (at === undefined) return [];
  const { value } = at;
  if (!isArray(value)) throw invalid(at, 'has to be a list', 'write each item after a dash');
  return value.map((item, index) => inside(at, `${at.place}[${index}]`, String(index), item));
}

/** A text that is not empty. Throws `config`. */
export function text(at: Checked): string {
  if (typeof at.value === 'string' && at.value.trim() !== '') return at.value;
  throw invalid(at, 'has to be a text that is not empty', 'put it in quotes where YAML reads it as something else');
}

/** One of the allowed texts. Throws `config` with the nearest of them. */
export function choice<Choice extends string>(at: Checked, choices: readonly Choice[]): Choice {
  const found = choices.find((one) => one === at.value);
  if (found !== undefined) return found;
  throw invalid(at, `cannot be ${JSON.stringify(at.value)}`, didYouMean(String(at.value), choices));
}

/** The value under a key that has to be there. Throws `config` that names the key. */
export function required(at: Checked, value: Checked | undefined, key: string, why: string): Checked {
  if (value !== undefined) return value;
  throw invalid(at, `has no ${key}`, `add ${key}: ${why}`);
}

function inside(at: Checked, place: string, key: string, value: JsonValue): Checked {
  return { ...at, value, place, pointer: pointerBelow(at.pointer, key) };
}

function isPlainMapping(value: JsonValue): value is JsonObject {
  return isObject(value) && !isArray(value);
}
