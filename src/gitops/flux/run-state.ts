import type { FluxApplication, FluxCondition } from '../../model/flux.js';

/** Reasons of a Ready condition that is false although the objects were applied, or for a run that only waits. */
const APPLIED_ALL_THE_SAME: readonly string[] = ['HealthCheckFailed', 'PruneFailed', 'TestFailed', 'Progressing'];

/** Why a controller applies nothing now, by its own word: the reason of its Ready condition; undefined where it does. */
export function failure(application: FluxApplication): string | undefined {
  const ready = conditionOf(application, 'Ready');
  const stalled = conditionOf(application, 'Stalled');
  if (stalled?.status === 'True') return stalled.reason;
  if (ready?.status !== 'False' || APPLIED_ALL_THE_SAME.includes(ready.reason)) return undefined;
  return ready.reason;
}

/** A condition of the recorded status by its type. */
export function conditionOf({ status }: FluxApplication, type: string): FluxCondition | undefined {
  return status.conditions.find((condition) => condition.type === type);
}
