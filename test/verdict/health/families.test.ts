import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.js';
import { assessHealth } from '../../../src/verdict/health/assess.js';
import { condition, liveObject } from './live-object.js';

type Row = readonly [what: string, parts: Record<string, JsonValue>, status: string, message?: RegExp];

/** Worlds of one kind: what its controller writes, and what that means. */
function family(apiVersion: string, kind: string, rows: readonly Row[]): void {
  for (const [what, parts, status, message] of rows) {
    it(`${kind}: ${what}`, () => {
      const health = assessHealth(liveObject(apiVersion, kind, parts));
      expect(health).toMatchObject({ status, source: expect.stringMatching(/built-in|recorded|generic/) });
      if (message !== undefined) expect(health?.message).toMatch(message);
    });
  }
}

const conditions = (...list: readonly JsonValue[]): Record<string, JsonValue> => ({ status: { conditions: list } });
const silent: Row = ['no status yet', {}, 'Progressing', /written no status yet/];

describe('cert-manager', () => {
  family('cert-manager.io/v1', 'Certificate', [
    silent,
    ['issued', conditions(condition('Ready', 'True', 'Ready')), 'Healthy'],
    [
      'issuing while the old one is expired',
      conditions(condition('Ready', 'False', 'Expired'), condition('Issuing', 'True', 'Renewing')),
      'Progressing',
      /Issuing/,
    ],
    ['does not exist', conditions(condition('Ready', 'False', 'DoesNotExist', 'Secret is absent')), 'Degraded'],
  ]);
  family('cert-manager.io/v1', 'ClusterIssuer', [
    ['registered', conditions(condition('Ready', 'True', 'ACMEAccountRegistered')), 'Healthy'],
    ['refused', conditions(condition('Ready', 'False', 'ErrRegisterACMEAccount', 'no route')), 'Degraded', /no route/],
  ]);
});

describe('External Secrets', () => {
  family('external-secrets.io/v1', 'ExternalSecret', [
    silent,
    ['synced', conditions(condition('Ready', 'True', 'SecretSynced')), 'Healthy'],
    ['not synced', conditions(condition('Ready', 'False', 'SecretSyncedError', 'could not get it')), 'Degraded'],
  ]);
  family('external-secrets.io/v1', 'ClusterExternalSecret', [
    ['in no namespace', conditions(condition('NotReady', 'True', undefined, 'failed in 2')), 'Degraded'],
    ['in some', conditions(condition('PartiallyReady', 'True')), 'Degraded'],
    ['in all', conditions(condition('Ready', 'True'), condition('PartiallyReady', 'False')), 'Healthy'],
  ]);
});

describe('KEDA', () => {
  family('keda.sh/v1alpha1', 'ScaledObject', [
    ['scaled to zero', conditions(condition('Ready', 'True'), condition('Active', 'False')), 'Healthy'],
    ['broken', conditions(condition('Ready', 'False', 'ScaledObjectCheckFailed')), 'Degraded'],
    ['paused', conditions(condition('Ready', 'True'), condition('Paused', 'True')), 'Suspended'],
    ['on its fallback', conditions(condition('Ready', 'True'), condition('Fallback', 'True')), 'Degraded'],
  ]);
});

describe('Flux', () => {
  const failed = condition('Ready', 'False', 'BuildFailed', 'kustomize build failed');
  family('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', [
    silent,
    ['applied', conditions(condition('Ready', 'True', 'ReconciliationSucceeded')), 'Healthy'],
    ['failed', conditions(failed), 'Degraded', /kustomize build failed/],
    ['at work', conditions(condition('Reconciling', 'True'), condition('Ready', 'Unknown')), 'Progressing'],
    [
      'at it again after a fault',
      conditions(condition('Reconciling', 'True', 'ProgressingWithRetry'), failed),
      'Degraded',
      /BuildFailed/,
    ],
    ['suspended, whatever it was before', { spec: { suspend: true }, ...conditions(failed) }, 'Suspended', /suspend/],
    [
      'of an older spec',
      { metadata: { generation: 3 }, status: { observedGeneration: 2, conditions: [condition('Ready', 'True')] } },
      'Progressing',
      /generation 2, the spec is at 3/,
    ],
  ]);
  family('helm.toolkit.fluxcd.io/v2', 'HelmRelease', [
    ['stalled', conditions(condition('Stalled', 'True', 'RetriesExceeded'), failed), 'Degraded', /Stalled/],
    ['released', conditions(condition('Ready', 'True'), condition('Released', 'True')), 'Healthy'],
    [
      'tests failed, which the release was told to ignore',
      conditions(condition('Ready', 'True'), condition('TestSuccess', 'False', 'TestFailed')),
      'Healthy',
    ],
  ]);
});

