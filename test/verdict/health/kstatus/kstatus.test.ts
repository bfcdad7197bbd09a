import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/model/json.js';
import { assessHealth } from '../../../../src/verdict/health/assess.js';
import { condition, liveObject } from '../live-object.js';

type Row = readonly [what: string, parts: Record<string, JsonValue>, status: string, message?: RegExp];

function judge(apiVersion: string, kind: string, rows: readonly Row[]): void {
  for (const [what, parts, status, message] of rows) {
    it(`${kind}: ${what}`, () => {
      const health = assessHealth(liveObject(apiVersion, kind, parts), { kinds: 'all', reading: 'kstatus' });
      expect(health?.status).toBe(status);
      expect(health?.message).toMatch(message ?? /./);
    });
  }
}

describe('what holds for every kind', () => {
  const deleted = { metadata: { deletionTimestamp: '2026-11-30T12:00:00Z' } };
  judge('v1', 'ConfigMap', [
    ['is current at once, where Argo CD gives it no health', {}, 'Healthy'],
    ['terminating', deleted, 'Progressing', /Pending deletion/],
  ]);
  judge('logistics.example.test/v1', 'Warehouse', [
    ['no status is current, where Argo CD says nothing', {}, 'Healthy', /no sign that it is not current/],
    ['a phase is not heard', { status: { phase: 'Failed' } }, 'Healthy'],
    ['ready', { status: { conditions: [condition('Ready', 'True')] } }, 'Healthy'],
    [
      'not ready, for whatever reason',
      { status: { conditions: [condition('Ready', 'False', 'Failed')] } },
      'Progressing',
    ],
    [
      'reconciling beats ready',
      { status: { conditions: [condition('Ready', 'True'), condition('Reconciling', 'True')] } },
      'Progressing',
    ],
    [
      'stalled',
      { status: { conditions: [condition('Stalled', 'True', 'RetriesExceeded')] } },
      'Degraded',
      /RetriesExceeded/,
    ],
    ['an older generation', { metadata: { generation: 3 }, status: { observedGeneration: 2 } }, 'Progressing'],
    ['a newer one, too', { metadata: { generation: 3 }, status: { observedGeneration: 4 } }, 'Progressing'],
  ]);
});

describe('Deployment', () => {
  const done = {
    spec: { replicas: 2 },
    status: {
      replicas: 2,
      updatedReplicas: 2,
      availableReplicas: 2,
      readyReplicas: 2,
      conditions: [condition('Progressing', 'True', 'NewReplicaSetAvailable'), condition('Available', 'True')],
    },
  };
  const withStatus = (more: Record<string, JsonValue>) => ({ ...done, status: { ...done.status, ...more } });
  judge('apps/v1', 'Deployment', [
    ['rolled out', done, 'Healthy'],
    ['paused is nothing special', { ...done, spec: { replicas: 2, paused: true } }, 'Healthy'],
    ['too few', withStatus({ replicas: 1 }), 'Progressing', /1 of 2 replicas created/],
    ['not updated', withStatus({ updatedReplicas: 1 }), 'Progressing', /1 of 2 replicas updated/],
    ['old ones left', withStatus({ replicas: 3 }), 'Progressing', /1 old/],
    ['not available', withStatus({ availableReplicas: 1 }), 'Progressing', /1 of 2 updated replicas available/],
    ['not ready', withStatus({ readyReplicas: 1 }), 'Progressing', /1 of 2 replicas ready/],
    ['availability not reported', withStatus({ conditions: [] }), 'Progressing'],
    [
      'not reported as available',
      withStatus({ conditions: [condition('Progressing', 'True', 'NewReplicaSetAvailable')] }),
      'Progressing',
      /not reported as available/,
    ],
    [
      'without a deadline no progress is reported',
      {
        spec: { replicas: 2, progressDeadlineSeconds: 2_147_483_647 },
        status: { ...done.status, conditions: [condition('Available', 'True')] },
      },
      'Healthy',
    ],
    [
      'over its deadline',
      withStatus({ conditions: [condition('Progressing', 'False', 'ProgressDeadlineExceeded')] }),
      'Degraded',
    ],
  ]);
});

