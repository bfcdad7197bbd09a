import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { judged, listAt } from './status-fields.js';

/** Ingress, any version, as Argo CD judges it (gitops-engine pkg/health/health_ingress.go); the pain: argo-cd#14607. */
export function ingressHealth(object: KubernetesObject): Health {
  const addresses = listAt(object, 'status', 'loadBalancer', 'ingress').length;
  return addresses > 0
    ? judged('Healthy', `${addresses} ${addresses === 1 ? 'address' : 'addresses'} published`)
    : judged('Progressing', 'no address published yet (some ingress controllers never publish one)');
}
