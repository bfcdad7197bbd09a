import { dig, isArray, isObject, type JsonObject, type JsonValue } from '../../../model/json.js';
import type { Dialect } from './dialect.js';
import type { Finding } from './finding.js';
import { phaseStatus } from './phase.js';
import { wordsOf } from './telling.js';
import { GENERIC_WORDS as WORDS } from './words.js';

/** Deeper than this nobody keeps the state of a part. */
const DEPTH = 6;

/**
 * A part of a status, at any depth, that says that it is not well; undefined where none does. Only listed words and
 * conditions count, and nothing below a key that names the past: a whole may say that it is well although a part is not.
 */
export function nestedTrouble(status: JsonValue, dialect: Dialect): Finding | undefined {
  if (dialect.phaseless) return undefined;
  const found = search(status, '.status', DEPTH, dialect);
  return found.find((one) => one.status === 'Degraded') ?? found[0];
}

function search(value: JsonValue, path: string, depth: number, dialect: Dialect): readonly Finding[] {
  if (depth === 0) return [];
  if (isArray(value)) return value.flatMap((entry, index) => search(entry, `${path}[${index}]`, depth - 1, dialect));
  if (!isObject(value)) return [];
  return byName(value).flatMap(([key, inner]) => {
    if (wordsOf(key).some((word) => WORDS.past.includes(word))) return [];
    return [...troubleAt(value, key, inner, path, dialect), ...search(inner, `${path}.${key}`, depth - 1, dialect)];
  });
}

/** Whoever stored the object may have ordered its keys as he liked. */
function byName(value: JsonObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

function troubleAt(
  parent: JsonValue,
  key: string,
  value: JsonValue,
  path: string,
  dialect: Dialect,
): readonly Finding[] {
  if (value === false && WORDS.parts.includes(key)) {
    return [{ status: 'Progressing', message: `${path}.${key} is false, although the whole says that it is well` }];
  }
  if (typeof value !== 'string' || value === '') return [];
  const isCondition = typeof dig(parent, 'type') === 'string';
  if (key === 'status' && isCondition) return conditionTrouble(parent, path, dialect);
  const last = wordsOf(key).at(-1) ?? '';
  if (!WORDS.stateEndings.includes(last)) return [];
  const status = phaseStatus(value, dialect);
  if (status !== 'Degraded' && status !== 'Progressing' && status !== 'Missing') return [];
  return [{ status, message: `${path}.${key} is ${value}, although the whole says that it is well` }];
}

/** A part's own condition that it works: read like those of the whole, less its reason. */
function conditionTrouble(condition: JsonValue, path: string, dialect: Dialect): readonly Finding[] {
  const type = String(dig(condition, 'type'));
  if (dialect.ignored.has(type.toLowerCase())) return [];
  const meaning = WORDS.conditions.get(type.toLowerCase());
  if (dig(condition, 'status') !== 'False' || meaning !== 'ready') return [];
  return [
    { status: 'Progressing', message: `${path}: condition ${type} is False, although the whole says that it is well` },
  ];
}
