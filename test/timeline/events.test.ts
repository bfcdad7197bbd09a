import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import { autoscalerWriter, toldByAutoscaler } from '../../src/timeline/autoscalers.js';
import { toldByConditions } from '../../src/timeline/conditions.js';
import { type EventSubject, toldByEvents } from '../../src/timeline/events.js';
import { world } from '../ownership/worlds.js';
import { clock, lines } from './lines.js';

const APPS = { group: 'apps', version: 'v1', namespace: 'marketplace' };
const HPA = world({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' }, undefined, {
  metadata: { name: 'web-scaler', uid: 'h1' },
  status: {
    lastScaleTime: clock('10:03:00'),
    desiredReplicas: 4,
    currentReplicas: 2,
    conditions: [
      {
        type: 'ScalingActive',
        status: 'False',
        reason: 'FailedGetResourceMetric',
        message: 'no metrics',
        lastTransitionTime: clock('10:02:00'),
      },
    ],
  },
});
const SUBJECTS: readonly EventSubject[] = [
  { ref: { ...APPS, kind: 'Deployment', name: 'catalog' }, uid: 'u1', role: 'self' },
  { ref: { ...APPS, kind: 'ReplicaSet', name: 'catalog-1' }, role: 'revision' },
  {
    ref: {
      group: 'autoscaling',
      version: 'v2',
      kind: 'HorizontalPodAutoscaler',
      namespace: 'marketplace',
      name: 'web-scaler',
    },
    role: 'autoscaler',
    writer: autoscalerWriter(HPA),
  },
];

function event(about: JsonObject, reason: string, message: string, more: JsonObject = {}): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'e', namespace: 'marketplace' },
    involvedObject: { namespace: 'marketplace', ...about },
    reason,
    message,
    type: 'Normal',
    firstTimestamp: clock('10:01:00'),
    lastTimestamp: clock('10:01:00'),
    count: 1,
    reportingComponent: 'deployment-controller',
    ...more,
  };
}

const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'catalog', uid: 'u1' };
const REPLICA_SET = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'catalog-1', uid: 'r1' };
const AUTOSCALER = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', name: 'web-scaler', uid: 'h1' };
const SCALED = 'Scaled up replica set catalog-1 from 0 to 2';

