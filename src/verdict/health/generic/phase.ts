import { dig, isObject, type JsonValue } from '../../../model/json.js';
import type { HealthStatus } from '../../../model/status.js';
import { type Dialect, PLAIN } from './dialect.js';
import { type Finding, worst } from './finding.js';
import { tells, wordsOf } from './telling.js';
import { GENERIC_WORDS as WORDS } from './words.js';

/**
 * What the words for the whole say: the worst of those that the dialect names, else of the generic ones. `finite`: its
 * kind runs once, so that at work is not done. Undefined where there is none, or none that is known.
 */
export function judgePhase(status: JsonValue, dialect: Dialect = PLAIN, finite = false): Finding | undefined {
  if (dialect.phaseless) return undefined;
  const judge = (name: string): Finding | undefined => judgeField(status, name, dialect, finite);
  const own = worst(dialect.phaseFields.map((name) => judge(name) ?? otherPhase(status, name, dialect)));
  if (own !== undefined) return own;
  const listed = worst(WORDS.phaseFields.map(judge));
  const fields = listed === undefined ? stateFields(status) : OUTCOMES;
  const found = listed ?? worst(stateFields(status).map(judge));
  return found?.status === 'Healthy' ? (unheard(status, fields, dialect) ?? found) : found;
}

/** Fields of the whole that nobody listed, and whose name says that they tell a state: `chePhase`, `clusterStatus`. */
function stateFields(status: JsonValue): readonly string[] {
  if (!isObject(status)) return [];
  return Object.keys(status)
    .filter((name) => {
      const parts = wordsOf(name);
      return (
        STATES.includes(parts.at(-1) ?? '') && !name.includes('.') && !parts.some((one) => WORDS.past.includes(one))
      );
    })
    .sort();
}

/** A word for the state of the whole that nobody knows; undefined where all are known, or where the dialect has its own. */
export function unheardState(status: JsonValue, dialect: Dialect): Finding | undefined {
  return dialect.phaseFields.length > 0 || dialect.phaseless
    ? undefined
    : unheard(status, stateFields(status), dialect);
}

const STATES: readonly string[] = ['phase', 'state', 'status'];
/** Beside a phase that says that it has ended, these say how. */
const OUTCOMES: readonly string[] = ['result', 'verdict'];

/** Beside a word that means that it works, one that nobody knows is a doubt: `phase: DONE`, `result: INCONSISTENT`. */
function unheard(status: JsonValue, fields: readonly string[], dialect: Dialect): Finding | undefined {
  for (const name of fields) {
    const word = dig(status, ...name.split('.'));
    if (typeof word !== 'string' || !/^[\w-]+$/.test(word) || WORDS.neutral.includes(word.toLowerCase())) continue;
    if (phaseStatus(word, dialect) !== undefined) continue;
    return { status: 'Progressing', message: `${name} ${word} is no word that is known` };
  }
  return undefined;
}

function otherPhase(status: JsonValue, name: string, { otherPhase: meaning }: Dialect): Finding | undefined {
  const word = dig(status, ...name.split('.'));
  if (meaning === undefined || typeof word !== 'string' || word === '') return undefined;
  return { status: meaning, message: `${name} ${word}` };
}

function judgeField(status: JsonValue, name: string, dialect: Dialect, finite: boolean): Finding | undefined {
  const steps = name.split('.');
  const word = dig(status, ...steps);
  if (typeof word !== 'string' && typeof word !== 'number') return undefined;
  const judged = phaseOf(String(word), dialect, finite);
  if (judged === undefined) return undefined;
  return { status: judged, message: `${name} ${word}${messageBeside(dig(status, ...steps.slice(0, -1)))}` };
}

/** A kind that runs once is well when it has ended: neither at work nor part of the way (`TargetReady`) is that. */
function phaseOf(word: string, dialect: Dialect, finite: boolean): HealthStatus | undefined {
  const judged = phaseStatus(word, dialect);
  if (!finite || judged !== 'Healthy' || dialect.phases.has(word.toLowerCase())) return judged;
  const parts = wordsOf(word);
  const partWay =
    parts.length > 1 && !WORDS.finite.ended.includes(parts.at(-1) ?? '') && !WORDS.phases.has(word.toLowerCase());
  return partWay || WORDS.finite.atWork.includes(word.toLowerCase()) ? 'Progressing' : judged;
}

/** A listed word, however it is written: `Running`, `IN_PROGRESS`, `in progress`; or one of a form that tells. */
export function phaseStatus(word: string, dialect: Dialect = PLAIN): HealthStatus | undefined {
  const bare = word.replace(/\s*\([^)]*\)$/, '');
  const parts = wordsOf(bare.replace(/^[A-Z\d_\s-]+$/, (capitals) => capitals.toLowerCase()));
  const listed = (text: string): HealthStatus | undefined => dialect.phases.get(text) ?? WORDS.phases.get(text);
  return listed(word.toLowerCase()) ?? listed(parts.join('')) ?? ratioStatus(word) ?? formStatus(word, parts);
}

/** So many of so many, `2/3`: Progressing or Healthy; undefined for any other text. */
export function ratioStatus(word: string): HealthStatus | undefined {
  const ratio = /^(\d+)\/(\d+)$/.exec(word);
  if (ratio === null) return undefined;
  return Number(ratio[1]) < Number(ratio[2]) ? 'Progressing' : 'Healthy';
}

/** `UpdateFailed`, `Waiting for Pods to be ready`, `ClusterRunning`, `ClusterNotReady`. */
function formStatus(word: string, parts: readonly string[]): HealthStatus | undefined {
  if (tells(word, 'failing')) return 'Degraded';
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const isShort = parts.length < 4;
  const ending = isShort ? WORDS.phases.get(parts.slice(-2).join('')) : undefined;
  if (ending !== undefined) return ending;
  const isNegated = parts.includes('not');
  if (isNegated && parts.length > 2) return 'Degraded';
  if (!isNegated && isShort && tells(last, 'settled') && WORDS.phases.get(last) === 'Healthy') return 'Healthy';
  if (/^[a-z]{2,}ing$/.test(first) || WORDS.phases.get(first) === 'Progressing') return 'Progressing';
  const end = isShort ? WORDS.phases.get(last) : undefined;
  if (end !== undefined) return isNegated && end === 'Healthy' ? 'Progressing' : end;
  if (isShort && /ing$/.test(last)) return 'Progressing';
  return !isNegated && parts.includes('healthy') ? 'Healthy' : undefined;
}

function messageBeside(status: JsonValue | undefined): string {
  for (const name of ['message', 'reason', 'errorMessage']) {
    const message = dig(status, name);
    if (typeof message === 'string' && message !== '') return `: ${message}`;
  }
  return '';
}