describe('Argo', () => {
  const replicas = { replicas: 4, updatedReplicas: 1, readyReplicas: 4, availableReplicas: 4 };
  family('argoproj.io/v1alpha1', 'Rollout', [
    ['not seen yet', {}, 'Progressing'],
    [
      'at a canary step',
      { status: { ...replicas, pauseConditions: [{ reason: 'CanaryPauseStep' }] } },
      'Suspended',
      /CanaryPauseStep/,
    ],
    ['more to update', { spec: { replicas: 4 }, status: replicas }, 'Progressing', /updatedReplicas is 1 of 4/],
    ['rolled out', { spec: { replicas: 4 }, status: { ...replicas, updatedReplicas: 4, phase: 'Healthy' } }, 'Healthy'],
    [
      'aborted, although old pods serve',
      conditions(condition('Available', 'True'), condition('Progressing', 'False', 'RolloutAborted')),
      'Degraded',
    ],
    [
      'its workload changed since',
      {
        metadata: { annotations: { 'rollout.argoproj.io/workload-generation': '7' } },
        spec: { workloadRef: { name: 'checkout' } },
        status: { workloadObservedGeneration: '6', phase: 'Healthy' },
      },
      'Progressing',
      /generation 6 of its workload, which is at 7/,
    ],
  ]);
  family('argoproj.io/v1alpha1', 'AnalysisRun', [
    ['running', { status: { phase: 'Running' } }, 'Progressing'],
    ['passed', { status: { phase: 'Successful' } }, 'Healthy'],
    ['inconclusive', { status: { phase: 'Inconclusive' } }, 'Unknown'],
  ]);
  family('argoproj.io/v1alpha1', 'CronWorkflow', [
    ['never ran', {}, 'Healthy'],
    ['nothing wrong', conditions(condition('SpecError', 'False')), 'Healthy'],
    ['a fault in its spec', conditions(condition('SpecError', 'True', undefined, 'no template')), 'Degraded'],
  ]);
  family('argoproj.io/v1alpha1', 'Application', [
    [
      'recorded',
      { status: { health: { status: 'Degraded', message: 'x' }, reconciledAt: '2026-11-30T12:00:00Z' } },
      'Degraded',
      /^recorded by Argo CD, compared last at 2026-11-30T12:00:00Z: x$/,
    ],
    ['nothing recorded', { status: {} }, 'Progressing', /no health of it yet/],
  ]);
});

describe('GitOps Promoter', () => {
  const ready = [condition('Ready', 'True')];
  const side = (sha: string, phase = 'success') => ({ dry: { sha }, commitStatuses: [{ key: 'e2e', phase }] });
  const world = (active: JsonValue, proposed: JsonValue) => ({
    status: { conditions: ready, environments: [{ branch: 'env/prod', active, proposed }] },
  });
  family('promoter.argoproj.io/v1alpha1', 'PromotionStrategy', [
    ['promoted', world(side('a1'), side('a1')), 'Healthy'],
    [
      'a check failed',
      world(side('a1', 'failure'), side('a1')),
      'Degraded',
      /check e2e of env\/prod \(active\) is failure/,
    ],
    ['a check runs', world(side('a1'), side('b2', 'pending')), 'Progressing', /pending/],
    ['a commit waits', world(side('a1'), side('b2')), 'Progressing', /env\/prod waits for b2/],
    ['no word on itself', { status: { conditions: [condition('Example', 'True')] } }, 'Progressing'],
  ]);
  family('promoter.argoproj.io/v1alpha1', 'CommitStatus', [
    ['reports a failure of the commit', { status: { conditions: ready, phase: 'failure' } }, 'Healthy'],
  ]);
});

describe('Gateway API', () => {
  const [accepted, resolved] = [condition('Accepted', 'True'), condition('ResolvedRefs', 'True')];
  const parent = (...list: readonly JsonValue[]) => ({ conditions: list });
  family('gateway.networking.k8s.io/v1', 'HTTPRoute', [
    silent,
    ['taken by all', { status: { parents: [parent(accepted, resolved), parent(accepted, resolved)] } }, 'Healthy'],
    [
      'refused by one',
      { status: { parents: [parent(accepted), parent(condition('Accepted', 'False', 'NotAllowedByListeners'))] } },
      'Degraded',
      /^parents\[1\]: /,
    ],
    ['one says nothing', { status: { parents: [parent(accepted), parent()] } }, 'Progressing', /^parents\[1\]: /],
    [
      'one has not seen the last change',
      {
        metadata: { generation: 2 },
        status: {
          parents: [
            parent({ type: 'Accepted', status: 'True', observedGeneration: 2 }),
            parent({ type: 'Accepted', status: 'True', observedGeneration: 1 }),
          ],
        },
      },
      'Progressing',
      /^parents\[1\]: .*generation 1/,
    ],
  ]);
  family('gateway.networking.k8s.io/v1', 'Gateway', [
    ['not programmed yet', conditions(accepted, condition('Programmed', 'False', 'Pending')), 'Progressing'],
    [
      'a listener in conflict',
      { status: { conditions: [accepted], listeners: [parent(condition('Conflicted', 'True', 'HostnameConflict'))] } },
      'Degraded',
    ],
  ]);
});

