import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.js';
import { assessHealth } from '../../../src/verdict/health/assess.js';
import { condition, liveObject } from './live-object.js';

type World = readonly [what: string, parts: Record<string, JsonValue>, status: string, message: string | RegExp];

function judge(kind: string, worlds: readonly World[]): void {
  it.each(worlds)(`${kind}: %s`, (_what, parts, status, message) => {
    const health = assessHealth(liveObject('apps/v1', kind, parts));
    expect(health).toMatchObject({ status, source: 'built-in' });
    if (typeof message === 'string') expect(health?.message).toBe(message);
    else expect(health?.message).toMatch(message);
  });
}

describe('Deployment', () => {
  const rolledOut = { observedGeneration: 1, replicas: 3, updatedReplicas: 3, availableReplicas: 3 };
  judge('Deployment', [
    ['rolled out', { spec: { replicas: 3 }, status: rolledOut }, 'Healthy', '3 of 3 replicas available'],
    ['paused, before anything else', { spec: { replicas: 3, paused: true }, status: {} }, 'Suspended', /paused/],
    [
      'green numbers of an older generation (B40e)',
      { metadata: { generation: 4 }, spec: { replicas: 3 }, status: { ...rolledOut, observedGeneration: 3 } },
      'Progressing',
      'status describes generation 3, the spec is at 4: its numbers are stale',
    ],
    ['not observed at all', { spec: { replicas: 3 } }, 'Progressing', /not observed by its controller yet/],
    [
      'deadline exceeded, whatever the status of the condition',
      {
        spec: { replicas: 3 },
        status: {
          ...rolledOut,
          updatedReplicas: 1,
          availableReplicas: 2,
          conditions: [
            condition('Progressing', 'False', 'ProgressDeadlineExceeded', 'ReplicaSet "checkout-7d" timed out'),
          ],
        },
      },
      'Degraded',
      /past its progress deadline: 1 of 3 replicas updated, 2 available .*timed out/,
    ],
    [
      'only the first condition of the type is read',
      {
        spec: { replicas: 3 },
        status: {
          ...rolledOut,
          conditions: [
            condition('Progressing', 'True', 'NewReplicaSetAvailable'),
            condition('Progressing', 'False', 'ProgressDeadlineExceeded'),
          ],
        },
      },
      'Healthy',
      '3 of 3 replicas available',
    ],
    [
      'new pods missing',
      { spec: { replicas: 3 }, status: { ...rolledOut, updatedReplicas: 1 } },
      'Progressing',
      '1 of 3 replicas updated',
    ],
    [
      'old pods left',
      { spec: { replicas: 3 }, status: { ...rolledOut, replicas: 4 } },
      'Progressing',
      '3 replicas updated, 1 old ones not yet gone',
    ],
    [
      'updated, not available (B20)',
      {
        spec: { replicas: 4 },
        status: { observedGeneration: 1, replicas: 4, updatedReplicas: 4, unavailableReplicas: 4 },
      },
      'Progressing',
      '0 of 4 updated replicas available',
    ],
    [
      'Available False alone does not count while the numbers are right',
      {
        spec: { replicas: 3 },
        status: { ...rolledOut, conditions: [condition('Available', 'False', 'MinimumReplicasUnavailable')] },
      },
      'Healthy',
      '3 of 3 replicas available',
    ],
    [
      'scaled to nothing',
      { spec: { replicas: 0 }, status: { observedGeneration: 1 } },
      'Healthy',
      '0 of 0 replicas available',
    ],
    [
      'replicas not declared: the numbers decide alone',
      { spec: {}, status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1 } },
      'Healthy',
      '1 of 1 replicas available',
    ],
    [
      'a count that is a text',
      { spec: { replicas: 3 }, status: { ...rolledOut, updatedReplicas: 'three' } },
      'Unknown',
      '.status.updatedReplicas is the text "three" where an integer is expected',
    ],
    ['status is a list', { spec: {}, status: [] }, 'Unknown', '.status is a list where an object is expected'],
  ]);
});

