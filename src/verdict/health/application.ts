import { digString } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { HEALTH_ORDER, type Health } from '../../model/status.js';

/**
 * Application argoproj.io: what its own controller recorded of it, with the time of that. Argo CD itself gives a child
 * application no health unless argocd-cm has a script for it, so this is heard outside of Argo CD's rules only.
 */
export function childApplicationHealth(object: KubernetesObject): Health | null {
  const recorded = digString(object, 'status', 'health', 'status');
  const status = HEALTH_ORDER.find((one) => one === recorded);
  if (status === undefined) {
    return { status: 'Progressing', message: 'Argo CD has recorded no health of it yet', source: 'recorded' };
  }
  const message = digString(object, 'status', 'health', 'message') ?? '';
  const at = digString(object, 'status', 'reconciledAt');
  const when = at === undefined ? '' : `, compared last at ${at}`;
  return {
    status,
    message: `recorded by Argo CD${when}${message === '' ? '' : `: ${message}`}`,
    source: 'recorded',
  };
}
