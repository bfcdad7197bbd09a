import type { WriterCategory } from './writer.js';

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
  readonly category: WriterCategory;
  readonly name: string;
  readonly confidence?: 'certain' | 'likely' | 'possible';
  /** What the name can also mean; said where it matters. */
  readonly alsoMeans?: string;
  readonly reason: string;
  readonly source?: string;
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
