import type { FieldDrift } from '../model/drift.js';
import type { ResourceReport } from '../model/report.js';

/** What a drift means for whoever thinks of syncing. */
export type DriftClass =
  /** The server refuses the change. */
  | 'refused'
  /** An autoscaler owns it: Git should not declare it. */
  | 'autoscaled'
  /** A person or a script changed it. */
  | 'manual'
  /** Somebody else, or nobody on record, wrote it, and nothing accounts for it. */
  | 'foreign'
  /** A rule or an override accounts for it. */
  | 'accounted'
  /** The server drops it: no sync can fix it. */
  | 'dropped'
  /** Git is newer: this is what a sync is for. */
  | 'pending'
  /** Other text for the same quantity. */
  | 'same-quantity'
  /** Only the comparison of Argo CD counts it: an apply would change nothing. */
  | 'counted-only';

/** A drift with the resource it is in. */
export interface Found {
  readonly resource: ResourceReport;
  readonly drift: FieldDrift;
}

/** Codes that decide by themselves, whoever wrote the field. */
const BY_CODE: ReadonlyMap<string, DriftClass> = new Map<string, DriftClass>([
  ['immutable-field', 'refused'],
  ['unknown-field', 'dropped'],
  ['git-ahead', 'pending'],
  ['same-quantity', 'same-quantity'],
  ['counted-by-argocd', 'counted-only'],
  ['hpa-controls-replicas', 'autoscaled'],
  ['keda-controls-replicas', 'autoscaled'],
  ['autoscaler-change', 'autoscaled'],
]);

/** Classifies one drift by its explanation's code, else by who wrote it. */
function classOf({ explanation, writer }: FieldDrift): DriftClass {
  const byCode = BY_CODE.get(explanation.code);
  if (byCode !== undefined) return byCode;
  // Before the writer: an override of a hotfix is a decision that has been taken.
  if (explanation.status === 'explained') return 'accounted';
  return writer.category === 'manual' ? 'manual' : 'foreign';
}

/** All drift of the resources by class, in the resources' order. */
export function byClass(resources: readonly ResourceReport[]): ReadonlyMap<DriftClass, readonly Found[]> {
  const found = new Map<DriftClass, Found[]>();
  for (const resource of resources) {
    for (const drift of resource.drift) {
      const name = classOf(drift);
      found.set(name, [...(found.get(name) ?? []), { resource, drift }]);
    }
  }
  return found;
}
