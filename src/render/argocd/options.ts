import { GitdriftError } from '../../model/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';

/** The text of an option; empty where it is not set. Throws `manifest-invalid` for anything but a text. */
export function textOption(options: JsonObject, name: string, where: string): string {
  const value = own(options, name);
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw wrong(`${where}.${name}`, 'a text');
}

/** A switch; false where it is not set. Throws `manifest-invalid`. */
export function switchOption(options: JsonObject, name: string, where: string): boolean {
  const value = own(options, name);
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  throw wrong(`${where}.${name}`, 'true or false');
}

/** A list of texts; empty where it is not set. Throws `manifest-invalid`. */
export function textsOption(options: JsonObject, name: string, where: string): readonly string[] {
  return listOption(options, name, where).map((item, at) => {
    if (typeof item === 'string') return item;
    throw wrong(`${where}.${name}[${at}]`, 'a text');
  });
}

/** A list of objects; empty where it is not set. Throws `manifest-invalid`. */
export function objectsOption(options: JsonObject, name: string, where: string): readonly JsonObject[] {
  return listOption(options, name, where).map((item, at) => {
    if (isObject(item)) return item;
    throw wrong(`${where}.${name}[${at}]`, 'an object');
  });
}

/** Texts by name, in their order; empty where it is not set. Throws `manifest-invalid`. */
export function mapOption(options: JsonObject, name: string, where: string): readonly (readonly [string, string])[] {
  const value = own(options, name);
  if (value === undefined || value === null) return [];
  if (!isObject(value)) throw wrong(`${where}.${name}`, 'an object of texts');
  return Object.entries(value).map(([key, text]) => {
    if (typeof text === 'string') return [key, text] as const;
    throw wrong(`${where}.${name}.${key}`, 'a text');
  });
}

/** The fault of an option that holds another type than Argo CD takes. */
export function wrong(where: string, what: string): GitdriftError {
  return new GitdriftError('manifest-invalid', `${where} is not ${what}`, { hint: 'mend it in the Application' });
}

/** The value of a field, where the object has it itself. */
export function own(options: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(options, name) ? options[name] : undefined;
}

function listOption(options: JsonObject, name: string, where: string): readonly JsonValue[] {
  const value = own(options, name);
  if (value === undefined || value === null) return [];
  if (isArray(value)) return value;
  throw wrong(`${where}.${name}`, 'a list');
}
