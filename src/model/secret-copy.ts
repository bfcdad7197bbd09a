import { Buffer } from 'node:buffer';
import { field, isArray, isObject, type JsonValue } from './json.js';
import { parseJson } from './json-text.js';
import { LAST_APPLIED } from './last-applied.js';
import { RECORDED_REMOVED } from './recorded-secret.js';

/** Annotations that hold a copy of the whole object whatever is in them. */
export const COPY_ANNOTATIONS: ReadonlySet<string> = new Set([LAST_APPLIED, 'kapp.k14s.io/original']);

/** Shorter values are found by chance in any text. */
const TELLING_LENGTH = 6;

/**
 * What a text that copies a Secret would hold: its values as they stand, as base64 stands for them and as JSON quotes
 * them, those that are long enough to be recognised. Where a map or list stands in place of a value, its keys and all
 * that is in it.
 */
export function secretTexts(object: JsonValue): readonly string[] {
  const texts = ['data', 'stringData'].flatMap((part) => {
    const values = field(object, part);
    return isObject(values) ? Object.values(values).flatMap(textsIn) : textsIn(values ?? null);
  });
  const forms = texts
    .flatMap((text) => [text, Buffer.from(text, 'base64').toString('utf8'), Buffer.from(text).toString('base64')])
    .flatMap((text) => [text, text.trim()])
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return [...new Set(forms)].filter((form) => form.length >= TELLING_LENGTH);
}

function textsIn(value: JsonValue): string[] {
  if (isArray(value)) return value.flatMap(textsIn);
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
  return value === null || typeof value === 'boolean' ? [] : [String(value)];
}

/** True for an annotation that repeats one of these texts, or holds a whole Secret; what a recording took out is none. */
export function isSecretCopy(key: string, annotation: JsonValue, secrets: readonly string[]): boolean {
  if (annotation === RECORDED_REMOVED) return false;
  if (COPY_ANNOTATIONS.has(key) || typeof annotation !== 'string') return true;
  return [annotation, Buffer.from(annotation, 'base64').toString('utf8')].some((text) => holdsCopy(text, secrets));
}

function holdsCopy(text: string, secrets: readonly string[]): boolean {
  if (secrets.some((secret) => text.includes(secret))) return true;
  if (!text.trimStart().startsWith('{')) return false;
  try {
    const copy = parseJson(text);
    return field(copy, 'data') !== undefined || field(copy, 'stringData') !== undefined;
  } catch {
    return false;
  }
}
