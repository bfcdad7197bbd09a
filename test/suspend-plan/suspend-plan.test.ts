import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../src/config/policy/parse-policy.js';
import type { JsonObject } from '../../src/model/json.js';
import { type KubernetesObject, refText } from '../../src/model/resource.js';
import type { SuspendPlan } from '../../src/model/suspend-plan.js';
import {
  catalog,
  fluxLabels,
  kustomization,
  OF_SET,
  object,
  owns,
  platform,
  shop,
  shops,
  tracked,
} from '../gitops/chain/worlds.js';
import { scratch } from '../source/repositories.js';
import { planOf, runPlan } from './world.js';

const ENABLED = '{"spec":{"syncPolicy":{"automated":{"enabled":false}}}}';
const TRACKED_SET = {
  annotations: { 'argocd.argoproj.io/tracking-id': 'platform:argoproj.io/ApplicationSet:argocd/shops' },
};
const TRACKED_APP = {
  annotations: { 'argocd.argoproj.io/tracking-id': 'platform:argoproj.io/Application:argocd/shop' },
};

/** Step by step: what is done, and the commands with their managers. */
const steps = (plan: SuspendPlan): readonly string[] =>
  plan.steps.map(
    ({ does, onlyIf, commands }) =>
      `${onlyIf === undefined ? '' : 'perhaps '}${does}: ${commands.map(({ tool, manager }) => `${tool} as ${manager}`).join(', ')}`,
  );
const of = ({ suspend }: SuspendPlan): readonly string[] => suspend.map(refText);
const app = (...args: readonly KubernetesObject[]) => planOf([catalog, ...args], 'deploy/catalog', '-n', 'shop');

const setApplied = (manager: string, ...paths: readonly string[]): JsonObject => ({
  managedFields: [owns(manager, 'Apply', 'metadata.labels', ...paths)],
});

describe('an Application', () => {
  it('that stands alone is switched off', async () => {
    const plan = await app(shop());
    expect(steps(plan)).toEqual([
      'switch automated sync of Application argocd/shop off: kubectl as break-glass, argocd as argocd-server',
    ]);
    expect(plan.steps[0]?.commands[0]).toEqual({
      tool: 'kubectl',
      manager: 'break-glass',
      allowed: 'kubectl auth can-i patch applications.argoproj.io/shop -n argocd',
      command: `kubectl patch applications.argoproj.io shop -n argocd --type merge --field-manager=break-glass -p '${ENABLED}'`,
    });
    expect(plan.undo.steps[0]?.commands[0]?.command).toContain(
      `--type json --field-manager=break-glass -p '[{"op":"remove","path":"/spec/syncPolicy/automated/enabled"}]'`,
    );
    expect(plan.undo.steps[0]?.commands[1]?.command).toBe(
      'argocd app set argocd/shop --sync-policy automated --auto-prune --self-heal',
    );
    expect(plan.undo.warning).toContain('merge the fix into Git first');
    expect(plan.alsoStops).toMatchObject([{ objects: 1, applications: 0 }]);
  });

  it('by its own name, in any namespace', async () => {
    const plan = await planOf([shop()], 'shop');
    expect(refText(plan.resource)).toBe('Application argocd/shop');
    expect(of(plan)).toEqual(['Application argocd/shop']);
    expect(plan.alsoStops).toMatchObject([{ objects: 2 }]);
  });

  it('of an Argo CD without `enabled` loses its policy, and gets it back as it was', async () => {
    const crd = object(
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      '/applications.argoproj.io',
      {},
      {
        spec: {
          group: 'argoproj.io',
          scope: 'Namespaced',
          names: { kind: 'Application', plural: 'applications' },
          versions: [
            {
              name: 'v1alpha1',
              served: true,
              schema: {
                openAPIV3Schema: schema({
                  spec: schema({ syncPolicy: schema({ automated: schema({ prune: { type: 'boolean' } }) }) }),
                }),
              },
            },
          ],
        },
      },
    );
    const plan = await app(shop(), crd);
    expect(plan.steps[0]?.commands[0]?.command).toContain('{"spec":{"syncPolicy":{"automated":null}}}');
    expect(plan.undo.steps[0]?.commands[0]?.command).toContain('{"automated":{"prune":true,"selfHeal":true}}');
  });

  it.each<readonly [string, JsonObject, string]>([
    ['without automation', { syncPolicy: {} }, 'it has no automated sync policy'],
    ['that is off already', { syncPolicy: { automated: { enabled: false } } }, 'automated.enabled is false already'],
  ])('%s needs nothing', async (_, spec, why) => {
    const plan = await app(shop({}, spec));
    expect(plan.steps).toEqual([]);
    expect(plan.warnings.join('\n')).toContain(why);
    expect(plan.summary).toContain('nothing has to be suspended');
  });

  it('that applies itself cannot switch itself on again', async () => {
    const tracking = { 'argocd.argoproj.io/tracking-id': 'shop:argoproj.io/Application:argocd/shop' };
    const applied = JSON.stringify({ spec: { syncPolicy: { automated: { enabled: true } } } });
    const annotations = { ...tracking, 'kubectl.kubernetes.io/last-applied-configuration': applied };
    const plan = await app(shop({ annotations }));
    expect(of(plan)).toEqual(['Application argocd/shop']);
    expect(plan.steps[0]?.why).toContain('once it is off it cannot undo that');
  });

  it('of two with one name has to be told by its namespace', async () => {
    const other = { ...shop(), metadata: { name: 'shop', namespace: 'team' } };
    const run = await runPlan([shop(), other], ['shop']);
    expect(run).toMatchObject({ code: 2, err: expect.stringContaining('several Applications have that name') });
    expect(refText((await planOf([shop(), other], 'shop', '-n', 'team')).resource)).toBe('Application team/shop');
  });

  it('with a requested operation says so', async () => {
    const plan = await app({ ...shop(), operation: { sync: {} } });
    expect(plan.warnings.join('\n')).toContain('argocd app terminate-op argocd/shop');
  });
});

