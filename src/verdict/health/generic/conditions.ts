import type { HealthStatus } from '../../../model/status.js';
import { conditionText } from '../status-fields.js';
import { type Read, readConditions } from './condition-meaning.js';
import type { CustomCondition } from './custom-condition.js';
import { type Dialect, PLAIN } from './dialect.js';
import { type Finding, worst } from './finding.js';
import { isDoing, tells, wordsOf } from './telling.js';
import { GENERIC_WORDS as WORDS } from './words.js';

/**
 * What the conditions together say; undefined where none says anything known. `finite`: of a kind that runs once, so that
 * at work is not done. `alone`: no word for the whole stands beside them.
 */
export function judgeConditions(
  conditions: readonly CustomCondition[],
  dialect: Dialect = PLAIN,
  finite = false,
  alone = true,
): Finding | undefined {
  const read = readConditions(conditions, dialect);
  const named = (...meanings: readonly Read['meaning'][]): readonly CustomCondition[] =>
    read.filter(({ meaning }) => meanings.includes(meaning)).map(({ condition }) => condition);

  const atWork = (one: CustomCondition): boolean => finite && WORDS.finite.atWork.includes(one.type.toLowerCase());
  const failing = named('failing').find(holds) ?? named('progressing').find(gaveUp);
  if (failing !== undefined) return finding('Degraded', failing);
  const suspended = named('suspended').find(holds);
  if (suspended !== undefined) return finding('Suspended', suspended);
  const working = named('ready', 'part');
  const deciding =
    working.length > 0
      ? working
      : named('finished')
          .filter((one) => !atWork(one))
          .slice(0, 1);
  const steps = named('step').map((one) => stepOn(one, dialect, finite && alone && deciding.length === 0));
  // Of what runs once a part that is ready is no more than a step.
  const partWay = finite && named('ready', 'finished').length === 0;
  const decided = deciding.map((one) => {
    const status = readyStatus(one, dialect);
    return finding(partWay && status === 'Healthy' && !hasEnded(one) ? 'Progressing' : status, one);
  });
  const verdicts = [...decided, ...steps.filter((one) => one !== undefined)];
  const reconciling =
    named('reconciling').find(holds) ?? named('unread', 'finished').find((one) => atWork(one) && holds(one));
  if (reconciling !== undefined) return underWay(reconciling, verdicts);
  const progressing = named('progressing').find((one) => holds(one) && !tells(one.reason, 'settled'));
  return worst([
    ...verdicts,
    ...(progressing === undefined
      ? []
      : [finding(tells(progressing.reason, 'suspended') ? 'Suspended' : 'Progressing', progressing)]),
    ...named('unread', 'demand').map(doubt),
    ...named('demand')
      .filter(holds)
      .map((one) => finding('Progressing', one)),
    ...(working.length > 0 ? named('finished').map(unfinished) : []),
  ]);
}

function hasEnded({ type }: CustomCondition): boolean {
  return WORDS.finite.ended.includes(wordsOf(type).at(-1) ?? '');
}

/** A step that is not made holds up the whole; one that is made says no more than that work has begun (`begun`). */
function stepOn(step: CustomCondition, dialect: Dialect, begun: boolean): Finding | undefined {
  const status = readyStatus(step, dialect);
  if (status !== 'Healthy') return finding(status, step);
  return begun ? finding('Progressing', step, ', which is a step on the way') : undefined;
}

/** The first step that is made, where nothing else is told: the way has begun, and nobody says that it has ended. */
export function begun(conditions: readonly CustomCondition[], dialect: Dialect): Finding | undefined {
  const step = readConditions(conditions, dialect).find(
    ({ condition, meaning }) => meaning === 'step' && holds(condition),
  );
  return step === undefined ? undefined : finding('Progressing', step.condition, ', which is a step on the way');
}

/** Beside a condition that says that it works, work that has not ended is normal; work that failed is not, ended or not. */
function unfinished(finished: CustomCondition): Finding | undefined {
  const failed = tells(finished.reason, 'failing') || (!holds(finished) && tells(finished.message, 'failing'));
  return failed ? finding('Degraded', finished) : undefined;
}

function holds({ status }: CustomCondition): boolean {
  return status === 'True';
}

/** A controller that tries again after a fault is under way and broken at once: the fault is what people need. */
function underWay(reconciling: CustomCondition, verdicts: readonly Finding[]): Finding {
  if (tells(reconciling.reason, 'failing')) return finding('Degraded', reconciling);
  const again = wordsOf(reconciling.reason).includes('retry');
  const fault = again ? verdicts.find(({ status }) => status === 'Degraded') : undefined;
  return fault ?? finding('Progressing', reconciling);
}

/** A type that we cannot read does not say that it works, but its reason may say that it does not. */
function doubt(unread: CustomCondition): Finding | undefined {
  if (unread.status === 'Unknown') return finding('Progressing', unread);
  if (tells(unread.reason, 'failing') || tells(unread.message, 'failing')) return finding('Degraded', unread);
  const waits = unread.status === 'False' && tells(unread.reason, 'waiting') && !repeats(unread);
  return waits ? finding('Progressing', unread) : undefined;
}

/** A reason with all the words of the type says no more than the type: `PendingRestart False FalsePendingRestart`. */
function repeats({ type, reason }: CustomCondition): boolean {
  const said = wordsOf(reason);
  return wordsOf(type).every((word) => said.includes(word));
}

/** A rollout that is over its time, or that somebody aborted, is no longer under way. */
function gaveUp(progressing: CustomCondition): boolean {
  return !holds(progressing) && tells(progressing.reason, 'failing');
}

/**
 * What a condition means that says of something that it works. Not True is "not yet" in kstatus; a severity, a reason
 * or a message that names a failure says that waiting will not do. Unknown is always "not yet".
 */
function readyStatus(one: CustomCondition, dialect: Dialect): HealthStatus {
  if (one.status === 'True') {
    if (tells(one.reason, 'failing')) return 'Degraded';
    return tells(one.reason, 'suspended') ? 'Suspended' : 'Healthy';
  }
  if (one.status === 'Degraded') return 'Degraded';
  if (one.status !== 'False') return 'Progressing';
  const known = dialect.reasons.get(one.reason.toLowerCase());
  if (known !== undefined) return known;
  if (one.severity === 'Error') return 'Degraded';
  if (tells(one.reason, 'failing')) return 'Degraded';
  if (tells(one.reason, 'suspended')) return 'Suspended';
  // What was being done has come to an error: a reason such as Migrating says only where.
  const broke = isDoing(one.reason) && !tells(one.reason, 'waiting') && wordsOf(one.message).includes('error');
  if (broke) return 'Degraded';
  if (tells(one.reason, 'waiting') || isDoing(one.reason)) return 'Progressing';
  if (tells(one.message, 'failing')) return 'Degraded';
  if (tells(one.message, 'waiting')) return 'Progressing';
  if (dialect.notReady !== undefined) return dialect.notReady;
  const text = `${one.reason} ${one.message}`;
  // A word that is no known way to say "not yet" is a reason, and a reason is a fault until its family is known.
  const isOutcome = WORDS.outcomes.includes(one.type.toLowerCase()) && wordsOf(text).length > 0;
  return isOutcome && !tells(text, 'notYet') ? 'Degraded' : 'Progressing';
}

function finding(status: HealthStatus, condition: CustomCondition, more = ''): Finding {
  const text = conditionText(condition);
  const told = `condition ${condition.type} is ${condition.status}${text === '' ? '' : ` (${text})`}`;
  return { status, message: `${told}${more}` };
}
