import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { conditionsOf, conditionText, integerAt, judged } from './status-fields.js';

/**
 * Job batch/v1, as Argo CD judges it (gitops-engine pkg/health/health_job.go): a condition Failed or Complete counts
 * whatever its status; only Suspended is read with it.
 */
export function jobHealth(object: KubernetesObject): Health {
  const conditions = conditionsOf(object);
  const last = (wanted: string) => conditions.findLast(({ type }) => type === wanted);
  const [failed, complete, suspended] = [last('Failed'), last('Complete'), last('Suspended')];
  const count = (name: string): number => integerAt(object, 'status', name) ?? 0;
  const numbers = `${count('active')} active, ${count('succeeded')} succeeded, ${count('failed')} failed`;

  if (failed !== undefined) return judged('Degraded', `has failed: ${conditionText(failed) || numbers}`);
  if (complete === undefined && suspended === undefined) return judged('Progressing', `running: ${numbers}`);
  if (suspended?.status === 'True') return judged('Suspended', `is suspended: ${conditionText(suspended) || numbers}`);
  // A Job that was suspended once and runs again is Healthy by this rule although it has not ended: so the numbers.
  return judged('Healthy', complete === undefined ? `resumed: ${numbers}` : 'has completed');
}
