import { beforeAll, describe, expect, inject, it } from 'vitest';
import { parsePolicy } from '../../src/config/policy/parse-policy.js';
import { refText } from '../../src/model/resource.js';
import type { SuspendPlan } from '../../src/model/suspend-plan.js';
import { reconcileApplication } from './gitops/argo-cd.js';
import { ARGO_CD, FLUX, install, STOREFRONTS } from './gitops/crds.js';
import { reconcileKustomization } from './gitops/flux.js';
import { hands, type Live } from './gitops/hands.js';
import { BROKEN, FIXED, planFrom, readBack, settled, shellOf } from './gitops/plans.js';
import { shelf } from './gitops/workload.js';
import { world } from './scenarios/world.js';

const { gitdrift, namespace } = world('around-plans');
const cluster = inject('cluster');
const at = hands(namespace, cluster);
const shell = shellOf(cluster);
const suffix = namespace.slice(-8);

const application = (name: string, more: object = {}): Live => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: `${name}-${suffix}`, namespace },
  spec: {
    project: 'default',
    source: { repoURL: 'https://git.example.com/team/shop.git', path: 'apps/shop', targetRevision: 'main' },
    destination: { server: 'https://kubernetes.default.svc', namespace },
    syncPolicy: { automated: { selfHeal: true } },
    ...more,
  },
});

const planFor = async (...args: readonly string[]): Promise<SuspendPlan> =>
  planFrom(await gitdrift(['suspend-plan', ...args, '-n', namespace, '-o', 'json']));

/** Does a way out by its kubectl commands, and reads back; or undoes it. */
async function take(plan: SuspendPlan, title: string, which: 'do' | 'undo'): Promise<void> {
  const way = plan.otherWays.find((one) => one.title === title);
  const [allowed = '', command = ''] = (which === 'do' ? way?.commands : way?.undo) ?? [];
  const check = which === 'do' ? way?.readBack : way?.undone;
  if (check === undefined) throw new Error(`${title} has no check`);
  expect(await shell(allowed)).toBe('yes');
  await shell(command);
  await readBack(check, shell);
}

beforeAll(() => install([...ARGO_CD, ...FLUX, ...STOREFRONTS]));

