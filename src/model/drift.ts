import type { FieldPath } from './field-path.js';
import type { JsonValue } from './json.js';
import type { Origin } from './manifest.js';
import type { ResourceRef } from './resource.js';
import type { EntryRef, Writer } from './writer.js';

export type Change = 'changed' | 'missing' | 'extra';

/** Which list of the report a difference belongs to: docs/report.md. */
export type DifferenceKind = 'drift' | 'undeclared';

/** Something the comparison knows of a difference beyond its values; prose lives in the explanations' table. */
export type DifferenceNote =
  /**
   * The schema does not know the field: the server drops it and no sync can fix it. `schema` is the Kubernetes version of
   * that schema where it may not be the server's.
   */
  | { readonly kind: 'unknown-field'; readonly schema?: string }
  /** One entry stands for the whole list or map: it is owned and replaced as a whole. */
  | { readonly kind: 'owned-as-whole'; readonly path: FieldPath }
  /** Other text for the same quantity in a custom resource. */
  | { readonly kind: 'same-quantity' }
  /** Desired no longer declares it, but the GitOps manager's Apply entry or the last-applied copy still names it. */
  | { readonly kind: 'removed-from-desired'; readonly evidence: 'apply-entry' | 'last-applied' }
  /** Declared null, and live holds something else than the server would fill in. */
  | { readonly kind: 'declared-null' }
  /** The same item under another key: `pair` is the path of the other half (a port renumbered from 80 to 83). */
  | { readonly kind: 'renumbered'; readonly pair: FieldPath }
  /** The server refuses a change of this field: a sync cannot make it. */
  | { readonly kind: 'immutable' };

/** One difference between desired and live as the comparison finds it, before anybody is named. Unmasked. */
export interface Difference {
  readonly path: FieldPath;
  readonly kind: DifferenceKind;
  readonly change: Change;
  readonly desired?: JsonValue;
  readonly live?: JsonValue;
  readonly notes: readonly DifferenceNote[];
}

export type ExplanationStatus = 'explained' | 'unexplained' | 'noted';

export interface Explanation {
  readonly status: ExplanationStatus;
  /** A reason code; each has a page in docs/reasons. */
  readonly code: string;
  readonly message: string;
  /** The id of the rule or override that decided, where one did. */
  readonly rule?: string;
  /** Git has changed the field, and a rule that ignores it hides that. */
  readonly gitChanged?: true;
  /** The commit that it counts from, where an earlier revision of desired decided (`--base`, the last synced one). */
  readonly base?: string;
}

export type NextCode =
  | 'self-heal-reverts'
  | 'auto-sync-applies'
  | 'reverted-at-reconcile'
  | 'reverted-by-next-commit'
  | 'stays-until-sync'
  | 'removed-at-sync'
  | 'autoscaler-rewrites'
  | 'writers-fight'
  | 'stays'
  | 'unknown';

export interface Next {
  readonly code: NextCode;
  readonly message: string;
}

/** A revision of a Pod template that the cluster keeps. */
interface KeptRevision {
  readonly number: number;
  readonly resource: ResourceRef;
}

/**
 * Since when a field of a Pod template is as live has it, or is gone, from the templates that the cluster keeps. Times are
 * RFC 3339; `at` is exact, `after` and `before` are bounds.
 */
export interface DriftHistory {
  readonly since: { readonly at?: string; readonly after?: string; readonly before?: string };
  /** The first that is as live; absent where none is yet. */
  readonly revision?: KeptRevision;
  /** The one before, and what it had; `value` is absent where it lacked the field. */
  readonly previous?: KeptRevision & { readonly value?: JsonValue };
  readonly before: 'previous' | 'created' | 'not-kept';
}

/** A field's divergence as the report carries it: docs/report.md. Values are masked where they are secret. */
export interface FieldDrift {
  readonly path: string;
  readonly pointer: string;
  readonly change: Change;
  readonly desired?: JsonValue;
  readonly live?: JsonValue;
  readonly masked?: true;
  readonly writer: Writer;
  readonly coOwners: readonly EntryRef[];
  readonly explanation: Explanation;
  readonly next?: Next;
  readonly history?: DriftHistory;
  readonly origin?: Origin;
}
