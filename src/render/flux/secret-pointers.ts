import { isArray, isObject, type JsonValue, jsonEqual } from '../../model/json.js';

/** Pointers (RFC 6901) to the nearest values in which two renderings differ, sorted. */
export function differingPointers(a: JsonValue, b: JsonValue): readonly string[] {
  return [...walk(a, b, '')].sort();
}

function* walk(a: JsonValue, b: JsonValue | undefined, pointer: string): Iterable<string> {
  if (isObject(a) && isObject(b) && Object.keys(b).every((key) => Object.hasOwn(a, key))) {
    for (const [key, value] of Object.entries(a))
      yield* walk(value, Object.hasOwn(b, key) ? b[key] : undefined, below(pointer, key));
  } else if (isArray(a) && isArray(b) && a.length === b.length) {
    for (const [at, value] of a.entries()) yield* walk(value, b[at], `${pointer}/${at}`);
  } else if (!jsonEqual(a, b)) yield pointer;
}

/** Shorter texts stand everywhere: they count only where they are the whole value. */
const SHORTEST_PART = 4;

/** Pointers to the texts that hold one of `secrets`, as it is or in base64, sorted. */
export function pointersHolding(value: JsonValue, secrets: readonly string[]): readonly string[] {
  const texts = [...new Set(secrets.filter((text) => text !== ''))];
  if (texts.length === 0) return [];
  const forms = texts.flatMap((text) => [text, Buffer.from(text).toString('base64')]);
  const holds = (text: string): boolean =>
    forms.some((form) => text === form || (form.length >= SHORTEST_PART && text.includes(form)));
  const found: string[] = [];
  const visit = (here: JsonValue, pointer: string): void => {
    if (isObject(here)) for (const [key, inner] of Object.entries(here)) visit(inner, below(pointer, key));
    else if (isArray(here)) for (const [at, inner] of here.entries()) visit(inner, `${pointer}/${at}`);
    else if (here !== null && typeof here !== 'boolean' && holds(String(here))) found.push(pointer);
  };
  visit(value, '');
  return found.sort();
}

function below(pointer: string, key: string): string {
  return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
