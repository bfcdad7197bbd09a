import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import type { EntryRef } from '../../src/model/writer.js';
import { loadCatalogue } from '../../src/ownership/catalogue.js';
import { decodeManagedFields } from '../../src/ownership/decode.js';
import { type GitopsManager, gitopsManagerOf, isGitopsEntry } from '../../src/ownership/gitops-manager.js';
import { CONFIG_MAP, DEPLOYMENT, entry, world } from './worlds.js';

const SPEC: JsonObject = { 'f:spec': { 'f:replicas': {} } };
const TRACKING = 'argocd.argoproj.io/tracking-id';
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const OWN_ID = 'catalog-prod:apps/Deployment:marketplace/catalog';
const WRITES_LAST_APPLIED: JsonObject = { 'f:metadata': { 'f:annotations': { [`f:${LAST_APPLIED}`]: {} } }, ...SPEC };

const catalogue = loadCatalogue([
  { manager: 'team-sync', category: 'gitops', name: 'our sync job', reason: 'deploys everything' },
]);

interface Case {
  readonly name: string;
  readonly gvk?: typeof DEPLOYMENT;
  readonly metadata?: JsonObject;
  readonly managed?: JsonObject[];
  readonly given?: string;
  readonly tool: string | undefined;
  readonly managers?: readonly string[];
  readonly evidence?: string;
}

function recognise({ gvk = DEPLOYMENT, metadata, managed, given }: Case): GitopsManager | undefined {
  const object = world(gvk, managed, metadata === undefined ? {} : { metadata });
  return gitopsManagerOf(object, decodeManagedFields(object), given, catalogue);
}

