import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { refText } from '../../src/model/resource.js';
import { kubectlOk } from '../controlplane/kubectl.js';
import { type ControlPlane, startControlPlane } from '../controlplane/start.js';
import { reconcileApplication, reconcileSet, tracked } from './gitops/argo-cd.js';
import { ARGO_CD, install, OLD_ARGO_CD } from './gitops/crds.js';
import { type Hands, hands, type Live } from './gitops/hands.js';
import { planFrom, proves, type Scene, shellOf, stepsOf } from './gitops/plans.js';
import { shelf } from './gitops/workload.js';
import { world } from './scenarios/world.js';

const { folder, gitdrift, namespace } = world('two-clusters');
const cluster = inject('cluster');
const home = hands(namespace, cluster);
const suffix = namespace.slice(-8);
const SERVER = 'https://prod.example.com:6443';

let plane: ControlPlane;
let far: Hands;
/** A kubeconfig with a context for each cluster; the current one is that of Argo CD. */
let kubeconfig: string;

const application = (name: string, server: string): Live => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace },
  spec: {
    project: 'default',
    source: { repoURL: 'https://git.example.com/team/shop.git', path: 'apps/shop', targetRevision: 'main' },
    destination: { server, namespace },
    syncPolicy: { automated: { prune: true, selfHeal: true } },
  },
});

const ours = inject('cluster').controlplane !== undefined;

