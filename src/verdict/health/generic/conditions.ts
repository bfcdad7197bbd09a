import { dig, isArray, type JsonValue } from '../../../model/json.js';
import type { HealthStatus } from '../../../model/status.js';
import { type Condition, conditionText } from '../status-fields.js';
import { type Dialect, PLAIN } from './dialect.js';
import { type Finding, worst } from './finding.js';
import { isDoing, tells, wordsOf } from './telling.js';
import { type ConditionMeaning, GENERIC_WORDS as WORDS } from './words.js';

/** A condition of a custom kind, with the severity that some give it. */
export interface CustomCondition extends Condition {
  readonly severity: string;
}

/** What the type of a condition says: by itself, as a part of the whole, as a step on the way, or nothing that we know. */
interface Read {
  readonly condition: CustomCondition;
  readonly meaning: ConditionMeaning | 'part' | 'step' | 'unread';
}

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
  const read = turnedRound(conditions).flatMap((condition): readonly Read[] => {
    const meaning = meaningOf(condition.type, dialect);
    return meaning === undefined ? [] : [{ condition, meaning }];
  });
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
    ...named('unread').map(doubt),
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

/** Beside a condition that says that it works, work that has not ended is normal, and work that failed is not. */
function unfinished(finished: CustomCondition): Finding | undefined {
  const failed = !holds(finished) && (tells(finished.reason, 'failing') || tells(finished.message, 'failing'));
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

/** Hears `NotReady: True` as `Ready: False`, where the object has no condition Ready of its own. */
function turnedRound(conditions: readonly CustomCondition[]): readonly CustomCondition[] {
  const types = new Set(conditions.map(({ type }) => type.toLowerCase()));
  return conditions.flatMap((condition) => {
    const [first = ''] = wordsOf(condition.type);
    const rest = condition.type.slice(first.length);
    if (!WORDS.turned.includes(first) || rest === '' || WORDS.conditions.get(rest.toLowerCase()) !== 'ready') {
      return [condition];
    }
    if (types.has(rest.toLowerCase()) || !holds(condition)) return [];
    return [{ ...condition, type: rest, status: 'False' }];
  });
}

/** A rollout that is over its time, or that somebody aborted, is no longer under way. */
function gaveUp(progressing: CustomCondition): boolean {
  return !holds(progressing) && tells(progressing.reason, 'failing');
}

/** The meaning of a type: of its dialect, of the generic list, else by its last word. */
function meaningOf(whole: string, dialect: Dialect): Read['meaning'] | undefined {
  if (dialect.ignored.has(whole.toLowerCase())) return undefined;
  // The domain before it says whose condition it is, and nothing of what it means.
  const type = whole.slice(whole.lastIndexOf('/') + 1);
  const exact =
    dialect.conditions.get(whole.toLowerCase()) ??
    dialect.conditions.get(type.toLowerCase()) ??
    WORDS.conditions.get(type.toLowerCase());
  if (exact !== undefined) return exact;
  const parts = wordsOf(type);
  if (parts[0] === 'ready' && parts[1] === 'to') return 'part';
  if (parts[0] === 'no' && parts.some((part) => WORDS.absent.includes(part))) return 'failing';
  for (const length of [3, 2, 1]) {
    const word = parts.slice(-length).join('');
    const ending = WORDS.endings.get(word) ?? (WORDS.steps.includes(word) ? 'step' : undefined);
    if (ending === undefined || parts.length < length) continue;
    const turned = parts.slice(0, -length).some((part) => part === 'not' || part === 'no' || part === 'non');
    if (turned) return 'unread';
    return ending === 'ready' ? 'part' : ending;
  }
  if (saysWork(parts)) return 'reconciling';
  // A name that names a fault is one where it is True: MissingPeerConfigs.
  return tells(type, 'failing') ? 'failing' : 'unread';
}

/** `Rebalancing`, `UpdatingVersion`; but neither `Running` nor `ScalingActive`. */
function saysWork(parts: readonly string[]): boolean {
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (WORDS.steady.includes(first) || WORDS.abilities.includes(last)) return false;
  return parts.length === 1 ? isDoing(first) : WORDS.endings.get(first) === 'reconciling';
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
  if (tells(one.reason, 'waiting') || isDoing(one.reason)) return 'Progressing';
  if (tells(one.message, 'failing')) return 'Degraded';
  if (tells(one.message, 'waiting')) return 'Progressing';
  if (dialect.notReady !== undefined) return dialect.notReady;
  const text = `${one.reason} ${one.message}`;
  // A word that is no known way to say "not yet" is a reason, and a reason is a fault until its family is known.
  const isOutcome = WORDS.outcomes.includes(one.type.toLowerCase()) && wordsOf(text).length > 0;
  return isOutcome && !tells(text, 'notYet') ? 'Degraded' : 'Progressing';
}

/** Custom kinds give their conditions any shape; an entry without a type and a status says nothing. */
export function conditionsIn(value: JsonValue | undefined): readonly CustomCondition[] {
  if (!isArray(value)) return [];
  return value.flatMap((entry) => {
    const text = (name: string): string => {
      const found = dig(entry, name);
      return typeof found === 'string' ? found : '';
    };
    const status = dig(entry, 'status');
    const statusText = typeof status === 'boolean' ? (status ? 'True' : 'False') : text('status');
    if (text('type') === '' || statusText === '') return [];
    return [
      {
        type: text('type'),
        status: statusText,
        reason: text('reason'),
        message: text('message'),
        severity: text('severity'),
      },
    ];
  });
}

function finding(status: HealthStatus, condition: CustomCondition, more = ''): Finding {
  const text = conditionText(condition);
  const told = `condition ${condition.type} is ${condition.status}${text === '' ? '' : ` (${text})`}`;
  return { status, message: `${told}${more}` };
}
