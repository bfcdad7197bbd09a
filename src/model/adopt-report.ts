import type { ResourceRef } from './resource.js';

/** The patch that makes Git say what live has; printed, never written. `schemaVersion` 1: keys may be added, never renamed. */
export interface AdoptReport {
  readonly schemaVersion: '1';
  readonly tool: { readonly name: 'gitdrift'; readonly version: string };
  readonly generatedAt: string;
  readonly resource: ResourceRef;
  /** The field, or what it is a part of; several where a path above fields was given. */
  readonly paths: readonly string[];
  /** `adopt`: Git is to say what live has. `drop`: Git is to leave the field to an autoscaler. */
  readonly kind: 'adopt' | 'drop';
  /** The first file that changes; from the repository's root, outside a repository as origins name it. */
  readonly file: string;
  /** All files that change. */
  readonly files: readonly string[];
  /** A unified diff for `git apply`, its paths from the repository's root. */
  readonly patch: string;
  /** What the patch does and why, a sentence each. */
  readonly reason: string;
  /** What to know before it is applied. */
  readonly warnings: readonly string[];
  /** Always true: a patch that could not be verified by rendering the patched copy is not printed. */
  readonly verified: true;
  /** The folder that the patch's paths count from; absolute. */
  readonly root: string;
}
