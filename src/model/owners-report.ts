import type { AuditRequest } from './audit.js';
import type { JsonObject } from './json.js';
import type { UsedPolicy } from './policy.js';
import type { Destination, FilledCategory } from './report.js';
import type { ResourceRef } from './resource.js';
import type { Writer } from './writer.js';

/** Which live object `owners` looks at. */
export interface OwnersRequest {
  /** As typed: `Deployment`, `deployments`, `deploy`, `deployments.apps`; the cluster knows which kind that is. */
  readonly kind: string;
  readonly name: string;
  /** `-n`; absent: the context's. Of no meaning for a cluster-scoped kind. */
  readonly namespace?: string;
  readonly showSecrets: boolean;
  /** The audit logs to read (`--audit-log`). */
  readonly audit?: AuditRequest;
  /** What the policy file says; absent where there is none. */
  readonly policy?: UsedPolicy;
  readonly toolVersion: string;
}

/** The rule by which a field is the server's own, so that nobody is recorded for it. */
export interface FilledIn {
  readonly category: FilledCategory | 'identity';
  readonly rule: string;
  readonly reason: string;
}

/** The writers of one field: a leaf, or a list or map that is owned and replaced as a whole. */
export interface OwnedField {
  readonly path: string;
  /** RFC 6901, into `object`. */
  readonly pointer: string;
  /** True where the entry stands for everything below the pointer. */
  readonly whole?: true;
  /** Who owns it; more than one where several applied the same value; empty where nobody is recorded. */
  readonly writers: readonly Writer[];
  /** Why nobody is recorded, where that is known; absent for what admission wrote, and for lost bookkeeping. */
  readonly filledIn?: FilledIn;
}

/** A path that entries name and live has not: set to null, "", {} or [], or taken away since. */
interface GhostField {
  readonly path: string;
  readonly writers: readonly Writer[];
}

/** One live object and who wrote each of its fields. `schemaVersion` 1: keys may be added, never renamed. */
export interface OwnersReport {
  readonly schemaVersion: '1';
  readonly tool: { readonly name: 'gitdrift'; readonly version: string };
  readonly generatedAt: string;
  readonly destination: Destination;
  readonly resource: ResourceRef;
  /** The live object in its own order, secrets masked, without managedFields. */
  readonly object: JsonObject;
  /** `absent` where the object has none: then writers cannot be known. */
  readonly managedFields: 'recorded' | 'absent';
  /** Every leaf of `object` (or its atomic whole), sorted by path. */
  readonly fields: readonly OwnedField[];
  /** Sorted by path; absent where there is none. */
  readonly ghosts?: readonly GhostField[];
}
