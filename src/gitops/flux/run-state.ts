import type { FluxApplication, FluxCondition } from '../../model/flux.js';

/** A condition of the recorded status by its type. */
export function conditionOf({ status }: FluxApplication, type: string): FluxCondition | undefined {
  return status.conditions.find((condition) => condition.type === type);
}
