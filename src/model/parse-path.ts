import {
  type FieldPath,
  fieldElement,
  indexElement,
  keyElement,
  type PathElement,
  valueElement,
} from './field-path.js';
import { type JsonScalar, type JsonValue, setField } from './json.js';
import { parseJson } from './json-text.js';

/** Any one child: `[*]` in a rule's path. */
export const ANY = { kind: 'any' } as const;

/** A path whose steps may be wildcards; a rule's `paths` are written so. */
export type PathPattern = readonly (PathElement | typeof ANY)[];

/** Reads a printed path back; throws a SyntaxError that says what is wrong and where. Inverse of `printPath`. */
export function parsePath(text: string): FieldPath {
  const pattern = parsePattern(text);
  if (pattern.some((element) => element.kind === 'any'))
    throw new SyntaxError(`a wildcard is not allowed in the path ${text}`);
  return pattern as FieldPath;
}

/** As `parsePath`, but `[*]` (any item or key) and `.*` (any field) are allowed. */
export function parsePattern(text: string): PathPattern {
  const elements: (PathElement | typeof ANY)[] = [];
  let at = text === '.' ? 1 : 0;
  while (at < text.length) {
    const step = stepAt(text, at) ?? fail(text, at);
    elements.push(step.element);
    at += step.length;
  }
  return elements;
}

/** Undefined too for a quoted name with an escape that JSON does not have. */
function stepAt(text: string, at: number): Step | undefined {
  try {
    return readStep(text.slice(at));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

interface Step {
  readonly element: PathElement | typeof ANY;
  readonly length: number;
}

function readStep(rest: string): Step | undefined {
  const name = /^\.([A-Za-z0-9_$-][^.[\]"]*)/.exec(rest);
  if (name?.[1] !== undefined) return { element: fieldElement(name[1]), length: name[0].length };
  const any = /^(\[\*\]|\.\*)/.exec(rest);
  if (any) return { element: ANY, length: any[0].length };
  const index = /^\[(\d+)\]/.exec(rest);
  if (index) return { element: indexElement(Number(index[1])), length: index[0].length };
  const quoted = /^\.?\[("(?:[^"\\]|\\.)*")\]/.exec(rest);
  if (quoted?.[1] !== undefined)
    return { element: fieldElement(JSON.parse(quoted[1]) as string), length: quoted[0].length };
  return readKeyOrValue(rest);
}

const SCALAR = String.raw`"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null`;
const NAME = String.raw`[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"`;
const VALUE_STEP = new RegExp(String.raw`^\[=(${SCALAR})\]`);
const KEY_STEP = new RegExp(String.raw`^\[((?:${NAME})=(?:${SCALAR})(?:,(?:${NAME})=(?:${SCALAR}))*)\]`);
const KEY_PART = new RegExp(`(${NAME})=(${SCALAR})`, 'g');

function readKeyOrValue(rest: string): Step | undefined {
  const value = VALUE_STEP.exec(rest);
  if (value?.[1] !== undefined) return { element: valueElement(scalar(value[1])), length: value[0].length };
  if (/^\[=[[{]/.test(rest)) return readCompound(rest);
  const key = KEY_STEP.exec(rest);
  if (key?.[1] === undefined) return undefined;
  const parts: Record<string, JsonScalar> = {};
  for (const [, name, text] of key[1].matchAll(KEY_PART))
    if (name !== undefined && text !== undefined) setField(parts, keyName(name), scalar(text));
  return { element: keyElement(parts), length: key[0].length };
}

const keyName = (text: string): string => (text.startsWith('"') ? (JSON.parse(text) as string) : text);

/** What changes the depth of JSON text; a bracket within a string does not. */
const TEXT_OR_BRACKET = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;

/** `[={…}]` and `[=[…]]`: the item of a set that is itself an object or a list, as JSON. */
function readCompound(rest: string): Step | undefined {
  let depth = 0;
  for (const { 0: token, index } of rest.matchAll(TEXT_OR_BRACKET)) {
    if (token === '[' || token === '{') depth++;
    if (token === ']' || token === '}') depth--;
    // The bracket of the step itself is the last to close.
    if (depth > 0) continue;
    const value = readJson(rest.slice(2, index));
    return value === undefined ? undefined : { element: valueElement(value), length: index + 1 };
  }
  return undefined;
}

function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function scalar(text: string): JsonScalar {
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text))) return BigInt(text);
  return JSON.parse(text) as JsonScalar;
}

function fail(text: string, at: number): never {
  throw new SyntaxError(
    `cannot read the field path ${JSON.stringify(text)} at position ${at + 1}: expected .name, ["name"], [key="value"], [="value"] or [index]`,
  );
}
