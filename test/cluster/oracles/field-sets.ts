import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type PathElement, printElement } from '../../../src/model/field-path.js';
import { memberPaths } from '../../../src/model/field-set.js';
import { type JsonObject, type JsonValue, setField } from '../../../src/model/json.js';
import { decodeFieldsV1 } from '../../../src/ownership/fields-v1.js';
import { MalformedElement } from '../../../src/ownership/path-element.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';
import { ask } from './ask.js';

const name = fc.oneof(
  fc.constantFrom('metadata', 'spec', 'name', 'a.b/c', '', '.', 'ключ', '__proto__', 'with "quotes"', 'a\\b', '<&>'),
  fc.string({ unit: 'binary-ascii', maxLength: 4 }),
);
/** Numbers that Go prints as JavaScript does: below a million, of few digits. */
const scalar = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.integer({ min: -99_999, max: 99_999 }),
  fc.constantFrom(0.5, -3.75, 1.25),
  fc.boolean(),
  fc.constant(null),
);
const key = fc
  .dictionary(fc.constantFrom('name', 'port', 'protocol', 'ip'), scalar, { minKeys: 1, maxKeys: 3 })
  .map((fields) => JSON.stringify(Object.fromEntries(Object.entries(fields).sort())));

/** The text of an element, now and then one that is none. No key field holds an object: Go would take it, we
 * do not. No element stands twice in other words: Go takes the last, we both. */
const element = fc.oneof(
  { weight: 6, arbitrary: name.map((text) => `f:${text}`) },
  { weight: 2, arbitrary: key.map((text) => `k:${text}`) },
  { weight: 2, arbitrary: scalar.map((value) => `v:${JSON.stringify(value)}`) },
  { weight: 1, arbitrary: fc.nat(20).map((index) => `i:${index}`) },
  { weight: 1, arbitrary: fc.constantFrom('.', '.') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x:1', 'f', 'k:', 'k:[1]', 'v:', 'v:{', 'i:x', 'i:-1', ''),
  },
);

/** Values of fieldsV1 as servers write them, and a few as none should. */
export const fieldSets: fc.Arbitrary<JsonObject> = fc.letrec<{ set: JsonObject }>((tie) => ({
  set: fc
    .array(fc.tuple(element, fc.oneof({ depthSize: 'small' }, fc.constant({}), tie('set'))), { maxLength: 4 })
    .map(toObject),
})).set;

function toObject(entries: readonly (readonly [string, JsonObject])[]): JsonObject {
  const set: Record<string, JsonValue> = {};
  for (const [text, below] of entries) setField(set, text, text === '.' ? {} : below);
  return set;
}

/** Every value of `fieldsV1` in the files below a folder. */
export function recordedFieldSets(folder: string): JsonValue[] {
  const found: JsonValue[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [field, inner] of Object.entries(value)) {
      if (field === 'fieldsV1') found.push(inner as JsonValue);
      else visit(inner);
    }
  };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(json|ya?ml)$/.test(file)) continue;
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    // Templates, and what is broken on purpose, are no YAML.
    if (!text.includes('fieldsV1')) continue;
    for (const { value } of readDocuments(text, file).documents) visit(value);
  }
  return found;
}

/** The sets of which Go (`program` is our control plane) and we don't list the same members, with both lists. */
export function decodedAlike(program: string, sets: readonly JsonValue[]): object[] {
  const answers = ask<{ paths: string[] }>(
    program,
    'fieldset',
    sets.map((fieldsV1) => ({ fieldsV1 })),
  );
  return sets.flatMap((fieldsV1, at) => {
    const answer = answers[at] ?? { error: 'no answer' };
    const go = 'error' in answer ? 'refused' : answer.paths.sort();
    const ours = membersOf(fieldsV1);
    return JSON.stringify(go) === JSON.stringify(ours) ? [] : [{ fieldsV1, go, ours }];
  });
}

function membersOf(fieldsV1: JsonValue): string[] | 'refused' {
  try {
    return [...memberPaths(decodeFieldsV1(fieldsV1).set)].map((path) => path.map(goElement).join('')).sort();
  } catch (error) {
    if (error instanceof MalformedElement) return 'refused';
    throw error;
  }
}

/** Structured-merge-diff puts no name in quotes, where ours are printed to be read back. */
function goElement(element: PathElement): string {
  return element.kind === 'field' ? `.${element.name}` : printElement(element);
}
