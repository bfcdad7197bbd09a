import { fieldElement, indexElement, keyElement, type PathElement, valueElement } from '../model/field-path.js';
import { isArray, isObject, type JsonScalar, type JsonValue } from '../model/json.js';
import { parseJson } from '../model/json-text.js';

/** A key of fieldsV1 that cannot be read; the entry it stands in is not to be trusted. */
export class MalformedElement extends Error {}

/**
 * Reads one key of fieldsV1 (`f:replicas`, `k:{"name":"web"}`, `v:"x"`, `i:0`). Undefined for an element kind that we
 * don't know: structured-merge-diff leaves those out (fieldpath/serialize-pe.go). Throws MalformedElement for the rest.
 */
export function readElement(text: string): PathElement | undefined {
  if (text[1] !== ':') throw new MalformedElement(`${JSON.stringify(text)} is no path element`);
  const content = text.slice(2);
  switch (text[0]) {
    case 'f':
      return fieldElement(content);
    case 'k':
      return keyElement(readKey(content));
    case 'v':
      return valueElement(readJson(content));
    case 'i':
      return indexElement(readIndex(content));
    default:
      return undefined;
  }
}

function readJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw new MalformedElement(`${JSON.stringify(text)} is not JSON`);
  }
}

function readKey(text: string): Readonly<Record<string, JsonScalar>> {
  const key = readJson(text);
  if (!isObject(key) || !Object.values(key).every(isScalar))
    throw new MalformedElement(`${JSON.stringify(text)} is no object of key fields`);
  return key as Readonly<Record<string, JsonScalar>>;
}

function readIndex(text: string): number {
  // As strconv.Atoi has it, which takes a sign.
  const index = /^[-+]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(index)) throw new MalformedElement(`${JSON.stringify(text)} is no index`);
  return index;
}

function isScalar(value: JsonValue): value is JsonScalar {
  return !isObject(value) && !isArray(value);
}
