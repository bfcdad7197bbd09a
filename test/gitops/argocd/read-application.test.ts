import { describe, expect, it } from 'vitest';
import { readApplication } from '../../../src/gitops/argocd/read-application.js';
import type { JsonObject } from '../../../src/model/json.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { edited, shop } from './tiny-world.js';

const read = (object: KubernetesObject, more = {}) => readApplication(object, { where: 'app.yaml', ...more });

describe('sources', () => {
  const [one, two] = ['one', 'two'].map((path): JsonObject => ({ repoURL: 'https://git.example.test/r.git', path }));

  it.each([
    { spec: { source: one as JsonObject }, paths: ['one'], multi: false },
    { spec: { source: one as JsonObject, sources: [] }, paths: ['one'], multi: false },
    { spec: { source: one as JsonObject, sources: [two as JsonObject] }, paths: ['two'], multi: true },
    { spec: { sources: [two as JsonObject, one as JsonObject] }, paths: ['two', 'one'], multi: true },
    {
      spec: {
        source: one as JsonObject,
        sourceHydrator: {
          drySource: { repoURL: 'https://git.example.test/dry.git' },
          syncSource: { targetBranch: 'env/prod', path: 'hydrated' },
        },
      },
      paths: ['hydrated'],
      multi: false,
    },
  ])('$paths of $spec', ({ spec, paths, multi }) => {
    const object = { ...shop(), spec: { ...spec, destination: { namespace: 'shop' } } };
    expect(read(object).sources.map(({ path }) => path)).toEqual(paths);
    expect(read(object).multiSource).toBe(multi);
  });

  it('of a hydrated application are the branch that is written', () => {
    const hydrator = {
      drySource: { repoURL: 'https://git.example.test/dry.git' },
      syncSource: { targetBranch: 'env/prod', path: 'p' },
    };
    expect(read(shop({ sourceHydrator: hydrator })).sources[0]).toMatchObject({
      repoURL: 'https://git.example.test/dry.git',
      targetRevision: 'env/prod',
    });
  });
});

it.each([
  { namespace: 'argocd', more: {}, instance: 'shop' },
  { namespace: 'team', more: {}, instance: 'team_shop' },
  { namespace: 'team', more: { controlPlaneNamespace: 'team' }, instance: 'shop' },
])('is called $instance in $namespace with $more', ({ namespace, more, instance }) => {
  expect(read(edited(shop(), ['metadata', 'namespace'], namespace), more).instanceName).toBe(instance);
});

it("knows Argo CD's own namespace by the controller's word", () => {
  const object = { ...edited(shop(), ['metadata', 'namespace'], 'gitops'), status: { controllerNamespace: 'gitops' } };
  expect(read(object)).toMatchObject({ instanceName: 'shop', controlPlaneNamespace: 'gitops' });
});

it.each([
  { automated: undefined, says: undefined },
  { automated: null, says: undefined },
  { automated: {}, says: { enabled: true, prune: false, selfHeal: false, allowEmpty: false } },
  {
    automated: { enabled: false, prune: true, selfHeal: true },
    says: { enabled: false, prune: true, selfHeal: true, allowEmpty: false },
  },
  { automated: { enabled: null }, says: { enabled: true, prune: false, selfHeal: false, allowEmpty: false } },
])('automation of $automated', ({ automated, says }) => {
  const policy = automated === undefined ? {} : { automated };
  expect(read(shop({ syncPolicy: policy as JsonObject })).syncPolicy.automated).toEqual(says);
});

it('reads what the controller recorded', () => {
  const status = {
    sync: { status: 'OutOfSync', revisions: ['a', 'b'] },
    health: { status: 'Degraded', message: 'Caused by x' },
    conditions: [{ type: 'SyncError', message: 'no', lastTransitionTime: '2026-11-30T18:00:00Z' }],
    operationState: {
      phase: 'Succeeded',
      message: 'done',
      finishedAt: '2026-11-30T18:00:00Z',
      operation: { initiatedBy: { automated: true } },
      syncResult: { revision: 'c', managedNamespaceMetadata: { labels: { cost: 'blue' } } },
    },
    history: [{ id: 4, revision: 'c', deployedAt: '2026-11-30T18:00:00Z', initiatedBy: { username: 'ci' } }],
    reconciledAt: '2026-11-30T18:00:01Z',
    resources: [
      {
        group: 'apps',
        version: 'v1',
        kind: 'Deployment',
        namespace: 'shop',
        name: 'web',
        status: 'OutOfSync',
        health: { status: 'Odd' },
        requiresPruning: true,
      },
    ],
    sourceType: 'Helm',
  };
  expect(read(shop({}, { status })).status).toMatchObject({
    sync: 'OutOfSync',
    health: { status: 'Degraded', message: 'Caused by x' },
    revisions: ['a', 'b'],
    conditions: [{ type: 'SyncError', message: 'no', time: '2026-11-30T18:00:00Z' }],
    operation: {
      phase: 'Succeeded',
      automated: true,
      revisions: ['c'],
      managedNamespaceMetadata: { labels: { cost: 'blue' }, annotations: {} },
    },
    history: [{ id: 4, revisions: ['c'], initiatedBy: 'ci' }],
    resources: [{ ref: { kind: 'Deployment' }, sync: 'OutOfSync', requiresPruning: true, hook: false }],
    sourceTypes: ['Helm'],
  });
  expect(read(shop({}, { status })).status.resources[0]).not.toHaveProperty('health');
});

it('splits the compare options of its annotation', () => {
  const annotations = {
    'argocd.argoproj.io/compare-options': ' ServerSideDiff=true,IncludeMutationWebhook=true,, ServerSideDiff=true',
  };
  expect(read(shop({}, { annotations })).compareOptions).toEqual([
    'ServerSideDiff=true',
    'IncludeMutationWebhook=true',
  ]);
});

it.each([
  {
    what: 'another kind',
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } },
    says: 'app.yaml holds ConfigMap (v1), no Argo CD Application',
  },
  {
    what: 'no name',
    object: edited(shop(), ['metadata', 'name'], undefined),
    says: 'the Application in app.yaml has no metadata.name',
  },
])('says what is wrong: $what', ({ object, says }) => {
  expect(() => read(object)).toThrow(expect.objectContaining({ code: 'manifest-invalid', message: says }));
});

it.each([
  ['no spec', edited(shop(), ['spec'], undefined)],
  ['no source', edited(shop(), ['spec', 'source'], undefined)],
  ['no repository', edited(shop(), ['spec', 'source', 'repoURL'], undefined)],
  ['no destination', edited(shop(), ['spec', 'destination'], undefined)],
  ['values of other types', edited(shop(), ['spec'], { source: 'x', sources: 3, destination: [], syncPolicy: 'y' })],
])('reads what Argo CD will refuse: %s', (_, object) => {
  expect(read(object).name).toBe('shop');
});
