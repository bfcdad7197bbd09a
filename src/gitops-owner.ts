import { dig, digString, isArray } from './model/json.js';
import type { KubernetesObject, ResourceRef } from './model/resource.js';
import { ownTrackingId } from './ownership/tracking-marks.js';

/** What applies an object, by its marks: an Argo CD Application or a Flux Kustomization, which may not be there. */
export interface GitopsOwner {
  readonly tool: 'argocd' | 'flux';
  readonly ref: ResourceRef;
}

const APPLICATION = { group: 'argoproj.io', version: 'v1alpha1', kind: 'Application' };
const KUSTOMIZATION = { group: 'kustomize.toolkit.fluxcd.io', version: 'v1', kind: 'Kustomization' };

/**
 * The owner that an object's own marks name: its tracking id, which also names the object, or Flux's labels. An
 * Application outside Argo CD's own namespace is named `NAMESPACE_NAME` (argo-cd util/argo/resource_tracking.go); where
 * the namespace is not named, it is empty.
 */
export function gitopsOwnerOf(object: KubernetesObject): GitopsOwner | undefined {
  const id = ownTrackingId(object)?.split(':')[0];
  if (id !== undefined) {
    const at = id.indexOf('_');
    const named = at < 0 ? { namespace: '', name: id } : { namespace: id.slice(0, at), name: id.slice(at + 1) };
    return { tool: 'argocd', ref: { ...APPLICATION, ...named } };
  }
  const [name, namespace] = ['name', 'namespace'].map((part) =>
    digString(object, 'metadata', 'labels', `${KUSTOMIZATION.group}/${part}`),
  );
  // Controllers copy labels to what they make; what Flux applies has no controlling owner.
  if (name === undefined || namespace === undefined || hasController(object)) return undefined;
  return { tool: 'flux', ref: { ...KUSTOMIZATION, namespace, name } };
}

function hasController(object: KubernetesObject): boolean {
  const owners = dig(object, 'metadata', 'ownerReferences');
  return isArray(owners) && owners.some((owner) => dig(owner, 'controller') === true);
}
