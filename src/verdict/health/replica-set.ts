import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { conditionsOf, conditionText, integerAt, judged, staleStatus } from './status-fields.js';

/** ReplicaSet apps/v1, as Argo CD judges it (gitops-engine pkg/health/health_replicaset.go). */
export function replicaSetHealth(object: KubernetesObject): Health {
  const stale = staleStatus(object);
  if (stale !== undefined) return judged('Progressing', stale);
  const failure = conditionsOf(object).find(({ type }) => type === 'ReplicaFailure');
  if (failure?.status === 'True') {
    return judged('Degraded', `pods cannot be created or deleted: ${conditionText(failure)}`);
  }
  const wanted = integerAt(object, 'spec', 'replicas');
  const available = integerAt(object, 'status', 'availableReplicas') ?? 0;
  if (wanted !== undefined && available < wanted) {
    return judged('Progressing', `${available} of ${wanted} replicas available`);
  }
  return judged(
    'Healthy',
    wanted === undefined ? `${available} replicas available` : `${available} of ${wanted} replicas available`,
  );
}