describe('Crossplane', () => {
  const [synced, ready] = [condition('Synced', 'True', 'ReconcileSuccess'), condition('Ready', 'True', 'Available')];
  family('s3.aws.crossplane.io/v1beta1', 'Bucket', [
    silent,
    ['available', conditions(synced, ready), 'Healthy'],
    ['synced, not yet ready', conditions(synced), 'Progressing', /waits for its condition/],
    ['creating', conditions(synced, condition('Ready', 'False', 'Creating')), 'Progressing'],
    ['cannot reconcile', conditions(condition('Synced', 'False', 'ReconcileError', 'denied'), ready), 'Degraded'],
    ['paused', conditions(condition('Synced', 'False', 'ReconcilePaused'), ready), 'Suspended'],
  ]);
  family('apiextensions.crossplane.io/v1', 'Composition', [['configuration', {}, 'Healthy', /needs no status/]]);
  family('pkg.crossplane.io/v1', 'Provider', [
    ['installed, health not told', conditions(condition('Installed', 'True')), 'Progressing'],
    [
      'unhealthy',
      conditions(condition('Installed', 'True'), condition('Healthy', 'False', 'UnhealthyPackageRevision')),
      'Degraded',
    ],
  ]);
});

describe('Knative', () => {
  family('serving.knative.dev/v1', 'Service', [
    ['under way', conditions(condition('Ready', 'Unknown')), 'Progressing'],
    ['failed', conditions(condition('Ready', 'False', 'RevisionMissing')), 'Degraded'],
    ['scaled to zero', conditions(condition('Ready', 'True'), condition('Active', 'False', 'NoTraffic')), 'Healthy'],
  ]);
});

describe('Cluster API', () => {
  family('cluster.x-k8s.io/v1beta1', 'Cluster', [
    ['provisioned', { status: { phase: 'Provisioned', conditions: [condition('Ready', 'True')] } }, 'Healthy'],
    ['an error', conditions({ type: 'Ready', status: 'False', severity: 'Error', reason: 'Quota' }), 'Degraded'],
    ['paused', { spec: { paused: true }, status: { phase: 'Failed' } }, 'Suspended'],
  ]);
  family('cluster.x-k8s.io/v1beta1', 'Machine', [
    ['without a node yet', { status: { phase: 'Provisioned' } }, 'Progressing'],
  ]);
});

describe('others whose words are their own', () => {
  family('elasticsearch.k8s.elastic.co/v1', 'Elasticsearch', [
    ['green', { status: { health: 'green', phase: 'Ready' } }, 'Healthy'],
    ['yellow', { status: { health: 'yellow', phase: 'Ready' } }, 'Progressing'],
    ['red', { status: { health: 'red', phase: 'Ready' } }, 'Degraded'],
  ]);
  family('gloo.solo.io/v1', 'Upstream', [
    ['accepted', { status: { statuses: { 'gloo-system': { state: 'Accepted' } } } }, 'Healthy'],
    ['rejected by number', { status: { state: 2, reason: 'no such host' } }, 'Degraded', /no such host/],
    ['not looked at', { status: { statuses: { 'gloo-system': { state: 0 } } } }, 'Suspended'],
  ]);
  family('work.karmada.io/v1alpha2', 'ResourceBinding', [
    [
      'applied everywhere',
      {
        status: {
          aggregatedStatus: [{ applied: true, health: 'Healthy' }],
          conditions: [condition('FullyApplied', 'True')],
        },
      },
      'Healthy',
    ],
    ['not applied in one', { status: { aggregatedStatus: [{ applied: true }, { applied: false }] } }, 'Degraded'],
  ]);
  family('operators.coreos.com/v1alpha1', 'Subscription', [
    ['at the latest', { status: { state: 'AtLatestKnown' } }, 'Healthy'],
    ['an upgrade waits', { status: { state: 'UpgradePending' } }, 'Progressing'],
    ['no plan', conditions(condition('InstallPlanMissing', 'True')), 'Degraded'],
  ]);
  family('kafka.strimzi.io/v1beta2', 'Kafka', [
    ['creating', conditions(condition('NotReady', 'True', 'Creating')), 'Progressing'],
    ['broken', conditions(condition('NotReady', 'True', 'InvalidResourceException')), 'Degraded'],
    ['a warning', conditions(condition('Ready', 'True'), condition('Warning', 'True', 'Deprecated')), 'Healthy'],
  ]);
  family('grafana.integreatly.org/v1beta1', 'Grafana', [
    [
      'a stage that went well is not the last',
      { status: { stage: 'deployment', stageStatus: 'success' } },
      'Progressing',
    ],
    ['complete', { status: { stage: 'complete', stageStatus: 'success' } }, 'Healthy'],
  ]);
  family('flink.apache.org/v1beta1', 'FlinkDeployment', [
    ['deploying', { status: { jobManagerDeploymentStatus: 'DEPLOYING' } }, 'Progressing'],
    ['refused', { status: { reconciliationStatus: { error: 'no memory' } } }, 'Degraded', /no memory/],
  ]);
});
