import { dig, isObject, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { isHook } from './hooks.js';
import { annotationOf, type Condition, conditionsOf, integerAt, judged, listAt, textAt } from './status-fields.js';

/** Lets a pod that restarts on failure or never be judged as one that runs for good; not honoured on hooks. */
const IGNORE_RESTART_POLICY = 'argocd.argoproj.io/ignore-restart-policy';

/** Pod v1, as Argo CD judges it (gitops-engine pkg/health/health_pod.go). Init containers count only once it failed. */
export function podHealth(object: KubernetesObject): Health {
  const restartPolicy = textAt(object, 'spec', 'restartPolicy');
  const runsForGood =
    restartPolicy === 'Always' || (annotationOf(object, IGNORE_RESTART_POLICY) === 'true' && !isHook(object));
  const containers = listAt(object, 'status', 'containerStatuses');
  const message = textAt(object, 'status', 'message');

  if (runsForGood) {
    const stuck = containers.map(stuckText).filter((text) => text !== undefined);
    if (stuck.length > 0) return judged('Degraded', stuck.join(', '));
  }
  const phase = textAt(object, 'status', 'phase');
  switch (phase) {
    case 'Pending':
      return judged('Progressing', message || pendingText(containers, conditionsOf(object)));
    case 'Succeeded':
      return judged('Healthy', message || 'has ended successfully');
    case 'Failed':
      return judged('Degraded', message || failedText(object, containers));
    case 'Running':
      return runsForGood
        ? runningHealth(containers, conditionsOf(object), message)
        : runningOnce(restartPolicy, message);
    default:
      return judged('Unknown', message || (phase === '' ? 'has no phase yet' : `phase ${phase} is not known`));
  }
}

function runningHealth(containers: readonly JsonValue[], conditions: readonly Condition[], message: string): Health {
  const ready = conditions.find(({ type }) => type === 'Ready');
  if (ready?.status === 'True') return judged('Healthy', message || 'is ready');
  const restarted = containers.find((container) => isObject(dig(container, 'lastState', 'terminated')));
  if (restarted !== undefined) {
    const code = integerAt(restarted, 'lastState', 'terminated', 'exitCode') ?? 0;
    const reason = textAt(restarted, 'lastState', 'terminated', 'reason');
    const what = `container ${nameOf(restarted)} ended before (exit code ${code}${reason === '' ? '' : `, ${reason}`})`;
    return judged('Degraded', `not ready; ${what}${message === '' ? '' : `: ${message}`}`);
  }
  return judged('Progressing', message || `running, not ready${ready?.message ? `: ${ready.message}` : ''}`);
}

/** A pod with a finite life that has not ended is under way, never healthy: it is typically a hook. */
function runningOnce(restartPolicy: string, message: string): Health {
  return restartPolicy === 'OnFailure' || restartPolicy === 'Never'
    ? judged('Progressing', message || `running to its end (restartPolicy ${restartPolicy})`)
    : judged('Unknown', message || `restartPolicy ${restartPolicy || '(none)'} is not known`);
}

function stuckText(container: JsonValue): string | undefined {
  const reason = textAt(container, 'state', 'waiting', 'reason');
  if (!reason.startsWith('Err') && !reason.endsWith('Error') && !reason.endsWith('BackOff')) return undefined;
  const message = textAt(container, 'state', 'waiting', 'message');
  return `container ${nameOf(container)} waits: ${reason}${message === '' ? '' : ` (${message})`}`;
}

function pendingText(containers: readonly JsonValue[], conditions: readonly Condition[]): string {
  const unscheduled = conditions.find(({ type, status }) => type === 'PodScheduled' && status === 'False');
  if (unscheduled !== undefined) return `not scheduled: ${unscheduled.message || unscheduled.reason}`;
  const waiting = containers.find((container) => textAt(container, 'state', 'waiting', 'reason') !== '');
  if (waiting === undefined) return 'pending';
  return `pending: container ${nameOf(waiting)} waits (${textAt(waiting, 'state', 'waiting', 'reason')})`;
}

function failedText(object: KubernetesObject, containers: readonly JsonValue[]): string {
  for (const container of [...listAt(object, 'status', 'initContainerStatuses'), ...containers]) {
    const end = dig(container, 'state', 'terminated');
    const message = textAt(end, 'message');
    if (message !== '') return `container ${nameOf(container)} failed: ${message}`;
    if (textAt(end, 'reason') === 'OOMKilled') return `container ${nameOf(container)} was OOMKilled`;
    const code = integerAt(end, 'exitCode') ?? 0;
    if (code !== 0) return `container ${nameOf(container)} failed with exit code ${code}`;
  }
  return 'has failed and says no more';
}

function nameOf(container: JsonValue): string {
  return textAt(container, 'name') || '(no name)';
}