describe.skipIf(!ours)('beside the cluster of Argo CD', () => {
  beforeAll(async () => {
    plane = await startControlPlane();
    far = hands(namespace, { kubeconfig: plane.kubeconfig, kubectl: cluster.kubectl });
    const as = { kubeconfig: plane.kubeconfig, program: cluster.kubectl };
    await Promise.all([
      install(ARGO_CD),
      install(OLD_ARGO_CD, { kubeconfig: plane.kubeconfig, kubectl: cluster.kubectl }),
      kubectlOk(['create', 'namespace', namespace], as),
    ]);
    const config = async (file: string): Promise<Live> =>
      JSON.parse(
        await kubectlOk(['config', 'view', '--raw', '--flatten', '--minify', '-o', 'json'], {
          kubeconfig: file,
          program: cluster.kubectl,
        }),
      );
    const [near, there] = await Promise.all([config(cluster.kubeconfig), config(plane.kubeconfig)]);
    near.clusters.push({ name: 'prod', cluster: there.clusters[0].cluster });
    near.users.push({ name: 'prod', user: there.users[0].user });
    near.contexts.push({ name: 'prod', context: { cluster: 'prod', user: 'prod' } });
    near.clusters.push({ name: 'gone', cluster: { server: 'https://127.0.0.1:1' } });
    near.contexts.push({ name: 'gone', context: { cluster: 'gone', user: 'prod' } });
    kubeconfig = `${folder({ config: JSON.stringify(near) })}/config`;
    expect(readFileSync(kubeconfig, 'utf8')).toContain('"prod"');
  });
  afterAll(() => plane?.stop());

  const plan = (...args: readonly string[]) =>
    gitdrift(['suspend-plan', 'deployment/catalog', '-n', namespace, ...args, '-o', 'json'], { kubeconfig });

  it('a workload is found through the Application that deploys it, and suspended where that is', async () => {
    const git = shelf(far, 'catalog');
    const app = `catalog-${suffix}`;
    await home.create(application(app, SERVER), 'kubectl-create');
    // The controller writes its status here, and its objects there.
    const both: Hands = { ...home, applyClientSide: far.applyClientSide };
    const round = () => reconcileApplication(both, app, { revision: git.revision, objects: [git.manifest()] });
    await round();
    const scene: Scene = {
      plan: async () => planFrom(await plan('--context-for', `${SERVER}=prod`)),
      hotfix: git.hotfix,
      image: git.liveImage,
      round: async () => {
        await round();
      },
      merge: git.merge,
      owners: async () => [await home.get('application', app)],
    };
    const proved = await proves(scene, shellOf({ kubeconfig, kubectl: cluster.kubectl }));
    expect(proved.resource).toMatchObject({ kind: 'Deployment', name: 'catalog' });
    expect(proved.destination.context).toBe('prod');
    expect(proved.chain.links.map(({ parent }) => refText(parent))).toEqual([`Application ${namespace}/${app}`]);
    expect(proved.override).toContain(`kind: Deployment, namespace: ${namespace}, name: catalog}`);
    expect(proved.verify[0]?.command).toBe(
      `gitdrift diff --app ${namespace}/${app} --resource Deployment/${namespace}/catalog --context-for ${SERVER}=prod --watch 30s`,
    );
  });

  it('a destination that nobody reaches is said, with what to do', async () => {
    const unmatched = await plan();
    expect(unmatched.code).toBe(2);
    expect(unmatched.err).toContain(`no context of the kubeconfig reaches ${SERVER}`);
    const gone = await plan('--context-for', `${SERVER}=gone`);
    expect(gone.code).toBe(2);
    expect(gone.err).toContain('127.0.0.1:1');
    expect(gone.err).toContain('or ask for the Application itself');
  });

  it('from the cluster of the workload the plan says where to ask', async () => {
    await far.applyClientSide(tracked(`catalog-${suffix}`, shelf(far, 'catalog').manifest()), 'argocd-controller');
    const there = planFrom(await plan('--context', 'prod'));
    expect(there.steps).toEqual([]);
    expect(there.warnings[0]).toContain('where Argo CD runs in another cluster, ask there: gitdrift suspend-plan');
  });

  it('an Argo CD before 3.1 drops `enabled`: its policy is taken away, and given back', async () => {
    const git = shelf(far, 'early');
    const [app, set] = [`early-${suffix}`, `early-set-${suffix}`];
    const { spec } = application(app, 'https://kubernetes.default.svc');
    await far.create(
      {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'ApplicationSet',
        metadata: { name: set, namespace },
        spec: { generators: [{ list: { elements: [{ name: app }] } }], template: { metadata: {}, spec } },
      },
      'kubectl-create',
    );
    const round = async (): Promise<void> => {
      await reconcileSet(far, set);
      await reconcileApplication(far, app, { revision: git.revision, objects: [git.manifest()] });
      await reconcileSet(far, set);
    };
    await round();
    await far.patch('application', app, { spec: { syncPolicy: { automated: { enabled: false } } } }, 'break-glass');
    expect((await far.get('application', app)).spec.syncPolicy.automated).toEqual({ prune: true, selfHeal: true });

    const args = (subject: string) => ['suspend-plan', subject, '-n', namespace, '--context', 'prod', '-o', 'json'];
    const scene = (subject: string): Scene => ({
      plan: async () => planFrom(await gitdrift(args(subject), { kubeconfig })),
      hotfix: git.hotfix,
      image: git.liveImage,
      round,
      merge: git.merge,
      owners: async () => [await far.get('applicationset', set), await far.get('application', app)],
    });
    const shell = shellOf({ kubeconfig, kubectl: cluster.kubectl });
    const child = await proves(scene('deployment/early'), shell);
    expect(stepsOf(child)).toEqual([
      `tell ApplicationSet ${namespace}/${set} to leave /spec/syncPolicy/automated of ${app} alone: kubectl as break-glass`,
      `take the automated sync policy of Application ${namespace}/${app} away: kubectl as break-glass, argocd as argocd-server`,
    ]);
    expect(child.steps[1]?.commands[0]?.command).toContain('kubectl --context prod patch');
  });

  it('an ApplicationSet before 3.1 loses the policy of its template, and gets it back', async () => {
    const git = shelf(far, 'whole');
    const [app, set] = [`whole-${suffix}`, `whole-set-${suffix}`];
    const { spec } = application(app, 'https://kubernetes.default.svc');
    await far.create(
      {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'ApplicationSet',
        metadata: { name: set, namespace },
        spec: { generators: [{ list: { elements: [{ name: app }] } }], template: { metadata: {}, spec } },
      },
      'kubectl-create',
    );
    const round = async (): Promise<void> => {
      await reconcileSet(far, set);
      await reconcileApplication(far, app, { revision: git.revision, objects: [git.manifest()] });
    };
    await round();
    const scene: Scene = {
      plan: async () =>
        planFrom(
          await gitdrift(['suspend-plan', `appset/${set}`, '-n', namespace, '--context', 'prod', '-o', 'json'], {
            kubeconfig,
          }),
        ),
      hotfix: git.hotfix,
      image: git.liveImage,
      round,
      merge: git.merge,
      owners: async () => [await far.get('applicationset', set)],
    };
    const proved = await proves(scene, shellOf({ kubeconfig, kubectl: cluster.kubectl }));
    expect(stepsOf(proved)).toEqual([
      `take the automated sync policy out of the template of ApplicationSet ${namespace}/${set}, and so of all of its Applications: kubectl as break-glass`,
    ]);
  });
});