describe('what events tell', () => {
  it.each<[string, KubernetesObject[], string[]]>([
    [
      'one of the object, by who reports it',
      [event(DEPLOYMENT, 'ScalingReplicaSet', SCALED)],
      [`10:01:00 event: ScalingReplicaSet: ${SCALED} | deployment-controller [event]`],
    ],
    [
      'none of others: another name, kind, namespace or group',
      [
        event({ ...DEPLOYMENT, name: 'catalog-api' }, 'ScalingReplicaSet', SCALED),
        event({ ...DEPLOYMENT, kind: 'StatefulSet' }, 'ScalingReplicaSet', SCALED),
        event({ ...DEPLOYMENT, namespace: 'shop' }, 'ScalingReplicaSet', SCALED),
        event({ ...DEPLOYMENT, apiVersion: 'example.com/v1' }, 'ScalingReplicaSet', SCALED),
      ],
      [],
    ],
    [
      'how often and since when',
      [event(DEPLOYMENT, 'Unhealthy', 'it fails', { type: 'Warning', count: 12, lastTimestamp: clock('10:09:00') })],
      ['10:09:00 event ×12 since 10:01:00: Warning Unhealthy: it fails | deployment-controller [event]'],
    ],
    [
      'the same in two events once, together',
      [
        event(DEPLOYMENT, 'ScalingReplicaSet', SCALED),
        event(DEPLOYMENT, 'ScalingReplicaSet', SCALED, {
          count: 2,
          firstTimestamp: clock('10:04:00'),
          lastTimestamp: clock('10:05:00'),
        }),
      ],
      [`10:05:00 event ×3 since 10:01:00: ScalingReplicaSet: ${SCALED} | deployment-controller [event]`],
    ],
    [
      'a series, and an event of the new kind, whose time is a fine one',
      [
        event(DEPLOYMENT, 'Backoff', 'again', {
          firstTimestamp: null,
          lastTimestamp: null,
          count: 0,
          eventTime: '2026-11-30T10:01:00.123456Z',
          series: { count: 3, lastObservedTime: '2026-11-30T10:02:00.654321Z' },
        }),
      ],
      ['10:02:00 event ×3 since 10:01:00: Backoff: again | deployment-controller [event]'],
    ],
    [
      'events.k8s.io, as it prints the same',
      [
        {
          apiVersion: 'events.k8s.io/v1',
          kind: 'Event',
          metadata: { name: 'e', namespace: 'marketplace' },
          regarding: { namespace: 'marketplace', ...DEPLOYMENT },
          reason: 'ScalingReplicaSet',
          note: SCALED,
          deprecatedFirstTimestamp: clock('10:01:00'),
          deprecatedLastTimestamp: clock('10:01:00'),
          deprecatedCount: 1,
          deprecatedSource: { component: 'deployment-controller' },
        },
      ],
      [`10:01:00 event: ScalingReplicaSet: ${SCALED} | deployment-controller [event]`],
    ],
    [
      'of ReplicaSets what is no Pod of theirs by name, and every warning',
      [
        event(REPLICA_SET, 'SuccessfulCreate', 'Created pod: catalog-1-x'),
        event(REPLICA_SET, 'FailedCreate', 'exceeded quota', {
          type: 'Warning',
          reportingComponent: '',
          source: { component: 'replicaset-controller' },
        }),
      ],
      ['10:01:00 event: ReplicaSet catalog-1: Warning FailedCreate: exceeded quota | replicaset-controller [event]'],
    ],
    [
      "an autoscaler's rescale, as its own act",
      [
        event(AUTOSCALER, 'SuccessfulRescale', 'New size: 5; reason: All metrics below target', {
          reportingComponent: 'horizontal-pod-autoscaler',
        }),
      ],
      [
        '10:01:00 rescaled: changed the replicas: New size: 5; reason: All metrics below target | HPA web-scaler [event]',
      ],
    ],
  ])('%s', (_, events, expected) => {
    expect(lines(toldByEvents(events, SUBJECTS, false))).toEqual(expected);
  });

  it('lists single Pods where everything is asked for', () => {
    expect(
      toldByEvents([event(REPLICA_SET, 'SuccessfulCreate', 'Created pod: catalog-1-x')], SUBJECTS, true),
    ).toHaveLength(1);
  });

  it('says of what stands for several that it does, and of another object of the name that it is one', () => {
    const told = toldByEvents(
      [
        event(DEPLOYMENT, 'ScalingReplicaSet', `(combined from similar events): ${SCALED}`),
        event({ ...DEPLOYMENT, uid: 'u0' }, 'ScalingReplicaSet', SCALED),
      ],
      SUBJECTS,
      false,
    );
    expect(told.map(({ entry }) => [entry.message, entry.note])).toEqual([
      [`ScalingReplicaSet: ${SCALED}`, 'stands for several similar events; the others are not kept'],
      [`ScalingReplicaSet: ${SCALED}`, 'about an earlier object of this name'],
    ]);
  });
});

describe('what an autoscaler tells', () => {
  it('is its last rescale and since when its conditions are as they are', () => {
    expect(lines(toldByAutoscaler(HPA))).toEqual([
      '10:03:00 rescaled: last changed the replicas; it wants 4 now and sees 2 | HPA web-scaler [autoscaler]',
      '10:02:00 condition: HPA web-scaler: ScalingActive became False (FailedGetResourceMetric): no metrics [autoscaler]',
    ]);
  });

  it('is nothing where it never scaled', () => {
    expect(toldByAutoscaler({ ...HPA, status: {} })).toEqual([]);
  });
});

describe('what conditions tell', () => {
  it.each<[string, JsonObject, string[]]>([
    [
      'type and status alone',
      { type: 'Ready', status: 'True', lastTransitionTime: clock('10:00:00') },
      ['10:00:00 condition: Ready became True [status]'],
    ],
    [
      "Argo CD's, which have no status",
      { type: 'SyncError', message: 'hook failed', lastTransitionTime: clock('10:00:00') },
      ['10:00:00 condition: SyncError: hook failed [status]'],
    ],
    ['nothing without a time', { type: 'Ready', status: 'True' }, []],
  ])('%s', (_, condition, expected) => {
    expect(lines(toldByConditions([condition], { kind: 'status' }, 'object'))).toEqual(expected);
  });
});
