import { dig, digString, isArray, type JsonValue } from '../../../model/json.js';
import type { KubernetesObject } from '../../../model/resource.js';

/** Says that the status describes an older spec; undefined where it does not, or does not tell. */
export function staleness(object: KubernetesObject): string | undefined {
  const status = dig(object, 'status');
  const seen = SEEN.map((name) => dig(status, ...name.split('.'))).find((value) => integerIn(value) !== undefined);
  return staleSince(dig(object, 'metadata', 'generation'), seen, dig(status, 'conditions'));
}

/** Where controllers write the generation that they have seen, or have carried out. */
const SEEN = [
  'observedGeneration',
  'lastObservedGeneration',
  'lastReconciledGeneration',
  'reconciledGeneration',
  'lastEvaluatedGeneration',
  'lastProcessedGeneration',
  'lastAppliedGeneration',
  'generations.reconciled',
];

/** As kstatus has it: any observedGeneration of the status that is not the spec's; conditions are not looked at. */
export function staleDifference(object: KubernetesObject): string | undefined {
  const [wanted, seen] = [
    integerIn(dig(object, 'metadata', 'generation')),
    integerIn(dig(object, 'status', 'observedGeneration')),
  ];
  if (wanted === undefined || seen === undefined || seen === wanted) return undefined;
  return `status describes generation ${seen}, the spec is at ${wanted}`;
}

/** Where only the conditions carry an observedGeneration, the newest counts: older ones may be settled. */
export function staleSince(
  generation: JsonValue | undefined,
  observed: JsonValue | undefined,
  conditions: JsonValue | undefined,
): string | undefined {
  const wanted = integerIn(generation);
  const seen = integerIn(observed) ?? newest(conditions);
  if (wanted === undefined || seen === undefined || seen >= wanted) return undefined;
  return `status describes generation ${seen}, the spec is at ${wanted}: its numbers are stale`;
}

/**
 * Says that a condition Ready, whatever the others and the whole say, is that of an older spec: its controller sets it
 * anew with each generation (API conventions, Condition.observedGeneration). Undefined where it is not, or does not tell.
 */
export function staleReady(object: KubernetesObject): string | undefined {
  const [generation, conditions] = [dig(object, 'metadata', 'generation'), dig(object, 'status', 'conditions')];
  const ready = isArray(conditions) ? conditions.find((one) => digString(one, 'type') === 'Ready') : undefined;
  const [wanted, seen] = [integerIn(generation), integerIn(dig(ready, 'observedGeneration'))];
  if (wanted === undefined || seen === undefined || seen >= wanted) return undefined;
  return `condition Ready describes generation ${seen}, the spec is at ${wanted}`;
}

function newest(conditions: JsonValue | undefined): number | undefined {
  if (!isArray(conditions)) return undefined;
  const seen = conditions.map((entry) => integerIn(dig(entry, 'observedGeneration'))).filter((at) => at !== undefined);
  return seen.length === 0 ? undefined : Math.max(...seen);
}

/** Some controllers keep observedGeneration as a text (Argo Rollouts does); what is no number says nothing. */
export function integerIn(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return undefined;
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'string') return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}
