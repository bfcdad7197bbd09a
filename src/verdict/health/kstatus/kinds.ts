import type { KubernetesObject } from '../../../model/resource.js';
import type { Health } from '../../../model/status.js';
import { conditionsOf, conditionText, integerAt, textAt } from '../status-fields.js';
import { podStatus } from './pod.js';
import { current, failed, inProgress } from './result.js';
import { daemonSetStatus, deploymentStatus, replicaSetStatus, statefulSetStatus } from './workloads.js';

/** Kinds that kstatus judges by a rule of their own (core.go, legacyTypes), keyed `group/kind`. */
export const KSTATUS_KINDS: ReadonlyMap<string, (object: KubernetesObject) => Health> = new Map([
  ['apps/Deployment', deploymentStatus],
  ['apps/StatefulSet', statefulSetStatus],
  ['apps/DaemonSet', daemonSetStatus],
  ['apps/ReplicaSet', replicaSetStatus],
  ['/Pod', podStatus],
  ['/Service', serviceStatus],
  ['/PersistentVolumeClaim', claimStatus],
  ['batch/Job', jobStatus],
  ['batch/CronJob', always],
  ['/ConfigMap', always],
  ['/Secret', always],
  ['networking.k8s.io/Ingress', always],
  ['policy/PodDisruptionBudget', always],
  ['apiextensions.k8s.io/CustomResourceDefinition', definitionStatus],
]);

function always(): Health {
  return current('has nothing to wait for');
}

/** A load balancer need not have an address of its own. */
function serviceStatus(object: KubernetesObject): Health {
  const isPending = textAt(object, 'spec', 'type') === 'LoadBalancer' && textAt(object, 'spec', 'clusterIP') === '';
  return isPending ? inProgress('has no cluster IP yet') : current('is ready');
}

function claimStatus(object: KubernetesObject): Health {
  const phase = textAt(object, 'status', 'phase');
  return phase === 'Bound' ? current('is bound') : inProgress(`is not bound: phase ${phase || '(none)'}`);
}

/** A job that has begun is current, though it runs: what waits for it waits for nothing else. */
function jobStatus(object: KubernetesObject): Health {
  const holding = (wanted: string) =>
    conditionsOf(object).find(({ type, status }) => type === wanted && status === 'True');
  const complete = holding('Complete');
  if (complete !== undefined) return current(conditionText(complete) || 'has completed');
  const broken = holding('Failed');
  if (broken !== undefined) return failed(conditionText(broken) || 'has failed');
  if (textAt(object, 'status', 'startTime') === '') return inProgress('has not started');
  const count = (name: string): number => integerAt(object, 'status', name) ?? 0;
  return current(`is at work: ${count('active')} active, ${count('succeeded')} succeeded, ${count('failed')} failed`);
}

function definitionStatus(object: KubernetesObject): Health {
  for (const condition of conditionsOf(object)) {
    const text = conditionText(condition) || `condition ${condition.type} is ${condition.status}`;
    if (condition.type === 'NamesAccepted' && condition.status === 'False') return failed(text);
    if (condition.type !== 'Established') continue;
    if (condition.status === 'False' && condition.reason !== 'Installing') return failed(text);
    if (condition.status === 'True') return current('is established');
  }
  return inProgress('is being installed');
}
