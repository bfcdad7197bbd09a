import type { FieldPath } from '../model/field-path.js';
import type { ManagedFields } from '../model/managed-fields.js';
import { type KubernetesObject, refOf } from '../model/resource.js';
import type { EntryRef, Writer } from '../model/writer.js';
import type { Catalogue } from './catalogue.js';
import { classifyEntry } from './classify.js';
import { type GitopsManager, isGitopsEntry } from './gitops-manager.js';
import { entryRef, ownersOf, type Unowned } from './owners.js';

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
  const ref = refOf(owned.object);
  const found = ownersOf(owned.managed, ref, path, wholeAt);
  if (found.kind !== 'owned') return found;
  const context = { ref, path, object: owned.object, ...(owned.gitops === undefined ? {} : { gitops: owned.gitops }) };
  const owners = found.entries.map((entry) => ({
    entry: entryRef(entry),
    writer: classifyEntry(entry, context, owned.catalogue),
    gitops: isGitopsEntry(owned.gitops, entry),
  }));
  return { kind: 'owned', owners };
}
