import { dig, digString, isArray, isObject, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { TroubleCode } from '../../model/rollout-cause.js';

/** `what` is the same for all pods that have the same trouble; `detail` is this pod's own word. */
export interface PodTrouble {
  readonly trouble: TroubleCode;
  readonly what: string;
  /** `what` said of several pods, where it is not the same. */
  readonly ofMany?: string;
  readonly detail: string;
}

/** Reasons of a waiting container that mean that its image cannot be had (kubernetes pkg/kubelet/images/types.go). */
const IMAGE_REASONS: ReadonlySet<string> = new Set([
  'ImagePullBackOff',
  'ErrImagePull',
  'ErrImageNeverPull',
  'ImageInspectError',
  'InvalidImageName',
  'RegistryUnavailable',
  'SignatureValidationFailed',
]);

/**
 * The first thing that keeps the pod from being ready, in the order in which a pod starts; undefined where it is ready, or
 * has done its work.
 */
export function podTrouble(pod: KubernetesObject): PodTrouble | undefined {
  const conditions = listAt(pod, 'status', 'conditions');
  if (digString(pod, 'status', 'phase') === 'Succeeded') return undefined;
  if (conditions.some((one) => dig(one, 'type') === 'Ready' && dig(one, 'status') === 'True')) return undefined;
  return (
    failed(pod) ??
    unscheduled(conditions) ??
    firstOf(listAt(pod, 'status', 'initContainerStatuses'), (status) => initTrouble(pod, status)) ??
    firstOf(listAt(pod, 'status', 'containerStatuses'), (status) => containerTrouble(pod, status, 'container')) ??
    gateTrouble(pod, conditions)
  );
}

/** The kubelet or a controller ended the pod as a whole, and says why: Evicted, DeadlineExceeded, NodeShutdown. */
function failed(pod: KubernetesObject): PodTrouble | undefined {
  const reason = digString(pod, 'status', 'reason');
  if (digString(pod, 'status', 'phase') !== 'Failed' || reason === undefined) return undefined;
  const detail = digString(pod, 'status', 'message')?.trim() ?? '';
  return { trouble: 'pod-failed', what: `it failed: ${reason}`, ofMany: `they failed: ${reason}`, detail };
}

function unscheduled(conditions: readonly JsonValue[]): PodTrouble | undefined {
  const found = conditions.find((one) => dig(one, 'type') === 'PodScheduled' && dig(one, 'status') === 'False');
  if (found === undefined) return undefined;
  const message = digString(found, 'message') ?? digString(found, 'reason') ?? 'no reason is given';
  return {
    trouble: 'unschedulable',
    what: `no node takes it: ${message}`,
    ofMany: `no node takes them: ${message}`,
    detail: '',
  };
}

/** An init container that has ended well, or a sidecar that runs, is over; the first that has not holds up the rest. */
function initTrouble(pod: KubernetesObject, status: JsonValue): PodTrouble | undefined {
  if (dig(status, 'ready') === true || dig(status, 'state', 'terminated', 'exitCode') === 0) return undefined;
  if (isObject(dig(status, 'state', 'running'))) {
    return { trouble: 'starting', what: `init container ${nameOf(status)} has not ended`, detail: since(status) };
  }
  return containerTrouble(pod, status, 'init container');
}

function containerTrouble(pod: KubernetesObject, status: JsonValue, noun: string): PodTrouble | undefined {
  if (dig(status, 'ready') === true) return undefined;
  const what = `${noun} ${nameOf(status)}`;
  const reason = digString(status, 'state', 'waiting', 'reason');
  if (reason !== undefined) return waitingTrouble(status, reason, what);
  const ended = dig(status, 'state', 'terminated');
  if (isObject(ended)) return { trouble: 'container-ended', what: `${what} ended: ${endText(ended)}`, detail: '' };
  if (!isObject(dig(status, 'state', 'running'))) return undefined;
  return runningTrouble(pod, status, what);
}

function waitingTrouble(status: JsonValue, reason: string, what: string): PodTrouble {
  const message = digString(status, 'state', 'waiting', 'message') ?? '';
  const last = dig(status, 'lastState', 'terminated');
  if (IMAGE_REASONS.has(reason)) {
    const image = digString(status, 'image') ?? 'its image';
    return { trouble: 'image-pull', what: `${what} cannot pull ${image}: ${reason}`, detail: message };
  }
  if (reason === 'CrashLoopBackOff') {
    const end = isObject(last) ? endText(last) : 'nothing is known of its last end';
    return { trouble: 'crash-loop', what: `${what} crashes again and again: ${end}`, detail: restarts(status) };
  }
  if (reason === 'ContainerCreating' || reason === 'PodInitializing') {
    return { trouble: 'starting', what: `${what} is not created yet (${reason})`, detail: message };
  }
  return { trouble: 'container-config', what: `${what} cannot start: ${reason}`, detail: message };
}

/** It runs and is not ready: its startup or readiness probe has not succeeded. Which, only its events tell. */
function runningTrouble(pod: KubernetesObject, status: JsonValue, what: string): PodTrouble {
  const spec = listAt(pod, 'spec', 'containers').find((one) => dig(one, 'name') === dig(status, 'name'));
  const has = (probe: string): boolean => isObject(dig(spec, probe));
  const probes = [
    ...(has('startupProbe') && dig(status, 'started') !== true ? ['startup probe'] : []),
    ...(has('readinessProbe') && dig(status, 'started') === true ? ['readiness probe'] : []),
  ];
  const detail = [since(status), restarts(status)].filter((text) => text !== '').join(', ');
  if (probes.length > 0) {
    return { trouble: 'failing-probe', what: `${what} runs and its ${probes.join(' and ')} does not succeed`, detail };
  }
  const last = dig(status, 'lastState', 'terminated');
  if (isObject(last)) {
    return { trouble: 'crash-loop', what: `${what} runs again after it ended: ${endText(last)}`, detail };
  }
  return { trouble: 'starting', what: `${what} runs and is not ready`, detail };
}

/** All containers are ready and the pod is not: something outside has to say so first. */
function gateTrouble(pod: KubernetesObject, conditions: readonly JsonValue[]): PodTrouble | undefined {
  const waiting = listAt(pod, 'spec', 'readinessGates')
    .map((gate) => digString(gate, 'conditionType') ?? '')
    .filter((type) => !conditions.some((one) => dig(one, 'type') === type && dig(one, 'status') === 'True'));
  if (waiting.length > 0) {
    const told = `readiness gate ${waiting.join(', ')} is not True`;
    return { trouble: 'readiness-gate', what: `its ${told}`, ofMany: `their ${told}`, detail: '' };
  }
  const phase = digString(pod, 'status', 'phase');
  if (phase !== 'Pending') return undefined;
  return { trouble: 'starting', what: 'it is pending', ofMany: 'they are pending', detail: '' };
}

function endText(terminated: JsonValue): string {
  const reason = digString(terminated, 'reason');
  const code = dig(terminated, 'exitCode');
  const message = digString(terminated, 'message')?.trim();
  const exit = typeof code === 'number' ? `exit code ${code}` : 'no exit code';
  const plain = reason === undefined || reason === 'Error' || reason === 'Completed' ? exit : `${reason}, ${exit}`;
  return message === undefined || message === '' ? plain : `${plain}, ${message}`;
}

function restarts(status: JsonValue): string {
  const count = dig(status, 'restartCount');
  return typeof count === 'number' && count > 0 ? `${count} ${count === 1 ? 'restart' : 'restarts'}` : '';
}

function since(status: JsonValue): string {
  const at = digString(status, 'state', 'running', 'startedAt');
  return at === undefined ? '' : `since ${at}`;
}

function nameOf(status: JsonValue): string {
  return digString(status, 'name') ?? '(no name)';
}

function firstOf<T>(items: readonly JsonValue[], find: (item: JsonValue) => T | undefined): T | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function listAt(value: JsonValue, ...steps: readonly string[]): readonly JsonValue[] {
  const found = dig(value, ...steps);
  return isArray(found) ? found : [];
}
