import { describe, expect, it } from 'vitest';
import { attribute, type Owners } from '../../src/explain/attribution.js';
import { type AutoscalerEvidence, autoscalersOf } from '../../src/explain/autoscaler.js';
import { explain } from '../../src/explain/explain.js';
import type { Difference, Explanation } from '../../src/model/drift.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import type { ResourceRef } from '../../src/model/resource.js';
import type { Writer } from '../../src/model/writer.js';
import { CATALOG, difference, HPAS_UNREADABLE, hpa, NO_HPA, ownedBy, owner, scaledBy, undeclared } from './worlds.js';

const HPA_WRITE = owner('control-plane', 'kube-controller-manager', { subresource: 'scale' });
const K3S_WRITE = owner('control-plane', 'k3s', { subresource: 'scale' });
const KUBECTL_SCALE = owner('manual', 'kubectl', { subresource: 'scale' });

const replicas = (live: JsonValue): Difference => difference('.spec.replicas', { desired: 3, live });

function judge(
  owners: Owners,
  autoscalers: AutoscalerEvidence,
  change: Difference,
): { writer: Writer; explanation: Explanation } {
  const attribution = attribute({ ref: CATALOG, difference: change, owners, evidence: { autoscalers } });
  const explanation = explain({
    ref: CATALOG,
    difference: change,
    attribution,
    evidence: { autoscalers },
    rule: undefined,
  });
  return { writer: attribution.writer, explanation };
}

