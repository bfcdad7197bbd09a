import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../../src/cluster/schema/builtin.js';
import { compareResource, judgeResource } from '../../../src/compositions/application/resource-report.js';
import { findEvidence, startEvidence } from '../../../src/compositions/evidence/evidence.js';
import { compileRules } from '../../../src/explain/drift-rules.js';
import type { JsonObject } from '../../../src/model/json.js';
import type { Cluster, ListResult } from '../../../src/model/live.js';
import { type DesiredObject, type Gvk, type KubernetesObject, refOf } from '../../../src/model/resource.js';
import { loadCatalogue } from '../../../src/ownership/catalogue.js';
import { hpa } from '../../explain/worlds.js';
import { entry } from '../../ownership/worlds.js';

const JUDGING = {
  schema: builtinSchema(),
  catalogue: loadCatalogue(),
  rules: compileRules(),
  request: { ignoreRules: true, showSecrets: false, maxPendingMs: 0 },
};

const SCALERS = ['HorizontalPodAutoscaler', 'ScaledObject', 'Rollout', 'Canary'];

function object(kind: string, spec: JsonObject, more: { namespace?: string; metadata?: JsonObject } = {}) {
  const { namespace = 'shop', metadata = {} } = more;
  const apiVersion = kind === 'Pod' ? 'v1' : 'apps/v1';
  return { apiVersion, kind, metadata: { name: 'catalog', namespace, ...metadata }, spec } as KubernetesObject;
}

const deployment = (namespace: string, replicas?: number): KubernetesObject =>
  object('Deployment', replicas === undefined ? {} : { replicas }, { namespace });

const templated = (kind: string, container: JsonObject): KubernetesObject =>
  object(kind, { template: { spec: { containers: [{ name: 'web', image: 'catalog:1', ...container }] } } });

/** A label that nobody is recorded for, in an object that has entries. */
const labelled = (kind: string): KubernetesObject =>
  object(
    kind,
    {},
    { metadata: { labels: { team: 'shop' }, managedFields: [entry('helm', 'Update', { 'f:spec': {} })] } },
  );

function declared(desired: KubernetesObject): DesiredObject {
  return { ref: refOf(desired), object: desired, origins: { file: 'a.yaml', lines: new Map() } };
}

function compared(desired: KubernetesObject, live: KubernetesObject | undefined) {
  const result = live === undefined ? ({ kind: 'missing' } as const) : ({ kind: 'found', object: live } as const);
  return compareResource(declared(desired), result, JUDGING);
}

type Answer = (gvk: Gvk) => ListResult;

/** A cluster that counts what it is asked for. */
function clusterOf(answer: Answer = () => ({ kind: 'listed', objects: [] })) {
  const asked: string[] = [];
  const list: Cluster['list'] = async (gvk, namespace) => {
    asked.push([gvk.kind, gvk.version, namespace].filter((part) => part !== 'v1' && part !== '').join(' '));
    return answer(gvk);
  };
  return { cluster: { list, recorded: false } as Cluster, asked };
}

const inShop = (...kinds: readonly string[]): string[] => kinds.map((kind) => `${kind} shop`);

