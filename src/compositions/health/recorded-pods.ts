import { holdsEncrypted } from '../../cluster/recording/mask-encrypted.js';
import type { RecordingParts } from '../../cluster/recording/write.js';
import { dig, field, isArray, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import { type DesiredObject, type Gvk, type KubernetesObject, refKey, refOf } from '../../model/resource.js';
import { ownedBy } from '../../verdict/rollout/newest-pods.js';
import { listsOf } from './rollout-causes.js';

/** Asks for the lists that tell why a workload of desired is stuck, each once, so that a recording has them. */
export async function listPods(desired: readonly DesiredObject[], cluster: Pick<Cluster, 'list'>): Promise<void> {
  const asked = new Map<string, { readonly gvk: Gvk; readonly namespace: string }>();
  for (const { ref, object } of desired) {
    for (const gvk of listsOf(object)) asked.set(`${ref.namespace} ${gvk.kind}`, { gvk, namespace: ref.namespace });
  }
  for (const [, { gvk, namespace }] of [...asked].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await cluster.list(gvk, namespace);
  }
}

/**
 * The parts without the ReplicaSets and Pods of other workloads than the desired ones, and of a Pod only what tells why
 * it is not ready: neither environment nor arguments nor probes. A workload that SOPS encrypts keeps no Pods.
 */
export function withoutOtherPods(parts: RecordingParts, desired: readonly DesiredObject[]): RecordingParts {
  const wanted = new Map(desired.map(({ ref, object }) => [refKey(ref), object]));
  const workloads = parts.live.filter((object) => wanted.has(refKey(refOf(object))));
  const sets = parts.live.filter(
    (object) => object.kind === 'ReplicaSet' && workloads.some((workload) => ownedBy(object, workload)),
  );
  const isInClear = (workload: KubernetesObject): boolean =>
    !holdsEncrypted(wanted.get(refKey(refOf(workload))) ?? null);
  const clear = workloads.filter(isInClear);
  const owners = [...clear, ...sets.filter((set) => clear.some((workload) => ownedBy(set, workload)))];
  const live = parts.live.flatMap((object): KubernetesObject[] => {
    if (wanted.has(refKey(refOf(object)))) return [object];
    if (object.kind === 'ReplicaSet') return sets.includes(object) ? [object] : [];
    if (object.kind !== 'Pod') return [object];
    return owners.some((owner) => ownedBy(object, owner)) ? [evidenceOf(object)] : [];
  });
  return { ...parts, live };
}

const METADATA = ['name', 'namespace', 'uid', 'labels', 'ownerReferences', 'deletionTimestamp'] as const;
const STATUS = ['phase', 'reason', 'message', 'conditions', 'initContainerStatuses', 'containerStatuses'] as const;
const PROBES = ['readinessProbe', 'startupProbe'] as const;

function evidenceOf(pod: KubernetesObject): KubernetesObject {
  const containers = dig(pod, 'spec', 'containers');
  return {
    apiVersion: pod.apiVersion,
    kind: pod.kind,
    metadata: only(pod.metadata, METADATA),
    spec: {
      ...only(field(pod, 'spec'), ['readinessGates']),
      containers: isArray(containers) ? containers.map(container) : [],
    },
    status: only(field(pod, 'status'), STATUS),
  };
}

/** Its name, and that it has a probe: what it asks is not kept, for it may hold a password. */
function container(value: JsonValue): JsonObject {
  const probes = PROBES.filter((probe) => isObject(field(value, probe)));
  return { ...only(value, ['name']), ...Object.fromEntries(probes.map((probe) => [probe, {}])) };
}

function only(value: JsonValue | undefined, keys: readonly string[]): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const key of keys) {
    const found = value === undefined ? undefined : field(value, key);
    if (found !== undefined) setField(kept, key, found);
  }
  return kept;
}
