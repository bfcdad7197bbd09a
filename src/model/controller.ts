import type { ArgoApplication } from './argo-application.js';
import type { KubernetesObject, ResourceRef } from './resource.js';

/** An Argo CD Application with what decides when it syncs. */
export interface ArgoController {
  readonly kind: 'argocd';
  readonly application: ArgoApplication;
  /** The revisions that desired was rendered from, one for each source; what the controller compared with where unknown. */
  readonly revisions: readonly string[];
  /** Absent where the AppProject could not be read, for the reason that `projectUnread` gives. */
  readonly project?: KubernetesObject;
  readonly projectUnread?: string;
  /** The ApplicationSet that makes the Application, where it was read. */
  readonly applicationSet?: KubernetesObject;
}

/** A Flux Kustomization or HelmRelease. */
export interface FluxController {
  readonly kind: 'flux-kustomization' | 'flux-helmrelease';
  readonly object: KubernetesObject;
}

/** What applies an object, as the cluster has it; `unread` where its marks name one that could not be looked at. */
export type Controller =
  | ArgoController
  | FluxController
  | { readonly kind: 'unread'; readonly ref: ResourceRef; readonly reason: string };
