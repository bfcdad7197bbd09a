import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { judged, listAt, textAt } from './status-fields.js';

/** Service v1, as Argo CD judges it (gitops-engine pkg/health/health_service.go): only load balancers can wait. */
export function serviceHealth(object: KubernetesObject): Health {
  const type = textAt(object, 'spec', 'type');
  if (type !== 'LoadBalancer') return judged('Healthy', `type ${type || 'ClusterIP'}: nothing to wait for`);
  const addresses = listAt(object, 'status', 'loadBalancer', 'ingress').length;
  return addresses > 0
    ? judged('Healthy', `load balancer has ${addresses} ${addresses === 1 ? 'address' : 'addresses'}`)
    : judged('Progressing', 'load balancer has no address yet (a cluster without a provider never gives one)');
}
