import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/model/json.js';
import { explainRollout } from '../../../src/verdict/rollout/explain-rollout.js';
import { condition, liveObject } from '../health/live-object.js';

const deployment = liveObject('apps/v1', 'Deployment', { metadata: { uid: 'd-1' } });
const owner = (kind: string, name: string, uid: string): JsonValue => [{ kind, name, uid, controller: true }];

const replicaSet = (name: string, revision: string, parts: Record<string, JsonValue> = {}) =>
  liveObject('apps/v1', 'ReplicaSet', {
    metadata: {
      name,
      uid: `rs-${name}`,
      annotations: { 'deployment.kubernetes.io/revision': revision },
      ownerReferences: owner('Deployment', 'checkout', 'd-1'),
    },
    ...parts,
  });
const sets = [replicaSet('checkout-old', '9'), replicaSet('checkout-new', '10')];

/** A pod of the newest ReplicaSet, unless another set is named. */
const pod = (name: string, status: JsonValue, spec: JsonValue = {}, set = 'checkout-new', metadata: object = {}) =>
  liveObject('v1', 'Pod', {
    metadata: { name, ownerReferences: owner('ReplicaSet', set, `rs-${set}`), ...metadata },
    spec,
    status,
  });
const waiting = (reason: string, message = '', more: object = {}): JsonValue => ({
  phase: 'Pending',
  containerStatuses: [
    { name: 'web', image: 'shop/web:2', ready: false, state: { waiting: { reason, message } }, ...more },
  ],
});
const running = (more: object = {}): JsonValue => ({
  phase: 'Running',
  conditions: [condition('Ready', 'False')],
  containerStatuses: [
    { name: 'web', ready: false, restartCount: 0, state: { running: { startedAt: '2026-11-30T12:00:00Z' } }, ...more },
  ],
});
const withProbe = (probe: string): JsonValue => ({ containers: [{ name: 'web', [probe]: { httpGet: {} } }] });

describe('what holds up one pod', () => {
  it.each<[what: string, status: JsonValue, spec: JsonValue, trouble: string, message: string]>([
    [
      'no node takes it',
      {
        phase: 'Pending',
        conditions: [condition('PodScheduled', 'False', 'Unschedulable', '0/3 nodes: too little memory')],
      },
      {},
      'unschedulable',
      'pod a: no node takes it: 0/3 nodes: too little memory',
    ],
    [
      'its image cannot be had',
      waiting('ImagePullBackOff', 'back-off pulling'),
      {},
      'image-pull',
      'pod a: container web cannot pull shop/web:2: ImagePullBackOff (back-off pulling)',
    ],
    [
      'it crashes',
      waiting('CrashLoopBackOff', 'back-off 5m', {
        restartCount: 7,
        lastState: { terminated: { exitCode: 1, reason: 'Error', message: 'no database\n' } },
      }),
      {},
      'crash-loop',
      'pod a: container web crashes again and again: exit code 1, no database (7 restarts)',
    ],
    [
      'it uses too much memory',
      waiting('CrashLoopBackOff', '', {
        restartCount: 1,
        lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
      }),
      {},
      'crash-loop',
      'pod a: container web crashes again and again: OOMKilled, exit code 137 (1 restart)',
    ],
    [
      'its configuration is missing',
      waiting('CreateContainerConfigError', 'secret "db" not found'),
      {},
      'container-config',
      'pod a: container web cannot start: CreateContainerConfigError (secret "db" not found)',
    ],
    [
      'its volumes are not there yet',
      waiting('ContainerCreating'),
      {},
      'starting',
      'pod a: container web is not created yet (ContainerCreating)',
    ],
    [
      'its readiness probe fails',
      running({ started: true }),
      withProbe('readinessProbe'),
      'failing-probe',
      'pod a: container web runs and its readiness probe does not succeed (since 2026-11-30T12:00:00Z)',
    ],
    [
      'its startup probe fails',
      running({ started: false, restartCount: 2 }),
      withProbe('startupProbe'),
      'failing-probe',
      'pod a: container web runs and its startup probe does not succeed (since 2026-11-30T12:00:00Z, 2 restarts)',
    ],
    [
      'it runs again after a crash',
      running({ restartCount: 1, lastState: { terminated: { exitCode: 2 } } }),
      {},
      'crash-loop',
      'pod a: container web runs again after it ended: exit code 2 (since 2026-11-30T12:00:00Z, 1 restart)',
    ],
    [
      'it ended',
      { containerStatuses: [{ name: 'web', state: { terminated: { exitCode: 0, reason: 'Completed' } } }] },
      {},
      'container-ended',
      'pod a: container web ended: exit code 0',
    ],
    [
      'an init container fails',
      {
        phase: 'Pending',
        initContainerStatuses: [
          { name: 'wait', state: { terminated: { exitCode: 0 } } },
          {
            name: 'migrate',
            state: { waiting: { reason: 'CrashLoopBackOff' } },
            lastState: { terminated: { exitCode: 3 } },
          },
        ],
        containerStatuses: [{ name: 'web', state: { waiting: { reason: 'PodInitializing' } } }],
      },
      {},
      'crash-loop',
      'pod a: init container migrate crashes again and again: exit code 3',
    ],
    [
      'an init container has not ended',
      {
        phase: 'Pending',
        initContainerStatuses: [{ name: 'migrate', state: { running: { startedAt: '2026-11-30T11:00:00Z' } } }],
      },
      {},
      'starting',
      'pod a: init container migrate has not ended (since 2026-11-30T11:00:00Z)',
    ],
    [
      'a load balancer has not taken it',
      { phase: 'Running', containerStatuses: [{ name: 'web', ready: true }] },
      { readinessGates: [{ conditionType: 'example.test/lb' }] },
      'readiness-gate',
      'pod a: its readiness gate example.test/lb is not True',
    ],
  ])('%s', (_what, status, spec, trouble, message) => {
    expect(explainRollout(deployment, sets, [pod('a', status, spec)])).toEqual([{ trouble, message, pods: ['a'] }]);
  });

  it('says nothing of a pod that is ready', () => {
    const ready = { phase: 'Running', conditions: [condition('Ready', 'True')], containerStatuses: [{ name: 'web' }] };
    expect(explainRollout(deployment, sets, [pod('a', ready)])).toEqual([]);
  });
});

