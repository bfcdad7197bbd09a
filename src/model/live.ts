import type { Destination } from './report.js';
import type { Gvk, KubernetesObject, LiveResult, ResourceRef } from './resource.js';
import type { SchemaBundle } from './schema.js';

/** What a cluster (or a recording) knows of one kind. */
export interface KindInfo {
  readonly plural: string;
  readonly namespaced: boolean;
}

/** All objects of a kind in a namespace ('' is all namespaces, or the cluster scope). */
export type ListResult =
  | { readonly kind: 'listed'; readonly objects: readonly KubernetesObject[] }
  /** The recording does not hold that list, or the kind is not served (then there are none, and `notServed` says so). */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly notServed?: true };

/**
 * Where live objects come from: the API server, or saved files. Read-only: implementations send nothing but GET.
 * Methods never reject for one object's trouble (that is an `unreadable` result); they throw a GitdriftError where the
 * run cannot go on (no connection, no such context).
 */
export interface Cluster {
  readonly destination: Destination;
  /** The clock that relative times count from: the recording's for saved files. */
  readonly now: Date;
  /** True for saved files. */
  readonly recorded: boolean;
  /** The kind as served at that version; undefined where the cluster does not serve it. */
  kind(gvk: Gvk): Promise<KindInfo | undefined>;
  /** Group-versions served, as helm's --api-versions wants them; empty where unknown. */
  apiVersions(): Promise<readonly string[]>;
  /** One result per wanted ref, keyed by `refKey`, asked for at the ref's own apiVersion. */
  fetch(wanted: readonly ResourceRef[]): Promise<ReadonlyMap<string, LiveResult>>;
  list(gvk: Gvk, namespace: string): Promise<ListResult>;
  /** The objects that a label selector picks, nothing of which is kept for a recording; saved files have no such answer. */
  labelled?(gvk: Gvk, namespace: string, labels: string): Promise<ListResult>;
  /** Everything that saved files hold, sorted; an API server has no such answer. */
  saved?(): readonly KubernetesObject[];
  /** Schemas of the kinds that are not built in; kinds that cannot be had are left out. */
  schemas(kinds: readonly Gvk[]): Promise<SchemaBundle>;
  /** Warnings about the whole (kinds absent from a saved file, no managedFields at all). */
  readonly warnings: readonly string[];
}
