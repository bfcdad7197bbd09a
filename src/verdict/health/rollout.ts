import { dig, digString, isArray, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { genericHealth } from './generic/generic.js';
import { annotationOf, judged } from './status-fields.js';

/** The controller writes here which generation of the referenced Deployment it saw. */
const WORKLOAD_GENERATION = 'rollout.argoproj.io/workload-generation';

/**
 * Rollout argoproj.io (Argo Rollouts, docs of `status`): a pause that a step or a person asked for is Suspended, a
 * referenced workload that changed is not observed yet; else conditions, phase and numbers of replicas count.
 */
export function rolloutHealth(object: KubernetesObject): Health | null {
  const stale = staleWorkload(object);
  if (stale !== undefined) return judged('Progressing', stale);
  const found = genericHealth(object);
  if (found?.status === 'Degraded') return found;
  const pauses = dig(object, 'status', 'pauseConditions');
  if (isArray(pauses) && pauses.length > 0) return judged('Suspended', `is paused: ${pauses.map(reasonOf).join(', ')}`);
  return found;
}

function staleWorkload(object: KubernetesObject): string | undefined {
  const wanted = annotationOf(object, WORKLOAD_GENERATION);
  const seen = dig(object, 'status', 'workloadObservedGeneration');
  if (dig(object, 'spec', 'workloadRef') === undefined || wanted === undefined) return undefined;
  if (seen === undefined || seen === null || String(seen) === wanted) return undefined;
  return `status describes generation ${String(seen)} of its workload, which is at ${wanted}`;
}

function reasonOf(pause: JsonValue): string {
  return digString(pause, 'reason') ?? 'no reason given';
}
