import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.js';
import { assessHealth } from '../../../src/verdict/health/assess.js';
import { condition, liveObject } from './live-object.js';

type World = readonly [what: string, parts: Record<string, JsonValue>, status: string, message: RegExp];

function judge(apiVersion: string, kind: string, worlds: readonly World[]): void {
  it.each(worlds)(`${apiVersion} ${kind}: %s`, (_what, parts, status, message) => {
    const health = assessHealth(liveObject(apiVersion, kind, parts));
    expect(health).toMatchObject({ status, source: 'built-in' });
    expect(health?.message).toMatch(message);
  });
}

describe('PersistentVolumeClaim', () => {
  judge('v1', 'PersistentVolumeClaim', [
    ['bound', { spec: { volumeName: 'pv-7' }, status: { phase: 'Bound' } }, 'Healthy', /^bound to pv-7$/],
    ['pending', { spec: {}, status: { phase: 'Pending' } }, 'Progressing', /until a pod uses the claim/],
    ['lost', { spec: { volumeName: 'pv-7' }, status: { phase: 'Lost' } }, 'Degraded', /lost its volume pv-7$/],
    ['no phase', { spec: {} }, 'Unknown', /no phase/],
    ['a phase of the future', { spec: {}, status: { phase: 'Frozen' } }, 'Unknown', /phase Frozen/],
  ]);
});

describe('Service and Ingress wait for an address', () => {
  const address = { loadBalancer: { ingress: [{ hostname: 'lb.example.test' }] } };
  judge('v1', 'Service', [
    ['cluster IP', { spec: { type: 'ClusterIP' }, status: { loadBalancer: {} } }, 'Healthy', /ClusterIP/],
    ['no type', { spec: {} }, 'Healthy', /ClusterIP/],
    ['balancer with an address', { spec: { type: 'LoadBalancer' }, status: address }, 'Healthy', /1 address$/],
    [
      'balancer without',
      { spec: { type: 'LoadBalancer' }, status: { loadBalancer: {} } },
      'Progressing',
      /no address yet/,
    ],
  ]);
  judge('networking.k8s.io/v1', 'Ingress', [
    ['published', { status: address }, 'Healthy', /1 address published/],
    [
      'not published (B40a)',
      { status: { loadBalancer: {} } },
      'Progressing',
      /^no address published yet \(some ingress controllers never publish one\)$/,
    ],
    ['hostile', { status: { loadBalancer: 'none' } }, 'Unknown', /\.status\.loadBalancer is the text "none"/],
  ]);
  judge('extensions/v1beta1', 'Ingress', [['any version', { status: address }, 'Healthy', /1 address/]]);
});

describe('HorizontalPodAutoscaler', () => {
  const able = condition('AbleToScale', 'True', 'ReadyForNewScale', 'recommended size matches');
  const v2Worlds: readonly World[] = [
    ['able to scale', { status: { conditions: [able] } }, 'Healthy', /^ReadyForNewScale: recommended size matches$/],
    [
      'limited',
      { status: { conditions: [condition('ScalingLimited', 'True', 'TooManyReplicas')] } },
      'Healthy',
      /TooMany/,
    ],
    ['nothing yet', { status: { conditions: [] } }, 'Progressing', /waiting to autoscale/],
    ['no status (B18)', { status: { currentMetrics: null, desiredReplicas: 0 } }, 'Progressing', /waiting/],
    [
      'a failure counts whatever the status, and before what works',
      { status: { conditions: [able, condition('ScalingActive', 'True', 'FailedGetResourceMetric', 'no metrics')] } },
      'Degraded',
      /^FailedGetResourceMetric: no metrics$/,
    ],
    [
      'the same reason under another type is no failure',
      { status: { conditions: [able, condition('ScalingLimited', 'False', 'FailedGetScale')] } },
      'Healthy',
      /ReadyForNewScale/,
    ],
    [
      'only inactive',
      { status: { conditions: [condition('ScalingActive', 'False', 'ScalingDisabled')] } },
      'Progressing',
      /waiting/,
    ],
    [
      'a type like a key of objects',
      { status: { conditions: [condition('constructor', 'True', 'name')] } },
      'Progressing',
      /waiting/,
    ],
  ];
  judge('autoscaling/v2', 'HorizontalPodAutoscaler', v2Worlds);
  it.each([
    ['AbleToScale', 'FailedGetScale'],
    ['AbleToScale', 'FailedUpdateScale'],
    ['ScalingActive', 'FailedGetResourceMetric'],
    ['ScalingActive', 'FailedGetObjectMetric'],
    ['ScalingActive', 'FailedGetPodsMetric'],
    ['ScalingActive', 'FailedGetExternalMetric'],
    ['ScalingActive', 'FailedComputeMetricsReplicas'],
    ['ScalingActive', 'InvalidSelector'],
  ])('%s %s is a failure', (type, reason) => {
    const hpa = liveObject('autoscaling/v2', 'HorizontalPodAutoscaler', {
      status: { conditions: [condition(type, 'False', reason)] },
    });
    expect(assessHealth(hpa)?.status).toBe('Degraded');
  });

  const inAnnotation = (text: string): Record<string, JsonValue> => ({
    metadata: { annotations: { 'autoscaling.alpha.kubernetes.io/conditions': text } },
    // v1 has no conditions in its status; what stands there must not be read.
    status: { conditions: [able] },
  });
  judge('autoscaling/v1', 'HorizontalPodAutoscaler', [
    ['conditions in the annotation', inAnnotation(JSON.stringify([able])), 'Healthy', /ReadyForNewScale/],
    [
      'failure in the annotation',
      inAnnotation(JSON.stringify([condition('AbleToScale', 'False', 'FailedGetScale', 'not found')])),
      'Degraded',
      /FailedGetScale: not found/,
    ],
    ['no annotation', { status: { conditions: [able] } }, 'Progressing', /waiting to autoscale/],
    ['empty list', inAnnotation('[]'), 'Progressing', /waiting/],
    ['null', inAnnotation('null'), 'Progressing', /waiting/],
    ['no JSON', inAnnotation('[{"type":'), 'Unknown', /is no JSON list of conditions/],
    ['no list', inAnnotation('{"type":"AbleToScale"}'), 'Unknown', /is no JSON list of conditions/],
    ['a list of texts', inAnnotation('["AbleToScale"]'), 'Unknown', /where an object is expected/],
  ]);
});

