import { selfHealFights } from '../../explain/self-heal.js';
import { dig } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import type { Finding } from '../../model/report.js';
import { type DesiredObject, type ResourceRef, refKey } from '../../model/resource.js';
import type { ComparedResource } from '../application/resource-report.js';
import { type GitopsOwner, gitopsOwnersOf } from '../controllers/gitops-owner.js';
import { readOwnerAt } from '../controllers/read-owner.js';
import type { FoundEvidence } from './evidence.js';

/**
 * What the Applications of drifting objects, and of those that an autoscaler and Git both scale, tell of their
 * self-heal. An Application that cannot be read tells nothing.
 */
export async function selfHealFindings(
  compared: readonly ComparedResource[],
  evidence: FoundEvidence,
  cluster: Cluster,
): Promise<Finding[]> {
  const asked = new Map<string, { owner: GitopsOwner; managed: ResourceRef[] }>();
  for (const resource of compared) {
    if (resource.kind !== 'compared') continue;
    const { ref } = resource.desired;
    const drifts = resource.comparison.differences.some(({ kind }) => kind === 'drift');
    if (!drifts && !isScaledByBoth(resource.desired, evidence)) continue;
    const owner = gitopsOwnersOf(resource.object).find(({ role }) => role === 'argocd-application');
    if (owner === undefined) continue;
    const known = asked.get(refKey(owner.ref)) ?? { owner, managed: [] };
    asked.set(refKey(owner.ref), known);
    known.managed.push(ref);
  }
  const found = await Promise.all(
    [...asked.values()].map(async ({ owner, managed }) => {
      const read = await readOwnerAt(owner.ref, cluster);
      return read.kind === 'found' ? selfHealFights(read.object, managed) : [];
    }),
  );
  return found.flat();
}

function isScaledByBoth({ ref, object }: DesiredObject, evidence: FoundEvidence): boolean {
  if (typeof dig(object, 'spec', 'replicas') !== 'number') return false;
  const { autoscalers } = evidence.of(ref);
  return autoscalers.kind === 'known' && autoscalers.autoscalers.length > 0;
}
