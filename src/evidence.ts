import { type AutoscalerEvidence, autoscalersOf } from './explain/autoscaler.js';
import type { ObjectEvidence } from './explain/object-evidence.js';
import { dig } from './model/json.js';
import type { Cluster, ListResult } from './model/live.js';
import type { DesiredObject, ResourceRef } from './model/resource.js';
import { asksForAutoscaler, type ComparedResource } from './resource-report.js';

/** Objects beside the desired ones that a difference asks for. */
export interface FoundEvidence {
  /** What was found of an object; `unavailable` where nothing asked for it. */
  of(object: ResourceRef): ObjectEvidence;
}

/** The kind whose objects say who may write a workload's replicas. */
export const AUTOSCALER = { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' };

/** The lists of autoscalers that are being fetched, by namespace. */
export type Autoscalers = Map<string, Promise<ListResult>>;

/** Starts to fetch the autoscalers of namespaces where one may be asked for, so that they come with the objects. */
export function startEvidence(desired: readonly DesiredObject[], cluster: Cluster): Autoscalers {
  const autoscalers: Autoscalers = new Map();
  for (const { ref, object } of desired) {
    if (typeof dig(object, 'spec', 'replicas') === 'number') fetchOnce(autoscalers, ref.namespace, cluster);
  }
  return autoscalers;
}

/** Evidence for the namespaces where a difference asks for it; fetches what is not on its way yet. */
export async function findEvidence(
  compared: readonly ComparedResource[],
  cluster: Cluster,
  autoscalers: Autoscalers = new Map(),
): Promise<FoundEvidence> {
  for (const { desired } of compared.filter(asksForAutoscaler)) fetchOnce(autoscalers, desired.ref.namespace, cluster);
  const lists = new Map<string, ListResult>();
  await Promise.all([...autoscalers].map(async ([namespace, list]) => lists.set(namespace, await list)));
  return {
    of: (object) => ({ autoscalers: autoscalersIn(lists, object) }),
  };
}

function autoscalersIn(lists: ReadonlyMap<string, ListResult>, workload: ResourceRef): AutoscalerEvidence {
  const list = lists.get(workload.namespace);
  return list === undefined
    ? { kind: 'unavailable', reason: 'nothing asked for autoscalers' }
    : autoscalersOf(list, workload);
}

function fetchOnce(autoscalers: Autoscalers, namespace: string, cluster: Cluster): void {
  if (autoscalers.has(namespace)) return;
  const list = cluster.list(AUTOSCALER, namespace);
  // Whoever waits for it is told; until somebody does, the failure must not end the process.
  list.catch(() => {});
  autoscalers.set(namespace, list);
}
