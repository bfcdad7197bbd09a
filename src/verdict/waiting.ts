import type { ResourceReport } from '../model/report.js';

/** Whether a wait of the kind can end by itself; Kubernetes gives only some kinds a deadline. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['apps/Deployment', 'it is Degraded once its progress deadline has passed'],
  ['apps/StatefulSet', 'it has no deadline: a pod that never gets ready blocks it until somebody acts'],
  ['apps/DaemonSet', 'it has no deadline: a pod that never gets ready blocks it until somebody acts'],
  ['apps/ReplicaSet', 'it has no deadline'],
  ['networking.k8s.io/Ingress', 'it may never end'],
  ['/Service', 'it never ends where nothing provides load balancers'],
  ['/PersistentVolumeClaim', 'it may need a pod that uses the claim'],
]);

/** Says whether what a Progressing resource waits for can end by itself; undefined where nothing is known of that. */
export function howItEnds(resource: ResourceReport): string | undefined {
  if (resource.health?.message.startsWith('Pending deletion')) return 'a finalizer can hold it for ever';
  return ENDS.get(`${resource.group}/${resource.kind}`);
}

/** The field that pauses each kind. */
const PAUSED_BY: ReadonlyMap<string, string> = new Map([
  ['apps/Deployment', '.spec.paused'],
  ['batch/Job', '.spec.suspend'],
]);

/** Where a Suspended resource has to be resumed: in live, by a sync, or in Git; undefined where the field is unknown. */
export function howToResume(resource: ResourceReport): string | undefined {
  const path = PAUSED_BY.get(`${resource.group}/${resource.kind}`);
  if (path === undefined) return undefined;
  if (resource.undeclared.some((field) => field.path === path)) {
    return `${path} is not in Git: unset it in live, a sync leaves it`;
  }
  if (resource.drift.some((field) => field.path === path)) return `${path} differs from Git: a sync resumes it`;
  if (resource.ignored.some((field) => field.path === path)) return `a rule ignores ${path}: unset it in live`;
  return `Git declares ${path}: change it there`;
}
