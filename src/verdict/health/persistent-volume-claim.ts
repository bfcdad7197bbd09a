import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { judged, textAt } from './status-fields.js';

/** PersistentVolumeClaim v1, as Argo CD judges it (gitops-engine pkg/health/health_pvc.go). */
export function persistentVolumeClaimHealth(object: KubernetesObject): Health {
  const phase = textAt(object, 'status', 'phase');
  switch (phase) {
    case 'Bound':
      return judged('Healthy', `bound to ${textAt(object, 'spec', 'volumeName') || 'a volume'}`);
    case 'Pending':
      return judged('Progressing', 'waits for a volume (some storage classes wait until a pod uses the claim)');
    case 'Lost':
      return judged('Degraded', `has lost its volume ${textAt(object, 'spec', 'volumeName')}`.trimEnd());
    default:
      return judged('Unknown', phase === '' ? 'has no phase yet' : `phase ${phase} is not known`);
  }
}
