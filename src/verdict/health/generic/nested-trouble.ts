import { dig, isArray, isObject, type JsonValue } from '../../../model/json.js';
import type { Finding } from './finding.js';
import { wordsOf } from './telling.js';
import { GENERIC_WORDS as WORDS } from './words.js';

/** Deeper than this nobody keeps the state of a part. */
const DEPTH = 6;

/**
 * A part of a status, at any depth, that says that it is not well; undefined where none does. Only listed words and
 * conditions count, and nothing below a key that names the past. For kinds that nobody knows: their whole may be well
 * although a part is not.
 */
export function nestedTrouble(status: JsonValue): Finding | undefined {
  const found = search(status, '.status', DEPTH);
  return found.find((one) => one.status === 'Degraded') ?? found[0];
}

function search(value: JsonValue, path: string, depth: number): readonly Finding[] {
  if (depth === 0) return [];
  if (isArray(value)) return value.flatMap((entry, index) => search(entry, `${path}[${index}]`, depth - 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (wordsOf(key).some((word) => WORDS.past.includes(word))) return [];
    return [...troubleAt(value, key, inner, path), ...search(inner, `${path}.${key}`, depth - 1)];
  });
}

function troubleAt(parent: JsonValue, key: string, value: JsonValue, path: string): readonly Finding[] {
  if (typeof value !== 'string' || value === '') return [];
  const isCondition = typeof dig(parent, 'type') === 'string';
  if (key === 'status' && isCondition) return conditionTrouble(parent, path);
  const last = wordsOf(key).at(-1) ?? '';
  if (!WORDS.stateEndings.includes(last)) return [];
  const status = WORDS.phases.get(value.toLowerCase());
  if (status !== 'Degraded' && status !== 'Progressing' && status !== 'Missing') return [];
  return [{ status, message: `${path}.${key} is ${value}, although the whole says that it is well` }];
}

/** A part's own condition that it works: read like those of the whole, less its reason. */
function conditionTrouble(condition: JsonValue, path: string): readonly Finding[] {
  const type = String(dig(condition, 'type'));
  const meaning = WORDS.conditions.get(type.toLowerCase());
  if (dig(condition, 'status') !== 'False' || meaning !== 'ready') return [];
  return [
    { status: 'Progressing', message: `${path}: condition ${type} is False, although the whole says that it is well` },
  ];
}