describe('StatefulSet', () => {
  const ready = {
    observedGeneration: 1,
    replicas: 2,
    readyReplicas: 2,
    updatedReplicas: 2,
    currentRevision: 'orders-6c',
    updateRevision: 'orders-6c',
  };
  const rolling = (partition?: number): JsonValue => ({
    replicas: 2,
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: partition === undefined ? {} : { partition } },
  });
  const between = { ...ready, updatedReplicas: 0, updateRevision: 'orders-9f' };
  judge('StatefulSet', [
    ['rolled out', { spec: rolling(0), status: ready }, 'Healthy', '2 of 2 pods ready, 2 on the new revision'],
    [
      'not observed, also without a generation',
      { metadata: { generation: null }, spec: rolling(0), status: {} },
      'Progressing',
      'not observed by its controller yet',
    ],
    [
      'stale',
      { metadata: { generation: 2 }, spec: rolling(0), status: ready },
      'Progressing',
      /generation 1, the spec is at 2/,
    ],
    [
      'a pod not ready',
      { spec: rolling(0), status: { ...ready, readyReplicas: 1 } },
      'Progressing',
      '1 of 2 pods ready',
    ],
    [
      'pods above the partition still old',
      { spec: rolling(1), status: between },
      'Progressing',
      '0 of 1 pods at or above partition 1 are on the new revision',
    ],
    [
      'partition reached: half is old on purpose',
      { spec: rolling(1), status: { ...between, updatedReplicas: 1 } },
      'Healthy',
      '2 of 2 pods ready, 1 on the new revision',
    ],
    [
      'a rollingUpdate block without a partition ends the judgement',
      { spec: rolling(), status: between },
      'Healthy',
      '2 of 2 pods ready, 0 on the new revision',
    ],
    [
      'no rollingUpdate block: revisions differ',
      { spec: { replicas: 2, updateStrategy: { type: 'RollingUpdate' } }, status: between },
      'Progressing',
      '0 of 2 pods on the new revision orders-9f',
    ],
    [
      'no rollingUpdate block: revisions agree',
      { spec: { replicas: 2, updateStrategy: { type: 'RollingUpdate' } }, status: ready },
      'Healthy',
      '2 of 2 pods ready',
    ],
    [
      'OnDelete never rolls by itself (B40c)',
      { spec: { replicas: 2, updateStrategy: { type: 'OnDelete' } }, status: between },
      'Healthy',
      /^2 of 2 pods ready; 0 of 2 pods on the new revision \(OnDelete/,
    ],
    [
      'OnDelete, nothing pending',
      { spec: { replicas: 2, updateStrategy: { type: 'OnDelete' } }, status: ready },
      'Healthy',
      '2 of 2 pods ready',
    ],
  ]);
});

describe('DaemonSet', () => {
  const ready = { observedGeneration: 1, desiredNumberScheduled: 5, updatedNumberScheduled: 5, numberAvailable: 5 };
  const rolling = { updateStrategy: { type: 'RollingUpdate' } };
  judge('DaemonSet', [
    ['everywhere', { spec: rolling, status: ready }, 'Healthy', '5 of 5 pods available'],
    ['stale', { metadata: { generation: 7 }, spec: rolling, status: ready }, 'Progressing', /stale/],
    [
      'old pods',
      { spec: rolling, status: { ...ready, updatedNumberScheduled: 2 } },
      'Progressing',
      '2 of 5 pods updated',
    ],
    [
      'not available',
      { spec: rolling, status: { ...ready, numberAvailable: 4 } },
      'Progressing',
      '4 of 5 updated pods available',
    ],
    [
      'OnDelete does not look at availability',
      {
        spec: { updateStrategy: { type: 'OnDelete' } },
        status: { ...ready, updatedNumberScheduled: 0, numberAvailable: 1 },
      },
      'Healthy',
      '1 of 5 pods available; 0 of 5 pods on the new revision (OnDelete)',
    ],
    [
      'a label selector that matches no node',
      { spec: rolling, status: { observedGeneration: 1 } },
      'Healthy',
      '0 of 0 pods available',
    ],
  ]);
});

describe('ReplicaSet', () => {
  const ready = { observedGeneration: 1, availableReplicas: 2 };
  const failure = (status: string): JsonValue => [
    condition('ReplicaFailure', status, 'FailedCreate', 'exceeded quota: compute'),
  ];
  judge('ReplicaSet', [
    ['all available', { spec: { replicas: 2 }, status: ready }, 'Healthy', '2 of 2 replicas available'],
    ['stale', { metadata: { generation: 2 }, spec: { replicas: 2 }, status: ready }, 'Progressing', /stale/],
    [
      'cannot create pods',
      { spec: { replicas: 2 }, status: { ...ready, conditions: failure('True') } },
      'Degraded',
      'pods cannot be created or deleted: FailedCreate: exceeded quota: compute',
    ],
    [
      'could not create pods once',
      { spec: { replicas: 2 }, status: { ...ready, conditions: failure('False') } },
      'Healthy',
      '2 of 2 replicas available',
    ],
    ['one short', { spec: { replicas: 3 }, status: ready }, 'Progressing', '2 of 3 replicas available'],
    ['replicas not declared', { spec: {}, status: ready }, 'Healthy', '2 replicas available'],
  ]);
});
