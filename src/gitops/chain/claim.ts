import type { ResourceRef } from '../../model/resource.js';

/** By what an object says that somebody manages it. */
export type ClaimBasis =
  | 'owner-reference'
  | 'tracking-id'
  | 'instance-label'
  | 'flux-labels'
  | 'helm-annotations'
  | 'config-sync'
  | 'field-manager';

/** An owner that an object's own marks name; whether it agrees is for `confirmClaim` to say. */
export interface ParentClaim {
  readonly basis: ClaimBasis;
  /** Namespace '' where the mark does not tell it: an Application of Argo CD's own namespace, or a cluster-scoped owner. */
  readonly parent: ResourceRef;
  /** What was found, for people. */
  readonly message: string;
  /** Of an ownerReference: the owner's uid. */
  readonly uid?: string;
  /** The mark may have been copied from the object that controls this one. */
  readonly copied?: true;
}

/** What an object's own marks say, and the marks that cannot be believed, one sentence each. */
export interface Claims {
  readonly claims: readonly ParentClaim[];
  readonly notes: readonly string[];
}
