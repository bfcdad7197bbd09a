import { isArray, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';

/**
 * Values with one path set, as `helm --set PATH=TEXT` does it (helm pkg/strvals): `a.b[0]`, a dot in a name as `\.`;
 * `true`, `null` and whole numbers by their types, `{a,b}` a list, a comma begins another path. A text in quotes is a
 * text, and so is a literal one, which has no syntax at all. Throws an Error.
 */
export function setPathValue(values: JsonObject, path: string, text: string, literal: boolean): JsonObject {
  if (literal) return set(values, stepsOf(path), text);
  const quoted = /^(['"])/.test(text) && /['"]$/.test(text);
  const [first = '', ...others] = splitAt(quoted ? text.replace(/^['"]+|['"]+$/g, '') : text, ',');
  let result = set(values, stepsOf(path), typedValue(first, quoted));
  for (const other of others) {
    const [name = '', ...rest] = splitAt(other, '=');
    if (name === '' && rest.length === 0) continue;
    if (rest.length === 0) throw new Error(`key ${JSON.stringify(name)} has no value`);
    result = set(result, stepsOf(name), typedValue(rest.join('='), quoted));
  }
  return result;
}

type Step = string | number;

function stepsOf(path: string): readonly Step[] {
  const steps: Step[] = [];
  for (const part of splitAt(path, '.')) {
    const [, name = '', indices = ''] = /^(.*?)((?:\[\d+\])*)$/s.exec(part) ?? [];
    if (name === '' && indices === '') throw new Error(`the path ${JSON.stringify(path)} has an empty part`);
    if (name !== '') steps.push(unescaped(name));
    for (const [, index] of indices.matchAll(/\[(\d+)\]/g)) steps.push(Number(index));
  }
  if (steps.some((step) => typeof step === 'number' && step > LARGEST_INDEX)) throw new Error('an index is too large');
  return steps;
}

/** helm pkg/strvals/parser.go, MaxIndex. */
const LARGEST_INDEX = 65536;

/** Parts between a separator that is neither escaped nor inside the braces of a list. */
function splitAt(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let inList = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '{' && at === start) inList = true;
    else if (character === '}' && inList) inList = false;
    else if (character === separator && !inList) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}

function typedValue(text: string, quoted: boolean): JsonValue {
  if (/^\{.*\}$/s.test(text)) {
    const inside = text.slice(1, -1);
    return inside === '' ? [] : splitAt(inside, ',').map((item) => scalarOf(unescaped(item), quoted));
  }
  return scalarOf(unescaped(text), quoted);
}

function scalarOf(text: string, quoted: boolean): JsonValue {
  if (quoted) return text;
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  if (text === '0') return 0;
  if (!/^[+-]?\d+$/.test(text) || text.startsWith('0')) return text;
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
}

function set(target: JsonValue | undefined, steps: readonly Step[], value: JsonValue): JsonObject {
  return setAt(target, steps, value) as JsonObject;
}

function setAt(target: JsonValue | undefined, [step, ...rest]: readonly Step[], value: JsonValue): JsonValue {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list: JsonValue[] = isArray(target) ? [...target] : [];
    while (list.length < step) list.push(null);
    list[step] = setAt(list[step] ?? undefined, rest, value);
    return list;
  }
  const map: Record<string, JsonValue> = isObject(target) ? { ...target } : {};
  setField(map, step, setAt(Object.hasOwn(map, step) ? map[step] : undefined, rest, value));
  return map;
}
