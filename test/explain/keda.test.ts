import { describe, expect, it } from 'vitest';
import { attribute, type Owners } from '../../src/explain/attribution.js';
import { type AutoscalerEvidence, autoscalersOf } from '../../src/explain/autoscaler.js';
import { explain } from '../../src/explain/explain.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import type { KubernetesObject, ResourceRef } from '../../src/model/resource.js';
import { CATALOG, difference, hpa, ownedBy, owner, undeclared } from './worlds.js';

const UNOWNED: Owners = { kind: 'unowned' };
const BY_HPA = ownedBy(owner('control-plane', 'kube-controller-manager', { subresource: 'scale' }));
const BY_KEDA = ownedBy(owner('autoscaler', 'keda-operator', { subresource: 'scale' }));
const BY_HAND = ownedBy(owner('manual', 'kubectl', { subresource: 'scale' }));
const GIT = ownedBy(owner('gitops', 'argocd-controller', { operation: 'Apply' }));

interface World {
  readonly spec?: JsonObject;
  readonly annotations?: JsonObject;
  readonly status?: JsonObject;
  readonly hpa?: KubernetesObject;
}

function scaledObject({ spec = {}, annotations = {}, status = {} }: World = {}): KubernetesObject {
  return {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata: { name: 'catalog', namespace: 'marketplace', annotations },
    spec: { scaleTargetRef: { name: 'catalog' }, ...spec },
    status,
  };
}

/** The HPA that KEDA makes of it: never below 1. */
const kedaHpa = (more: JsonObject = {}): KubernetesObject => ({
  ...hpa({ minReplicas: 1, maxReplicas: 20 }, { lastScaleTime: '2026-11-30T11:50:00Z' }, 'keda-hpa-catalog'),
  ...more,
});

const listed = (...objects: readonly KubernetesObject[]) => ({ kind: 'listed', objects }) as const;

const autoscaled = (world: World): AutoscalerEvidence =>
  autoscalersOf(listed(world.hpa ?? kedaHpa()), CATALOG, listed(scaledObject(world)));

function judge(owners: Owners, autoscalers: AutoscalerEvidence, live: JsonValue, declared = true) {
  const change = declared ? difference('.spec.replicas', { desired: 3, live }) : undeclared('.spec.replicas', live);
  const input = { ref: CATALOG, difference: change, evidence: { autoscalers } };
  const attribution = attribute({ ...input, owners });
  return { ...attribution, explanation: explain({ ...input, attribution, rule: undefined }) };
}

const ACTIVE = { conditions: [{ type: 'Active', status: 'True' }] };
const INACTIVE = { conditions: [{ type: 'Active', status: 'False' }] };
const UP_TO_20 = { maxReplicaCount: 20 };
const PAUSED = { 'autoscaling.keda.sh/paused': 'true' };
const PAUSED_AT_4 = { 'autoscaling.keda.sh/paused-replicas': '4' };

