import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { conditionsOf, judged } from './status-fields.js';

/**
 * CustomResourceDefinition, as Argo CD's script judges it (resource_customizations/apiextensions.k8s.io): conditions
 * are read in the object's order and the first that says something ends it.
 */
export function customResourceDefinitionHealth(object: KubernetesObject): Health {
  const conditions = conditionsOf(object);
  // The script fails where there is no status at all; that moment after creation is no fault, so it is Progressing here.
  if (conditions.length === 0) return judged('Progressing', 'has no conditions yet');
  let established = false;
  for (const { type, status, reason, message } of conditions) {
    if (type === 'Terminating' && status === 'True') return judged('Progressing', `is terminating: ${message}`);
    if (type === 'NamesAccepted' && status === 'False') return judged('Degraded', `names are not accepted: ${message}`);
    if (type === 'NonStructuralSchema' && status === 'True') {
      return judged('Degraded', `schema is not structural: ${message}`);
    }
    if (type === 'Established' && status === 'True') established = true;
    else if (type === 'Established' && reason === 'Installing') return judged('Progressing', 'is being installed');
  }
  return established ? judged('Healthy', 'is established') : judged('Degraded', 'is not established');
}
