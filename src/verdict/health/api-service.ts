import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { conditionsOf, conditionText, judged } from './status-fields.js';

/** APIService v1 and v1beta1, as Argo CD judges it (gitops-engine pkg/health/health_apiservice.go). */
export function apiServiceHealth(object: KubernetesObject): Health {
  const available = conditionsOf(object).find(({ type }) => type === 'Available');
  if (available === undefined) return judged('Progressing', 'waiting to be processed');
  const text = conditionText(available) || `condition Available is ${available.status || 'empty'}`;
  return judged(available.status === 'True' ? 'Healthy' : 'Progressing', text);
}
