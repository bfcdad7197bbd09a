import { parentClaims } from '../../gitops/chain/claims.js';
import { ownerKind } from '../../gitops/chain/kinds.js';
import type { KubernetesObject, ResourceRef } from '../../model/resource.js';

const ROLES = ['argocd-application', 'flux-kustomization', 'flux-helmrelease'] as const;

/** What applies an object, by its marks; it may not be there. */
export interface GitopsOwner {
  readonly role: (typeof ROLES)[number];
  /** Namespace '' for an Application of Argo CD's own namespace, which its marks don't tell. */
  readonly ref: ResourceRef;
}

/**
 * The Applications and Flux objects that an object's own marks name, Argo CD's first. Controllers copy Flux's labels to
 * what they make, so that those of an object with a controlling owner count for nothing; a tracking id names its object.
 */
export function gitopsOwnersOf(object: KubernetesObject): readonly GitopsOwner[] {
  return parentClaims(object).claims.flatMap(({ basis, copied, parent }) => {
    const counts = basis === 'tracking-id' || (basis === 'flux-labels' && copied !== true);
    const role = ROLES.find((one) => one === ownerKind(parent)?.role);
    return counts && role !== undefined ? [{ role, ref: parent }] : [];
  });
}
