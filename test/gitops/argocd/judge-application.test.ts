import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT } from '../../../src/gitops/argocd/read-project.js';
import type { JsonObject } from '../../../src/model/json.js';
import { type KubernetesObject, refKey, refOf } from '../../../src/model/resource.js';
import { edited, judge, only, settingsOf, synced, TOOLS, thing } from './tiny-world.js';

const ID = ['metadata', 'annotations', 'argocd.argoproj.io/tracking-id'] as const;
const config = (name: string, rest: JsonObject = {}): KubernetesObject =>
  thing('v1', 'ConfigMap', name, { data: { a: '1' }, ...rest });
const annotated = (name: string, annotations: JsonObject): KubernetesObject =>
  config(name, { metadata: { annotations } });

describe('objects that do not count', () => {
  it.each([
    { what: 'a hook', annotations: { 'argocd.argoproj.io/hook': 'PreSync' }, hook: true },
    { what: "one of Helm's hooks", annotations: { 'helm.sh/hook': 'post-install' }, hook: true },
    { what: 'a hook of several phases', annotations: { 'argocd.argoproj.io/hook': 'Skip, Sync' }, hook: true },
    {
      what: 'a hook for the deletion of the application',
      annotations: { 'argocd.argoproj.io/hook': 'PreDelete' },
      hook: true,
    },
  ])('$what that live still has is shown without a word', ({ annotations, hook }) => {
    const desired = annotated('task', annotations);
    const verdict = judge({ desired: [desired], live: [edited(synced(desired), ['data', 'a'], '2')] });
    expect(only(verdict)).toMatchObject({ sync: null, hook, presence: 'only-live' });
    expect(verdict.sync.status).toBe('Synced');
  });

  it('a hook that is gone is not shown, nor is one that Argo CD does not run', () => {
    const desired = [
      annotated('task', { 'argocd.argoproj.io/hook': 'PostSync' }),
      annotated('test', { 'helm.sh/hook': 'test' }),
    ];
    expect(judge({ desired, live: [] }).resources).toEqual([]);
  });

  it("Helm's mark on definitions makes no hook", () => {
    const desired = annotated('settings', { 'helm.sh/hook': 'crd-install' });
    expect(judge({ desired: [desired], live: [] }).sync.status).toBe('OutOfSync');
  });

  it('a skipped object is shown without a word, be it there or not', () => {
    const desired = annotated('mine', { 'argocd.argoproj.io/hook': 'Skip' });
    for (const live of [[], [edited(synced(desired), ['data', 'a'], '2')]]) {
      const verdict = judge({ desired: [desired], live });
      expect(only(verdict)).toMatchObject({ sync: null, hook: false });
      expect(verdict.sync.status).toBe('Synced');
    }
  });
});

describe('objects that Git no longer has', () => {
  const left = synced(config('old'));

  it('count, and are to be pruned', () => {
    const verdict = judge({ desired: [], live: [left] });
    expect(only(verdict)).toMatchObject({ sync: 'OutOfSync', requiresPruning: true, presence: 'only-live' });
    expect(verdict.sync).toEqual({ status: 'OutOfSync', message: '1 of 1 objects out of sync: ConfigMap shop/old' });
  });

  it('are shown but do not count where they ask for that', () => {
    const asks = edited(
      left,
      ['metadata', 'annotations', 'argocd.argoproj.io/compare-options'],
      'Other, IgnoreExtraneous',
    );
    const verdict = judge({ desired: [], live: [asks] });
    expect(only(verdict)).toMatchObject({ sync: 'OutOfSync', counts: false });
    expect(verdict.sync.status).toBe('Synced');
  });

  it.each([
    { what: 'another application tracks', object: edited(left, ID, 'other:/ConfigMap:shop/old') },
    { what: 'nobody tracks', object: edited(left, ID, undefined) },
    {
      what: 'another object owns',
      object: edited(left, ['metadata', 'ownerReferences'], [{ kind: 'Job', name: 'x' }]),
    },
    { what: 'are of an excluded kind', object: synced(thing('v1', 'Endpoints', 'web')) },
    { what: 'the project does not permit', object: synced(thing('v1', 'Secret', 'login')) },
  ])('are none of them where $what', ({ object }) => {
    const project = { ...DEFAULT_PROJECT, namespaceResourceBlacklist: [{ group: '', kind: 'Secret' }] };
    expect(judge({ desired: [], live: [object], more: { project: { kind: 'found', project } } }).resources).toEqual([]);
  });

  it('get no word where they carry the id of another object', () => {
    const copy = edited(left, ID, 'shop:/ConfigMap:shop/settings');
    const verdict = judge({ desired: [], live: [copy] });
    expect(only(verdict)).toMatchObject({ sync: null, requiresPruning: false });
    expect(verdict.sync.status).toBe('Synced');
  });

  it('count once where two groups serve them', () => {
    const [a, b] = ['networking.k8s.io/v1', 'extensions/v1beta1'].map((apiVersion) => {
      const object = thing(apiVersion, 'Ingress', 'web', { metadata: { uid: 'same' } });
      return edited(object, ID, `shop:${apiVersion.split('/')[0]}/Ingress:shop/web`);
    });
    expect(judge({ desired: [], live: [a, b] as KubernetesObject[] }).resources).toHaveLength(1);
  });
});