describe('APIService', () => {
  for (const apiVersion of ['apiregistration.k8s.io/v1', 'apiregistration.k8s.io/v1beta1']) {
    judge(apiVersion, 'APIService', [
      [
        'available',
        { status: { conditions: [condition('Available', 'True', 'Passed', 'all checks passed')] } },
        'Healthy',
        /^Passed: all checks passed$/,
      ],
      [
        'not available',
        { status: { conditions: [condition('Available', 'False', 'MissingEndpoints')] } },
        'Progressing',
        /^MissingEndpoints$/,
      ],
      ['new', {}, 'Progressing', /waiting to be processed/],
    ]);
  }
});

describe('Workflow', () => {
  judge('argoproj.io/v1alpha1', 'Workflow', [
    ['new', {}, 'Progressing', /^not started$/],
    ['pending', { status: { phase: 'Pending' } }, 'Progressing', /Pending/],
    [
      'running',
      { status: { phase: 'Running', message: 'step 2 of 3' } },
      'Progressing',
      /^phase Running: step 2 of 3$/,
    ],
    ['succeeded', { status: { phase: 'Succeeded' } }, 'Healthy', /Succeeded/],
    ['failed', { status: { phase: 'Failed' } }, 'Degraded', /Failed/],
    ['error', { status: { phase: 'Error', message: 'no such template' } }, 'Degraded', /no such template/],
    ['a phase of the future', { status: { phase: 'Frozen' } }, 'Unknown', /Frozen/],
  ]);
});

describe('PodDisruptionBudget', () => {
  const numbers = { currentHealthy: 2, desiredHealthy: 2, disruptionsAllowed: 0 };
  judge('policy/v1', 'PodDisruptionBudget', [
    ['no conditions', { status: numbers }, 'Progressing', /waits for its status/],
    [
      'enough pods',
      {
        status: {
          ...numbers,
          disruptionsAllowed: 1,
          conditions: [condition('DisruptionAllowed', 'True', 'SufficientPods')],
        },
      },
      'Healthy',
      /^2 healthy pods of 2 needed, 1 disruptions allowed$/,
    ],
    [
      'too few pods may be meant',
      { status: { ...numbers, conditions: [condition('DisruptionAllowed', 'False', 'InsufficientPods')] } },
      'Healthy',
      /0 disruptions allowed/,
    ],
    [
      'cannot be synced',
      { status: { ...numbers, conditions: [condition('DisruptionAllowed', 'False', 'SyncFailed')] } },
      'Degraded',
      /^SyncFailed: 2 healthy pods of 2 needed/,
    ],
  ]);
});

describe('CustomResourceDefinition', () => {
  const names = (status: string): JsonValue => condition('NamesAccepted', status, 'NoConflicts', 'plural is taken');
  const established = condition('Established', 'True', 'InitialNamesAccepted');
  judge('apiextensions.k8s.io/v1', 'CustomResourceDefinition', [
    ['established', { status: { conditions: [names('True'), established] } }, 'Healthy', /is established/],
    ['no status', {}, 'Progressing', /no conditions yet/],
    [
      'names taken',
      { status: { conditions: [names('False'), established] } },
      'Degraded',
      /names are not accepted: plural is taken/,
    ],
    [
      'not structural',
      {
        status: { conditions: [established, condition('NonStructuralSchema', 'True', 'Violations', 'must be false')] },
      },
      'Degraded',
      /not structural: must be false/,
    ],
    [
      'not established',
      { status: { conditions: [names('True'), condition('Established', 'False', 'Other')] } },
      'Degraded',
      /not established/,
    ],
    [
      'installing',
      { status: { conditions: [names('True'), condition('Established', 'False', 'Installing')] } },
      'Progressing',
      /being installed/,
    ],
    [
      'terminating',
      { status: { conditions: [condition('Terminating', 'True', 'X', 'user has deleted it'), established] } },
      'Progressing',
      /is terminating: user has deleted it/,
    ],
  ]);
});