describe('related objects are asked for', () => {
  it.each<[string, ReturnType<typeof compared>[], string[]]>([
    [
      'where replicas drifted: whatever scales',
      [compared(deployment('shop', 3), deployment('shop', 7))],
      ['HorizontalPodAutoscaler v2 shop', 'ScaledObject v1alpha1 shop', 'Rollout v1alpha1 shop', 'Canary v1beta1 shop'],
    ],
    [
      'where Git declares replicas, drifted or not: HPAs',
      [compared(deployment('shop', 3), deployment('shop', 3))],
      ['HorizontalPodAutoscaler v2 shop'],
    ],
    [
      'where live has replicas that Git does not declare',
      [compared(deployment('shop'), deployment('shop', 7))],
      ['HorizontalPodAutoscaler v2 shop', 'ScaledObject v1alpha1 shop', 'Rollout v1alpha1 shop', 'Canary v1beta1 shop'],
    ],
    ['not where neither speaks of replicas', [compared(deployment('shop'), deployment('shop', 1))], []],
    ['not for an object that is missing', [compared(deployment('shop', 3), undefined)], []],
    [
      'where the Pod template of a Deployment differs: ReplicaSets',
      [compared(templated('Deployment', {}), templated('Deployment', { image: 'catalog:2' }))],
      inShop('ReplicaSet'),
    ],
    [
      'where that of a StatefulSet does: ControllerRevisions',
      [compared(templated('StatefulSet', {}), templated('StatefulSet', { image: 'catalog:2' }))],
      inShop('ControllerRevision'),
    ],
    [
      'where resources differ: VPAs, too',
      [
        compared(
          templated('DaemonSet', { resources: { limits: { cpu: '1' } } }),
          templated('DaemonSet', { resources: { limits: { cpu: '2' } } }),
        ),
      ],
      inShop('VerticalPodAutoscaler', 'ControllerRevision'),
    ],
    [
      'where nobody is recorded for a field: what mutates at admission',
      [compared(object('Deployment', {}), labelled('Deployment'))],
      ['MutatingWebhookConfiguration', 'MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'],
    ],
  ])('%s', async (_, resources, asked) => {
    const world = clusterOf();
    await findEvidence(resources, world.cluster, JUDGING);
    expect(world.asked).toEqual(asked);
  });

  it('once for a kind and a namespace', async () => {
    const world = clusterOf();
    const lists = startEvidence([declared(deployment('shop', 3))], world.cluster);
    const resources = ['shop', 'staging', 'shop'].map((namespace) =>
      compared(deployment(namespace, 3), deployment(namespace, 7)),
    );
    await findEvidence(resources, world.cluster, JUDGING, lists);
    expect([...world.asked].sort()).toEqual(
      ['shop', 'staging']
        .flatMap((namespace) => [
          `Canary v1beta1 ${namespace}`,
          `HorizontalPodAutoscaler v2 ${namespace}`,
          `Rollout v1alpha1 ${namespace}`,
          `ScaledObject v1alpha1 ${namespace}`,
        ])
        .sort(),
    );
  });
});

describe('what was found', () => {
  const drifted = compared(deployment('marketplace', 3), deployment('marketplace', 7));
  const { ref } = drifted.desired;
  const find = async (answer: Answer) => findEvidence([drifted], clusterOf(answer).cluster, JUDGING);

  it('belongs to the workload that an autoscaler targets', async () => {
    const evidence = await find(({ kind }) => ({ kind: 'listed', objects: kind === SCALERS[0] ? [hpa()] : [] }));
    expect(evidence.of(ref).autoscalers).toMatchObject({ kind: 'known', autoscalers: [{ min: 2, max: 10 }] });
    expect(evidence.of({ ...ref, name: 'checkout' }).autoscalers).toEqual({ kind: 'known', autoscalers: [] });
    expect(evidence.of({ ...ref, namespace: 'elsewhere' }).autoscalers.kind).toBe('unavailable');
  });

  it('says what may not be read, each kind by itself', async () => {
    const evidence = await find(({ kind }) =>
      kind === 'ScaledObject' ? { kind: 'unavailable', reason: 'forbidden' } : { kind: 'listed', objects: [hpa()] },
    );
    expect(evidence.of(ref).autoscalers).toMatchObject({ unread: ['ScaledObjects could not be read: forbidden'] });
    const none = await find(() => ({ kind: 'unavailable', reason: 'forbidden' }));
    expect(none.of(ref).autoscalers).toEqual({ kind: 'unavailable', reason: 'forbidden' });
    expect(none.of(ref).deliveries?.unread).toEqual([
      'Rollouts could not be read: forbidden',
      'Canaries could not be read: forbidden',
    ]);
  });

  it('is silent of kinds that the cluster does not serve: then there are none', async () => {
    const evidence = await find(({ kind }) =>
      kind === SCALERS[0]
        ? { kind: 'listed', objects: [hpa()] }
        : { kind: 'unavailable', reason: 'no such kind', notServed: true },
    );
    expect(evidence.of(ref)).toMatchObject({ deliveries: { deliveries: [], unread: [] } });
    expect(evidence.of(ref).autoscalers).not.toHaveProperty('unread');
  });

  it('takes an older version where the newest is not served, and keeps a refusal', async () => {
    const old = { ...hpa(), apiVersion: 'autoscaling/v1' };
    const evidence = await find(({ kind, version }) => {
      if (kind !== SCALERS[0]) return { kind: 'listed', objects: [] };
      return version === 'v1'
        ? { kind: 'listed', objects: [old] }
        : { kind: 'unavailable', reason: 'not served', notServed: true };
    });
    expect(evidence.of(ref).autoscalers).toMatchObject({ kind: 'known', autoscalers: [{ min: 2, max: 10 }] });
    const refused = await find(({ version }) =>
      version === 'v1'
        ? { kind: 'unavailable', reason: 'forbidden' }
        : { kind: 'unavailable', reason: 'not served', notServed: true },
    );
    expect(refused.of(ref).autoscalers).toEqual({ kind: 'unavailable', reason: 'forbidden' });
  });
});