describe('replicas under a ScaledObject', () => {
  it.each<[string, World, Owners, JsonValue, string, string, string]>([
    // world, owners, live; writer, confidence, code
    [
      '0, nobody recorded, its default minimum',
      {},
      UNOWNED,
      0,
      'KEDA ScaledObject catalog',
      'possible',
      'keda-controls-replicas',
    ],
    [
      '0, and it says that it is not active',
      { status: INACTIVE },
      UNOWNED,
      0,
      'KEDA ScaledObject catalog',
      'likely',
      'keda-controls-replicas',
    ],
    [
      '0, though it says that it is active',
      { status: ACTIVE },
      UNOWNED,
      0,
      'KEDA ScaledObject catalog',
      'possible',
      'keda-controls-replicas',
    ],
    [
      '0, which it does not allow',
      { spec: { minReplicaCount: 2 } },
      UNOWNED,
      0,
      'nobody is recorded',
      'certain',
      'unowned-value',
    ],
    [
      '0 while idle, above that 2',
      { spec: { minReplicaCount: 2, idleReplicaCount: 0 }, status: INACTIVE },
      UNOWNED,
      0,
      'KEDA ScaledObject catalog',
      'likely',
      'keda-controls-replicas',
    ],
    [
      '1, between idle and the minimum',
      { spec: { minReplicaCount: 2, idleReplicaCount: 0 } },
      BY_HPA,
      1,
      'KEDA ScaledObject catalog',
      'likely',
      'keda-out-of-bounds',
    ],
    [
      'its HPA scaled within the counts',
      { spec: UP_TO_20 },
      BY_HPA,
      7,
      'KEDA ScaledObject catalog',
      'certain',
      'keda-controls-replicas',
    ],
    ['above the counts', { spec: UP_TO_20 }, BY_HPA, 21, 'KEDA ScaledObject catalog', 'likely', 'keda-out-of-bounds'],
    ['above 100 where it does not say', {}, BY_HPA, 101, 'KEDA ScaledObject catalog', 'likely', 'keda-out-of-bounds'],
    ['KEDA itself keeps its name', { spec: UP_TO_20 }, BY_KEDA, 1, 'keda-operator', 'likely', 'keda-controls-replicas'],
    ['a person stays a person', { spec: UP_TO_20 }, BY_HAND, 7, 'kubectl', 'likely', 'manual-change'],
    ['Git stays Git', { spec: UP_TO_20 }, GIT, 7, 'argocd-controller', 'likely', 'git-ahead'],
    [
      'paused at that number',
      { annotations: PAUSED_AT_4 },
      UNOWNED,
      4,
      'KEDA ScaledObject catalog',
      'likely',
      'keda-controls-replicas',
    ],
    [
      'paused at another number',
      { annotations: PAUSED_AT_4 },
      UNOWNED,
      7,
      'nobody is recorded',
      'certain',
      'unowned-value',
    ],
    [
      'paused where it was, nobody recorded: it proves nothing',
      { annotations: PAUSED },
      UNOWNED,
      0,
      'nobody is recorded',
      'certain',
      'unowned-value',
    ],
    [
      'paused where it was, after a scale',
      { annotations: PAUSED },
      BY_HPA,
      7,
      'KEDA ScaledObject catalog',
      'certain',
      'keda-controls-replicas',
    ],
    [
      'paused is said to be false',
      { annotations: { 'autoscaling.keda.sh/paused': 'false' } },
      UNOWNED,
      0,
      'KEDA ScaledObject catalog',
      'possible',
      'keda-controls-replicas',
    ],
  ])('%s', (_, world, owners, live, name, confidence, code) => {
    const { writer, explanation } = judge(owners, autoscaled(world), live);
    expect({ name: writer.name, confidence: writer.confidence, code: explanation.code }).toEqual({
      name,
      confidence,
      code,
    });
    const accounted = ['keda-controls-replicas', 'git-ahead'].includes(code);
    expect(explanation.status).toBe(accounted ? 'explained' : 'unexplained');
  });

  it('says what it allows, and when its HPA last scaled', () => {
    const { writer, explanation } = judge(
      BY_HPA,
      autoscaled({ spec: { ...UP_TO_20, idleReplicaCount: 0 }, status: ACTIVE }),
      7,
    );
    expect(writer.evidence.at(-1)?.message).toBe(
      'ScaledObject marketplace/catalog targets this workload, bounds 0–20, 0 while idle, active, its HPA last scaled at 2026-11-30T11:50:00Z',
    );
    expect(explanation.message).toBe('KEDA ScaledObject catalog, bounds 0–20, 0 while idle');
  });

  it('says that a number under a pause is from before, or is not mended', () => {
    expect(judge(BY_HPA, autoscaled({ annotations: PAUSED }), 7).explanation.message).toMatch(
      /paused; .* from before$/,
    );
    const off = judge(BY_HPA, autoscaled({ annotations: PAUSED_AT_4 }), 7).explanation;
    expect(off).toMatchObject({
      code: 'keda-out-of-bounds',
      message: expect.stringMatching(/paused at 4; .*not mend/),
    });
  });

  it('of which Git declares nothing is explained as well, and a sync leaves it', () => {
    const { explanation } = judge(UNOWNED, autoscaled({}), 0, false);
    expect(explanation).toMatchObject({ status: 'explained', code: 'keda-controls-replicas' });
  });

  it('has its HPA’s trouble, but not that it is off at 0', () => {
    const conditions = (reason: string) => [{ type: 'ScalingActive', status: 'False', reason }];
    const of = (reason: string) =>
      judge(UNOWNED, autoscaled({ hpa: kedaHpa({ status: { conditions: conditions(reason) } }) }), 0).explanation
        .message;
    expect(of('ScalingDisabled')).not.toContain('ScalingActive');
    expect(of('FailedGetExternalMetric')).toContain('it has no metrics');
  });
});

