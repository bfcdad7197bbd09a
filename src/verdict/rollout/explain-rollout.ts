import { dig, isArray } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { refOf } from '../../model/resource.js';
import type { RolloutCause } from '../../model/rollout-cause.js';
import { counted } from '../wording.js';
import { newestPods, newestReplicaSet, ownedBy } from './newest-pods.js';
import { type PodTrouble, podTrouble } from './pod-trouble.js';

/**
 * Why a Deployment, Rollout, ReplicaSet, StatefulSet, DaemonSet or Job that is not Healthy is stuck, by the ReplicaSets and
 * Pods of its newest revision: pods that are not created, not scheduled, cannot start, crash, failed, or are not ready. Sorted by how many pods a
 * cause holds up. Empty where they tell nothing. Objects of others may be among those given. Pure; never throws.
 */
export function explainRollout(
  workload: KubernetesObject,
  replicaSets: readonly KubernetesObject[],
  pods: readonly KubernetesObject[],
): readonly RolloutCause[] {
  const own = replicaSets.filter((set) => ownedBy(set, workload));
  const newest = newestReplicaSet(own);
  // The verdict on a ReplicaSet itself says it already.
  const told = workload.kind === 'ReplicaSet' ? [] : [newest, workload];
  const refused = told.map((object) => refusal(object)).find((cause) => cause !== undefined);
  const troubles = newestPods(workload, newest, pods).flatMap((pod) => {
    const trouble = podTrouble(pod);
    return trouble === undefined ? [] : [{ ...trouble, pod: refOf(pod).name }];
  });
  return [...(refused === undefined ? [] : [refused]), ...grouped(troubles)];
}

/** The controller could not create pods: a quota, an admission webhook, a ServiceAccount that is not there. */
function refusal(object: KubernetesObject | undefined): RolloutCause | undefined {
  const conditions = dig(object, 'status', 'conditions');
  if (object === undefined || !isArray(conditions)) return undefined;
  const failure = conditions.find((one) => dig(one, 'type') === 'ReplicaFailure' && dig(one, 'status') === 'True');
  if (failure === undefined) return undefined;
  const text = [dig(failure, 'reason'), dig(failure, 'message')].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  return {
    trouble: 'pods-not-created',
    message: `${object.kind} ${refOf(object).name} cannot create pods: ${text.join(': ') || 'it gives no reason'}`,
    pods: [],
  };
}

function grouped(troubles: readonly (PodTrouble & { readonly pod: string })[]): readonly RolloutCause[] {
  const groups = new Map<string, { readonly one: PodTrouble; readonly pods: string[] }>();
  for (const { pod, ...one } of troubles) {
    const key = `${one.trouble}\n${one.what}`;
    const group = groups.get(key) ?? { one, pods: [] };
    group.pods.push(pod);
    groups.set(key, group);
  }
  return [...groups.entries()]
    .map(([key, { one, pods }]) => ({ key, one, pods: pods.sort() }))
    .sort((a, b) => b.pods.length - a.pods.length || (a.key < b.key ? -1 : 1))
    .map(({ one, pods }) => ({ trouble: one.trouble, message: sentence(one, pods), pods }));
}

function sentence({ what, ofMany, detail }: PodTrouble, pods: readonly string[]): string {
  const isOne = pods.length === 1;
  const who = isOne ? `pod ${pods[0]}` : `${counted(pods.length, 'pod')} (${pods[0]} and ${pods.length - 1} more)`;
  return `${who}: ${isOne ? what : (ofMany ?? what)}${detail === '' ? '' : ` (${detail})`}`;
}
