import { dig, type JsonValue } from '../../../model/json.js';
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
  return own ?? worst(WORDS.phaseFields.map(judge));
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
  const atWork = finite && WORDS.finite.atWork.includes(String(word).toLowerCase());
  const judged = atWork ? 'Progressing' : phaseStatus(String(word), dialect);
  if (judged === undefined) return undefined;
  return { status: judged, message: `${name} ${word}${messageBeside(dig(status, ...steps.slice(0, -1)))}` };
}

/** A listed word, however it is written: `Running`, `IN_PROGRESS`, `in progress`; or one of a form that tells. */
export function phaseStatus(word: string, dialect: Dialect = PLAIN): HealthStatus | undefined {
  const parts = wordsOf(word.replace(/^[A-Z\d_\s-]+$/, (capitals) => capitals.toLowerCase()));
  const listed = (text: string): HealthStatus | undefined => dialect.phases.get(text) ?? WORDS.phases.get(text);
  return listed(word.toLowerCase()) ?? listed(parts.join('')) ?? ratioStatus(word) ?? formStatus(word, parts);
}

/** So many of so many: `2/3`. */
function ratioStatus(word: string): HealthStatus | undefined {
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