describe('which pods count', () => {
  const broken = waiting('ImagePullBackOff');
  it('those of the newest revision, by number', () => {
    expect(explainRollout(deployment, sets, [pod('a', broken, {}, 'checkout-old')])).toEqual([]);
    expect(explainRollout(deployment, sets, [pod('a', broken)])).toHaveLength(1);
  });

  it('not those that go', () => {
    const going = pod('a', broken, {}, 'checkout-new', { deletionTimestamp: '2026-11-30T12:00:00Z' });
    expect(explainRollout(deployment, sets, [going])).toEqual([]);
  });

  it('not those of a workload of the same name that was there before', () => {
    const before = liveObject('apps/v1', 'Deployment', { metadata: { uid: 'd-0' } });
    expect(explainRollout(before, sets, [pod('a', broken)])).toEqual([]);
  });

  it('those of the newest ReplicaSet of an Argo Rollout', () => {
    const rollout = liveObject('argoproj.io/v1alpha1', 'Rollout', { metadata: { uid: 'r-1' } });
    const set = (name: string, revision: string) =>
      replicaSet(name, '', {
        metadata: {
          ...{ name, uid: `rs-${name}`, annotations: { 'rollout.argoproj.io/revision': revision } },
          ownerReferences: owner('Rollout', 'checkout', 'r-1'),
        },
      });
    const own = [set('checkout-new', '10'), set('checkout-old', '9')];
    const pods = [pod('a', broken), pod('b', broken, {}, 'checkout-old')];
    expect(explainRollout(rollout, own, pods).map((cause) => cause.pods)).toEqual([['a']]);
  });

  it('those of a StatefulSet at its new revision, else all', () => {
    const set = (updateRevision: string) =>
      liveObject('apps/v1', 'StatefulSet', { metadata: { uid: 's-1' }, status: { updateRevision } });
    const member = (name: string, hash: string) =>
      pod(name, broken, {}, '', {
        ownerReferences: owner('StatefulSet', 'checkout', 's-1'),
        labels: { 'controller-revision-hash': hash },
      });
    const pods = [member('checkout-0', 'old'), member('checkout-1', 'new')];
    expect(explainRollout(set('new'), [], pods).map((cause) => cause.pods)).toEqual([['checkout-1']]);
    expect(explainRollout(set('newer'), [], pods).map((cause) => cause.pods)).toEqual([['checkout-0', 'checkout-1']]);
  });
});

