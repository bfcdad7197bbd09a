import type { FieldDrift } from '../../model/drift.js';
import type { EntryRef } from '../../model/writer.js';

/** The field manager of the kustomize-controller. */
const KUSTOMIZE_MANAGER = 'kustomize-controller';

/** Managers whose fields kustomize-controller makes its own, by the beginning of their names (kustomization_controller.go). */
const TAKEN_OVER: readonly { readonly prefix: string; readonly operations: readonly EntryRef['operation'][] }[] = [
  { prefix: 'kubectl', operations: ['Apply', 'Update'] },
  { prefix: 'before-first-apply', operations: ['Update'] },
  { prefix: KUSTOMIZE_MANAGER, operations: ['Update'] },
];

/**
 * True for an entry that the next reconcile of a Kustomization merges into the controller's own, so that what Git does
 * not declare of it is dropped. What a subresource wrote (`kubectl scale`) never is. A controller that was started with
 * `--override-manager` takes over more, which no object shows.
 */
export function isTakenOver({ manager, operation, subresource }: EntryRef): boolean {
  if (subresource !== '') return false;
  return TAKEN_OVER.some(({ prefix, operations }) => manager.startsWith(prefix) && operations.includes(operation));
}

/** True where every owner of a field is taken over, or is the controller itself: the field then goes when undeclared. */
export function isDropped(owners: readonly EntryRef[]): boolean {
  return owners.length > 0 && owners.every((owner) => isTakenOver(owner) || isOwnApply(owner));
}

function isOwnApply({ manager, operation, subresource }: EntryRef): boolean {
  return manager === KUSTOMIZE_MANAGER && operation === 'Apply' && subresource === '';
}

/** Every entry of managedFields that names the field of a difference; none where nobody is recorded. */
export function ownersOf({ writer, coOwners }: Pick<FieldDrift, 'writer' | 'coOwners'>): readonly EntryRef[] {
  const { manager, operation, subresource = '', apiVersion = '' } = writer;
  if (manager === undefined || operation === undefined) return coOwners;
  return [{ manager, operation, subresource, apiVersion }, ...coOwners];
}
