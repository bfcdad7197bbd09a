import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.js';
import { assessHealth } from '../../../src/verdict/health/assess.js';
import { condition, liveObject } from './live-object.js';

type World = readonly [what: string, parts: Record<string, JsonValue>, status: string, message: string];

function judge(apiVersion: string, kind: string, worlds: readonly World[]): void {
  it.each(worlds)(`${kind}: %s`, (_what, parts, status, message) => {
    expect(assessHealth(liveObject(apiVersion, kind, parts))).toEqual({ status, message, source: 'built-in' });
  });
}

const waiting = (name: string, reason: string, message?: string): JsonValue => ({
  name,
  state: { waiting: { reason, ...(message === undefined ? {} : { message }) } },
});
const ended = (name: string, exitCode: number, more: Record<string, JsonValue> = {}): JsonValue => ({
  name,
  state: { terminated: { exitCode, ...more } },
});
const annotated = (annotations: Record<string, string>): JsonValue => ({ annotations });
const ignorePolicy = { 'argocd.argoproj.io/ignore-restart-policy': 'true' };

describe('Pod', () => {
  const always = { restartPolicy: 'Always' };
  const never = { restartPolicy: 'Never' };
  const crashing = { phase: 'Running', containerStatuses: [waiting('web', 'CrashLoopBackOff', 'back-off 5m0s')] };
  judge('v1', 'Pod', [
    [
      'crash loop',
      { spec: always, status: crashing },
      'Degraded',
      'container web waits: CrashLoopBackOff (back-off 5m0s)',
    ],
    [
      'two stuck containers, reasons by beginning and end',
      {
        spec: always,
        status: {
          phase: 'Pending',
          containerStatuses: [
            waiting('web', 'ErrImagePull'),
            waiting('proxy', 'CreateContainerConfigError'),
            waiting('log', 'ContainerCreating'),
          ],
        },
      },
      'Degraded',
      'container web waits: ErrImagePull, container proxy waits: CreateContainerConfigError',
    ],
    [
      'a stuck init container is not looked at',
      { spec: always, status: { phase: 'Pending', initContainerStatuses: [waiting('migrate', 'ImagePullBackOff')] } },
      'Progressing',
      'pending',
    ],
    [
      'a pod that runs once may be stuck for a while',
      { spec: never, status: crashing },
      'Progressing',
      'running to its end (restartPolicy Never)',
    ],
    [
      'the annotation makes it run for good',
      { metadata: annotated(ignorePolicy), spec: never, status: crashing },
      'Degraded',
      'container web waits: CrashLoopBackOff (back-off 5m0s)',
    ],
    [
      'the annotation does nothing on a hook',
      {
        metadata: annotated({ ...ignorePolicy, 'argocd.argoproj.io/hook': 'PostSync' }),
        spec: never,
        status: crashing,
      },
      'Progressing',
      'running to its end (restartPolicy Never)',
    ],
    [
      'nor on a Helm hook',
      { metadata: annotated({ ...ignorePolicy, 'helm.sh/hook': 'test' }), spec: never, status: crashing },
      'Progressing',
      'running to its end (restartPolicy Never)',
    ],
    [
      "Helm 2's crd-install is no hook",
      { metadata: annotated({ ...ignorePolicy, 'helm.sh/hook': 'crd-install' }), spec: never, status: crashing },
      'Degraded',
      'container web waits: CrashLoopBackOff (back-off 5m0s)',
    ],
    [
      'Skip alone is no hook',
      { metadata: annotated({ ...ignorePolicy, 'argocd.argoproj.io/hook': 'Skip' }), spec: never, status: crashing },
      'Degraded',
      'container web waits: CrashLoopBackOff (back-off 5m0s)',
    ],
    [
      'not scheduled',
      {
        spec: always,
        status: {
          phase: 'Pending',
          conditions: [condition('PodScheduled', 'False', 'Unschedulable', '0/3 nodes are available')],
        },
      },
      'Progressing',
      'not scheduled: 0/3 nodes are available',
    ],
    [
      'pending, with what it waits for',
      { spec: always, status: { phase: 'Pending', containerStatuses: [waiting('web', 'ContainerCreating')] } },
      'Progressing',
      'pending: container web waits (ContainerCreating)',
    ],
    ['succeeded', { spec: never, status: { phase: 'Succeeded' } }, 'Healthy', 'has ended successfully'],
    [
      "failed: the pod's own message",
      {
        spec: never,
        status: { phase: 'Failed', message: 'The node was low on memory', containerStatuses: [ended('web', 1)] },
      },
      'Degraded',
      'The node was low on memory',
    ],
    [
      'failed: init containers first',
      {
        spec: never,
        status: {
          phase: 'Failed',
          initContainerStatuses: [ended('migrate', 3)],
          containerStatuses: [ended('web', 1, { message: 'panic' })],
        },
      },
      'Degraded',
      'container migrate failed with exit code 3',
    ],
    [
      "failed: the container's message",
      { spec: never, status: { phase: 'Failed', containerStatuses: [ended('web', 1, { message: 'no such table' })] } },
      'Degraded',
      'container web failed: no such table',
    ],
    [
      'failed: out of memory',
      { spec: never, status: { phase: 'Failed', containerStatuses: [ended('web', 137, { reason: 'OOMKilled' })] } },
      'Degraded',
      'container web was OOMKilled',
    ],
    [
      'failed and silent',
      { spec: never, status: { phase: 'Failed', containerStatuses: [ended('web', 0)] } },
      'Degraded',
      'has failed and says no more',
    ],
    [
      'running and ready',
      { spec: always, status: { phase: 'Running', conditions: [condition('Ready', 'True')] } },
      'Healthy',
      'is ready',
    ],
    [
      'running, not ready after a restart',
      {
        spec: always,
        status: {
          phase: 'Running',
          conditions: [condition('Ready', 'False')],
          containerStatuses: [{ name: 'web', lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } } }],
        },
      },
      'Degraded',
      'not ready; container web ended before (exit code 137, OOMKilled)',
    ],
    [
      'running, not ready yet',
      {
        spec: always,
        status: {
          phase: 'Running',
          conditions: [condition('Ready', 'False', 'X', 'containers with unready status: [web]')],
        },
      },
      'Progressing',
      'running, not ready: containers with unready status: [web]',
    ],
    [
      'a restart policy of the future',
      { spec: {}, status: { phase: 'Running' } },
      'Unknown',
      'restartPolicy (none) is not known',
    ],
    ['the node is lost', { spec: always, status: { phase: 'Unknown' } }, 'Unknown', 'phase Unknown is not known'],
    ['no phase', { spec: always }, 'Unknown', 'has no phase yet'],
  ]);
});
