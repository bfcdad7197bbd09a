import { type AutoscalerEvidence, autoscalersOf } from './explain/autoscaler.js';
import type { Cluster, ListResult } from './model/live.js';
import type { ResourceRef } from './model/resource.js';
import { asksForAutoscaler, type ComparedResource } from './resource-report.js';

/** Objects beside the desired ones that a difference asks for. */
export interface FoundEvidence {
  /** The autoscalers of a workload; `unavailable` where nothing asked for them. */
  of(workload: ResourceRef): AutoscalerEvidence;
}

/** The kind whose objects say who may write a workload's replicas. */
export const AUTOSCALER = { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' };

/** Fetches evidence, only for the namespaces where a difference asks for it. */
export async function findEvidence(compared: readonly ComparedResource[], cluster: Cluster): Promise<FoundEvidence> {
  const namespaces = new Set(compared.filter(asksForAutoscaler).map(({ desired }) => desired.ref.namespace));
  const lists = new Map<string, ListResult>();
  await Promise.all(
    [...namespaces].map(async (namespace) => lists.set(namespace, await cluster.list(AUTOSCALER, namespace))),
  );
  return {
    of: (workload) => {
      const list = lists.get(workload.namespace);
      return list === undefined
        ? { kind: 'unavailable', reason: 'nothing asked for autoscalers' }
        : autoscalersOf(list, workload);
    },
  };
}