const schema = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

describe('a child of an ApplicationSet', () => {
  it('is exempted first, for the set puts it back in milliseconds', async () => {
    const plan = await app(shop(OF_SET), shops(), shop(OF_SET, {}, 'cart'));
    expect(steps(plan)).toEqual([
      'tell ApplicationSet argocd/shops to leave /spec/syncPolicy/automated of shop alone: kubectl as break-glass',
      'switch automated sync of Application argocd/shop off: kubectl as break-glass, argocd as argocd-server',
    ]);
    expect(plan.steps[0]?.commands[0]?.command).toContain(
      `-p '{"spec":{"ignoreApplicationDifferences":[{"name":"shop","jsonPointers":["/spec/syncPolicy/automated"]}]}}'`,
    );
    expect(plan.nearer[0]?.why).toContain('sets the whole spec of its children');
    // What is closest to the workload is resumed first.
    expect(plan.undo.steps.map(({ owner }) => owner.kind)).toEqual(['Application', 'ApplicationSet']);
    expect(plan.alsoStops[0]).toMatchObject({
      applications: 0,
      message: 'ApplicationSet argocd/shops goes on with its other Applications (1): cart',
    });
  });

  it('is appended to rules that are there already, and only its own rule goes again', async () => {
    const rules = [{ name: 'cart', jsonPointers: ['/spec/source'] }];
    const plan = await app(shop(OF_SET), shops({}, { ignoreApplicationDifferences: rules }));
    expect(plan.steps[0]?.commands[0]?.command).toContain('"path":"/spec/ignoreApplicationDifferences/-"');
    expect(plan.undo.steps[1]?.commands[0]?.command).toContain(
      '[{"op":"test","path":"/spec/ignoreApplicationDifferences/1/name","value":"shop"},{"op":"remove","path":"/spec/ignoreApplicationDifferences/1"}]',
    );
  });

  it.each<readonly [string, JsonObject]>([
    ['that is frozen', { syncPolicy: { applicationsSync: 'create-only' } }],
    ['that is frozen but for deletion', { syncPolicy: { applicationsSync: 'create-delete' } }],
    [
      'that ignores it for this child',
      { ignoreApplicationDifferences: [{ name: 'shop', jsonPointers: ['/spec/syncPolicy/automated'] }] },
    ],
    ['that ignores it for all', { ignoreApplicationDifferences: [{ jsonPointers: ['/spec/syncPolicy'] }] }],
  ])('%s needs no exception', async (_, spec) => {
    expect(of(await app(shop(OF_SET), shops({}, spec)))).toEqual(['Application argocd/shop']);
  });

  it.each<readonly [string, JsonObject]>([
    ['create-update', { syncPolicy: { applicationsSync: 'create-update' } }],
    [
      'another child',
      { ignoreApplicationDifferences: [{ name: 'cart', jsonPointers: ['/spec/syncPolicy/automated'] }] },
    ],
    ['another field', { ignoreApplicationDifferences: [{ jsonPointers: ['/spec/source'] }] }],
  ])('of a policy for %s does', async (_, spec) => {
    expect(of(await app(shop(OF_SET), shops({}, spec)))).toEqual([
      'ApplicationSet argocd/shops',
      'Application argocd/shop',
    ]);
  });

  it('whose set is rolled out in steps says that those start syncs', async () => {
    const plan = await app(shop(OF_SET), shops({}, { strategy: { type: 'RollingSync' } }));
    expect(plan.warnings.join('\n')).toContain('the RollingSync of ApplicationSet argocd/shops starts the syncs');
  });

  it('whose set has a parent Application that does not declare the rules needs nothing above', async () => {
    const applied = setApplied('argocd-controller', 'spec.template');
    const plan = await app(shop(OF_SET), shops({ ...TRACKED_SET, ...applied }), platform());
    expect(of(plan)).toEqual(['ApplicationSet argocd/shops', 'Application argocd/shop']);
    expect(plan.steps[0]?.why).toContain(
      'Application argocd/platform does not declare .spec.ignoreApplicationDifferences',
    );
  });

  it('whose set has a parent Application that declares them begins there', async () => {
    const applied = setApplied('argocd-controller', 'spec.ignoreApplicationDifferences');
    const plan = await app(shop(OF_SET), shops({ ...TRACKED_SET, ...applied }), platform());
    expect(of(plan)).toEqual(['Application argocd/platform', 'ApplicationSet argocd/shops', 'Application argocd/shop']);
    expect(plan.undo.steps.map(({ owner }) => owner.name)).toEqual(['shop', 'shops', 'platform']);
  });

  it('itself is switched off in its template', async () => {
    const plan = await planOf([shops(), shop(OF_SET)], 'appset/shops', '-n', 'argocd');
    expect(plan.steps[0]?.commands[0]?.command).toContain(`{"spec":{"template":${ENABLED}}}`);
    expect(plan.alsoStops).toMatchObject([{ applications: 1, message: expect.stringContaining('stops for 1: shop') }]);
  });
});

