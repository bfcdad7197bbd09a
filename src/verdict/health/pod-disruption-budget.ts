import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { conditionsOf, integerAt, judged } from './status-fields.js';

/**
 * PodDisruptionBudget policy, as Argo CD's script judges it (resource_customizations/policy/PodDisruptionBudget): a
 * False condition is a fault unless its reason is InsufficientPods, which a budget may mean (argo-cd#20171).
 */
export function podDisruptionBudgetHealth(object: KubernetesObject): Health {
  const conditions = conditionsOf(object);
  if (conditions.length === 0) return judged('Progressing', 'waits for its status');
  const count = (name: string): number => integerAt(object, 'status', name) ?? 0;
  const numbers = `${count('currentHealthy')} healthy pods of ${count('desiredHealthy')} needed, ${count('disruptionsAllowed')} disruptions allowed`;
  const fault = conditions.find(({ status, reason }) => status === 'False' && reason !== 'InsufficientPods');
  if (fault !== undefined) return judged('Degraded', `${fault.reason || `${fault.type} is False`}: ${numbers}`);
  return judged('Healthy', numbers);
}
