import type { KubernetesObject, ResourceRef } from './resource.js';
import type { Evidence } from './writer.js';

/** What an owner is to the objects below it. */
export type OwnerRole =
  | 'object'
  | 'argocd-application'
  | 'argocd-applicationset'
  | 'flux-kustomization'
  | 'flux-helmrelease'
  | 'flux-instance'
  | 'flux-resourceset'
  /** A Helm release that no controller looks after; it is no object of its own. */
  | 'helm'
  /** A RootSync or RepoSync of Config Sync. */
  | 'config-sync'
  /** Terraform or Pulumi: no object, and nothing that reconciles. */
  | 'tool-run'
  /** Whatever else an ownerReference names as the controller: its operator makes the object. */
  | 'operator';

/** One object of a chain; `unread` says why its owner could not be looked at, and so what may be above it. */
export interface ChainNode {
  readonly ref: ResourceRef;
  readonly role: OwnerRole;
  readonly object?: KubernetesObject;
  readonly unread?: string;
}

/** That `parent` manages `child`, and how we know; `doubt` says what speaks against it or could not be looked at. */
export interface ChainLink {
  readonly child: ResourceRef;
  readonly parent: ResourceRef;
  readonly evidence: readonly Evidence[];
  readonly doubt?: string;
}

/** Who manages whom, from one object up. Nodes stand nearest first; `notes` say where a trail ends without an owner. */
export interface OwnerChain {
  readonly start: ResourceRef;
  readonly nodes: readonly ChainNode[];
  readonly links: readonly ChainLink[];
  /** What nothing manages; two where an object has two independent parents. */
  readonly roots: readonly ResourceRef[];
  readonly notes: readonly string[];
}
