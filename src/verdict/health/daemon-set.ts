import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { integerAt, judged, staleStatus, textAt } from './status-fields.js';

/** DaemonSet apps/v1, as Argo CD judges it (gitops-engine pkg/health/health_daemonset.go). */
export function daemonSetHealth(object: KubernetesObject): Health {
  const stale = staleStatus(object);
  if (stale !== undefined) return judged('Progressing', stale);
  const count = (name: string): number => integerAt(object, 'status', name) ?? 0;
  const [wanted, updated] = [count('desiredNumberScheduled'), count('updatedNumberScheduled')];
  const available = count('numberAvailable');
  if (textAt(object, 'spec', 'updateStrategy', 'type') === 'OnDelete') {
    // Availability is not looked at: the rule as it is, so the number is shown.
    const note = `${updated} of ${wanted} pods on the new revision`;
    return judged('Healthy', `${available} of ${wanted} pods available; ${note} (OnDelete)`);
  }
  if (updated < wanted) return judged('Progressing', `${updated} of ${wanted} pods updated`);
  if (available < wanted) return judged('Progressing', `${available} of ${wanted} updated pods available`);
  return judged('Healthy', `${available} of ${wanted} pods available`);
}
