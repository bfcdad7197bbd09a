import type { KubernetesObject } from '../../model/resource.js';
import type { Health, HealthStatus } from '../../model/status.js';
import { judged, textAt } from './status-fields.js';

const PHASES = new Map<string, HealthStatus>([
  ['', 'Progressing'],
  ['Pending', 'Progressing'],
  ['Running', 'Progressing'],
  ['Succeeded', 'Healthy'],
  ['Failed', 'Degraded'],
  ['Error', 'Degraded'],
]);

/** Workflow argoproj.io, as Argo CD judges it (gitops-engine pkg/health/health_argo.go). */
export function workflowHealth(object: KubernetesObject): Health {
  const phase = textAt(object, 'status', 'phase');
  const message = textAt(object, 'status', 'message');
  return judged(
    PHASES.get(phase) ?? 'Unknown',
    [phase === '' ? 'not started' : `phase ${phase}`, message].filter((text) => text !== '').join(': '),
  );
}
