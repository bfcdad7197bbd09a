import type { FieldSet } from '../../model/field-set.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { Comparing } from './comparing.js';
import type { Ownership } from './structured/apply.js';

/** The field manager that Argo CD syncs with. */
export const SYNC_MANAGER = 'argocd-controller';

/** The owners of live's fields, as an apply by Argo CD sees them; undefined where live records none. */
export function applyOwnership(live: KubernetesObject, comparing: Comparing): Ownership | undefined {
  const managed = comparing.tools.decodeManagedFields(live);
  if (managed.kind === 'absent') return undefined;
  const isOwn = (entry: { manager: string; operation: string; subresource: string }): boolean =>
    entry.manager === SYNC_MANAGER && entry.operation === 'Apply' && entry.subresource === '';
  const last = managed.entries.find(isOwn)?.fields;
  const others = managed.entries.filter((entry) => !isOwn(entry)).map((entry): FieldSet => entry.fields);
  return last === undefined ? { others } : { last, others };
}
