import type { FieldDrift } from '../model/drift.js';
import type { Gvk } from '../model/resource.js';

/** Kinds whose controller replaces running pods when `.spec.template` changes; Jobs and ReplicaSets do not. */
const REPLACES_PODS: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'argoproj.io/Rollout',
]);

/** What is gone with an object of the kind, beyond the object itself. */
const LOSSES: ReadonlyMap<string, string> = new Map([
  ['/PersistentVolumeClaim', ', and its data where the volume is reclaimed with Delete'],
  ['/PersistentVolume', ', and its data where the volume is reclaimed with Delete'],
  ['/Namespace', ' and everything in it'],
  ['apiextensions.k8s.io/CustomResourceDefinition', ' and every object of its kind in the whole cluster'],
  ['apps/StatefulSet', ' and its pods; volumes stay unless its retention policy deletes them'],
  ['apps/Deployment', ' and its pods'],
  ['apps/DaemonSet', ' and its pods'],
  ['batch/Job', ' and its pods; created anew it runs again'],
  ['/Service', ', and its address and load balancer'],
]);

/** True where writing desired over this drift makes the controller replace the workload's pods. */
export function replacesPods(kind: Gvk, drift: FieldDrift): boolean {
  return REPLACES_PODS.has(`${kind.group}/${kind.kind}`) && /^\.spec\.template(?![A-Za-z0-9_-])/.test(drift.path);
}

/** The end of a sentence that says an object is deleted: what goes with it; empty where nothing does. */
export function lossOnDeletion(kind: Gvk): string {
  return LOSSES.get(`${kind.group}/${kind.kind}`) ?? '';
}
