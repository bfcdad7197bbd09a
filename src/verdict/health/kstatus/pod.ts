import type { KubernetesObject } from '../../../model/resource.js';
import type { Health } from '../../../model/status.js';
import { conditionsOf, conditionText, listAt, textAt } from '../status-fields.js';
import { current, failed, inProgress } from './result.js';

/** Pod v1 (core.go, podConditions). A pod that failed is current: it has ended, and nothing more will come of it. */
export function podStatus(object: KubernetesObject): Health {
  const phase = textAt(object, 'status', 'phase');
  switch (phase) {
    case 'Succeeded':
      return current('has completed successfully');
    case 'Failed':
      return current('has completed, but not successfully');
    case 'Running':
      return runningStatus(object);
    case 'Pending':
      return pendingStatus(object);
    default:
      return inProgress(phase === '' ? 'has no phase yet' : `phase ${phase}`);
  }
}

function runningStatus(object: KubernetesObject): Health {
  const ready = conditionsOf(object).find(({ type }) => type === 'Ready');
  if (ready?.status === 'True') return current('is ready');
  const crashing = [
    ...listAt(object, 'status', 'containerStatuses'),
    ...listAt(object, 'status', 'initContainerStatuses'),
  ].filter((container) => textAt(container, 'state', 'waiting', 'reason') === 'CrashLoopBackOff');
  if (crashing.length === 0) return inProgress('is running, and not ready');
  return failed(`crashes again and again: ${crashing.map((container) => textAt(container, 'name')).join(', ')}`);
}

/** kstatus gives the scheduler 15 seconds; a snapshot that is looked at has had them. */
function pendingStatus(object: KubernetesObject): Health {
  const scheduled = conditionsOf(object).find(({ type }) => type === 'PodScheduled');
  const isUnschedulable = scheduled?.status === 'False' && scheduled.reason === 'Unschedulable';
  return isUnschedulable ? failed(`cannot be scheduled: ${conditionText(scheduled)}`) : inProgress('is pending');
}