describe('a workload without ReplicaSets of its own', () => {
  const job = liveObject('batch/v1', 'Job', { metadata: { uid: 'j-1' } });
  const ofJob = (name: string, status: JsonValue) =>
    pod(name, status, {}, '', { ownerReferences: owner('Job', 'checkout', 'j-1') });
  const ended = (exitCode: number): JsonValue => ({
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    conditions: [condition('Ready', 'False', 'PodCompleted')],
    containerStatuses: [{ name: 'migrate', ready: false, state: { terminated: { exitCode, reason: 'Error' } } }],
  });

  it('a Job: how its pods failed, and nothing of those that have done their work', () => {
    const pods = [ofJob('a', ended(1)), ofJob('b', ended(1)), ofJob('c', ended(0))];
    expect(explainRollout(job, [], pods)).toEqual([
      {
        trouble: 'container-ended',
        message: '2 pods (a and 1 more): container migrate ended: exit code 1',
        pods: ['a', 'b'],
      },
    ]);
  });

  it('a pod that was ended as a whole, with the reason', () => {
    const evicted: JsonValue = {
      phase: 'Failed',
      reason: 'Evicted',
      message: 'The node was low on resource: memory. ',
    };
    const messages = (...names: readonly string[]) =>
      explainRollout(
        job,
        [],
        names.map((name) => ofJob(name, evicted)),
      ).map(({ message }) => message);
    expect(messages('a')).toEqual(['pod a: it failed: Evicted (The node was low on resource: memory.)']);
    expect(messages('a', 'b')).toEqual([
      '2 pods (a and 1 more): they failed: Evicted (The node was low on resource: memory.)',
    ]);
  });

  it('a bare ReplicaSet', () => {
    const bare = liveObject('apps/v1', 'ReplicaSet', { metadata: { uid: 'rs-1' } });
    const own = pod('a', waiting('ImagePullBackOff'), {}, '', {
      ownerReferences: owner('ReplicaSet', 'checkout', 'rs-1'),
    });
    expect(explainRollout(bare, [], [own])).toMatchObject([{ trouble: 'image-pull', pods: ['a'] }]);
  });
});

describe('all of a rollout', () => {
  it.each<[what: string, status: JsonValue, spec: JsonObject, one: string, two: string]>([
    ['pending', { phase: 'Pending' }, {}, 'it is pending', 'they are pending'],
    [
      'not scheduled',
      { phase: 'Pending', conditions: [condition('PodScheduled', 'False', 'Unschedulable', '0/3 nodes')] },
      {},
      'no node takes it: 0/3 nodes',
      'no node takes them: 0/3 nodes',
    ],
    [
      'behind a gate',
      { phase: 'Running', containerStatuses: [{ name: 'web', ready: true }] },
      { readinessGates: [{ conditionType: 'example.test/lb' }] },
      'its readiness gate example.test/lb is not True',
      'their readiness gate example.test/lb is not True',
    ],
  ])('speaks of one pod, and of several: %s', (_, status, spec, one, two) => {
    const messages = (...names: readonly string[]) =>
      explainRollout(
        deployment,
        sets,
        names.map((name) => pod(name, status, spec)),
      ).map(({ message }) => message);
    expect(messages('a')).toEqual([`pod a: ${one}`]);
    expect(messages('a', 'b')).toEqual([`2 pods (a and 1 more): ${two}`]);
  });

  it('counts pods with the same trouble together, the most first', () => {
    const pods = [
      pod('c', waiting('ImagePullBackOff')),
      pod('b', waiting('ImagePullBackOff')),
      pod('a', waiting('CreateContainerConfigError', 'secret "db" not found')),
    ];
    expect(explainRollout(deployment, sets, pods)).toEqual([
      {
        trouble: 'image-pull',
        message: '2 pods (b and 1 more): container web cannot pull shop/web:2: ImagePullBackOff',
        pods: ['b', 'c'],
      },
      expect.objectContaining({ trouble: 'container-config', pods: ['a'] }),
    ]);
  });

  it('says first that pods are not created at all', () => {
    const refused = replicaSet('checkout-new', '10', {
      status: { conditions: [condition('ReplicaFailure', 'True', 'FailedCreate', 'exceeded quota: compute')] },
    });
    expect(explainRollout(deployment, [refused], [pod('a', waiting('ImagePullBackOff'))])[0]).toEqual({
      trouble: 'pods-not-created',
      message: 'ReplicaSet checkout-new cannot create pods: FailedCreate: exceeded quota: compute',
      pods: [],
    });
  });

  it('never throws, whatever the objects look like', () => {
    const names = ['conditions', 'containerStatuses', 'initContainerStatuses', 'state', 'waiting', 'reason', 'running'];
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<JsonValue>(null, 'True', 'Ready', 1, false, 'CrashLoopBackOff'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names, 'type', 'status', 'terminated', 'name', 'lastState'), tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, value, (status, spec) => {
        for (const cause of explainRollout(deployment, sets, [pod('a', status, spec)])) {
          expect(cause.message).not.toMatch(/undefined|\[object/);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