describe('a child of a parent Application', () => {
  const lastApplied = (spec: JsonObject): JsonObject => ({
    annotations: {
      ...TRACKED_APP.annotations,
      'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ spec }),
    },
  });
  const AUTOMATED = { syncPolicy: { automated: { selfHeal: true } } };

  it.each<readonly [string, JsonObject, JsonObject, readonly string[]]>([
    ['does not declare enabled (client-side)', lastApplied(AUTOMATED), {}, ['Application argocd/shop']],
    [
      'declares enabled (client-side)',
      lastApplied({ syncPolicy: { automated: { enabled: true } } }),
      {},
      ['Application argocd/platform', 'Application argocd/shop'],
    ],
    [
      'does not declare enabled (server-side)',
      { ...TRACKED_APP, ...setApplied('argocd-controller', 'spec.syncPolicy.automated.selfHeal') },
      {},
      ['Application argocd/shop'],
    ],
    [
      'declares enabled (server-side)',
      { ...TRACKED_APP, ...setApplied('argocd-controller', 'spec.syncPolicy.automated.enabled') },
      {},
      ['Application argocd/platform', 'Application argocd/shop'],
    ],
    [
      'replaces',
      lastApplied(AUTOMATED),
      { syncPolicy: { automated: { selfHeal: true }, syncOptions: ['Replace=true'] } },
      ['Application argocd/platform', 'Application argocd/shop'],
    ],
    [
      'does not sync by itself',
      lastApplied({ syncPolicy: { automated: { enabled: true } } }),
      { syncPolicy: {} },
      ['Application argocd/shop'],
    ],
  ])('that %s', async (_, metadata, spec, owners) => {
    expect(of(await app(shop(metadata), platform(spec)))).toEqual(owners);
  });

  it('cannot use the argocd command, which takes away what the parent declares', async () => {
    const plan = await app(shop(lastApplied(AUTOMATED)), platform());
    expect(steps(plan)).toEqual(['switch automated sync of Application argocd/shop off: kubectl as break-glass']);
    expect(plan.undo.steps[0]?.commands.map(({ tool }) => tool)).toEqual(['kubectl']);
  });

  it('of which nobody recorded what was applied has two cases', async () => {
    const plan = await app(shop(TRACKED_APP), platform());
    expect(steps(plan)).toEqual([
      'perhaps switch automated sync of Application argocd/platform off: kubectl as break-glass, argocd as argocd-server',
      'switch automated sync of Application argocd/shop off: kubectl as break-glass',
    ]);
    expect(plan.summary).toContain('(where that is needed)');
  });
});

