import type { FieldPath } from '../model/field-path.js';
import type { ManagedFields } from '../model/managed-fields.js';
import { type KubernetesObject, refOf } from '../model/resource.js';
import type { EntryRef, Writer } from '../model/writer.js';
import type { Catalogue } from './catalogue.js';
import { classifyEntry } from './classify.js';
import { type GitopsManager, isGitopsEntry } from './gitops-manager.js';
import { entryRef, type OwningEntry, ownersOf, ownersOfParts, type Unowned } from './owners.js';

/** A live object with all that is known of who writes it. */
export interface OwnedObject {
  readonly object: KubernetesObject;
  readonly managed: ManagedFields;
  readonly catalogue: Catalogue;
  /** Who applies its desired state, where that is known. */
  readonly gitops?: GitopsManager | undefined;
}

/** One owner of a field, classified. */
export interface FieldWriter {
  readonly entry: EntryRef;
  readonly writer: Writer;
  /** True where the entry is the GitOps manager's. */
  readonly gitops: boolean;
}

/** The classified owners of a field; the kinds are those of `FieldOwners`. */
export type FieldWriters =
  | { readonly kind: 'owned'; readonly owners: readonly FieldWriter[] }
  | Unowned
  | { readonly kind: 'unknown' };

/** `ownersOf` for a field of a live object, each owner classified for that field. */
export function fieldWriters(owned: OwnedObject, path: FieldPath, wholeAt?: FieldPath): FieldWriters {
  const found = ownersOf(owned.managed, refOf(owned.object), path, wholeAt);
  return found.kind === 'owned' ? { kind: 'owned', owners: classified(owned, path, found.entries) } : found;
}

/** `ownersOfParts` for a field of a live object, each owner classified for that field. */
export function partWriters(owned: OwnedObject, path: FieldPath): readonly FieldWriter[] {
  return classified(owned, path, ownersOfParts(owned.managed, refOf(owned.object), path));
}

function classified(owned: OwnedObject, path: FieldPath, entries: readonly OwningEntry[]): readonly FieldWriter[] {
  const { object, gitops, catalogue } = owned;
  const context = { ref: refOf(object), path, object, ...(gitops === undefined ? {} : { gitops }) };
  return entries.map((entry) => ({
    entry: entryRef(entry),
    writer: classifyEntry(entry, context, catalogue),
    gitops: isGitopsEntry(gitops, entry),
  }));
}
