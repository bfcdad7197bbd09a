import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import { loadCatalogue } from '../../src/ownership/catalogue.js';
import { decodeManagedFields } from '../../src/ownership/decode.js';
import { type FieldWriter, fieldWriters } from '../../src/ownership/field-writers.js';
import { gitopsManagerOf } from '../../src/ownership/gitops-manager.js';
import { at, DEPLOYMENT, entry, world } from './worlds.js';

const catalogue = loadCatalogue();
const REPLICAS: JsonObject = { 'f:spec': { 'f:replicas': {} } };

function owners(
  object: KubernetesObject,
  path: string,
  more: { wholeAt?: string; given?: string } = {},
): readonly FieldWriter[] {
  const managed = decodeManagedFields(object);
  const gitops = gitopsManagerOf(object, managed, more.given, catalogue);
  const found = fieldWriters(
    { object, managed, catalogue, gitops },
    at(path),
    more.wholeAt === undefined ? undefined : at(more.wholeAt),
  );
  return found.kind === 'owned' ? found.owners : [];
}

const ref = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' };

describe('the writer of a field', () => {
  it('is the program of the catalogue, with the entry as evidence', () => {
    const time = '2026-11-30T12:00:00Z';
    const object = world(DEPLOYMENT, [entry('kubectl-set', 'Update', REPLICAS, { time })]);
    expect(owners(object, '.spec.replicas')).toEqual([
      {
        entry: { manager: 'kubectl-set', operation: 'Update', subresource: '', apiVersion: 'apps/v1', time },
        gitops: false,
        writer: {
          category: 'manual',
          name: 'kubectl set',
          manager: 'kubectl-set',
          operation: 'Update',
          subresource: '',
          apiVersion: 'apps/v1',
          time,
          confidence: 'likely',
          evidence: [
            {
              kind: 'managed-field',
              message: `managedFields: kubectl-set (Update) names .spec.replicas; entry last written ${time}`,
              resource: ref,
            },
          ],
        },
      },
    ]);
  });

  it('is an unknown manager under its own name', () => {
    const object = world(DEPLOYMENT, [entry('envpatcher', 'Update', REPLICAS)]);
    expect(owners(object, '.spec.replicas')).toMatchObject([
      { writer: { category: 'unknown', name: 'envpatcher', confidence: 'possible' } },
    ]);
  });

  it('has a name even where the manager has none', () => {
    const object = world(DEPLOYMENT, [entry('', 'Update', REPLICAS)]);
    expect(owners(object, '.spec.replicas')).toMatchObject([
      { writer: { category: 'unknown', name: '(a manager without a name)', manager: '' } },
    ]);
  });

  const messages: { name: string; object: KubernetesObject; path: string; wholeAt?: string; says: string[] }[] = [
    {
      name: 'a scale entry: subresource, no time, and what the name can mean',
      object: world(DEPLOYMENT, [entry('kube-controller-manager', 'Update', REPLICAS, { subresource: 'scale' })]),
      path: '.spec.replicas',
      says: [
        'managedFields: kube-controller-manager (Update, subresource scale) names .spec.replicas; the entry has no time',
        'the name "kube-controller-manager" can also mean: a HorizontalPodAutoscaler, whose name the entry does not hold',
      ],
    },
    {
      name: 'another version',
      object: world({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' }, [
        entry(
          'kubectl-autoscale',
          'Update',
          { 'f:spec': { 'f:targetCPUUtilizationPercentage': {} } },
          { apiVersion: 'autoscaling/v1' },
        ),
      ]),
      path: '.spec.metrics',
      says: [
        'managedFields: kubectl-autoscale (Update, recorded at autoscaling/v1) names .spec.targetCPUUtilizationPercentage; the entry has no time',
      ],
    },
    {
      name: 'a whole',
      object: world(DEPLOYMENT, [entry('spot-webhook', 'Update', { 'f:spec': { 'f:nodeSelector': {} } })]),
      path: '.spec.nodeSelector.lifecycle',
      wholeAt: '.spec.nodeSelector',
      says: ['managedFields: spot-webhook (Update) owns .spec.nodeSelector as a whole; the entry has no time'],
    },
    {
      name: 'parts',
      object: world(DEPLOYMENT, [entry('helm', 'Update', { 'f:spec': { 'f:strategy': { 'f:type': {} } } })]),
      path: '.spec.strategy',
      says: [
        'managedFields: helm (Update) names fields below .spec.strategy; the entry has no time',
        'the name "helm" can also mean: a person, or a pipeline',
      ],
    },
    {
      name: 'a field that tells what wrote it, whoever is recorded',
      object: world(DEPLOYMENT, [
        entry('deploy-bot', 'Update', {
          'f:spec': {
            'f:template': { 'f:metadata': { 'f:annotations': { 'f:kubectl.kubernetes.io/restartedAt': {} } } },
          },
        }),
      ]),
      path: '.spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]',
      says: [
        'managedFields: deploy-bot (Update) names .spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]; the entry has no time',
        'kubectl rollout restart, and programs that do the same, write this annotation',
      ],
    },
  ];
  it.each(messages)('says: $name', ({ object, path, wholeAt, says }) => {
    const [first] = owners(object, path, wholeAt === undefined ? {} : { wholeAt });
    expect(first?.writer.evidence.map(({ message }) => message)).toEqual(says);
  });
});

describe('the GitOps manager’s own entry', () => {
  it('is gitops, whatever the catalogue says of the name', () => {
    const object = world(DEPLOYMENT, [entry('gitops-sync', 'Apply', REPLICAS), entry('helm', 'Update', REPLICAS)]);
    expect(owners(object, '.spec.replicas', { given: 'helm' })).toMatchObject([
      { gitops: true, writer: { category: 'gitops', name: 'Helm', manager: 'helm' } },
      { gitops: false, writer: { category: 'unknown', name: 'gitops-sync' } },
    ]);
  });

  it('is not what kubectl did with an imperative verb', () => {
    const object = world(DEPLOYMENT, [entry('kubectl', 'Update', REPLICAS, { subresource: 'scale' })]);
    expect(owners(object, '.spec.replicas', { given: 'kubectl' })).toMatchObject([
      { gitops: false, writer: { category: 'manual', name: 'kubectl scale' } },
    ]);
  });

  it('is Argo CD’s where its tracking id came through kubectl’s name', () => {
    const id = 'catalog-prod:apps/Deployment:marketplace/catalog';
    const annotations = {
      'argocd.argoproj.io/tracking-id': id,
      'kubectl.kubernetes.io/last-applied-configuration': `{"metadata":{"annotations":{"argocd.argoproj.io/tracking-id":"${id}"}}}`,
    };
    const fields = {
      'f:metadata': { 'f:annotations': { 'f:kubectl.kubernetes.io/last-applied-configuration': {} } },
      ...REPLICAS,
    };
    const object = world(DEPLOYMENT, [entry('kubectl-client-side-apply', 'Update', fields)], {
      metadata: { annotations },
    });
    expect(owners(object, '.spec.replicas')).toMatchObject([
      { gitops: true, writer: { category: 'gitops', name: 'Argo CD, sync', manager: 'kubectl-client-side-apply' } },
    ]);
  });

  it('is not kubectl apply on an object of Flux', () => {
    const object = world(DEPLOYMENT, [entry('kubectl-client-side-apply', 'Update', REPLICAS)], {
      metadata: { labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps' } },
    });
    expect(owners(object, '.spec.replicas')).toMatchObject([
      { gitops: false, writer: { category: 'deployer', name: 'kubectl apply', confidence: 'possible' } },
    ]);
  });
});