describe('Flux', () => {
  const ofFlux = object('apps/v1', 'Deployment', 'shop/catalog', fluxLabels('apps'));
  const IN_APPS = [
    'shop_catalog_apps_Deployment',
    'shop_catalog__Service',
    'shop_cart_helm.toolkit.fluxcd.io_HelmRelease',
  ];
  const IN_ROOT = ['apps', 'flux-system'].map(
    (name) => `flux-system_${name}_kustomize.toolkit.fluxcd.io_Kustomization`,
  );
  const root = kustomization('flux-system', IN_ROOT, fluxLabels('flux-system'));
  const apps = (...declared: readonly string[]): KubernetesObject =>
    kustomization('apps', IN_APPS, {
      ...fluxLabels('flux-system'),
      ...setApplied('kustomize-controller', 'spec.interval', ...declared),
    });
  const flux = (...others: readonly KubernetesObject[]) => planOf([ofFlux, ...others], 'deploy/catalog', '-n', 'shop');

  it('suspends the Kustomization, under a manager that its parent leaves alone', async () => {
    const plan = await flux(apps(), root);
    expect(steps(plan)).toEqual([
      'suspend Kustomization flux-system/apps: flux as flux, kubectl as flux-client-side-apply',
    ]);
    expect(plan.steps[0]?.commands.map(({ command }) => command)).toEqual([
      'flux suspend kustomization apps -n flux-system',
      `kubectl patch kustomizations.kustomize.toolkit.fluxcd.io apps -n flux-system --type merge --field-manager=flux-client-side-apply -p '{"spec":{"suspend":true}}'`,
    ]);
    expect(plan.alsoStops).toMatchObject([{ objects: 2, applications: 1 }]);
    expect(plan.otherWays.map(({ title }) => title)).toContain('leave one object alone');
    expect(plan.verify[0]?.command).toBe(
      'gitdrift diff --kustomization flux-system/apps --resource Deployment/shop/catalog --watch 30s',
    );
  });

  it('begins with the parent that declares suspend; the root cannot undo its own', async () => {
    const plan = await flux(apps('spec.suspend'), root);
    expect(of(plan)).toEqual(['Kustomization flux-system/flux-system', 'Kustomization flux-system/apps']);
    expect(plan.steps[0]?.why).toContain('applies itself: once it is off it cannot undo that');
  });

  it('pauses a FluxInstance, which takes over what flux wrote', async () => {
    const marks = fluxLabels('flux-system').labels as JsonObject;
    const operated = kustomization('flux-system', IN_ROOT, {
      labels: { ...marks, 'fluxcd.controlplane.io/name': 'flux', 'fluxcd.controlplane.io/namespace': 'flux-system' },
    });
    const instance = object(
      'fluxcd.controlplane.io/v1',
      'FluxInstance',
      'flux-system/flux',
      {},
      {
        spec: {},
        status: { inventory: { entries: IN_ROOT.map((id) => ({ id, v: 'v1' })) } },
      },
    );
    const plan = await planOf([operated, instance], 'ks/flux-system', '-n', 'flux-system');
    expect(of(plan)).toEqual(['FluxInstance flux-system/flux', 'Kustomization flux-system/flux-system']);
    expect(plan.steps[0]?.commands[0]?.command).toContain(
      '{"metadata":{"annotations":{"fluxcd.controlplane.io/reconcile":"disabled"}}}',
    );
  });

  it('an Application that a Kustomization applies is switched off under a manager of its own', async () => {
    const id = 'argocd_shop_argoproj.io_Application';
    const metadata = {
      ...fluxLabels('apps'),
      ...setApplied('kustomize-controller', 'spec.syncPolicy.automated.selfHeal'),
    };
    const plan = await app(shop(metadata), kustomization('apps', [id]));
    expect(steps(plan)).toEqual([
      'switch automated sync of Application argocd/shop off: kubectl as flux-client-side-apply',
    ]);
  });

  it('a HelmRelease that corrects nothing between upgrades says so', async () => {
    const helmed = object('apps/v1', 'Deployment', 'shop/catalog', {
      labels: { 'helm.toolkit.fluxcd.io/name': 'catalog', 'helm.toolkit.fluxcd.io/namespace': 'shop' },
      annotations: { 'meta.helm.sh/release-name': 'catalog', 'meta.helm.sh/release-namespace': 'shop' },
    });
    const release = object(
      'helm.toolkit.fluxcd.io/v2',
      'HelmRelease',
      'shop/catalog',
      {},
      {
        spec: { interval: '1h' },
        status: { history: [{ name: 'catalog', namespace: 'shop' }] },
      },
    );
    const plan = await planOf([helmed, release], 'deploy/catalog', '-n', 'shop');
    expect(steps(plan)).toEqual(['suspend HelmRelease shop/catalog: flux as flux, kubectl as break-glass']);
    expect(plan.warnings.join('\n')).toContain('corrects nothing between two upgrades');
  });
});

