import { dig, isArray, isObject, type JsonObject, type JsonValue } from '../../../model/json.js';
import type { Dialect } from './dialect.js';
import type { Finding } from './finding.js';
import { integerIn } from './generation.js';
import { phaseStatus, ratioStatus } from './phase.js';
import { shortfalls } from './shortfalls.js';
import { tells, wordsOf } from './telling.js';
import { GENERIC_WORDS as WORDS } from './words.js';

/** Deeper than this nobody keeps the state of a part. */
const DEPTH = 6;

const ALTHOUGH = 'although the whole says nothing of it';

/**
 * A part of a status, at any depth, that says that it is not well; undefined where none does. Only listed words and
 * conditions count, and nothing below a key that names the past: a whole may say that it is well although a part is not.
 * `finite`: its kind runs once, and may have come to its end although some of it failed on the way.
 */
export function nestedTrouble(status: JsonValue, dialect: Dialect, finite = false): Finding | undefined {
  if (dialect.phaseless) return undefined;
  const found = search(status, '.status', DEPTH, { dialect, finite });
  return found.find((one) => one.status === 'Degraded') ?? found[0];
}

interface Reading {
  readonly dialect: Dialect;
  readonly finite: boolean;
}

function search(value: JsonValue, path: string, depth: number, reading: Reading): readonly Finding[] {
  if (depth === 0) return [];
  if (isArray(value)) return value.flatMap((entry, index) => search(entry, `${path}[${index}]`, depth - 1, reading));
  if (!isObject(value)) return [];
  const here = shortfalls(value, depth === DEPTH).map(
    (what): Finding => ({ status: 'Progressing', message: `${path}: ${what}, ${ALTHOUGH}` }),
  );
  return [
    ...here,
    ...byName(value).flatMap(([key, inner]) => {
      if (wordsOf(key).some((word) => WORDS.past.includes(word))) return [];
      const told = key === 'conditions' ? withoutPhasesOfThePast(inner) : inner;
      return [...troubleAt(value, key, told, path, reading), ...search(told, `${path}.${key}`, depth - 1, reading)];
    }),
  ];
}

/** Conditions that have a phase in place of a type are those that it went through: the last is that of now. */
function withoutPhasesOfThePast(conditions: JsonValue): JsonValue {
  if (!isArray(conditions)) return conditions;
  return conditions.every((one) => typeof dig(one, 'phase') === 'string' && dig(one, 'type') === undefined)
    ? conditions.slice(-1)
    : conditions;
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
  { dialect, finite }: Reading,
): readonly Finding[] {
  const unwell = unwellParts(key, value, finite);
  if (unwell !== undefined) return [{ ...unwell, message: `${path}.${key} ${unwell.message}, ${ALTHOUGH}` }];
  if (value === false && WORDS.parts.includes(key)) {
    return [{ status: 'Progressing', message: `${path}.${key} is false, ${ALTHOUGH}` }];
  }
  if (WORDS.errorLists.includes(key) && isArray(value) && value.length > 0) {
    return [fault(`${path}.${key} holds ${value.length}, ${ALTHOUGH}`)];
  }
  if (typeof value !== 'string' || value === '') return [];
  if (WORDS.errorFields.includes(key)) return isFault(value) ? [fault(`${path}.${key}: ${value}`)] : [];
  if (WORDS.gravity.fields.includes(key) && WORDS.gravity.faults.includes(value.toLowerCase())) {
    return [fault(`${path}.${key} is ${value}, ${ALTHOUGH}`)];
  }
  const isCondition = typeof dig(parent, 'type') === 'string';
  if (key === 'status' && isCondition) return conditionTrouble(parent, path, dialect);
  const last = wordsOf(key).at(-1) ?? '';
  if (WORDS.faults.words.includes(value.toLowerCase()) && !WORDS.faults.except.includes(last)) {
    return [fault(`${path}.${key} is ${value}, ${ALTHOUGH}`)];
  }
  if (!WORDS.stateEndings.includes(last)) return [];
  const status = phaseStatus(value, dialect);
  if (status !== 'Degraded' && status !== 'Progressing' && status !== 'Missing') return [];
  return [{ status, message: `${path}.${key} is ${value}, ${ALTHOUGH}` }];
}

/** Parts that a field counts or lists as not well: `failedNodes: [node-3]`, `unavailableReplicas: 1`, `ready: 1/3`. */
function unwellParts(key: string, value: JsonValue, finite: boolean): Finding | undefined {
  const words = wordsOf(key);
  const unwell = words.some((word) => WORDS.unwell.includes(word));
  const count = isArray(value) ? value.length : (integerIn(value) ?? 0);
  const listed = isArray(value) && (unwell || words.some((word) => WORDS.unwellLists.includes(word)));
  if (count > 0 && (listed || (unwell && !finite && typeof value !== 'string'))) {
    const failed = words.some((word) => tells(word, 'failing'));
    return { status: failed ? 'Degraded' : 'Progressing', message: isArray(value) ? `holds ${count}` : `is ${count}` };
  }
  const ratio = typeof value === 'string' && words.some((word) => WORDS.parts.includes(word));
  return ratio && ratioStatus(value) === 'Progressing' ? { status: 'Progressing', message: `is ${value}` } : undefined;
}

/** A part may keep in the same field why it waits. */
function isFault(text: string): boolean {
  if (WORDS.noError.includes(text.toLowerCase())) return false;
  return tells(text, 'failing') || !(tells(text, 'notYet') || tells(text, 'waiting'));
}

function fault(message: string): Finding {
  return { status: 'Degraded', message };
}

/** A part's own condition that it works: read like those of the whole, less its reason. */
function conditionTrouble(condition: JsonValue, path: string, dialect: Dialect): readonly Finding[] {
  const type = String(dig(condition, 'type'));
  if (dialect.ignored.has(type.toLowerCase())) return [];
  const meaning = WORDS.conditions.get(type.toLowerCase());
  if (dig(condition, 'status') === 'True' && meaning === 'failing') {
    return [fault(`${path}: condition ${type} is True, ${ALTHOUGH}`)];
  }
  if (dig(condition, 'status') !== 'False' || meaning !== 'ready') return [];
  return [{ status: 'Progressing', message: `${path}: condition ${type} is False, ${ALTHOUGH}` }];
}
