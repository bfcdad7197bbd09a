import { dig } from '../../../model/json.js';
import { type KubernetesObject, parseApiVersion } from '../../../model/resource.js';
import type { Health } from '../../../model/status.js';
import { conditionsIn } from '../generic/custom-condition.js';
import { staleDifference } from '../generic/generation.js';
import { conditionText } from '../status-fields.js';
import { KSTATUS_KINDS } from './kinds.js';
import { current, failed, inProgress } from './result.js';

/**
 * Health as kstatus reads a live object (kubernetes-sigs/cli-utils pkg/kstatus/status; Flux and Helm 4 wait by it):
 * Current is Healthy, InProgress and Terminating are Progressing, Failed is Degraded. Every object has a health. Throws
 * a StatusShapeError where a field that it needs has another type.
 */
export function kstatusHealth(object: KubernetesObject): Health {
  return generic(object) ?? byKind(object);
}

/** What holds for every kind (core.go, checkGenericProperties). Any difference of generations counts, newer ones too. */
function generic(object: KubernetesObject): Health | undefined {
  const stale = staleDifference(object);
  if (stale !== undefined) return inProgress(stale);
  const conditions = conditionsIn(dig(object, 'status', 'conditions'));
  const holding = (wanted: string) => conditions.find(({ type, status }) => type === wanted && status === 'True');
  const reconciling = holding('Reconciling');
  if (reconciling !== undefined) return inProgress(conditionText(reconciling) || 'is reconciling');
  const stalled = holding('Stalled');
  return stalled === undefined ? undefined : failed(conditionText(stalled) || 'is stalled');
}

function byKind(object: KubernetesObject): Health {
  const { group } = parseApiVersion(object.apiVersion);
  const rule = KSTATUS_KINDS.get(`${group}/${object.kind}`);
  if (rule !== undefined) return rule(object);
  const ready = conditionsIn(dig(object, 'status', 'conditions')).find(({ type }) => type === 'Ready');
  if (ready === undefined) return current('there is no sign that it is not current');
  const text = conditionText(ready) || `condition Ready is ${ready.status}`;
  return ready.status === 'True' ? current(text) : inProgress(text);
}