describe('what is no GitOps owner', () => {
  it('an operator is named, with the object that Git holds', async () => {
    const made = object('apps/v1', 'ReplicaSet', 'shop/catalog-6d4', {
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'Deployment', name: 'catalog', uid: 'uid-catalog', controller: true },
      ],
    });
    const plan = await planOf([made, catalog, shop()], 'rs/catalog-6d4', '-n', 'shop');
    expect(of(plan)).toEqual(['Application argocd/shop']);
    expect(plan.warnings[0]).toContain('make the change in Deployment shop/catalog');
  });

  it('nothing at all', async () => {
    const plan = await planOf([object('apps/v1', 'Deployment', 'shop/lonely')], 'deploy/lonely', '-n', 'shop');
    expect(plan).toMatchObject({ steps: [], summary: expect.stringContaining('there is nothing to suspend') });
  });

  it('an Application of another cluster', async () => {
    const plan = await app();
    expect(plan.steps).toEqual([]);
    expect(plan.warnings[0]).toContain('where Argo CD runs in another cluster, ask there');
  });
});

describe('Config Sync', () => {
  const MARKS = {
    'configmanagement.gke.io/managed': 'enabled',
    'configsync.gke.io/resource-id': 'apps_deployment_shop_catalog',
    'configsync.gke.io/manager': ':root',
  };
  const synced = (annotations: JsonObject): KubernetesObject =>
    object('apps/v1', 'Deployment', 'shop/catalog', { annotations: { ...MARKS, ...annotations } });
  const root = object('configsync.gke.io/v1beta1', 'RootSync', 'config-management-system/root-sync');

  it('is the root, puts back at once, and is stopped as a whole', async () => {
    const plan = await planOf([synced({}), root], 'deploy/catalog', '-n', 'shop');
    expect(plan.chain.roots.map(refText)).toEqual(['RootSync config-management-system/root-sync']);
    expect(plan.steps).toEqual([]);
    expect(plan.summary).toBe(
      'RootSync config-management-system/root-sync puts a change of Deployment shop/catalog back, and cannot be suspended for one object',
    );
    expect(plan.otherWays.map(({ title }) => title)).toEqual(['approve the fix in Git', 'stop Config Sync']);
  });

  it.each([
    [':root_platform', 'RootSync config-management-system/platform'],
    ['shop', 'RepoSync shop/repo-sync'],
    ['shop_catalog', 'RepoSync shop/catalog'],
  ])('%s names %s, also where it cannot be read', async (manager, owner) => {
    const plan = await planOf([synced({ 'configsync.gke.io/manager': manager })], 'deploy/catalog', '-n', 'shop');
    expect(plan.chain.links.map(({ parent }) => refText(parent))).toEqual([owner]);
    expect(plan.chain.links[0]?.doubt).toContain('not among the saved objects');
  });

  it.each<readonly [string, JsonObject]>([
    ['are another object’s', { 'configsync.gke.io/resource-id': 'apps_deployment_shop_cart' }],
    ['say that it is not managed', { 'configmanagement.gke.io/managed': 'disabled' }],
  ])('does not own what its marks %s', async (_, annotations) => {
    expect((await planOf([synced(annotations), root], 'deploy/catalog', '-n', 'shop')).chain.links).toEqual([]);
  });

  it.each([
    ['{"f:spec":{"f:interval":{}}}', ['Kustomization flux-system/apps'], 'does not declare .spec.suspend'],
    ['{"f:spec":{"f:suspend":{}}}', ['Kustomization flux-system/apps'], 'Config Sync has no field that suspends'],
  ])('that declares %s of a Kustomization', async (declared, owners, said) => {
    const apps = kustomization('apps', ['shop_catalog_apps_Deployment'], {
      annotations: {
        ...MARKS,
        'configsync.gke.io/resource-id': 'kustomize.toolkit.fluxcd.io_kustomization_flux-system_apps',
        'configsync.gke.io/declared-fields': declared,
      },
    });
    const workload = object('apps/v1', 'Deployment', 'shop/catalog', fluxLabels('apps'));
    const plan = await planOf([workload, apps, root], 'deploy/catalog', '-n', 'shop');
    expect(of(plan)).toEqual(owners);
    expect(JSON.stringify(plan)).toContain(said);
  });
});