describe('what an object’s own fields tell', () => {
  const none = clusterOf().cluster;

  it.each<[string, KubernetesObject, KubernetesObject, string, string, string]>([
    [
      'a controller’s note that Git declares as it once was',
      object('Deployment', {}, { metadata: { annotations: { 'deployment.kubernetes.io/revision': '9' } } }),
      object(
        'Deployment',
        {},
        {
          metadata: {
            annotations: { 'deployment.kubernetes.io/revision': '12' },
            managedFields: [
              entry(
                'kube-controller-manager',
                'Update',
                { 'f:metadata': { 'f:annotations': { 'f:deployment.kubernetes.io/revision': {} } } },
                { subresource: 'status' },
              ),
            ],
          },
        },
      ),
      'explained',
      'control-plane-bookkeeping',
      'the Deployment controller counts revisions',
    ],
    [
      'a person’s number in its place',
      object('Deployment', {}, { metadata: { annotations: { 'deployment.kubernetes.io/revision': '9' } } }),
      object(
        'Deployment',
        {},
        {
          metadata: {
            annotations: { 'deployment.kubernetes.io/revision': '12' },
            managedFields: [
              entry('kubectl-annotate', 'Update', {
                'f:metadata': { 'f:annotations': { 'f:deployment.kubernetes.io/revision': {} } },
              }),
            ],
          },
        },
      ),
      'unexplained',
      'manual-change',
      'the Deployment controller counts revisions',
    ],
    [
      'an address that Git chooses and live has not',
      { ...object('Service', { clusterIP: '10.0.0.7' }), apiVersion: 'v1' },
      { ...object('Service', { clusterIP: '10.0.0.9' }), apiVersion: 'v1' },
      'unexplained',
      'immutable-field',
      'the server gives a Service its addresses',
    ],
  ])('%s', async (_, desired, live, status, code, reason) => {
    const resource = compared(desired, live);
    const { ref } = resource.desired;
    const report = judgeResource(resource, (await findEvidence([resource], none, JUDGING)).of(ref), JUDGING);
    expect(report.drift).toMatchObject([{ explanation: { status, code } }]);
    expect(report.drift[0]?.writer.evidence.map(({ message }) => message).join('\n')).toContain(
      `where nobody chooses a value: ${reason}`,
    );
  });
});

describe('the history of a field', () => {
  const replicaSet = (image: string, revision: number): KubernetesObject => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `catalog-${revision}`,
      namespace: 'shop',
      creationTimestamp: `2026-11-30T10:0${revision}:00Z`,
      annotations: { 'deployment.kubernetes.io/revision': String(revision) },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'catalog', controller: true }],
    },
    spec: { template: { spec: { containers: [{ name: 'web', image }] } } },
  });
  const drifted = compared(templated('Deployment', {}), templated('Deployment', { image: 'catalog:2' }));

  it('is in the report, for drift in a Pod template', async () => {
    const { cluster } = clusterOf(() => ({
      kind: 'listed',
      objects: [replicaSet('catalog:1', 1), replicaSet('catalog:2', 2)],
    }));
    const evidence = await findEvidence([drifted], cluster, JUDGING);
    expect(judgeResource(drifted, evidence.of(drifted.desired.ref), JUDGING).drift).toMatchObject([
      {
        history: {
          since: { at: '2026-11-30T10:02:00Z' },
          revision: { number: 2, resource: { kind: 'ReplicaSet', name: 'catalog-2' } },
          previous: { number: 1, value: 'catalog:1' },
          before: 'previous',
        },
      },
    ]);
  });

  it('is not there where it could not be read, and that is said', async () => {
    const { cluster } = clusterOf(() => ({ kind: 'unavailable', reason: 'forbidden' }));
    const evidence = await findEvidence([drifted], cluster, JUDGING);
    const [image] = judgeResource(drifted, evidence.of(drifted.desired.ref), JUDGING).drift;
    expect(image).not.toHaveProperty('history');
    expect(JSON.stringify(image?.writer.evidence)).toContain('the earlier Pod templates could not be read: forbidden');
  });
});
