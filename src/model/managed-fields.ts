import type { FieldSet } from './field-set.js';
import type { EntryRef } from './writer.js';

/** One entry of `metadata.managedFields`, its fieldsV1 decoded. */
export interface ManagedFieldsEntry extends EntryRef {
  readonly fields: FieldSet;
}

/**
 * What an object's managedFields can say: `entries` where they are recorded; `absent` where the object has none (reset,
 * too large, or printed without `--show-managed-fields`): then writers cannot be known.
 */
export type ManagedFields =
  | { readonly kind: 'entries'; readonly entries: readonly ManagedFieldsEntry[]; readonly faults: readonly string[] }
  | { readonly kind: 'absent' };
