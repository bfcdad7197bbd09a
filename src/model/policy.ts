import type { FailOn } from './fail-on.js';
import type { JsonValue } from './json.js';
import type { HealthStatus } from './status.js';
import type { Confidence, WriterCategory } from './writer.js';

/** The GitOps tools that mark the objects which they apply. */
export const TRACKING_TOOLS = ['argocd', 'config-sync', 'flux'] as const;
export type TrackingTool = (typeof TRACKING_TOOLS)[number];

/** A name matched whole, by its beginning, or by a regular expression (anchored by whoever writes it). */
export type NamePattern = string | { readonly prefix: string } | { readonly pattern: string };

/** Selects kinds; an absent or `*` part matches any. `version` is rarely needed. */
export interface KindSelector {
  readonly group?: string;
  readonly kind?: string;
}

/** An entry of the catalogue of writers, shipped or the user's. */
export interface WriterRule {
  readonly manager: NamePattern;
  readonly operation?: 'Apply' | 'Update';
  /** Exact; `''` is the main resource. Absent matches any. */
  readonly subresource?: string;
  readonly kinds?: readonly KindSelector[];
  /** Field paths with wildcards that the rule is confined to. */
  readonly paths?: readonly string[];
  /** Confines the rule to objects that this tool tracks. */
  readonly tracking?: TrackingTool;
  readonly category: WriterCategory;
  readonly name: string;
  readonly confidence?: Confidence;
  /** What the name can also mean; said where it matters. */
  readonly alsoMeans?: string;
  readonly reason: string;
  readonly source?: string;
}

/** A value of an object that a health rule asks for, and what it has to be: one of these texts; null where it is absent. */
export interface HealthCase {
  readonly of: { readonly path: string } | { readonly condition: string };
  readonly is: readonly (string | null)[];
  readonly health: HealthStatus;
  /** Absent: the value tells it. */
  readonly message?: string;
}

/** A rule of the user for the health of kinds: a script as Argo CD's are, or cases of which the first that holds counts. */
export interface PolicyHealthRule {
  readonly kinds: readonly KindSelector[];
  readonly judge:
    | { readonly kind: 'lua'; readonly script: string }
    | { readonly kind: 'cases'; readonly cases: readonly HealthCase[]; readonly otherwise: HealthStatus };
  readonly reason: string;
}

/** What a policy file says (docs/policy.md). `file` is what the output calls it. */
export interface Policy {
  readonly file: string;
  readonly writers: readonly WriterRule[];
  /** Absent where the file says nothing of health. */
  readonly health?: readonly PolicyHealthRule[];
  readonly rules?: readonly DriftRule[];
  readonly overrides?: readonly OverrideRecord[];
  /** Of `gate`. */
  readonly failOn?: readonly FailOn[];
  /** The lines of rules and overrides, by id. */
  readonly lines?: Readonly<Record<string, number>>;
}

/** Where a policy came from: pinned by `--policy`, or found by its name. */
export interface UsedPolicy extends Policy {
  readonly discovered: boolean;
}

/**
 * What may differ: `ignore` does not count for sync, `explain` counts but is explained. The fields are those that one of
 * `paths`, `jsonPointers`, `jqPathExpressions` and `managedFieldsManagers` names; everything else narrows the rule down.
 */
export interface DriftRule {
  readonly id: string;
  /** Group and kind as globs. */
  readonly kinds: readonly KindSelector[];
  /** Globs. */
  readonly name?: string;
  readonly namespace?: string;
  readonly paths?: readonly string[];
  readonly jsonPointers?: readonly string[];
  readonly jqPathExpressions?: readonly string[];
  /** As in Argo CD: whatever these managers hold, where both sides have a value. */
  readonly managedFieldsManagers?: readonly string[];
  readonly managers?: readonly NamePattern[];
  /** Confines the rule to drift or to undeclared fields; absent is both. */
  readonly on?: 'drift' | 'undeclared';
  /** Confines the rule to what live alone changed, as far as that is known. */
  readonly only?: 'live';
  readonly effect: 'ignore' | 'explain';
  readonly code?: string;
  readonly reason: string;
  readonly source?: string;
}

/** A deliberate departure from Git that ends: docs/policy.md. */
export interface OverrideRecord {
  /** Its place in the file: `overrides[0]`. */
  readonly id: string;
  /** Without a group any; a namespace of '' is none. */
  readonly resource: {
    readonly group?: string;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
  };
  /** The field with all that is below it; `.` is the object itself, where it is missing or extraneous. */
  readonly path: string;
  /** Only this live value. */
  readonly value?: JsonValue;
  readonly reason: string;
  readonly ticket?: string;
  readonly approvedBy?: string;
  /** RFC 3339, in UTC: from then on it accounts for nothing. */
  readonly until: string;
}