describe('replicas that drifted', () => {
  it.each<[string, Owners, AutoscalerEvidence, JsonValue, string, string, string]>([
    // world, owners, HPAs, live, writer, confidence, explanation
    [
      'a scale entry, in bounds',
      ownedBy(HPA_WRITE),
      scaledBy(hpa()),
      7,
      'HPA catalog',
      'certain',
      'hpa-controls-replicas',
    ],
    ['at the lower bound', ownedBy(HPA_WRITE), scaledBy(hpa()), 2, 'HPA catalog', 'certain', 'hpa-controls-replicas'],
    ['at the upper bound', ownedBy(HPA_WRITE), scaledBy(hpa()), 10, 'HPA catalog', 'certain', 'hpa-controls-replicas'],
    ['on k3s', ownedBy(K3S_WRITE), scaledBy(hpa()), 7, 'HPA catalog', 'certain', 'hpa-controls-replicas'],
    ['above the bounds', ownedBy(HPA_WRITE), scaledBy(hpa()), 11, 'HPA catalog', 'likely', 'hpa-out-of-bounds'],
    ['below the bounds', ownedBy(HPA_WRITE), scaledBy(hpa()), 1, 'HPA catalog', 'likely', 'hpa-out-of-bounds'],
    [
      'no entry, in bounds',
      { kind: 'unowned' },
      scaledBy(hpa()),
      7,
      'HPA catalog',
      'possible',
      'hpa-controls-replicas',
    ],
    [
      'no managedFields, in bounds',
      { kind: 'unknown', reason: 'absent' },
      scaledBy(hpa()),
      7,
      'HPA catalog',
      'possible',
      'hpa-controls-replicas',
    ],
    [
      'no entry, out of bounds',
      { kind: 'unowned' },
      scaledBy(hpa()),
      11,
      'nobody is recorded',
      'certain',
      'unowned-value',
    ],
    ['no entry, no HPA', { kind: 'unowned' }, NO_HPA, 7, 'nobody is recorded', 'certain', 'unowned-value'],
    [
      'no entry, HPAs unreadable',
      { kind: 'unowned' },
      HPAS_UNREADABLE,
      7,
      'nobody is recorded',
      'certain',
      'unowned-value',
    ],
    ['a scale entry, no HPA', ownedBy(HPA_WRITE), NO_HPA, 7, 'kube-controller-manager', 'likely', 'scale-without-hpa'],
    [
      'a scale entry, HPAs unreadable',
      ownedBy(HPA_WRITE),
      HPAS_UNREADABLE,
      7,
      'kube-controller-manager',
      'likely',
      'autoscaler-unknown',
    ],
    [
      'an entry on the main resource, as before 1.22',
      ownedBy(owner('control-plane', 'kube-controller-manager')),
      scaledBy(hpa()),
      7,
      'HPA catalog',
      'likely',
      'hpa-controls-replicas',
    ],
    [
      'an entry on the main resource, out of bounds',
      ownedBy(owner('control-plane', 'kube-controller-manager')),
      scaledBy(hpa()),
      11,
      'kube-controller-manager',
      'likely',
      'control-plane-change',
    ],
    [
      'kubectl scale while an HPA exists stays manual',
      ownedBy(KUBECTL_SCALE),
      scaledBy(hpa()),
      7,
      'kubectl',
      'likely',
      'manual-change',
    ],
    [
      'kubectl scale, HPAs unreadable',
      ownedBy(KUBECTL_SCALE),
      HPAS_UNREADABLE,
      7,
      'kubectl',
      'likely',
      'manual-change',
    ],
    [
      'a deployer’s own number while an HPA exists stays the deployer’s',
      ownedBy(owner('deployer', 'helm')),
      scaledBy(hpa()),
      7,
      'helm',
      'likely',
      'deployer-change',
    ],
    [
      'an unknown manager through scale stays unknown',
      ownedBy(owner('unknown', 'hosted-controllers', { subresource: 'scale' })),
      scaledBy(hpa()),
      7,
      'hosted-controllers',
      'likely',
      'unknown-writer',
    ],
    [
      'KEDA keeps its name beside its HPA',
      ownedBy(owner('autoscaler', 'keda-operator', { subresource: 'scale' })),
      scaledBy(hpa()),
      7,
      'keda-operator',
      'likely',
      'hpa-controls-replicas',
    ],
    [
      'KEDA at 0, which its HPA does not allow',
      ownedBy(owner('autoscaler', 'keda-operator', { subresource: 'scale' })),
      scaledBy(hpa()),
      0,
      'keda-operator',
      'likely',
      'hpa-out-of-bounds',
    ],
    [
      'Git’s own entry beside the scale entry: Git wrote the value',
      ownedBy(HPA_WRITE, owner('gitops', 'argocd-controller', { operation: 'Apply' })),
      scaledBy(hpa()),
      7,
      'argocd-controller',
      'likely',
      'git-ahead',
    ],
  ])('%s', (_, owners, autoscalers, live, name, confidence, code) => {
    const { writer, explanation } = judge(owners, autoscalers, replicas(live));
    expect({ name: writer.name, confidence: writer.confidence, code: explanation.code }).toEqual({
      name,
      confidence,
      code,
    });
    const accounted = ['hpa-controls-replicas', 'git-ahead'].includes(code);
    expect(explanation.status).toBe(accounted ? 'explained' : 'unexplained');
  });

  it('never calls an autoscaler’s write manual', () => {
    for (const owners of [ownedBy(HPA_WRITE), { kind: 'unowned' } as const]) {
      expect(judge(owners, scaledBy(hpa()), replicas(7)).writer.category).toBe('autoscaler');
    }
  });

  it('names the HPA as evidence, with its last change', () => {
    const { writer } = judge(
      ownedBy(HPA_WRITE),
      scaledBy(hpa({}, { lastScaleTime: '2026-11-30T11:50:00Z' })),
      replicas(7),
    );
    const evidence = writer.evidence.find(({ kind }) => kind === 'object');
    expect(evidence?.resource).toMatchObject({ kind: 'HorizontalPodAutoscaler', name: 'catalog' });
    expect(evidence?.message).toBe(
      'HorizontalPodAutoscaler marketplace/catalog targets this workload, bounds 2–10, last scaled at 2026-11-30T11:50:00Z',
    );
  });

  it('keeps what is known of the missing entry as evidence', () => {
    const { writer } = judge({ kind: 'unknown', reason: 'absent' }, scaledBy(hpa()), replicas(7));
    expect(writer.evidence.map(({ message }) => message).join('\n')).toMatch(/no managedFields(.|\n)*targets this/);
  });

  it('says why the bounds are not known', () => {
    expect(judge(ownedBy(HPA_WRITE), HPAS_UNREADABLE, replicas(7)).explanation.message).toBe(
      "the control plane scaled it; whether an HPA's bounds allow that is not known, for HPAs could not be read: listing is forbidden",
    );
  });

  it('says what kinds of autoscaler were looked for', () => {
    const byKeda = ownedBy(owner('autoscaler', 'keda', { subresource: 'scale' }));
    expect(judge(byKeda, NO_HPA, replicas(7)).explanation.message).toMatch(
      /^keda scaled it, and no ScaledObject or HPA targets this workload now/,
    );
    expect(judge(ownedBy(HPA_WRITE), NO_HPA, replicas(7)).explanation.message).toMatch(
      /^the control plane scaled it, and no HPA targets/,
    );
  });

  it('says what keeps an HPA from mending a number out of its bounds', () => {
    const conditions = [
      { type: 'AbleToScale', status: 'False', reason: 'FailedUpdateScale' },
      { type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric' },
    ];
    expect(judge(ownedBy(HPA_WRITE), scaledBy(hpa({}, { conditions })), replicas(11)).explanation.message).toMatch(
      /lies outside its bounds 2–10; AbleToScale is False \(FailedUpdateScale\): it could not set the replicas$/,
    );
  });

  it('says that an HPA leaves a workload at 0 alone', () => {
    expect(judge(ownedBy(HPA_WRITE), scaledBy(hpa()), replicas(0)).explanation.message).toMatch(/at 0 alone$/);
    expect(judge(ownedBy(HPA_WRITE), scaledBy(hpa()), replicas(1)).explanation.message).not.toMatch(/at 0/);
  });
});

describe('replicas that Git does not declare', () => {
  it.each<[string, Owners, AutoscalerEvidence, JsonValue, string, string]>([
    ['an HPA in bounds', ownedBy(HPA_WRITE), scaledBy(hpa()), 7, 'explained', 'hpa-controls-replicas'],
    ['an HPA out of bounds', ownedBy(HPA_WRITE), scaledBy(hpa()), 11, 'noted', 'hpa-out-of-bounds'],
    ['no HPA', ownedBy(HPA_WRITE), NO_HPA, 7, 'noted', 'scale-without-hpa'],
    ['HPAs unreadable', ownedBy(HPA_WRITE), HPAS_UNREADABLE, 7, 'noted', 'autoscaler-unknown'],
    ['kubectl scale', ownedBy(KUBECTL_SCALE), scaledBy(hpa()), 7, 'unexplained', 'undeclared-manual'],
  ])('%s', (_, owners, autoscalers, live, status, code) => {
    expect(judge(owners, autoscalers, undeclared('.spec.replicas', live)).explanation).toMatchObject({ status, code });
  });
});

describe('the autoscalers of a workload', () => {
  const target = (ref: JsonObject): JsonObject => ({ scaleTargetRef: ref });
  const core: ResourceRef = { ...CATALOG, group: '', kind: 'ReplicationController' };

  it.each<[string, JsonObject, ResourceRef, boolean]>([
    ['of that kind and name', {}, CATALOG, true],
    [
      'of another version of the group',
      target({ apiVersion: 'apps/v1beta1', kind: 'Deployment', name: 'catalog' }),
      CATALOG,
      true,
    ],
    ['of another name', target({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'catalog-db' }), CATALOG, false],
    ['of another kind', target({ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'catalog' }), CATALOG, false],
    [
      'of another group',
      target({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Deployment', name: 'catalog' }),
      CATALOG,
      false,
    ],
    ['without apiVersion, which is the core group', target({ kind: 'Deployment', name: 'catalog' }), CATALOG, false],
    ['without apiVersion, of a core kind', target({ kind: 'ReplicationController', name: 'catalog' }), core, true],
    ['without a target', { scaleTargetRef: null }, CATALOG, false],
    ['of another namespace', {}, { ...CATALOG, namespace: 'staging' }, false],
  ])('%s', (_, spec, workload, targets) => {
    const found = autoscalersOf({ kind: 'listed', objects: [hpa(spec)] }, workload);
    expect(found.kind === 'known' && found.autoscalers.length).toBe(targets ? 1 : 0);
  });

  it('takes the HPA whose bounds hold the live number where two target the workload', () => {
    const two = scaledBy(hpa({ minReplicas: 1, maxReplicas: 3 }, {}, 'catalog-low'), hpa({}, {}, 'catalog-high'));
    expect(judge(ownedBy(HPA_WRITE), two, replicas(7)).writer.name).toBe('HPA catalog-high');
    expect(judge(ownedBy(HPA_WRITE), two, replicas(12)).writer.name).toBe('HPA catalog-low');
  });

  it('counts an absent minimum as 1 and an absent maximum as none', () => {
    const bare = autoscalersOf({ kind: 'listed', objects: [hpa({ minReplicas: null, maxReplicas: null })] }, CATALOG);
    expect(bare).toMatchObject({ autoscalers: [{ min: 1, max: Number.POSITIVE_INFINITY }] });
  });

  it('tells what an HPA’s status says is wrong, and not that it is at a bound', () => {
    const conditions = [
      { type: 'AbleToScale', status: 'True' },
      { type: 'ScalingLimited', status: 'True', reason: 'TooManyReplicas' },
      { type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric' },
    ];
    expect(scaledBy(hpa({}, { conditions }))).toMatchObject({
      autoscalers: [
        { troubles: [expect.stringMatching(/^ScalingActive is False \(FailedGetResourceMetric\): it has no metrics/)] },
      ],
    });
    const { explanation } = judge(ownedBy(HPA_WRITE), scaledBy(hpa({}, { conditions })), replicas(7));
    expect(explanation.message).toMatch(
      /^HPA catalog, bounds 2–10; ScalingActive is False \(FailedGetResourceMetric\): it has no metrics/,
    );
  });

  it('passes on why a list could not be had', () => {
    expect(autoscalersOf({ kind: 'unavailable', reason: 'forbidden' }, CATALOG)).toEqual({
      kind: 'unavailable',
      reason: 'forbidden',
    });
  });

  it('writes nothing but .spec.replicas', () => {
    const image = judge(ownedBy(HPA_WRITE), scaledBy(hpa()), difference());
    expect(image.explanation.code).toBe('control-plane-change');
    expect(image.writer.name).toBe('kube-controller-manager');
  });
});