describe('other workloads', () => {
  const set = { replicas: 2, readyReplicas: 2, currentReplicas: 2, currentRevision: 'a', updateRevision: 'a' };
  judge('apps/v1', 'StatefulSet', [
    ['done', { spec: { replicas: 2 }, status: set }, 'Healthy'],
    ['OnDelete', { spec: { updateStrategy: { type: 'OnDelete' } }, status: {} }, 'Healthy'],
    ['too few', { spec: { replicas: 3 }, status: set }, 'Progressing', /created/],
    ['not ready', { spec: { replicas: 2 }, status: { ...set, readyReplicas: 1 } }, 'Progressing', /ready/],
    ['too many', { spec: { replicas: 1 }, status: set }, 'Progressing', /gone/],
    [
      'on its way',
      { spec: { replicas: 2 }, status: { ...set, currentReplicas: 1 } },
      'Progressing',
      /current revision/,
    ],
    [
      'another revision',
      { spec: { replicas: 2 }, status: { ...set, updateRevision: 'b' } },
      'Progressing',
      /revision b/,
    ],
    [
      'up to its partition',
      {
        spec: { replicas: 2, updateStrategy: { rollingUpdate: { partition: 1 } } },
        status: { ...set, updatedReplicas: 1 },
      },
      'Healthy',
    ],
    [
      'not yet up to it',
      { spec: { replicas: 2, updateStrategy: { rollingUpdate: { partition: 1 } } }, status: set },
      'Progressing',
      /partition 1/,
    ],
  ]);
  const everywhere = {
    desiredNumberScheduled: 2,
    currentNumberScheduled: 2,
    updatedNumberScheduled: 2,
    numberAvailable: 2,
    numberReady: 2,
  };
  judge('apps/v1', 'DaemonSet', [
    ['everywhere', { status: everywhere }, 'Healthy'],
    ['nothing said', { status: {} }, 'Progressing'],
    ['not ready', { status: { ...everywhere, numberReady: 1 } }, 'Progressing', /1 of 2 pods ready/],
  ]);
  const replicas = { replicas: 2, fullyLabeledReplicas: 2, availableReplicas: 2, readyReplicas: 2 };
  judge('apps/v1', 'ReplicaSet', [
    ['all', { spec: { replicas: 2 }, status: replicas }, 'Healthy'],
    ['too many', { spec: { replicas: 1 }, status: replicas }, 'Progressing'],
    ['not available', { spec: { replicas: 2 }, status: { ...replicas, availableReplicas: 0 } }, 'Progressing'],
    [
      'a failure is no end',
      {
        spec: { replicas: 2 },
        status: { ...replicas, conditions: [condition('ReplicaFailure', 'True', 'FailedCreate')] },
      },
      'Progressing',
    ],
  ]);
});

describe('what has an end, or needs none', () => {
  judge('v1', 'Pod', [
    ['failed is over', { status: { phase: 'Failed' } }, 'Healthy', /not successfully/],
    ['succeeded', { status: { phase: 'Succeeded' } }, 'Healthy'],
    ['ready', { status: { phase: 'Running', conditions: [condition('Ready', 'True')] } }, 'Healthy'],
    ['not ready', { status: { phase: 'Running' } }, 'Progressing'],
    [
      'crashing',
      {
        status: {
          phase: 'Running',
          containerStatuses: [{ name: 'web', state: { waiting: { reason: 'CrashLoopBackOff' } } }],
        },
      },
      'Degraded',
      /web/,
    ],
    [
      'unschedulable',
      { status: { phase: 'Pending', conditions: [condition('PodScheduled', 'False', 'Unschedulable')] } },
      'Degraded',
    ],
    ['pending', { status: { phase: 'Pending' } }, 'Progressing'],
    ['no phase', {}, 'Progressing'],
  ]);
  judge('batch/v1', 'Job', [
    ['not started', {}, 'Progressing'],
    ['at work is current', { status: { startTime: '2026-11-30T12:00:00Z', active: 1 } }, 'Healthy', /1 active/],
    ['complete', { status: { conditions: [condition('Complete', 'True')] } }, 'Healthy'],
    ['failed', { status: { conditions: [condition('Failed', 'True', 'BackoffLimitExceeded')] } }, 'Degraded'],
  ]);
  judge('v1', 'Service', [
    ['a load balancer without an address', { spec: { type: 'LoadBalancer', clusterIP: '10.0.0.7' } }, 'Healthy'],
    ['a load balancer without a cluster IP', { spec: { type: 'LoadBalancer' } }, 'Progressing'],
  ]);
  judge('networking.k8s.io/v1', 'Ingress', [['without an address', { status: { loadBalancer: {} } }, 'Healthy']]);
  judge('v1', 'PersistentVolumeClaim', [
    ['bound', { status: { phase: 'Bound' } }, 'Healthy'],
    ['lost', { status: { phase: 'Lost' } }, 'Progressing'],
  ]);
  judge('apiextensions.k8s.io/v1', 'CustomResourceDefinition', [
    ['established', { status: { conditions: [condition('Established', 'True')] } }, 'Healthy'],
    ['installing', { status: { conditions: [condition('Established', 'False', 'Installing')] } }, 'Progressing'],
    ['a name is taken', { status: { conditions: [condition('NamesAccepted', 'False', 'KindConflict')] } }, 'Degraded'],
    ['not established', { status: { conditions: [condition('Established', 'False', 'NotAccepted')] } }, 'Degraded'],
  ]);
});

describe('a status of an impossible shape', () => {
  judge('apps/v1', 'Deployment', [['counts that are texts', { status: { replicas: 'three' } }, 'Unknown', /integer/]]);
});