describe('tracking', () => {
  it('by label replaces the label that Git declares, and takes the key from the settings', () => {
    const settings = { 'application.resourceTrackingMethod': 'label', 'application.instanceLabelKey': 'shop.test/app' };
    const desired = config('settings', { metadata: { labels: { 'shop.test/app': 'chart' } } });
    const live = synced(desired, 'client', settings);
    expect(live.metadata.labels).toEqual({ 'shop.test/app': 'shop' });
    const left = synced(config('old'), 'client', settings);
    const verdict = judge({ settings, desired: [desired], live: [live, left] });
    expect(only(verdict, 'settings').sync).toBe('Synced');
    expect(only(verdict, 'old')).toMatchObject({ sync: 'OutOfSync', requiresPruning: true });
  });

  it('by both sets the label too', () => {
    const settings = { 'application.resourceTrackingMethod': 'annotation+label' };
    const live = synced(config('settings'), 'client', settings);
    const verdict = judge({
      settings,
      desired: [config('settings')],
      live: [edited(live, ['metadata', 'labels'], undefined)],
    });
    expect(only(verdict).differences).toEqual(['/metadata/labels']);
  });

  it("leaves another installation's objects alone", () => {
    const live = edited(
      synced(config('old')),
      ['metadata', 'annotations', 'argocd.argoproj.io/installation-id'],
      'north',
    );
    const of = (installationID: string) =>
      judge({ settings: { installationID }, desired: [], live: [live] }).resources.length;
    expect([of('north'), of('south')]).toEqual([1, 0]);
  });

  it('marks cluster-scoped objects with the namespace of the application, and definitions not at all', () => {
    const role = thing('rbac.authorization.k8s.io/v1', 'ClusterRole', 'reader', { rules: [] });
    const crd = thing('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'gadgets.workshop.test');
    const verdict = judge({ desired: [role, crd], live: [] });
    const annotations = (name: string) => only(verdict, name).desired?.metadata.annotations;
    expect(annotations('reader')).toEqual({
      'argocd.argoproj.io/tracking-id': 'shop:rbac.authorization.k8s.io/ClusterRole:shop/reader',
    });
    expect(refOf(only(verdict, 'reader').desired as KubernetesObject).namespace).toBe('');
    expect(annotations('gadgets.workshop.test')).toBeUndefined();
  });

  it('warns where live is marked as another application’s', () => {
    const live = edited(synced(config('settings')), ID, 'team_other:/ConfigMap:shop/settings');
    expect(judge({ desired: [config('settings')], live: [live] }).conditions).toEqual([
      {
        type: 'SharedResourceWarning',
        message: 'ConfigMap/settings is part of applications argocd/shop and team/other',
      },
    ]);
  });
});

describe('what Git renders', () => {
  it('takes the last of several objects of one name, and warns', () => {
    const twice = [config('settings', { data: { a: '2' } }), config('settings')];
    const verdict = judge({ desired: twice, live: [synced(config('settings'))] });
    expect(verdict.sync.status).toBe('Synced');
    expect(verdict.conditions).toEqual([
      {
        type: 'RepeatedResourceWarning',
        message: 'Resource /ConfigMap/shop/settings appeared 2 times among application resources.',
      },
    ]);
  });

  it('leaves excluded kinds out, and warns', () => {
    const verdict = judge({ desired: [thing('v1', 'Endpoints', 'web')], live: [] });
    expect(verdict.resources).toEqual([]);
    expect(verdict.conditions).toEqual([
      { type: 'ExcludedResourceWarning', message: 'Resource /Endpoints web is excluded in the settings' },
    ]);
  });

  it('looks for an object of a kind that nobody knows in the namespace and outside', () => {
    const desired = { apiVersion: 'unknown.test/v1', kind: 'Thing', metadata: { name: 'one' } };
    const live = edited(
      synced({ ...desired, metadata: { name: 'one', namespace: 'shop' } }),
      ['metadata', 'namespace'],
      undefined,
    );
    expect(only(judge({ desired: [desired], live: [live] })).presence).toBe('both');
  });

  it('compares an autoscaler at the version that Git declares', () => {
    const target = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 5 };
    const v1 = thing('autoscaling/v1', 'HorizontalPodAutoscaler', 'web', {
      spec: { ...target, minReplicas: 2, targetCPUUtilizationPercentage: 70 },
    });
    const metric = {
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
    };
    const stored = {
      ...synced(v1),
      apiVersion: 'autoscaling/v2',
      spec: { ...target, minReplicas: 2, metrics: [metric] },
      status: { conditions: [{ type: 'AbleToScale' }] },
    };
    const resource = only(judge({ desired: [v1], live: [stored] }));
    expect(resource.sync).toBe('Synced');
    expect(resource.live?.metadata.annotations).toMatchObject({
      'autoscaling.alpha.kubernetes.io/conditions': '[{"type":"AbleToScale"}]',
    });
  });
});