describe('what acts only when it is run', () => {
  it.each([
    ['Terraform', 'Terraform apply'],
    ['HashiCorp', 'Terraform apply'],
    ['pulumi-kubernetes', 'Pulumi up'],
    ['pulumi-kubernetes-8d3a11ce', 'Pulumi up'],
  ])('%s is the root, and holding it back isolates the release path', async (manager, root) => {
    const made = object('apps/v1', 'Deployment', 'shop/catalog', { managedFields: [owns(manager, 'Apply', 'spec')] });
    const plan = await planOf([made], 'deploy/catalog', '-n', 'shop');
    expect(plan.chain.roots.map(refText)).toEqual([root]);
    expect(plan.summary).toContain(`only ${root}, which acts when it is run`);
    expect(plan.otherWays.map(({ title }) => title)).toEqual(['approve the fix in Git', 'isolate the release path']);
    expect(plan.otherWays[1]?.message).toContain(`hold ${root} back`);
  });

  it('Terraform beside an Application needs nothing more than the Application', async () => {
    const both = { ...catalog, metadata: { ...catalog.metadata, managedFields: [owns('Terraform', 'Apply', 'spec')] } };
    const plan = await planOf([both, shop()], 'deploy/catalog', '-n', 'shop');
    expect(of(plan)).toEqual(['Application argocd/shop']);
    expect(plan.warnings[0]).toContain('Terraform apply: nothing reconciles it');
  });

  it('a manager of GitOps without a mark is said', async () => {
    const made = object('apps/v1', 'Deployment', 'shop/catalog', { managedFields: [owns('agentk', 'Apply', 'spec')] });
    const plan = await planOf([made], 'deploy/catalog', '-n', 'shop');
    expect(plan.warnings[0]).toContain('something applies Deployment shop/catalog all the same');
  });
});

