import { hasPath } from '../model/field-set.js';
import { digString } from '../model/json.js';
import { LAST_APPLIED, LAST_APPLIED_PATH } from '../model/last-applied.js';
import type { ManagedFieldsEntry } from '../model/managed-fields.js';
import type { KubernetesObject } from '../model/resource.js';
import { ownTrackingId } from './tracking-marks.js';

/**
 * True for an entry of `kubectl apply` that is Argo CD's own: it wrote the last-applied annotation, and that holds the
 * object's tracking id, which Argo CD adds on its side and Git doesn't contain. Older versions apply through kubectl's
 * code under kubectl's name; a person who applies the file from Git leaves no id there.
 */
export function isArgocdThroughKubectl(entry: ManagedFieldsEntry, object: KubernetesObject): boolean {
  if (entry.manager !== 'kubectl-client-side-apply' || !hasPath(entry.fields, LAST_APPLIED_PATH)) return false;
  const id = ownTrackingId(object);
  return id !== undefined && digString(object, 'metadata', 'annotations', LAST_APPLIED)?.includes(id) === true;
}
