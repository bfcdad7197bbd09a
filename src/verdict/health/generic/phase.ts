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

/** A listed word, or one of a listed form: `PENDING_RERUN`, `UpdateFailed`, `Waiting for Pods to be ready`. */
function phaseStatus(word: string, dialect: Dialect): HealthStatus | undefined {
  const plain = word.toLowerCase();
  const listed = dialect.phases.get(plain) ?? WORDS.phases.get(plain);
  if (listed !== undefined) return listed;
  const parts = wordsOf(word.replace(/^[A-Z\d_\s-]+$/, (capitals) => capitals.toLowerCase()));
  const joined = parts.join('');
  const joinedStatus = dialect.phases.get(joined) ?? WORDS.phases.get(joined);
  if (joinedStatus !== undefined) return joinedStatus;
  const ratio = /^(\d+)\/(\d+)$/.exec(word);
  if (ratio !== null) return Number(ratio[1]) < Number(ratio[2]) ? 'Progressing' : 'Healthy';
  const negated = parts.includes('not') || parts.includes('un');
  if (tells(word, 'failing') || (parts.length > 2 && negated)) return 'Degraded';
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (/^[a-z]{2,}ing$/.test(first) || WORDS.phases.get(first) === 'Progressing') return 'Progressing';
  const end = parts.length < 4 ? (WORDS.phases.get(parts.slice(-2).join('')) ?? WORDS.phases.get(last)) : undefined;
  if (end !== undefined) return negated && end === 'Healthy' ? 'Progressing' : end;
  if (parts.length < 4 && /ing$/.test(last)) return 'Progressing';
  return !negated && parts.includes('healthy') ? 'Healthy' : undefined;
}

function messageBeside(status: JsonValue | undefined): string {
  for (const name of ['message', 'reason', 'errorMessage']) {
    const message = dig(status, name);
    if (typeof message === 'string' && message !== '') return `: ${message}`;
  }
  return '';
}
