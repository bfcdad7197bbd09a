import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { conditionsOf, conditionText, flagAt, integerAt, judged, staleStatus } from './status-fields.js';

/** Deployment apps/v1, as Argo CD judges it (gitops-engine pkg/health/health_deployment.go). */
export function deploymentHealth(object: KubernetesObject): Health {
  if (flagAt(object, 'spec', 'paused')) return judged('Suspended', 'rollout is paused (.spec.paused)');
  const stale = staleStatus(object);
  if (stale !== undefined) return judged('Progressing', stale);

  const wanted = integerAt(object, 'spec', 'replicas');
  const count = (name: string): number => integerAt(object, 'status', name) ?? 0;
  const [total, updated, available] = [count('replicas'), count('updatedReplicas'), count('availableReplicas')];

  // The first condition of the type decides, whatever its status: the reason alone says that the deadline has passed.
  const progressing = conditionsOf(object).find(({ type }) => type === 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded') {
    const numbers = `${updated} of ${wanted ?? total} replicas updated, ${available} available`;
    return judged('Degraded', `rollout is past its progress deadline: ${numbers} (${conditionText(progressing)})`);
  }
  if (wanted !== undefined && updated < wanted) {
    return judged('Progressing', `${updated} of ${wanted} replicas updated`);
  }
  if (total > updated) {
    return judged('Progressing', `${updated} replicas updated, ${total - updated} old ones not yet gone`);
  }
  if (available < updated) return judged('Progressing', `${available} of ${updated} updated replicas available`);
  return judged('Healthy', `${available} of ${wanted ?? updated} replicas available`);
}
