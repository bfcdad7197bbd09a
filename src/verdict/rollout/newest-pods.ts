import { dig, digString, isArray } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';

/** The Deployment controller and that of Argo Rollouts number their ReplicaSets here. */
const REVISIONS = ['deployment.kubernetes.io/revision', 'rollout.argoproj.io/revision'] as const;
/** The StatefulSet and DaemonSet controllers mark their pods with the revision that they are made from. */
const REVISION_HASH = 'controller-revision-hash';

/** True for an object whose controller the owner is: by uid, and by kind and name where one of them has none. */
export function ownedBy(object: KubernetesObject, owner: KubernetesObject): boolean {
  const references = dig(object, 'metadata', 'ownerReferences');
  if (!isArray(references)) return false;
  if (digString(object, 'metadata', 'namespace') !== digString(owner, 'metadata', 'namespace')) return false;
  const uid = digString(owner, 'metadata', 'uid');
  return references.some((reference) => {
    const named = digString(reference, 'uid');
    if (uid !== undefined && named !== undefined) return uid === named;
    return (
      digString(reference, 'kind') === owner.kind &&
      digString(reference, 'name') === digString(owner, 'metadata', 'name')
    );
  });
}

/** The ReplicaSet of the highest revision: the one that a rollout is to reach. */
export function newestReplicaSet(sets: readonly KubernetesObject[]): KubernetesObject | undefined {
  const revision = (set: KubernetesObject): number => {
    const numbers = REVISIONS.map((name) => Number(digString(set, 'metadata', 'annotations', name)));
    return numbers.find(Number.isInteger) ?? 0;
  };
  return [...sets].sort((a, b) => revision(b) - revision(a))[0];
}

/** True for a workload whose pods belong to ReplicaSets of its own, one a revision. */
export function keepsReplicaSets({ kind }: { readonly kind: string }): boolean {
  return kind === 'Deployment' || kind === 'Rollout';
}

/** Pods of the newest revision that are to stay; those of old revisions do not hold up a rollout. */
export function newestPods(
  workload: KubernetesObject,
  newest: KubernetesObject | undefined,
  pods: readonly KubernetesObject[],
): readonly KubernetesObject[] {
  const staying = pods.filter((pod) => digString(pod, 'metadata', 'deletionTimestamp') === undefined);
  if (keepsReplicaSets(workload)) return newest === undefined ? [] : staying.filter((pod) => ownedBy(pod, newest));
  const own = staying.filter((pod) => ownedBy(pod, workload));
  const wanted = digString(workload, 'status', 'updateRevision');
  const updated = own.filter((pod) => digString(pod, 'metadata', 'labels', REVISION_HASH) === wanted);
  return wanted === undefined || updated.length === 0 ? own : updated;
}
