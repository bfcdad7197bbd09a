import type { Desired } from '../../desired/build-desired.js';
import type { ObjectBase } from '../../explain/base-word.js';
import type { Cluster } from '../../model/live.js';
import type { Finding } from '../../model/report.js';
import { compareRefs, refKey } from '../../model/resource.js';
import type { ComparedResource } from '../application/resource-report.js';
import type { EarlierDesired } from './base.js';

/** Whole revisions and objects that could not serve as the third side. */
export function notComparedFindings(
  { at, reason }: EarlierDesired,
  compared: readonly ComparedResource[],
  bases: ReadonlyMap<string, ObjectBase>,
): Finding[] {
  const code = 'base-not-compared';
  if (reason !== undefined) {
    const message = `${at.name} could not be rendered, so changes of Git cannot be told from changes of live: ${reason}`;
    return [{ code, severity: 'warning', message }];
  }
  return compared.flatMap(({ desired: { ref } }): Finding[] => {
    const base = bases.get(refKey(ref));
    if (base?.kind !== 'unknown') return [];
    return [
      {
        code,
        severity: 'warning',
        resource: ref,
        message: `${at.name} cannot be compared here, so changes of Git cannot be told from changes of live: ${base.reason}`,
      },
    ];
  });
}

/** Objects that Git no longer declares since the earlier revision, and that live still has. `declared` is all it does. */
export async function removedFindings(
  { at, selected }: EarlierDesired,
  declared: Desired,
  cluster: Cluster,
): Promise<Finding[]> {
  const kept = new Set([...declared.objects, ...declared.notCompared].map(({ ref }) => refKey(ref)));
  const gone = selected.map(({ ref }) => ref).filter((ref) => !kept.has(refKey(ref)));
  if (gone.length === 0) return [];
  const live = await cluster.fetch(gone);
  return gone.sort(compareRefs).flatMap((ref): Finding[] => {
    const found = live.get(refKey(ref));
    const still = { code: 'removed-since-base', severity: 'note', resource: ref } as const;
    if (found?.kind === 'found') {
      const message = `${at.name} declares it and Git no longer does: live still has it, and only a sync that prunes deletes it`;
      return [{ ...still, message }];
    }
    if (found?.kind !== 'unreadable') return [];
    return [
      {
        ...still,
        message: `${at.name} declares it and Git no longer does: whether live still has it could not be read: ${found.reason}`,
      },
    ];
  });
}