describe('what Argo CD does not compare at all', () => {
  const recorded = {
    resources: [{ version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings', status: 'Synced' }],
  };

  it.each([
    {
      what: 'a project that does not exist',
      more: { project: { kind: 'missing' } },
      says: 'Application referencing project default which does not exist',
    },
    {
      what: 'a repository that the project does not permit',
      more: {
        project: { kind: 'found', project: { ...DEFAULT_PROJECT, sourceRepos: ['https://git.example.test/other'] } },
      },
      says: "application repo https://git.example.test/shop.git is not permitted in project 'default'",
    },
    {
      what: 'a destination that it does not permit',
      more: {
        project: {
          kind: 'found',
          project: { ...DEFAULT_PROJECT, destinations: [{ server: '*', name: '', namespace: 'team-*' }] },
        },
      },
      says: "application destination server 'https://kubernetes.default.svc' and namespace 'shop' do not match any of the allowed destinations in project 'default'",
    },
  ] as const)('$what', ({ more, says }) => {
    const verdict = judge({ desired: [config('settings')], live: [], status: recorded, more });
    expect(verdict).toMatchObject({
      sync: { status: 'Unknown', message: says },
      invalidSpec: true,
      conditions: [{ type: 'InvalidSpecError', message: says }],
    });
    expect(only(verdict).sync).toBe('Synced');
  });

  it('an application whose project nobody can read, where the controller refused it', () => {
    const more = { project: { kind: 'unknown', reason: 'forbidden' } } as const;
    const status = { conditions: [{ type: 'InvalidSpecError', message: 'project shop does not exist' }] };
    expect(judge({ desired: [config('settings')], live: [], status, more }).sync.status).toBe('Unknown');
    const other = judge({ desired: [config('settings')], live: [synced(config('settings'))], more });
    expect(other.sync.status).toBe('Synced');
    expect(other.limits).toEqual([
      'the project default could not be read, so that what it permits is not known: forbidden',
    ]);
  });

  it('a kind that the controller found denied by a project that nobody can read', () => {
    const more = { project: { kind: 'unknown', reason: 'forbidden' } } as const;
    const resources = [{ version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings', status: 'Unknown' }];
    const world = { desired: [config('settings')], live: [synced(config('settings'))], more };
    const denied = judge({ ...world, status: { sync: { status: 'OutOfSync' }, resources } });
    expect([only(denied).sync, denied.sync.status]).toEqual(['Unknown', 'OutOfSync']);
    // Where the whole comparison failed Unknown says nothing of a kind.
    const failed = judge({ ...world, status: { sync: { status: 'Unknown' }, resources } });
    expect(failed.sync.status).toBe('Synced');
  });

  it('anything while its settings cannot be read', () => {
    const verdict = judge({ desired: [], live: [], settings: { 'resource.exclusions': '- kinds: [' } });
    expect(verdict.sync.status).toBe('Unknown');
    expect(verdict.sync.message).toContain('resource.exclusions of argocd-cm is no valid YAML');
  });

  it('anything while a jq expression of any rule is no jq', () => {
    const more = { tools: { ...TOOLS, jqPaths: () => ({ kind: 'invalid', message: 'syntax error' }) as const } };
    const spec = { ignoreDifferences: [{ group: 'apps', kind: 'Deployment', jqPathExpressions: ['.a['] }] };
    const verdict = judge({ desired: [config('settings')], live: [synced(config('settings'))], spec, more });
    expect(verdict.sync.status).toBe('Unknown');
    expect(only(verdict).sync).toBe('Unknown');
    expect(verdict.conditions.map(({ type }) => type)).toEqual(['ComparisonError']);
  });
});

describe('what cannot be read', () => {
  it('makes its object Unknown, and the application where nothing else differs', () => {
    const unreadable = new Map([[refKey(refOf(config('settings'))), 'forbidden']]);
    const verdict = judge({ desired: [config('settings')], live: [], more: { unreadable } });
    expect(only(verdict)).toMatchObject({ sync: 'Unknown', reason: 'live could not be read: forbidden' });
    expect(verdict.sync.status).toBe('Unknown');
    const other = judge({ desired: [config('settings'), config('more')], live: [], more: { unreadable } });
    expect(other.sync.status).toBe('OutOfSync');
  });

  it('live without managedFields leaves open whether Git gave up a field', () => {
    const live = edited(synced(config('settings'), 'server'), ['metadata', 'managedFields'], undefined);
    const verdict = judge({ way: 'server', desired: [config('settings')], live: [live] });
    expect(only(verdict).sync).toBe('Unknown');
    const changed = edited(live, ['data', 'a'], '2');
    expect(judge({ way: 'server', desired: [config('settings')], live: [changed] }).sync.status).toBe('OutOfSync');
  });
});

describe('a Secret of a recording', () => {
  const login = thing('v1', 'Secret', 'login', { data: { user: 'c2hvcA==' }, stringData: { pass: 'word' } });
  const removed = { 'kubectl.kubernetes.io/last-applied-configuration': '(recorded: removed)' };
  const recorded = (words: JsonObject, annotations: JsonObject = {}): KubernetesObject => {
    const { stringData: _, ...live } = synced(login, 'server');
    const all = { ...(live.metadata.annotations as JsonObject), ...annotations };
    return { ...live, data: words, metadata: { ...live.metadata, annotations: all } } as KubernetesObject;
  };
  const equal = { user: '(recorded: equal to desired)', pass: '(recorded: equal to desired)' };

  it.each([
    { words: equal, annotations: removed, says: 'Synced' },
    { words: { ...equal, pass: '(recorded: different from desired)' }, annotations: removed, says: 'OutOfSync' },
    { words: { user: equal.user }, annotations: removed, says: 'OutOfSync' },
    { words: { ...equal, more: '(recorded: not in desired)' }, annotations: {}, says: 'Synced' },
    { words: { ...equal, more: '(recorded: not in desired)' }, annotations: removed, says: 'Unknown' },
    { words: { ...equal, pass: '(recorded: value left out)' }, annotations: {}, says: 'Unknown' },
  ])('with $words is $says', ({ words, annotations, says }) => {
    for (const way of ['client', 'server'] as const) {
      const verdict = judge({ way, desired: [login], live: [recorded(words, annotations)] });
      expect(only(verdict).sync).toBe(says);
    }
  });
});

it('reads the shipped exclusions where argocd-cm is silent, and its own where it is not', () => {
  const own = settingsOf({ 'resource.exclusions': '- kinds: [ConfigMap]\n' });
  expect(own.exclusions).toEqual([{ apiGroups: [], kinds: ['ConfigMap'], clusters: [] }]);
  const verdict = judge({
    settings: { 'resource.exclusions': '- kinds: [ConfigMap]\n' },
    desired: [config('a'), thing('v1', 'Endpoints', 'web')],
    live: [],
  });
  expect(verdict.resources.map(({ ref }) => ref.kind)).toEqual(['Endpoints']);
});
