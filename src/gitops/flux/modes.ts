import type { FluxApplication } from '../../model/flux.js';
import { digString } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { HELM_GROUP } from './read-helm-release.js';
import { KUSTOMIZE_GROUP } from './read-kustomization.js';

/**
 * Why Flux leaves an object alone that it would apply, or look at, otherwise; undefined where it does not (fluxcd/pkg
 * ssa/manager_apply.go, shouldSkipApply; helm-controller internal/action/diff.go). A label or annotation counts on either
 * side, but `ssa: IfNotPresent` in Git alone.
 */
export function whySkipped(
  application: Pick<FluxApplication, 'kind'>,
  desired: KubernetesObject,
  live: KubernetesObject | undefined,
): string | undefined {
  const found = (key: string, value: string): string | undefined => {
    const side = hasMark(desired, key, value) ? 'Git' : live !== undefined && hasMark(live, key, value) ? 'live' : '';
    return side === '' ? undefined : `${key}: ${value} in ${side}`;
  };
  if (application.kind === 'helmrelease') return found(`${HELM_GROUP}/driftDetection`, 'disabled');
  const isThere = live !== undefined && hasMark(desired, `${KUSTOMIZE_GROUP}/ssa`, 'IfNotPresent');
  return (
    found(`${KUSTOMIZE_GROUP}/reconcile`, 'disabled') ??
    found(`${KUSTOMIZE_GROUP}/ssa`, 'Ignore') ??
    (isThere ? `${KUSTOMIZE_GROUP}/ssa: IfNotPresent in Git, and the object is there` : undefined)
  );
}

/** True where Flux deletes an object and creates it anew rather than leave a field that cannot be changed. */
export function isForced(application: FluxApplication, desired: KubernetesObject): boolean {
  if (application.kind !== 'kustomization') return false;
  return application.force || hasMark(desired, `${KUSTOMIZE_GROUP}/force`, 'enabled');
}

/** Why Flux would not delete a live object that is no longer declared; undefined where it would. */
export function keptFromPruning(
  application: { readonly name: string; readonly namespace: string },
  live: KubernetesObject,
): string | undefined {
  const owned =
    digString(live.metadata, 'labels', `${KUSTOMIZE_GROUP}/name`) === application.name &&
    digString(live.metadata, 'labels', `${KUSTOMIZE_GROUP}/namespace`) === application.namespace;
  if (!owned) return 'its labels name another owner, or none';
  const marks = [
    ['prune', 'disabled'],
    ['reconcile', 'disabled'],
    ['ssa', 'Ignore'],
  ] as const;
  const mark = marks.find(([key, value]) => hasMark(live, `${KUSTOMIZE_GROUP}/${key}`, value));
  return mark === undefined ? undefined : `${KUSTOMIZE_GROUP}/${mark[0]}: ${mark[1]}`;
}

/** True where a label or annotation of that key says so, in whichever case (fluxcd/pkg ssa/utils/meta.go). */
function hasMark(object: KubernetesObject, key: string, value: string): boolean {
  return ['labels', 'annotations'].some(
    (place) => digString(object.metadata, place, key)?.toLowerCase() === value.toLowerCase(),
  );
}