describe.concurrent('what else decides whether a change stays', () => {
  it('a sync window that is shut keeps self-heal away, and the plan says so', async () => {
    const git = shelf(at, 'windowed');
    const app = application('windowed', { project: 'closed' });
    const { name } = app.metadata;
    await at.create(app, 'kubectl-create');
    await reconcileApplication(at, name, { revision: git.revision, objects: [git.manifest()] });
    const windows = [{ kind: 'deny', schedule: '* * * * *', duration: '24h', applications: [name], manualSync: true }];
    const project = { apiVersion: 'argoproj.io/v1alpha1', kind: 'AppProject', metadata: { name: 'closed', namespace } };
    await at.create({ ...project, spec: { syncWindows: windows } }, 'argocd-server');
    await git.hotfix();
    await reconcileApplication(at, name, { revision: git.revision, objects: [git.manifest()] });
    expect(await git.liveImage()).toBe(FIXED);
    const plan = await planFor('deployment/windowed');
    expect(plan.warnings[0]).toBe(
      `no sync of Application ${namespace}/${name} starts now, but for one by hand: the sync window (deny "* * * * *" for 24h) is active (AppProject closed); a change stays while it is, and is set back after that unless the steps are done`,
    );
    expect(plan.steps).toHaveLength(1);
  });

  it('an operator sets back what it makes, whoever is suspended; the object that Git holds keeps the change', async () => {
    const app = application('operated');
    const { name } = app.metadata;
    const storefront = {
      apiVersion: 'shop.example.com/v1',
      kind: 'Storefront',
      metadata: { name: 'operated', namespace },
      spec: { image: BROKEN },
    };
    const git = { revision: 'a'.repeat(40), objects: [storefront] };
    const made = shelf(at, 'operated');
    const operator = async (): Promise<void> => {
      const { metadata, spec } = await at.get('storefront', 'operated');
      made.image = spec.image;
      const owner = { apiVersion: 'shop.example.com/v1', kind: 'Storefront', name: 'operated', uid: metadata.uid };
      const manifest = made.manifest();
      const ownerReferences = [{ ...owner, controller: true, blockOwnerDeletion: true }];
      await at.applyServerSide(
        { ...manifest, metadata: { ...manifest.metadata, ownerReferences } },
        'storefront-operator',
      );
    };
    const round = async (): Promise<void> => {
      await reconcileApplication(at, name, git);
      await operator();
    };
    await at.create(app, 'kubectl-create');
    await round();

    const plan = await planFor('deployment/operated');
    expect(plan.chain.links.map(({ child, parent }) => `${refText(child)} < ${refText(parent)}`)).toEqual([
      `Deployment ${namespace}/operated < Storefront ${namespace}/operated`,
      `Storefront ${namespace}/operated < Application ${namespace}/${name}`,
    ]);
    expect(plan.warnings[0]).toContain(`make the change in Storefront ${namespace}/operated`);
    for (const { commands } of plan.steps) await shell(commands[0]?.command ?? '');
    await made.hotfix();
    await round();
    expect(await made.liveImage()).toBe(BROKEN);

    await at.patch('storefront', 'operated', { spec: { image: FIXED } }, 'kubectl-edit');
    await round();
    expect(await made.liveImage()).toBe(FIXED);
    const { override } = await planFor('deployment/operated');
    const filled = override.replace("reason: ''", 'reason: the shop is down');
    expect(parsePolicy(`apiVersion: gitdrift.io/v1\n${filled}`, 'gitdrift.yaml').overrides).toMatchObject([
      { resource: { kind: 'Storefront', name: 'operated' }, path: '.spec.image', value: FIXED },
    ]);
  });

  it('Helm alone reconciles nothing', async () => {
    const git = shelf(at, 'helmed');
    const manifest = git.manifest();
    const annotations = { 'meta.helm.sh/release-name': 'helmed', 'meta.helm.sh/release-namespace': namespace };
    const labels = { 'app.kubernetes.io/managed-by': 'Helm' };
    await at.create({ ...manifest, metadata: { ...manifest.metadata, annotations, labels } }, 'helm');
    await git.hotfix();
    const plan = await planFor('deployment/helmed');
    expect(plan.steps).toEqual([]);
    expect(plan.chain.roots.map(refText)).toEqual([`Helm release ${namespace}/helmed`]);
    expect(plan.warnings[0]).toBe(
      `Helm release ${namespace}/helmed: Helm reconciles nothing; the next helm upgrade of it sets the object back`,
    );
    expect(plan.otherWays.map(({ title }) => title)).toEqual(['approve the fix in Git', 'isolate the release path']);
  });

  it('nobody', async () => {
    const git = shelf(at, 'orphan');
    await at.create(git.manifest(), 'kubectl-create');
    await git.hotfix();
    const plan = await planFor('deployment/orphan');
    expect(plan).toMatchObject({ steps: [], chain: { links: [] }, warnings: [] });
    expect(plan.summary).toBe(
      `no Argo CD or Flux object was found that applies Deployment ${namespace}/orphan: there is nothing to suspend`,
    );
    expect(plan.override).toContain(
      `path: ".spec.template.spec.containers[name=\\"web\\"].image"\n    value: "${FIXED}"`,
    );
  });

  it('replicas that nobody owns are in the record where an audit log proves who set them', async () => {
    const git = shelf(at, 'scaled');
    const manifest = git.manifest();
    const { replicas: _replicas, ...spec } = manifest.spec;
    await at.applyServerSide({ ...manifest, spec }, 'argocd-controller');
    await at.kubectl(['scale', 'deployment/scaled', '--replicas=3']);
    expect((await planFor('deployment/scaled')).override).not.toContain('replicas');
    if (cluster.auditLog === undefined) return;
    const plan = await planFor('deployment/scaled', '--audit-log', cluster.auditLog);
    expect(plan.override).toContain('path: ".spec.replicas"\n    value: 3\n');
  });
});

