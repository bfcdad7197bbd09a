import { beforeAll, describe, expect, inject, it } from 'vitest';
import { reconcileApplication } from './gitops/argo-cd.js';
import { ARGO_CD, FLUX, install } from './gitops/crds.js';
import { reconcileKustomization, reconcileRelease } from './gitops/flux.js';
import { hands, type Live } from './gitops/hands.js';
import { BROKEN, FIXED, planFrom, proves, type Scene, shellOf, stepsOf } from './gitops/plans.js';
import { type Shelf, shelf } from './gitops/workload.js';
import { world } from './scenarios/world.js';

const { gitdrift, namespace } = world('flux-plans');
const cluster = inject('cluster');
const at = hands(namespace, cluster);
const shell = shellOf(cluster);

const KUSTOMIZATION = 'kustomizations.kustomize.toolkit.fluxcd.io';
const HELM_RELEASE = 'helmreleases.helm.toolkit.fluxcd.io';

const kustomization = (name: string, more: object = {}): Live => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace },
  spec: {
    interval: '10m',
    path: `./${name}`,
    prune: true,
    sourceRef: { kind: 'GitRepository', name: 'flux-system' },
    ...more,
  },
});

const release = (name: string, more: object = {}): Live => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name, namespace },
  spec: {
    interval: '10m',
    chart: { spec: { chart: 'catalog', version: '1.x', sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
    ...more,
  },
});

function scene(git: Shelf, owners: readonly (readonly [string, string])[], round: () => Promise<void>): Scene {
  return {
    plan: async () =>
      planFrom(await gitdrift(['suspend-plan', `deployment/${git.name}`, '-n', namespace, '-o', 'json'])),
    hotfix: git.hotfix,
    image: git.liveImage,
    merge: git.merge,
    round,
    owners: () => Promise.all(owners.map(([kind, name]) => at.get(kind, name))),
  };
}

const suspended = (kind: string, name: string, kubectlAs: string): string =>
  `suspend ${kind} ${namespace}/${name}: flux as flux, kubectl as ${kubectlAs}`;

beforeAll(() => install([...ARGO_CD, ...FLUX]));

