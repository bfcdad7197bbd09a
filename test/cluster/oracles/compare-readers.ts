import { GitdriftError } from '../../../src/model/errors.js';
import { isArray, isObject, type JsonValue, setField } from '../../../src/model/json.js';
import { parseJson, printJson } from '../../../src/model/json-text.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';
import { type Answer, ask } from './ask.js';
import { type Compared, DEPARTURES } from './yaml-departures.js';

/** What Go (`program` is our control plane) and our reader say of files of manifests. */
export function compareReaders(program: string, texts: readonly string[]): Compared[] {
  const answers = ask<Documents>(program, 'documents', questions(texts));
  return texts.map((text, at) => ({ text, go: canonicalAnswer(answers[at] as Answer<Documents>), ours: read(text) }));
}

interface Documents {
  readonly documents: readonly string[];
  readonly rest: boolean;
}

function questions(texts: readonly string[]): { yaml: string }[] {
  return texts.map((yaml) => ({ yaml }));
}

/** How often Go is asked again where the two part. */
const TURNS = 40;

/**
 * True where Go says now this, now that: of keys that are different to YAML and the same to JSON (1 and 1.0), the one
 * that its map gives last wins.
 */
export function contradictsItself(program: string, { text }: Compared): boolean {
  const answers = ask<Documents>(program, 'documents', questions(Array<string>(TURNS).fill(text)));
  return new Set(answers.map((answer) => JSON.stringify(answer))).size > 1;
}

function canonicalAnswer(answer: Answer<Documents>): Compared['go'] {
  if ('error' in answer) return answer;
  return { documents: answer.documents.map((json) => canonical(parseJson(json))), rest: answer.rest };
}

function read(text: string): Compared['ours'] {
  try {
    return { documents: readDocuments(text, 'web.yaml').documents.map(({ value }) => canonical(value)) };
  } catch (error) {
    if (error instanceof GitdriftError && error.code === 'manifest-invalid') return { error: error.message };
    throw error;
  }
}

/** True where the two part, and not in a way that is on purpose. */
export function disagrees(compared: Compared): boolean {
  const { go, ours } = compared;
  if ('error' in go && 'error' in ours) return false;
  if ('documents' in go && 'documents' in ours && printJson(go.documents) === printJson(ours.documents)) return false;
  return !DEPARTURES.some((departure) => departure.applies(compared));
}

/** JSON text with sorted keys, and without the sign of a zero, which no comparison sees. */
function canonical(value: JsonValue): string {
  return printJson(sorted(value));
}

function sorted(value: JsonValue): JsonValue {
  if (value === 0) return 0;
  if (isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(value).sort()) setField(copy, key, sorted(value[key] as JsonValue));
  return copy;
}