describe.concurrent('isolating the release path', () => {
  it.each([
    ['one source', { source: { repoURL: 'https://git.example.com/team/shop.git', path: '.', targetRevision: 'main' } }],
    ['a source that names no revision', { source: { repoURL: 'https://git.example.com/team/shop.git', path: '.' } }],
  ])('pins an Application of %s to what is deployed, and lets it go again', async (_, spec) => {
    const stem = `pin-${'targetRevision' in spec.source ? 'named' : 'head'}`;
    const git = shelf(at, stem);
    const app = application(stem, spec);
    const { name } = app.metadata;
    await at.create(app, 'kubectl-create');
    await reconcileApplication(at, name, { revision: git.revision, objects: [git.manifest()] });
    const before = settled(await at.get('application', name));
    const plan = await planFor(`deployment/${stem}`);
    await take(plan, 'isolate the release path', 'do');
    expect((await at.get('application', name)).spec.source.targetRevision).toBe(git.revision);
    await take(plan, 'isolate the release path', 'undo');
    expect(settled(await at.get('application', name))).toEqual(before);
  });

  it('pins all sources of an Application', async () => {
    const sources = [
      { repoURL: 'https://charts.example.com', chart: 'catalog', targetRevision: '1.x' },
      { repoURL: 'https://git.example.com/team/values.git', ref: 'values' },
    ];
    const app = application('pin-many', { source: undefined, sources });
    const { name } = app.metadata;
    await at.create(app, 'kubectl-create');
    const syncResult = { revisions: ['1.4.2', 'c'.repeat(40)] };
    const status = { operationState: { phase: 'Succeeded', syncResult } };
    await at.patch('application', name, { status }, 'argocd-application-controller');
    const before = settled(await at.get('application', name));
    const plan = await planFor(name);
    await take(plan, 'isolate the release path', 'do');
    const pinned: readonly Live[] = (await at.get('application', name)).spec.sources;
    expect(pinned.map(({ targetRevision }) => targetRevision)).toEqual(syncResult.revisions);
    await take(plan, 'isolate the release path', 'undo');
    expect(settled(await at.get('application', name))).toEqual(before);
  });

  it('pins the source of a Kustomization where nothing declares it, and leaves one object alone', async () => {
    const git = shelf(at, 'sourced');
    const source = {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'shop', namespace },
      spec: { interval: '1m', url: 'https://git.example.com/team/shop.git', ref: { branch: 'main' } },
    };
    const kustomization = {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'sourced', namespace },
      spec: { interval: '10m', path: './', prune: true, sourceRef: { kind: 'GitRepository', name: 'shop' } },
    };
    await at.create(source, 'flux');
    await at.create(kustomization, 'flux');
    const round = () => reconcileKustomization(at, 'sourced', [git.manifest()]);
    await round();
    const objects = async () => [
      settled(await at.get('gitrepository', 'shop')),
      settled(await at.get('deployment', 'sourced')),
    ];
    const before = await objects();
    const plan = await planFor('deployment/sourced');
    await take(plan, 'isolate the release path', 'do');
    expect((await at.get('gitrepository', 'shop')).spec.ref).toEqual({
      commit: '4f2c1f0a9f6d4a6f9c7f2d1e8b3a5c6d7e8f9a0b',
    });
    await take(plan, 'isolate the release path', 'undo');

    await take(plan, 'leave one object alone', 'do');
    await git.hotfix();
    await round();
    expect(await git.liveImage()).toBe(FIXED);
    await take(plan, 'leave one object alone', 'undo');
    await round();
    expect(await git.liveImage()).toBe(BROKEN);
    const [repository, deployment] = await objects();
    expect(repository).toEqual(before[0]);
    expect(deployment.spec).toEqual(before[1].spec);
  });
});