describe.concurrent('a Kustomization', () => {
  it('that nobody manages is suspended', async () => {
    const git = shelf(at, 'solo');
    await at.applyServerSide(kustomization('solo'), 'flux');
    const round = () => reconcileKustomization(at, 'solo', [git.manifest()]);
    await round();
    const plan = await proves(scene(git, [[KUSTOMIZATION, 'solo']], round), shell);
    expect(stepsOf(plan)).toEqual([suspended('Kustomization', 'solo', 'break-glass')]);
    expect(plan.steps[0]?.commands[0]?.command).toBe(`flux suspend kustomization solo -n ${namespace}`);
  });

  async function under(name: string, child: object) {
    const git = shelf(at, name);
    const root = `${name}-root`;
    await at.applyServerSide(kustomization(root), 'flux');
    const round = async () => {
      // Bootstrap: the root applies itself as well.
      await reconcileKustomization(at, root, [kustomization(root), kustomization(name, child)]);
      await reconcileKustomization(at, name, [git.manifest()]);
    };
    await round();
    const owners = [
      [KUSTOMIZATION, root],
      [KUSTOMIZATION, name],
    ] as const;
    return { git, round, plan: await proves(scene(git, owners, round), shell) };
  }

  it('of a parent that does not declare `suspend` is suspended alone, under a manager that the parent leaves alone', async () => {
    const { plan } = await under('undeclared', {});
    expect(stepsOf(plan)).toEqual([suspended('Kustomization', 'undeclared', 'flux-client-side-apply')]);
    expect(plan.nearer).toEqual([]);
    expect(plan.chain.roots.map(({ name }) => name)).toEqual(['undeclared-root']);
  });

  it('of a parent that declares `suspend` needs it suspended first, which cannot undo its own', async () => {
    const { plan } = await under('declared', { suspend: false });
    expect(plan.suspend.map(({ name }) => name)).toEqual(['declared-root', 'declared']);
    expect(plan.steps[0]?.why).toContain('applies itself: once it is off it cannot undo that');
  });

  it('is un-suspended by its parent where kubectl wrote under its own name', async () => {
    const git = shelf(at, 'plain');
    await at.applyServerSide(kustomization('plain-root'), 'flux');
    const round = async () => {
      await reconcileKustomization(at, 'plain-root', [kustomization('plain')]);
      await reconcileKustomization(at, 'plain', [git.manifest()]);
    };
    await round();
    await shell(`kubectl patch ${KUSTOMIZATION} plain -n ${namespace} --type merge -p '{"spec":{"suspend":true}}'`);
    await git.hotfix();
    await round();
    expect((await at.get(KUSTOMIZATION, 'plain')).spec.suspend).toBeUndefined();
    expect(await git.liveImage()).toBe(BROKEN);
  });

  it('leaves one object alone, and goes on with the others', async () => {
    const [git, other] = [shelf(at, 'one'), shelf(at, 'other')];
    await at.applyServerSide(kustomization('pair'), 'flux');
    const round = () => reconcileKustomization(at, 'pair', [git.manifest(), other.manifest()]);
    await round();
    const plan = planFrom(await gitdrift(['suspend-plan', 'deployment/one', '-n', namespace, '-o', 'json']));
    const [allowed = '', command = ''] =
      plan.otherWays.find(({ title }) => title === 'leave one object alone')?.commands ?? [];
    expect(await shell(allowed)).toBe('yes');
    await shell(command);
    await git.hotfix();
    await other.hotfix();
    await round();
    expect(await git.liveImage()).toBe(FIXED);
    expect(await other.liveImage()).toBe(BROKEN);
  });

  it('that applies an Application lets its switch stand', async () => {
    const git = shelf(at, 'argo');
    const app = `argo-${namespace.slice(-8)}`;
    const application: Live = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: app, namespace },
      spec: {
        project: 'default',
        source: { repoURL: 'https://git.example.com/team/shop.git', path: 'apps/shop' },
        destination: { server: 'https://kubernetes.default.svc', namespace },
        syncPolicy: { automated: { selfHeal: true } },
      },
    };
    await at.applyServerSide(kustomization('platform'), 'flux');
    const round = async () => {
      await reconcileKustomization(at, 'platform', [application]);
      await reconcileApplication(at, app, { revision: git.revision, objects: [git.manifest()] });
    };
    await round();
    const owners = [
      [KUSTOMIZATION, 'platform'],
      ['applications.argoproj.io', app],
    ] as const;
    const plan = await proves(scene(git, owners, round), shell);
    expect(stepsOf(plan)).toEqual([
      `switch automated sync of Application ${namespace}/${app} off: kubectl as flux-client-side-apply`,
    ]);
  });
});

describe.concurrent('a HelmRelease', () => {
  async function under(name: string, child: object) {
    const git = shelf(at, name);
    const root = `${name}-root`;
    await at.applyServerSide(kustomization(root), 'flux');
    const round = async () => {
      await reconcileKustomization(at, root, [release(name, child)]);
      await reconcileRelease(at, name, [git.manifest()]);
    };
    await round();
    const owners = [
      [KUSTOMIZATION, root],
      [HELM_RELEASE, name],
    ] as const;
    return { git, round, scene: scene(git, owners, round) };
  }
  const CORRECTS = { driftDetection: { mode: 'enabled' } };

  it('that corrects drift is suspended alone under a Kustomization that does not declare it', async () => {
    const made = await under('corrects', CORRECTS);
    const plan = await proves(made.scene, shell);
    expect(stepsOf(plan)).toEqual([suspended('HelmRelease', 'corrects', 'flux-client-side-apply')]);
    expect(plan.steps[0]?.commands[0]?.command).toBe(`flux suspend helmrelease corrects -n ${namespace}`);
  });

  it('that declares `suspend` needs its Kustomization suspended first', async () => {
    const made = await under('held', { ...CORRECTS, suspend: false });
    const plan = await proves(made.scene, shell);
    expect(plan.suspend.map(({ kind, name }) => `${kind}/${name}`)).toEqual([
      'Kustomization/held-root',
      'HelmRelease/held',
    ]);
  });

  it('that corrects nothing keeps a fix, and says until when', async () => {
    const made = await under('idle', {});
    await made.git.hotfix();
    await made.round();
    expect(await made.git.liveImage()).toBe(FIXED);
    const plan = await made.scene.plan();
    expect(plan.warnings).toContain(
      `HelmRelease ${namespace}/idle corrects nothing between two upgrades: suspending it keeps the next upgrade away`,
    );
  });
});
