import type { KubernetesObject } from '../../../model/resource.js';
import type { Health } from '../../../model/status.js';
import { conditionsOf, conditionText, integerAt, textAt } from '../status-fields.js';
import { current, failed, inProgress } from './result.js';

/** Deployment (core.go, deploymentConditions): unlike Argo CD's rule, its conditions have to say that it is available. */
export function deploymentStatus(object: KubernetesObject): Health {
  const conditions = conditionsOf(object);
  const progressing = conditions.find(({ type }) => type === 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded') return failed(conditionText(progressing));
  const wanted = integerAt(object, 'spec', 'replicas') ?? 1;
  const count = counts(object);
  const [total, updated, available] = [count('replicas'), count('updatedReplicas'), count('availableReplicas')];
  if (total < wanted) return inProgress(`${total} of ${wanted} replicas created`);
  if (updated < wanted) return inProgress(`${updated} of ${wanted} replicas updated`);
  if (total > wanted) return inProgress(`${total - wanted} old replicas not yet gone`);
  if (available < updated) return inProgress(`${available} of ${updated} updated replicas available`);
  const ready = count('readyReplicas');
  if (ready < wanted) return inProgress(`${ready} of ${wanted} replicas ready`);
  // Without a deadline the controller reports no progress.
  const hasDeadline = integerAt(object, 'spec', 'progressDeadlineSeconds') !== NO_DEADLINE;
  if (hasDeadline && !(progressing?.status === 'True' && progressing.reason === 'NewReplicaSetAvailable')) {
    return inProgress('its ReplicaSet is not reported as available');
  }
  const isAvailable = conditions.some(({ type, status }) => type === 'Available' && status === 'True');
  return isAvailable
    ? current(`${available} of ${wanted} replicas available`)
    : inProgress('is not reported as available');
}

const NO_DEADLINE = 2_147_483_647;

/** StatefulSet (core.go, stsConditions). */
export function statefulSetStatus(object: KubernetesObject): Health {
  const strategy = textAt(object, 'spec', 'updateStrategy', 'type');
  if (strategy === 'OnDelete') return current('changes a pod only when it is deleted (OnDelete)');
  const wanted = integerAt(object, 'spec', 'replicas') ?? 1;
  const count = counts(object);
  const [total, ready] = [count('replicas'), count('readyReplicas')];
  if (total < wanted) return inProgress(`${total} of ${wanted} pods created`);
  if (ready < wanted) return inProgress(`${ready} of ${wanted} pods ready`);
  if (total > wanted) return inProgress(`${total - wanted} pods not yet gone`);
  const partition = integerAt(object, 'spec', 'updateStrategy', 'rollingUpdate', 'partition') ?? 0;
  if (partition > 0) {
    const updated = count('updatedReplicas');
    return updated < wanted - partition
      ? inProgress(`${updated} of ${wanted - partition} pods at or above partition ${partition} updated`)
      : current(`${updated} pods updated, up to partition ${partition}`);
  }
  const onRevision = count('currentReplicas');
  if (onRevision < wanted) return inProgress(`${onRevision} of ${wanted} pods on the current revision`);
  const [from, to] = [textAt(object, 'status', 'currentRevision'), textAt(object, 'status', 'updateRevision')];
  return from === to ? current(`${ready} of ${wanted} pods ready`) : inProgress(`waits for revision ${to}`);
}

/** DaemonSet (core.go, daemonsetConditions). */
export function daemonSetStatus(object: KubernetesObject): Health {
  const wanted = integerAt(object, 'status', 'desiredNumberScheduled');
  if (wanted === undefined) return inProgress('says not yet on how many nodes it has to run');
  const count = counts(object);
  for (const [name, what] of [
    ['currentNumberScheduled', 'scheduled'],
    ['updatedNumberScheduled', 'updated'],
    ['numberAvailable', 'available'],
    ['numberReady', 'ready'],
  ] as const) {
    if (count(name) < wanted) return inProgress(`${count(name)} of ${wanted} pods ${what}`);
  }
  return current(`${count('numberReady')} of ${wanted} pods ready`);
}

/** ReplicaSet (core.go, replicasetConditions). */
export function replicaSetStatus(object: KubernetesObject): Health {
  const failure = conditionsOf(object).find(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
  if (failure !== undefined) return inProgress(`pods cannot be created or deleted: ${conditionText(failure)}`);
  const wanted = integerAt(object, 'spec', 'replicas') ?? 1;
  const count = counts(object);
  for (const [name, what] of [
    ['fullyLabeledReplicas', 'labelled'],
    ['availableReplicas', 'available'],
    ['readyReplicas', 'ready'],
  ] as const) {
    if (count(name) < wanted) return inProgress(`${count(name)} of ${wanted} replicas ${what}`);
  }
  const total = count('replicas');
  return total > wanted ? inProgress(`${total - wanted} pods not yet gone`) : current(`${wanted} replicas available`);
}

function counts(object: KubernetesObject): (name: string) => number {
  return (name) => integerAt(object, 'status', name) ?? 0;
}
