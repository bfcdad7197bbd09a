import type { FluxApplication, FluxModes } from '../../model/flux.js';
import { dig, digString } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { HELM_GROUP } from './read-helm-release.js';
import { KUSTOMIZE_GROUP } from './read-kustomization.js';

/**
 * How a pair of objects asks to be treated (fluxcd/pkg ssa/manager_apply.go, shouldSkipApply; helm-controller
 * internal/action/diff.go). A label or annotation counts on either side, but `ssa: IfNotPresent` in Git alone.
 */
export function modesOf(
  application: Pick<FluxApplication, 'kind'>,
  desired: KubernetesObject,
  live: KubernetesObject | undefined,
): FluxModes {
  const sides: readonly (readonly [KubernetesObject, string])[] = [
    [desired, 'Git'],
    ...(live === undefined ? [] : ([[live, 'live']] as const)),
  ];
  const found = (key: string, value: string): string | undefined => {
    const side = sides.find(([object]) => hasMark(object, key, value));
    return side === undefined ? undefined : `${key}: ${value} in ${side[1]}`;
  };
  if (application.kind === 'helmrelease') {
    const skipped = found(`${HELM_GROUP}/driftDetection`, 'disabled');
    return { ...(skipped === undefined ? {} : { skipped }), merges: true };
  }
  const reconcile = found(`${KUSTOMIZE_GROUP}/reconcile`, 'disabled');
  const ignore = found(`${KUSTOMIZE_GROUP}/ssa`, 'Ignore');
  const present =
    live !== undefined && hasMark(desired, `${KUSTOMIZE_GROUP}/ssa`, 'IfNotPresent')
      ? `${KUSTOMIZE_GROUP}/ssa: IfNotPresent in Git, and the object is there`
      : undefined;
  const skipped = reconcile ?? ignore ?? present;
  return {
    ...(skipped === undefined ? {} : { skipped }),
    merges: found(`${KUSTOMIZE_GROUP}/ssa`, 'Merge') !== undefined,
  };
}

/** Why Flux would not delete a live object that is no longer declared; undefined where it would. */
export function keptFromPruning(
  application: { readonly name: string; readonly namespace: string },
  live: KubernetesObject,
): string | undefined {
  const owned =
    label(live, `${KUSTOMIZE_GROUP}/name`) === application.name &&
    label(live, `${KUSTOMIZE_GROUP}/namespace`) === application.namespace;
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
export function hasMark(object: KubernetesObject, key: string, value: string): boolean {
  return ['labels', 'annotations'].some(
    (place) => digString(object.metadata, place, key)?.toLowerCase() === value.toLowerCase(),
  );
}

function label(object: KubernetesObject, key: string): string | undefined {
  const found = dig(object.metadata, 'labels', key);
  return typeof found === 'string' ? found : undefined;
}
