import { dig, field, isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';

/** The texts of a list; anything else in it, or no list at all, gives none. */
export function texts(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The objects of a list; anything else in it, or no list at all, gives none. */
export function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}

/** The text at `steps`; '' where there is none. */
export function text(value: JsonValue | undefined, ...steps: readonly (string | number)[]): string {
  const found = dig(value, ...steps);
  return typeof found === 'string' ? found : '';
}

/** True where a field is the boolean true. */
export function isTrue(value: JsonValue | undefined, name: string): boolean {
  return field(value, name) === true;
}

/** The texts of a map of texts, other values left out. */
export function textMap(value: JsonValue | undefined): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** `{name: text}` where the text is not empty, for a key that is absent otherwise. */
export function optional<Name extends string>(name: Name, value: string): { readonly [Key in Name]?: string } {
  return value === '' ? {} : ({ [name]: value } as { readonly [Key in Name]?: string });
}
