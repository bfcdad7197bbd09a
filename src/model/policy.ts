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
}

/** Where a policy came from: pinned by `--policy`, or found by its name. */
export interface UsedPolicy extends Policy {
  readonly discovered: boolean;
}

/** What may differ: `ignore` does not count for sync, `explain` counts but is explained. */
export interface DriftRule {
  readonly id: string;
  readonly kinds: readonly KindSelector[];
  readonly name?: string;
  readonly namespace?: string;
  readonly paths: readonly string[];
  readonly managers?: readonly NamePattern[];
  /** Confines the rule to drift or to undeclared fields; absent is both. */
  readonly on?: 'drift' | 'undeclared';
  readonly effect: 'ignore' | 'explain';
  readonly code?: string;
  readonly reason: string;
  readonly source?: string;
}
