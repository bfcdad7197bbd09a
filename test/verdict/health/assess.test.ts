import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.js';
import { HEALTH_ORDER } from '../../../src/model/status.js';
import { assessHealth, canHaveHealth } from '../../../src/verdict/health/assess.js';
import { BUILT_IN_KINDS } from '../../../src/verdict/health/built-in.js';
import { ALL_KINDS, type HealthRules } from '../../../src/verdict/health/health-rules.js';
import { condition, liveObject } from './live-object.js';

describe('order of judgement', () => {
  const broken = { spec: { replicas: 3, paused: true }, status: {} };
  const deleted = { deletionTimestamp: '2026-11-30T12:00:00Z' };

  it('says of an object under deletion nothing else', () => {
    expect(assessHealth(liveObject('apps/v1', 'Deployment', { metadata: deleted, ...broken }))).toEqual({
      status: 'Progressing',
      message: 'Pending deletion',
      source: 'built-in',
    });
  });

  it('names the finalizers that hold it', () => {
    const metadata = { ...deleted, finalizers: ['kubernetes.io/pvc-protection'] };
    expect(assessHealth(liveObject('v1', 'PersistentVolumeClaim', { metadata }))?.message).toBe(
      'Pending deletion, held by kubernetes.io/pvc-protection',
    );
  });

  it('judges kinds without a rule while they are deleted', () => {
    expect(assessHealth(liveObject('v1', 'Namespace', { metadata: deleted }))?.status).toBe('Progressing');
  });

  it('judges a hook that waits for the end of its phase by its kind', () => {
    const metadata = { ...deleted, finalizers: ['argocd.argoproj.io/hook-finalizer'] };
    expect(assessHealth(liveObject('apps/v1', 'Deployment', { metadata, ...broken }))?.status).toBe('Suspended');
  });

  it('takes a null deletionTimestamp for none', () => {
    const metadata = { deletionTimestamp: null };
    expect(assessHealth(liveObject('apps/v1', 'Deployment', { metadata, ...broken }))?.status).toBe('Suspended');
  });
});

