import type { JsonValue } from './json.js';
import type { ResourceRef } from './resource.js';

/** How much of a request the audit policy had written down (audit.k8s.io/v1 Level); `None` leaves no event. */
export type AuditLevel = 'Metadata' | 'Request' | 'RequestResponse';

export type AuditVerb = 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

export interface AuditUser {
  /** As the server authenticated it: `ann@example.com`, `system:serviceaccount:NAMESPACE:NAME`, `system:node:NAME`. */
  readonly username: string;
  readonly groups: readonly string[];
}

/** The object of a request as its address names it; there is no kind in an audit event. */
export interface AuditObject {
  readonly group: string;
  /** Plural: `deployments`. */
  readonly resource: string;
  readonly namespace: string;
  /** Empty for a deletecollection. A create by generateName has the name that the answer gave it, where that is there. */
  readonly name: string;
  /** Of the address: `apps/v1`. */
  readonly apiVersion: string;
}

/**
 * What was sent. The event holds no content type, so `patch` is a merge or a strategic merge patch, and `apply` is known
 * from its manager, its body and, where there is an answer, the entry that it left. Values of Secrets are in it: it is
 * compared, never shown.
 */
export type AuditBody =
  | { readonly kind: 'object'; readonly value: JsonValue }
  | { readonly kind: 'json-patch'; readonly value: JsonValue }
  | { readonly kind: 'patch'; readonly value: JsonValue }
  | { readonly kind: 'apply'; readonly value: JsonValue };

/** One request that changed, or may have changed, an object: successful, no dry run, its answer complete. */
export interface AuditWrite {
  /**
   * RFC 3339 with a fraction: when the answer was complete (`stageTimestamp`), so the write was stored just before it.
   */
  readonly time: string;
  /** RFC 3339 with a fraction: when the request came in. The managedFields entry's time lies between the two. */
  readonly received: string;
  readonly verb: AuditVerb;
  /** Who was authenticated. With impersonation this is who asked for it, and `impersonated` is whose rights it had. */
  readonly user: AuditUser;
  readonly impersonated?: AuditUser;
  readonly userAgent: string;
  readonly object: AuditObject;
  /** '' for the object itself; else scale, status, ephemeralcontainers, resize and their like. */
  readonly subresource: string;
  /** The name in managedFields: `fieldManager` of the address, else the User-Agent up to the first slash. */
  readonly manager: string;
  /** Apply for a server-side apply, as far as the event tells it (`AuditBody`); else Update. */
  readonly operation: 'Apply' | 'Update';
  /** HTTP status; 201 where the object was made by it. */
  readonly status: number;
  readonly auditID: string;
  readonly level: AuditLevel;
  /** What was sent; only at levels Request and RequestResponse. */
  readonly body?: AuditBody;
  /** The object (or its Scale) after the write, without managedFields; only at level RequestResponse. */
  readonly result?: JsonValue;
}

/** What was read of `--audit-log`: the writes of the objects that were asked for. */
export interface AuditLog {
  /** Files that hold audit events, sorted. */
  readonly files: readonly string[];
  /** RFC 3339: from when to when the events of the files reach. */
  readonly from: string;
  readonly to: string;
  /** Lines that are no event, and those that were cut off. */
  readonly unreadableLines: number;
  /** The levels of the writes that were found, lowest first. */
  readonly levels: readonly AuditLevel[];
  /** Sentences about what could not be read or kept. */
  readonly warnings: readonly string[];
  /** The writes of an object, oldest first; deletecollection of its kind in its namespace is among them. */
  writesOf(ref: ResourceRef, plural: string): readonly AuditWrite[];
}

/** What the command line asks of audit logs. */
export interface AuditRequest {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** False with `--no-users`: names of people stay out of everything that is shown. */
  readonly showUsers: boolean;
}

/** An object whose writes are wanted. */
export type WantedObject = Omit<AuditObject, 'apiVersion'>;

/** What the audit log knows of one object. */
export interface ObjectAudit {
  /** Oldest first. */
  readonly writes: readonly AuditWrite[];
  /** RFC 3339: from when to when the log reaches. */
  readonly from: string;
  readonly to: string;
  readonly showUsers: boolean;
}
