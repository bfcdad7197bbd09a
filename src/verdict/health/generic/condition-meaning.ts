import type { CustomCondition } from './custom-condition.js';
import type { Dialect } from './dialect.js';
import { isDoing, tells, wordsOf } from './telling.js';
import { type ConditionMeaning, GENERIC_WORDS as WORDS } from './words.js';

/** What the type of a condition says: by itself, as a part of the whole, as a step on the way, or nothing that we know. */
export interface Read {
  readonly condition: CustomCondition;
  readonly meaning: ConditionMeaning | 'part' | 'step' | 'demand' | 'unread';
}

/** The conditions that say something, with what it is: those that the dialect ignores are left out. */
export function readConditions(conditions: readonly CustomCondition[], dialect: Dialect): readonly Read[] {
  return turnedRound(conditions).flatMap((condition): readonly Read[] => {
    const meaning = WORDS.stepReasons.includes(condition.reason.toLowerCase())
      ? 'step'
      : meaningOf(condition.type, dialect);
    return meaning === undefined ? [] : [{ condition, meaning }];
  });
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
    if (types.has(rest.toLowerCase()) || condition.status !== 'True') return [];
    return [{ ...condition, type: rest, status: 'False' }];
  });
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
  if (parts.at(-1) === 'available' && WORDS.offers.includes(parts.at(-2) ?? '')) return undefined;
  const demand = [parts.slice(-2).join(''), parts.at(-1) ?? ''].some((word) => WORDS.demands.includes(word));
  if (demand && parts.length > 1) return 'demand';
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
