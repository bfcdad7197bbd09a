import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GitdriftError } from '../../../src/model/errors.js';
import { isArray, isObject, type JsonValue, setField } from '../../../src/model/json.js';
import { parseJson } from '../../../src/model/json-text.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';

interface Answer {
  readonly yaml: string;
  readonly json?: string;
  readonly error?: string;
}

const answers = JSON.parse(readFileSync(new URL('go-answers.json', import.meta.url), 'utf8')) as Answer[];

/** Where we part from Go on purpose, and what we do instead. */
const DEPARTURES: ReadonlyMap<string, { why: string; ours: unknown }> = new Map([
  [
    ' a: 1\nb: 2',
    { why: 'Go stops reading at the second line without a word; that would hide what follows', ours: 'refused' },
  ],
  [
    'a:\n  b: 1\n\t\n  c: 2',
    { why: 'a line of nothing but a tab hides nothing', ours: { value: { a: { b: 1, c: 2 } } } },
  ],
  ...['a: [?b]', 'a: {b:, c: d}', 'a: {b: c:}'].map(
    (yaml) => [yaml, { why: 'to Go it means something else than it looks like', ours: 'refused' }] as const,
  ),
]);

describe('the reader and sigs.k8s.io/yaml agree', () => {
  test.each(answers.map((answer) => [JSON.stringify(answer.yaml), answer] as const))('%s', (_, answer) => {
    const go = answer.error === undefined ? { value: unsignedZero(parseJson(answer.json ?? '')) } : 'refused';
    const ours = read(answer.yaml);
    const departure = DEPARTURES.get(answer.yaml);
    expect(ours).toEqual(departure === undefined ? go : departure.ours);
    if (departure !== undefined) expect(ours).not.toEqual(go);
  });
});

function read(yaml: string): { value: JsonValue } | 'refused' {
  try {
    const [document] = readDocuments(yaml, 'answers.yaml').documents;
    return { value: unsignedZero(document?.value ?? null) };
  } catch (error) {
    if (error instanceof GitdriftError && error.code === 'manifest-invalid') return 'refused';
    throw error;
  }
}

/** Zero without its sign, which comparison does not see either. */
function unsignedZero(value: JsonValue): JsonValue {
  if (value === 0) return 0;
  if (isArray(value)) return value.map(unsignedZero);
  if (!isObject(value)) return value;
  const copy: Record<string, JsonValue> = {};
  for (const [key, item] of Object.entries(value)) setField(copy, key, unsignedZero(item));
  return copy;
}
