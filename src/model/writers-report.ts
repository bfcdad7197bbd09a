import type { WriterRule } from './policy.js';

/** A rule of the catalogue, and whether it is ours or the policy file's. */
export interface ListedWriter extends WriterRule {
  readonly origin: 'shipped' | 'policy';
}

/** The catalogue in order of precedence: the first rule that fits an entry names it. `schemaVersion` 1. */
export interface WritersReport {
  readonly schemaVersion: '1';
  readonly tool: { readonly name: 'gitdrift'; readonly version: string };
  readonly writers: readonly ListedWriter[];
}
