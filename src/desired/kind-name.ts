import type { Gvk } from '../model/resource.js';

/** The short names that kubectl knows for built-in kinds (`kubectl api-resources`), by the kind in lower case. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['cj', 'cronjob'],
  ['cm', 'configmap'],
  ['crd', 'customresourcedefinition'],
  ['crds', 'customresourcedefinition'],
  ['deploy', 'deployment'],
  ['ds', 'daemonset'],
  ['ep', 'endpoints'],
  ['hpa', 'horizontalpodautoscaler'],
  ['ing', 'ingress'],
  ['limits', 'limitrange'],
  ['netpol', 'networkpolicy'],
  ['no', 'node'],
  ['ns', 'namespace'],
  ['pc', 'priorityclass'],
  ['pdb', 'poddisruptionbudget'],
  ['po', 'pod'],
  ['pv', 'persistentvolume'],
  ['pvc', 'persistentvolumeclaim'],
  ['quota', 'resourcequota'],
  ['rc', 'replicationcontroller'],
  ['rs', 'replicaset'],
  ['sa', 'serviceaccount'],
  ['sc', 'storageclass'],
  ['sts', 'statefulset'],
  ['svc', 'service'],
]);

/**
 * True where a user's text names the kind: `Deployment`, `deployments`, `deploy`, `deployments.apps`. Case does not
 * matter and the group may be left out; desired alone is known here, so plurals are guessed as English forms them.
 */
export function isKind(text: string, { group, kind }: Gvk): boolean {
  const [name = '', ...rest] = text.toLowerCase().split('.');
  const own = kind.toLowerCase();
  const wantedGroup = rest.join('.');
  if (wantedGroup !== '' && wantedGroup !== group.toLowerCase()) return false;
  const full = SHORT_NAMES.get(name) ?? name;
  return full === own || full === `${own}s` || full === `${own}es` || full === own.replace(/y$/, 'ies');
}