describe('a sync window', () => {
  const project = (window: JsonObject): KubernetesObject =>
    object('argoproj.io/v1alpha1', 'AppProject', 'argocd/default', {}, { spec: { syncWindows: [window] } });
  const DENY = { kind: 'deny', applications: ['shop'], duration: '24h' };

  it.each([
    ['* * * * *', 'a change stays while it is, and is set back after that'],
    ['0 9 30 11 *', 'a change stays until 2026-12-01T09:00:00.000Z'],
  ])('that is shut (%s) is said, with its end', async (schedule, said) => {
    const plan = await planOf([catalog, shop(), project({ ...DENY, schedule })], 'deploy/catalog', '-n', 'shop');
    expect(plan.warnings[0]).toMatch(/^no sync of Application argocd\/shop starts now: the sync window \(deny/);
    expect(plan.warnings[0]).toContain(said);
    expect(of(plan)).toEqual(['Application argocd/shop']);
  });

  it('that is over says nothing', async () => {
    const window = { ...DENY, schedule: '0 9 1 1 *' };
    const plan = await planOf([catalog, shop(), project(window)], 'deploy/catalog', '-n', 'shop');
    expect(plan.warnings.join()).not.toContain('window (');
  });
});

describe('an ApplicationSet as a whole', () => {
  const undone = async (spec: JsonObject): Promise<string> => {
    const plan = await planOf([shops({}, spec)], 'appset/shops', '-n', 'argocd');
    return plan.undo.steps[0]?.commands[0]?.command.replace(/.* -p /, '') ?? plan.warnings.join();
  };
  const template = (syncPolicy: JsonObject): JsonObject => ({ template: { spec: { syncPolicy } } });

  it('gets back what its template said, and no automation that it did not have', async () => {
    expect(await undone({})).toBe(`'[{"op":"remove","path":"/spec/template/spec/syncPolicy/automated/enabled"}]'`);
    expect(await undone(template({ automated: { enabled: true } }))).toContain('"op":"add"');
    expect(await undone({ ...template({}), templatePatch: 'spec: {}' })).toBe(
      `'[{"op":"remove","path":"/spec/template/spec/syncPolicy/automated"}]'`,
    );
    expect(await undone(template({}))).toContain('its template has no automated sync policy');
  });
});

describe('the record to keep', () => {
  it('holds what was changed by hand, and no value of a Secret', async () => {
    const changed = {
      ...catalog,
      metadata: { ...catalog.metadata, managedFields: [owns('kubectl-patch', 'Update', 'spec.replicas')] },
    };
    expect((await app(shop())).override).toContain("path: ''");
    const plan = await planOf([changed, shop()], 'deploy/catalog', '-n', 'shop');
    expect(plan.override).toContain('path: ".spec.replicas"\n    value: 3\n');
    const secret = object(
      'v1',
      'Secret',
      'shop/db',
      { managedFields: [owns('kubectl-patch', 'Update', 'data.password')] },
      {
        data: { password: 'aHVudGVyMg==' },
      },
    );
    const kept = (await planOf([secret], 'secret/db', '-n', 'shop')).override;
    expect(kept).toContain('path: ".data.password"\n    reason');
    expect(kept).not.toContain('aHVudGVyMg==');
  });

  it('holds nothing of the status of an object that was created by hand', async () => {
    const fields = ['spec.replicas', 'status.replicas', 'status'];
    const made = {
      ...catalog,
      metadata: { ...catalog.metadata, managedFields: [owns('kubectl-create', 'Update', ...fields)] },
      status: { replicas: 3 },
    };
    const { override } = await planOf([made, shop()], 'deploy/catalog', '-n', 'shop');
    expect(override).toContain('path: ".spec.replicas"');
    expect(override).not.toContain('.status');
  });

  it('is what the policy file takes once the reason is filled in', async () => {
    const fields = ['spec.replicas', 'spec.selector'];
    const changed = {
      ...catalog,
      metadata: { ...catalog.metadata, managedFields: [owns('kubectl-edit', 'Update', ...fields)] },
      spec: { replicas: 3, selector: { matchLabels: { 'app.kubernetes.io/name': 'no' } } },
    };
    const { override } = await planOf([changed, shop()], 'deploy/catalog', '-n', 'shop');
    const text = override.replaceAll("reason: ''", "reason: 'the shop is down'");
    const { overrides } = parsePolicy(`apiVersion: gitdrift.io/v1\n${text}`, 'gitdrift.yaml');
    expect(overrides).toMatchObject([
      { resource: { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'catalog' }, path: '.spec.replicas' },
      { path: '.spec.selector.matchLabels["app.kubernetes.io/name"]', value: 'no', until: '2026-12-01T12:00:00Z' },
    ]);
  });

  it('names the object that Git holds, where an operator makes the one that was asked for', async () => {
    const storefront = object(
      'shop.example.com/v1',
      'Storefront',
      'shop/web',
      {
        ...tracked('shop:shop.example.com/Storefront:shop/web'),
        managedFields: [owns('kubectl-edit', 'Update', 'spec.image')],
      },
      { spec: { image: 'hotfix' } },
    );
    const owner = {
      apiVersion: 'shop.example.com/v1',
      kind: 'Storefront',
      name: 'web',
      uid: 'uid-web',
      controller: true,
    };
    const made = object('apps/v1', 'Deployment', 'shop/web', { ownerReferences: [owner] });
    const plan = await planOf([made, storefront, shop()], 'deploy/web', '-n', 'shop');
    expect(plan.override).toContain(
      'kind: Storefront, namespace: shop, name: web}\n    path: ".spec.image"\n    value: hotfix\n',
    );
    expect(plan.otherWays[0]?.commands[0]).toBe('gitdrift adopt storefront/web FIELD-PATH PATH -n shop');
    expect(plan.verify[0]?.command).toContain('--resource Storefront/shop/web');
  });
});

describe('names in a shell', () => {
  it('stay one word each, whatever they hold', async () => {
    const name = "it's $(touch pwned); `id`";
    const odd = shop({}, { project: "team's" }, name);
    const folder = scratch({});
    mkdirSync(join(folder, 'bin'));
    for (const tool of ['kubectl', 'argocd']) {
      writeFileSync(join(folder, 'bin', tool), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    }
    const plan = await planOf([odd], name);
    const commands = [...plan.steps, ...plan.undo.steps].flatMap((step) =>
      step.commands.flatMap((one) => [one.allowed, one.command]),
    );
    expect(commands.length).toBeGreaterThan(4);
    for (const command of commands) {
      const words = execFileSync('/bin/sh', ['-c', command], {
        cwd: folder,
        env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` },
        encoding: 'utf8',
      });
      expect(words.split('\n').some((word) => word.includes(name))).toBe(true);
    }
  });
});

describe('the command line', () => {
  it.each<readonly [readonly string[], number, string]>([
    [['shop'], 0, ''],
    [['nowhere'], 2, 'Application nowhere of the saved objects'],
    [['deploy/nowhere', '-n', 'shop'], 2, 'Deployment shop/nowhere of the saved objects'],
    [['a/b/c/d'], 2, 'names no application and no object'],
    [['deploy/'], 2, 'names no application and no object'],
    [['frobnicator/x'], 2, 'no kind is named'],
  ])('%j exits %i', async (args, code, err) => {
    const run = await runPlan([catalog, shop()], args);
    expect(run.code).toBe(code);
    expect(run.err).toContain(err);
  });

  it.each([
    ['wide', undefined],
    ['narrow', 60],
  ] as const)('prints the plan, %s', async (name, columns) => {
    const applied = setApplied('argocd-controller', 'spec.template');
    const world = [catalog, shop(OF_SET), shops({ ...TRACKED_SET, ...applied }), platform()];
    const { out, code } = await runPlan(
      world,
      ['deploy/catalog', '-n', 'shop'],
      columns === undefined ? {} : { columns },
    );
    expect(code).toBe(0);
    const text = out.replace(/\S+\/live\.json/, 'live.json');
    await expect(`$ gitdrift suspend-plan deploy/catalog -n shop\n${text}(exit ${code})\n`).toMatchFileSnapshot(
      `transcripts/application-set-${name}.txt`,
    );
  });
});
