import { dig, isArray, isObject, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { HEALTH_ORDER, type Health, type HealthStatus } from '../../model/status.js';
import { type ConditionMeaning, GENERIC_WORDS as WORDS } from './generic-words.js';
import { type Condition, conditionText } from './status-fields.js';

/**
 * Health of a custom resource by what controllers agree on: observed generation, conditions, a phase word. The worse of
 * conditions and phase counts, so doubt never makes Healthy. Null where the status is absent or says nothing known.
 */
export function genericHealth(object: KubernetesObject): Health | null {
  const status = dig(object, 'status');
  if (status === undefined || status === null) return null;
  if (!isObject(status)) return generic('Unknown', 'status is no object');
  const generation = dig(object, 'metadata', 'generation');
  const stale = staleGeneration(generation, status.observedGeneration) ?? staleCondition(generation, status.conditions);
  if (stale !== undefined) return generic('Progressing', stale);
  return worst([judgeConditions(conditionsIn(status.conditions)), judgePhase(status)]);
}

function judgeConditions(conditions: readonly Condition[]): Health | null {
  const holds = conditions.filter(({ status }) => status === 'True');
  const [failing] = named('failing', holds);
  if (failing !== undefined) return generic('Degraded', conditionLine(failing));
  const [suspended] = named('suspended', holds);
  if (suspended !== undefined) return generic('Suspended', conditionLine(suspended));
  const [reconciling] = named('reconciling', holds);
  if (reconciling !== undefined) return generic('Progressing', conditionLine(reconciling));
  const ready = named('ready', conditions);
  const finished = named('finished', conditions).slice(0, 1);
  const deciding = ready.length > 0 ? ready : finished;
  if (deciding.length > 0) {
    return worst(deciding.map((condition) => generic(readyStatus(condition), conditionLine(condition))));
  }
  const [progressing] = named('progressing', holds);
  return progressing === undefined ? null : generic('Progressing', conditionLine(progressing));
}

/** Not ready is "not yet" in kstatus; a reason that names a failure says that waiting will not do. */
function readyStatus(ready: Condition): HealthStatus {
  if (ready.status === 'True') return 'Healthy';
  const reason = ready.reason.toLowerCase();
  return ready.status === 'False' && WORDS.failingReasons.some((word) => reason.includes(word))
    ? 'Degraded'
    : 'Progressing';
}

/** The conditions of a meaning, in the order of the data file. */
function named(meaning: ConditionMeaning, conditions: readonly Condition[]): readonly Condition[] {
  return WORDS.conditions[meaning].flatMap((word) => conditions.filter(({ type }) => type.toLowerCase() === word));
}

function judgePhase(status: JsonValue): Health | null {
  for (const name of WORDS.phaseFields) {
    const word = dig(status, name);
    if (typeof word !== 'string') continue;
    const judged = WORDS.phases.get(word.toLowerCase());
    if (judged !== undefined) return generic(judged, `${name} ${word}${messageBeside(status)}`);
  }
  return null;
}

function messageBeside(status: JsonValue): string {
  const message = dig(status, 'message');
  return typeof message === 'string' && message !== '' ? `: ${message}` : '';
}

/** Some controllers keep observedGeneration as a text (Argo Rollouts does); what is no number says nothing. */
function staleGeneration(generation: JsonValue | undefined, observed: JsonValue | undefined): string | undefined {
  const [wanted, seen] = [integerIn(generation), integerIn(observed)];
  if (wanted === undefined || seen === undefined || seen >= wanted) return undefined;
  return `status describes generation ${seen}, the spec is at ${wanted}: its numbers are stale`;
}

/** Where only the conditions carry an observedGeneration, the newest counts: older ones may be settled. */
function staleCondition(generation: JsonValue | undefined, conditions: JsonValue | undefined): string | undefined {
  if (!isArray(conditions)) return undefined;
  const seen = conditions.map((entry) => integerIn(dig(entry, 'observedGeneration'))).filter((at) => at !== undefined);
  return seen.length === 0 ? undefined : staleGeneration(generation, Math.max(...seen));
}

function integerIn(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return undefined;
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'string') return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Custom kinds give their conditions any shape; an entry without a type and a status says nothing. */
function conditionsIn(value: JsonValue | undefined): readonly Condition[] {
  if (!isArray(value)) return [];
  return value.flatMap((entry) => {
    const text = (name: string): string => {
      const found = dig(entry, name);
      return typeof found === 'string' ? found : '';
    };
    const status = dig(entry, 'status');
    const statusText = typeof status === 'boolean' ? (status ? 'True' : 'False') : text('status');
    if (text('type') === '' || statusText === '') return [];
    return [{ type: text('type'), status: statusText, reason: text('reason'), message: text('message') }];
  });
}

function conditionLine(condition: Condition): string {
  const text = conditionText(condition);
  return `condition ${condition.type} is ${condition.status}${text === '' ? '' : ` (${text})`}`;
}

function worst(verdicts: readonly (Health | null)[]): Health | null {
  let found: Health | null = null;
  for (const health of verdicts) {
    if (health === null) continue;
    if (found === null || HEALTH_ORDER.indexOf(health.status) > HEALTH_ORDER.indexOf(found.status)) found = health;
  }
  return found;
}

function generic(status: HealthStatus, message: string): Health {
  return { status, message, source: 'generic' };
}