const cases: Case[] = [
  {
    name: 'the given manager wins over marks',
    metadata: { labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps' } },
    managed: [entry('gitops-sync', 'Apply', SPEC)],
    given: 'gitops-sync',
    tool: 'other',
    managers: ['gitops-sync'],
    evidence: 'gitops-sync was given by --manager; it has an entry (Apply)',
  },
  {
    name: 'the given manager without an entry',
    managed: [],
    given: 'helm',
    tool: 'other',
    managers: ['helm'],
    evidence: 'helm was given by --manager; it has no entry in managedFields',
  },
  {
    name: 'a given name that is a property of objects',
    given: 'constructor',
    tool: 'other',
    managers: ['constructor'],
  },
  {
    name: 'Argo CD by its tracking id',
    metadata: { annotations: { [TRACKING]: OWN_ID } },
    managed: [entry('argocd-controller', 'Apply', SPEC)],
    tool: 'argocd',
    managers: ['argocd-controller', 'argocd-application-controller', 'argocd'],
    evidence: `annotation ${TRACKING} is "${OWN_ID}"`,
  },
  {
    name: 'Argo CD by its tracking id alone, without managedFields',
    metadata: { annotations: { [TRACKING]: OWN_ID } },
    tool: 'argocd',
    evidence: `annotation ${TRACKING} is "${OWN_ID}"; argocd-controller has no entry in managedFields`,
  },
  {
    name: 'not by a tracking id copied from another object',
    metadata: { annotations: { [TRACKING]: 'catalog-prod:keda.sh/ScaledObject:marketplace/catalog' } },
    managed: [entry('keda-operator', 'Update', SPEC)],
    tool: undefined,
  },
  {
    name: 'a cluster-scoped object, whose id holds the destination namespace and whose name has colons',
    gvk: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' },
    metadata: {
      name: 'system:catalog:reader',
      namespace: '',
      annotations: { [TRACKING]: 'catalog:rbac.authorization.k8s.io/ClusterRole:marketplace/system:catalog:reader' },
    },
    tool: 'argocd',
  },
  {
    name: 'the core group, which is empty in the id',
    gvk: CONFIG_MAP,
    metadata: { annotations: { [TRACKING]: 'catalog-prod:/ConfigMap:marketplace/catalog' } },
    tool: 'argocd',
  },
  {
    name: 'Argo CD through kubectl: the entry that wrote last-applied, which holds the tracking id',
    metadata: {
      annotations: { [TRACKING]: OWN_ID, [LAST_APPLIED]: `{"metadata":{"annotations":{"${TRACKING}":"${OWN_ID}"}}}` },
    },
    managed: [entry('kubectl-client-side-apply', 'Update', WRITES_LAST_APPLIED)],
    tool: 'argocd',
    managers: ['argocd-controller', 'argocd-application-controller', 'argocd', 'kubectl-client-side-apply'],
  },
  {
    name: 'not kubectl, where last-applied is somebody else’s entry',
    metadata: {
      annotations: { [TRACKING]: OWN_ID, [LAST_APPLIED]: `{"metadata":{"annotations":{"${TRACKING}":"${OWN_ID}"}}}` },
    },
    managed: [
      entry('kubectl-client-side-apply', 'Update', SPEC),
      entry('argocd-controller', 'Update', WRITES_LAST_APPLIED),
    ],
    tool: 'argocd',
    managers: ['argocd-controller', 'argocd-application-controller', 'argocd'],
  },
  {
    name: 'not kubectl, where last-applied has no tracking id: a person applied the file from Git',
    metadata: { annotations: { [TRACKING]: OWN_ID, [LAST_APPLIED]: '{"metadata":{"name":"catalog"}}' } },
    managed: [entry('kubectl-client-side-apply', 'Update', WRITES_LAST_APPLIED)],
    tool: 'argocd',
    managers: ['argocd-controller', 'argocd-application-controller', 'argocd'],
  },
  {
    name: 'Argo CD by its label beside an entry of its manager',
    metadata: { labels: { 'app.kubernetes.io/instance': 'catalog-prod' } },
    managed: [entry('argocd-controller', 'Update', SPEC)],
    tool: 'argocd',
    evidence: 'label app.kubernetes.io/instance is "catalog-prod"',
  },
  {
    name: 'not by that label alone, which charts set too',
    metadata: { labels: { 'app.kubernetes.io/instance': 'catalog-prod' } },
    managed: [entry('helm', 'Update', SPEC)],
    tool: undefined,
  },
  {
    name: 'Flux by its label, with its entry',
    metadata: { labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps' } },
    managed: [entry('kustomize-controller', 'Apply', SPEC), entry('kubectl-edit', 'Update', SPEC)],
    tool: 'flux',
    managers: ['kustomize-controller'],
    evidence: 'label kustomize.toolkit.fluxcd.io/name is "apps"',
  },
  {
    name: 'Flux by its label, its entry lost',
    metadata: { labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps' } },
    managed: [entry('kubectl-edit', 'Update', SPEC)],
    tool: 'flux',
    evidence: 'label kustomize.toolkit.fluxcd.io/name is "apps"; kustomize-controller has no entry in managedFields',
  },
  {
    name: 'Flux, Helm releases',
    metadata: { labels: { 'helm.toolkit.fluxcd.io/name': 'catalog' } },
    managed: [entry('helm-controller', 'Update', SPEC)],
    tool: 'flux',
    managers: ['helm-controller'],
  },
  {
    name: 'not a Flux label that a controller copied to what it made',
    gvk: { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' },
    metadata: {
      labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps' },
      ownerReferences: [
        { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', name: 'catalog', uid: 'u1', controller: true },
      ],
    },
    managed: [entry('keda-operator', 'Update', SPEC)],
    tool: undefined,
  },
  {
    name: 'the mark whose manager has an entry, where there are two',
    metadata: { labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps', 'helm.toolkit.fluxcd.io/name': 'catalog' } },
    managed: [entry('helm-controller', 'Update', SPEC)],
    tool: 'flux',
    managers: ['helm-controller'],
  },
  {
    name: 'Config Sync',
    metadata: {
      annotations: {
        'configmanagement.gke.io/managed': 'enabled',
        'configsync.gke.io/resource-id': 'apps_deployment_marketplace_catalog',
      },
    },
    tool: 'config-sync',
    managers: ['configsync.gke.io'],
  },
  {
    name: 'not Config Sync marks of another object',
    metadata: {
      annotations: {
        'configmanagement.gke.io/managed': 'enabled',
        'configsync.gke.io/resource-id': 'apps_deployment_marketplace_checkout',
      },
    },
    tool: undefined,
  },
  {
    name: 'a manager that the catalogue calls gitops and that has an entry',
    managed: [entry('kubectl-edit', 'Update', SPEC), entry('kustomize-controller', 'Apply', SPEC)],
    tool: 'flux',
    managers: ['kustomize-controller'],
    evidence: 'kustomize-controller (Flux, kustomize-controller) has an entry in managedFields (Apply)',
  },
  {
    name: 'a manager that the user calls gitops',
    managed: [entry('team-sync', 'Apply', SPEC)],
    tool: 'other',
    managers: ['team-sync'],
  },
  {
    name: 'nobody: helm and kubectl count only where they are given',
    managed: [
      entry('helm', 'Update', SPEC),
      entry('kubectl', 'Apply', SPEC),
      entry('kubectl-client-side-apply', 'Update', SPEC),
    ],
    tool: undefined,
  },
  {
    name: 'nobody: the application controller keeps the status of its own Applications',
    gvk: { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' },
    managed: [entry('argocd-application-controller', 'Update', { 'f:status': {} })],
    tool: undefined,
  },
];

describe('the manager that applies the desired state', () => {
  it.each(cases)('$name', (row) => {
    const found = recognise(row);
    expect(found?.tool).toBe(row.tool);
    if (row.managers !== undefined) expect(found?.managers).toEqual(row.managers);
    if (row.evidence !== undefined) expect(found?.evidence.message).toBe(row.evidence);
  });
});

describe('entries of that manager', () => {
  const gitops = (manager: string): GitopsManager => ({
    tool: 'other',
    managers: [manager],
    evidence: { kind: 'managed-field', message: 'given' },
  });
  const ref = (manager: string, operation: 'Apply' | 'Update', subresource = ''): EntryRef => ({
    manager,
    operation,
    subresource,
    apiVersion: 'apps/v1',
  });
  it.each<[string, EntryRef, boolean]>([
    ['gitops-sync', ref('gitops-sync', 'Apply'), true],
    ['gitops-sync', ref('gitops-sync', 'Update'), true],
    ['gitops-sync', ref('gitops-sync', 'Update', 'status'), false],
    ['gitops-sync', ref('gitops-sync-2', 'Apply'), false],
    ['kubectl', ref('kubectl', 'Apply'), true],
    ['kubectl', ref('kubectl', 'Update'), false],
    ['kubectl', ref('kubectl', 'Update', 'scale'), false],
    ['kubectl-client-side-apply', ref('kubectl-client-side-apply', 'Update'), true],
  ])('%s: %j → %s', (manager, candidate, expected) => {
    expect(isGitopsEntry(gitops(manager), candidate)).toBe(expected);
  });

  it('there are none where nobody is recognised', () => {
    expect(isGitopsEntry(undefined, ref('argocd-controller', 'Apply'))).toBe(false);
  });
});