describe('which ScaledObject is meant', () => {
  const rollout: ResourceRef = { ...CATALOG, group: 'argoproj.io', version: 'v1alpha1', kind: 'Rollout' };
  it.each<[string, JsonObject, ResourceRef, boolean]>([
    ['a target without kind is a Deployment', { name: 'catalog' }, CATALOG, true],
    ['and an empty text is none', { name: 'catalog', kind: '', apiVersion: '' }, CATALOG, true],
    ['another name', { name: 'orders' }, CATALOG, false],
    ['another kind', { name: 'catalog', kind: 'StatefulSet' }, CATALOG, false],
    ['a Rollout', { name: 'catalog', kind: 'Rollout', apiVersion: 'argoproj.io/v1alpha1' }, rollout, true],
    ['a Rollout of another group', { name: 'catalog', kind: 'Rollout' }, rollout, false],
    ['another namespace', { name: 'catalog' }, { ...CATALOG, namespace: 'staging' }, false],
  ])('%s', (_, scaleTargetRef, workload, targets) => {
    const found = autoscalersOf(listed(), workload, listed(scaledObject({ spec: { scaleTargetRef } })));
    expect(found.kind === 'known' && found.autoscalers.length).toBe(targets ? 1 : 0);
  });

  it.each<[string, World, KubernetesObject]>([
    ['by KEDA’s own name for it', {}, kedaHpa()],
    ['by the name in its status', { status: { hpaName: 'ours' } }, hpa({}, {}, 'ours')],
    [
      'by the name it asks for',
      { spec: { advanced: { horizontalPodAutoscalerConfig: { name: 'ours' } } } },
      hpa({}, {}, 'ours'),
    ],
    [
      'by its owner',
      { status: { hpaName: 'other' } },
      {
        ...hpa({}, {}, 'renamed'),
        metadata: {
          name: 'renamed',
          namespace: 'marketplace',
          ownerReferences: [{ kind: 'ScaledObject', name: 'catalog' }],
        },
      },
    ],
  ])('its HPA is no second autoscaler: %s', (_, world, own) => {
    const found = autoscalersOf(listed(own), CATALOG, listed(scaledObject(world)));
    expect(found).toMatchObject({ kind: 'known', autoscalers: [{ kind: 'scaled-object' }] });
    expect(found.kind === 'known' && found.autoscalers).toHaveLength(1);
  });

  it('keeps an HPA beside it that is not its own', () => {
    const found = autoscalersOf(listed(hpa()), CATALOG, listed(scaledObject()));
    expect(found).toMatchObject({ autoscalers: [{ kind: 'scaled-object' }, { kind: 'hpa' }] });
  });

  it('holds although HPAs could not be read, which is said', () => {
    const found = autoscalersOf({ kind: 'unavailable', reason: 'forbidden' }, CATALOG, listed(scaledObject()));
    expect(found).toMatchObject({
      kind: 'known',
      autoscalers: [{ kind: 'scaled-object' }],
      unread: ['HorizontalPodAutoscalers could not be read: forbidden'],
    });
  });
});

describe('ScaledObjects that could not be read', () => {
  const unread = autoscalersOf(listed(hpa()), CATALOG, { kind: 'unavailable', reason: 'forbidden' });
  it('are said where an HPA alone does not account for 0', () => {
    expect(judge(BY_HPA, unread, 0).explanation).toMatchObject({
      code: 'hpa-out-of-bounds',
      message: expect.stringMatching(/ScaledObjects could not be read: forbidden$/),
    });
    const { writer } = judge(UNOWNED, unread, 0);
    expect(writer.evidence.map(({ message }) => message)).toContain('ScaledObjects could not be read: forbidden');
  });

  it('leave open whether an autoscaler is there where no HPA targets the workload', () => {
    const none = autoscalersOf(listed(), CATALOG, { kind: 'unavailable', reason: 'forbidden' });
    expect(judge(BY_HPA, none, 7).explanation.code).toBe('autoscaler-unknown');
  });
});

describe('autoscalers that do not scale the workload, though they seem to', () => {
  const failed = { conditions: [{ type: 'AbleToScale', status: 'False', reason: 'FailedGetScale' }] };
  const target = (kind: string, name: string): JsonObject => ({
    scaleTargetRef: { apiVersion: 'apps/v1', kind, name },
  });
  it.each<[string, KubernetesObject, string | undefined]>([
    [
      'of another kind',
      hpa(target('StatefulSet', 'catalog')),
      'HorizontalPodAutoscaler marketplace/catalog does not scale this workload: its target is apps/v1 StatefulSet catalog',
    ],
    [
      'of a name that is not there',
      hpa(target('Deployment', 'catalgo'), failed),
      'HorizontalPodAutoscaler marketplace/catalog scales nothing: its target apps/v1 Deployment catalgo cannot be found',
    ],
    [
      'of a name that is not there, and that means another workload',
      hpa(target('Deployment', 'checkout'), failed, 'checkout'),
      undefined,
    ],
    ['of another workload that is there', hpa(target('Deployment', 'orders')), undefined],
  ])('%s', (_, astray, text) => {
    const { writer, explanation } = judge(BY_HPA, autoscalersOf(listed(astray), CATALOG), 7);
    expect(explanation.code).toBe('scale-without-hpa');
    if (text === undefined) expect(explanation.message).toMatch(/was it deleted/);
    else {
      expect(explanation.message).toContain(text);
      expect(writer.evidence.at(-1)?.message).toBe(text);
    }
  });

  it('are told by what autoscaling/v1 keeps in an annotation, too', () => {
    const old = {
      ...hpa(target('Deployment', 'catalgo')),
      apiVersion: 'autoscaling/v1',
      metadata: {
        name: 'catalog',
        namespace: 'marketplace',
        annotations: { 'autoscaling.alpha.kubernetes.io/conditions': JSON.stringify(failed.conditions) },
      },
    };
    expect(autoscalersOf(listed(old), CATALOG)).toMatchObject({ astray: [expect.stringMatching(/cannot be found$/)] });
  });
});