describe('kinds and versions', () => {
  it.each([
    ['apps/v1beta1', 'Deployment', 'no health rule for Deployment at apps/v1beta1 (known: v1)'],
    ['autoscaling/v2beta2', 'HorizontalPodAutoscaler', /known: v1, v2/],
    ['batch/v2alpha1', 'Job', /known: v1/],
  ])('%s %s is known at another version only: Unknown', (apiVersion, kind, message) => {
    expect(assessHealth(liveObject(apiVersion, kind))).toMatchObject({
      status: 'Unknown',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it.each([
    ['v1', 'ConfigMap'],
    ['v1', 'Namespace'],
    ['rbac.authorization.k8s.io/v1', 'Role'],
    ['certificates.k8s.io/v1', 'CertificateSigningRequest'],
  ])('%s %s has no health, whatever its status says', (apiVersion, kind) => {
    const status = { phase: 'Failed', conditions: [condition('Ready', 'False')] };
    expect(assessHealth(liveObject(apiVersion, kind, { status }))).toBeNull();
  });

  it('does not take a custom kind of the same name for a built-in one', () => {
    const health = assessHealth(liveObject('serving.knative.dev/v1', 'Service', { spec: { type: 'LoadBalancer' } }));
    expect(health?.message).toBe('its controller has written no status yet');
  });

  it.each([
    [{ group: '', kind: 'Secret' }, false],
    [{ group: '', kind: 'Pod' }, true],
    [{ group: 'rbac.authorization.k8s.io', kind: 'Role' }, false],
    [{ group: 'cert-manager.io', kind: 'Certificate' }, true],
    [{ group: 'gateway.networking.k8s.io', kind: 'Gateway' }, true],
  ])('%j can have a health: %s', (kind, expected) => {
    expect(canHaveHealth(kind)).toBe(expected);
  });
});

describe('a Healthy that rests on an old status', () => {
  const budget = (parts: Record<string, JsonValue>, observed?: number) =>
    assessHealth(
      liveObject('policy/v1', 'PodDisruptionBudget', {
        status: {
          ...(observed === undefined ? {} : { observedGeneration: observed }),
          conditions: [condition('DisruptionAllowed', 'True')],
        },
        ...parts,
      }),
    );
  const written = (spec: string, status: string, part = 'f:status'): JsonValue => ({
    managedFields: [
      { manager: 'kubectl-edit', time: spec, fieldsV1: { 'f:spec': {} } },
      { manager: 'kube-controller-manager', time: status, fieldsV1: { [part]: {} } },
    ],
  });

  it('says which generation it describes', () => {
    const health = budget({ metadata: { generation: 3 } }, 2);
    expect(health?.status).toBe('Healthy');
    expect(health?.message).toMatch(/; but status describes generation 2, the spec is at 3: its numbers are stale$/);
  });

  it('says that the spec was written after it', () => {
    expect(budget({ metadata: written('2026-11-30T12:05:00Z', '2026-11-30T12:00:00Z') })?.message).toMatch(
      /; but its status was written last at 2026-11-30T12:00:00Z, before its spec was at 2026-11-30T12:05:00Z \(at the latest\)$/,
    );
  });

  it.each<[string, JsonValue, number | undefined]>([
    ['the status is newer', written('2026-11-30T12:00:00Z', '2026-11-30T12:05:00Z'), undefined],
    ['the status tells its generation', written('2026-11-30T12:05:00Z', '2026-11-30T12:00:00Z'), 1],
    [
      'nobody is known to have written the status',
      written('2026-11-30T12:05:00Z', '2026-11-30T12:00:00Z', 'f:metadata'),
      undefined,
    ],
  ])('says nothing where %s', (_what, metadata, observed) => {
    expect(budget({ metadata }, observed)?.message).not.toContain('; but');
  });
});

describe('hostile objects', () => {
  const names = [
    ...['replicas', 'updatedReplicas', 'readyReplicas', 'observedGeneration', 'conditions', 'phase', 'message'],
    ...['containerStatuses', 'initContainerStatuses', 'state', 'waiting', 'terminated', 'lastState', 'reason', 'name'],
    ...['loadBalancer', 'ingress', 'type', 'status', 'restartPolicy', 'paused', 'suspend', 'updateStrategy', 'active'],
    ...[
      'rollingUpdate',
      'partition',
      'lastScheduleTime',
      'lastSuccessfulTime',
      '__proto__',
      'annotations',
      'finalizers',
    ],
    ...['generation', 'deletionTimestamp', 'exitCode', 'managedFields', 'fieldsV1', 'f:spec', 'f:status', 'time'],
    ...['parents', 'listeners', 'ingress', 'error', 'health', 'state', 'compliant', 'aggregatedStatus', 'statuses'],
    ...['environments', 'active', 'proposed', 'commitStatuses', 'pauseConditions', 'workloadRef', 'labels', 'size'],
    ...['lastOperation', 'members', 'readyMembers', 'desiredNumberScheduled', 'ready', 'valid', 'connectorStatus'],
  ];
  const scalar = fc.oneof(
    fc.constantFrom<JsonValue>(null, 'True', 'False', 'Running', 'Failed', 'Ready', 'Progressing', 'LoadBalancer'),
    fc.constantFrom<JsonValue>(
      'RollingUpdate',
      'OnDelete',
      'Always',
      'three',
      '',
      'Available',
      'Established',
      'AbleToScale',
      'Complete',
      1.5,
      -1,
      2n ** 70n,
    ),
    fc.integer(),
    fc.boolean(),
  );
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }));
  const kinds = fc.constantFrom(
    ...[...BUILT_IN_KINDS].map(([key, { versions }]) => {
      const [group, kind] = key.split('/') as [string, string];
      const version = versions?.[0] ?? 'v1';
      return { apiVersion: group === '' ? version : `${group}/${version}`, kind };
    }),
    { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler' },
    ...[
      ['cert-manager.io/v1', 'Certificate'],
      ['logistics.example.test/v1', 'Warehouse'],
      ['logistics.example.test/v1', 'WarehouseBackup'],
      ['gateway.networking.k8s.io/v1', 'HTTPRoute'],
      ['gloo.solo.io/v1', 'Upstream'],
      ['work.karmada.io/v1alpha2', 'ResourceBinding'],
      ['kustomize.toolkit.fluxcd.io/v1', 'Kustomization'],
      ['apps.kruise.io/v1beta1', 'StatefulSet'],
      ['pkg.crossplane.io/v1', 'Provider'],
    ].map(([apiVersion = '', kind = '']) => ({ apiVersion, kind })),
  );

  const readings = fc.constantFrom<HealthRules>(ALL_KINDS, { kinds: 'argocd' }, { kinds: 'all', reading: 'kstatus' });

  it('never throw, and give a status of the six with a message', () => {
    fc.assert(
      fc.property(kinds, value, value, value, readings, (kind, metadata, spec, status, rules) => {
        const health = assessHealth({ ...kind, metadata, spec, status } as never, rules);
        if (health === null) return;
        expect(HEALTH_ORDER).toContain(health.status);
        expect(health.message).not.toBe('');
      }),
      { numRuns: 3000 },
    );
  });

  it('are judged the same whatever the order of their keys', () => {
    const reversed = (json: JsonValue): JsonValue => {
      if (Array.isArray(json)) return json.map(reversed);
      if (typeof json !== 'object' || json === null) return json;
      return Object.fromEntries(
        Object.entries(json)
          .reverse()
          .map(([key, inner]) => [key, reversed(inner)]),
      );
    };
    fc.assert(
      fc.property(kinds, value, value, (kind, spec, status) => {
        const object = { ...kind, metadata: { name: 'checkout' }, spec, status } as never;
        expect(assessHealth(reversed(object) as never)).toEqual(assessHealth(object));
      }),
      { numRuns: 2000 },
    );
  });
});
