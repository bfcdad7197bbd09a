import type { ResourceRef } from './resource.js';

/**
 * Who writes: docs/report.md. `unowned` means that live holds it and no manager is recorded; where the object has no
 * managedFields at all the writer's name says so.
 */
export const WRITER_CATEGORIES = [
  'gitops',
  'autoscaler',
  'manual',
  'operator',
  'deployer',
  'control-plane',
  'unowned',
  'unknown',
] as const;
export type WriterCategory = (typeof WRITER_CATEGORIES)[number];

export const CONFIDENCES = ['certain', 'likely', 'possible'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export type EvidenceKind = 'managed-field' | 'object' | 'annotation' | 'audit' | 'git' | 'schema';

/** One fact that supports an attribution or an explanation. */
export interface Evidence {
  readonly kind: EvidenceKind;
  readonly message: string;
  readonly resource?: ResourceRef;
}

/** The entry of `metadata.managedFields` that names a field. */
export interface EntryRef {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string;
  readonly apiVersion: string;
  /** RFC 3339; absent where the entry has none (scale entries never have). An upper bound, not the field's time. */
  readonly time?: string;
}

/** The name of the writer where managedFields were read and no entry names the field. */
export const NOBODY_RECORDED = 'nobody is recorded';

/** The name of the writer where managedFields are absent, or a part of them that may name the field is unreadable. */
export const NOT_KNOWN = 'not known';

/** As whom a write was made, by the audit log. */
export interface WriterUser {
  /** `component`: a part of the control plane; `user`: anybody else, a person or a program with a certificate or token. */
  readonly kind: 'user' | 'service-account' | 'node' | 'component' | 'anonymous';
  /** `ann@example.com`, `NAMESPACE/NAME` of a service account; absent where `--no-users` leaves a user's name out. */
  readonly name?: string;
  /** Who asked to act as that user (`kubectl --as`). */
  readonly impersonatedBy?: WriterUser;
}

/** Our classification of who wrote a value. A manager is a program: it never proves a person. */
export interface Writer {
  readonly category: WriterCategory;
  /** For people: `kubectl set`, `Argo CD, sync`, `HPA catalog`. */
  readonly name: string;
  readonly manager?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly subresource?: string;
  readonly apiVersion?: string;
  readonly time?: string;
  /** RFC 3339 with a fraction: when this very value was written, where the audit log proves it; else absent. */
  readonly at?: string;
  /** Whom the audit log names for the write; absent without a log, and where it leaves several possible. */
  readonly user?: WriterUser;
  readonly confidence: Confidence;
  readonly evidence: readonly Evidence[];
}

/**
 * True for a manager that the catalogue has a name for, but no program: a client library, a name that the server made.
 */
export function isNamedUnknown({ category, name, manager }: Pick<Writer, 'category' | 'name' | 'manager'>): boolean {
  return category === 'unknown' && manager !== undefined && manager !== '' && name !== manager && name !== NOT_KNOWN;
}
