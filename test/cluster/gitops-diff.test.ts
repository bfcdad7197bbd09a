import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { kubectlOk, until } from '../controlplane/kubectl.js';
import { type ControlPlane, startControlPlane } from '../controlplane/start.js';
import { repository } from '../source/repositories.js';
import { reconcileApplication } from './gitops/argo-cd.js';
import { ARGO_CD, FLUX, install } from './gitops/crds.js';
import { reconcileKustomization } from './gitops/flux.js';
import { type Hands, hands, type Live } from './gitops/hands.js';
import { BROKEN, FIXED } from './gitops/plans.js';
import { watching } from './gitops/watching.js';
import { shelf } from './gitops/workload.js';
import { resource } from './scenarios/report-contract.js';
import { compared, world } from './scenarios/world.js';

const { folder, gitdrift, namespace } = world('gitops-diff');
const cluster = inject('cluster');
const GIT = 'https://git.example.com/team/shop.git';
const SERVER = 'https://prod.example.com:6443';

let plane: ControlPlane;
let at: Hands;
/** The current context is a cluster of its own, for `--all-apps` asks for all; `prod` is the cluster that tests share. */
let kubeconfig: string;

const ours = cluster.controlplane !== undefined;
const json = (value: object): string => JSON.stringify(value);

const application = (name: string, path: string, server: string, syncPolicy: object = {}): Live => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace },
  spec: {
    project: 'default',
    source: { repoURL: GIT, path, targetRevision: 'main' },
    destination: { server, namespace },
    syncPolicy,
  },
});
const IN_CLUSTER = 'https://kubernetes.default.svc';
const SELF_HEAL = { automated: { prune: true, selfHeal: true } };

const kustomization = (name: string): Live => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace },
  spec: { interval: '10m', path: `./${name}`, prune: true, sourceRef: { kind: 'GitRepository', name: 'shop' } },
});

const settings = (name: string, data: object): Live => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
  data,
});

const autoscaler = (name: string): Live => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name, namespace },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, minReplicas: 3, maxReplicas: 6 },
});

/** A folder of Git with these objects; Flux reads no `.json`. */
const files = (path: string, objects: readonly Live[]): Record<string, string> =>
  Object.fromEntries(objects.map((one, index) => [`${path}/${index}.yaml`, json(one)]));

const git = (objects: readonly Live[]) => ({ revision: 'a'.repeat(40), objects });

async function scaled(name: string): Promise<void> {
  await at.create(autoscaler(name), 'kubectl-create');
  await until(
    async () => (await at.get('deployment', name)).spec.replicas === 3,
    `the autoscaler scales ${name}`,
    60_000,
  );
}

describe.skipIf(!ours)('diff of what controllers apply', () => {
  beforeAll(async () => {
    plane = await startControlPlane();
    at = hands(namespace, { kubeconfig: plane.kubeconfig, kubectl: cluster.kubectl });
    const as = { kubeconfig: plane.kubeconfig, program: cluster.kubectl };
    await Promise.all([
      install([...ARGO_CD, ...FLUX], { kubeconfig: plane.kubeconfig, kubectl: cluster.kubectl }),
      kubectlOk(['create', 'namespace', namespace], as),
    ]);
    const spec = { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }] };
    await at.create(
      { apiVersion: 'argoproj.io/v1alpha1', kind: 'AppProject', metadata: { name: 'default', namespace }, spec },
      'argocd-server',
    );
    const source = { interval: '1m', url: GIT, ref: { branch: 'main' } };
    await at.create(
      {
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind: 'GitRepository',
        metadata: { name: 'shop', namespace },
        spec: source,
      },
      'flux',
    );
    const config = async (file: string): Promise<Live> => {
      const read = ['config', 'view', '--raw', '--flatten', '--minify', '-o', 'json'];
      return JSON.parse(await kubectlOk(read, { kubeconfig: file, program: cluster.kubectl }));
    };
    const [near, there] = await Promise.all([config(plane.kubeconfig), config(cluster.kubeconfig)]);
    near.clusters.push({ name: 'prod', cluster: there.clusters[0].cluster });
    near.users.push({ name: 'prod', user: there.users[0].user });
    near.contexts.push({ name: 'prod', context: { cluster: 'prod', user: 'prod' } });
    kubeconfig = `${folder({ config: json(near) })}/config`;
  });
  afterAll(() => plane?.stop());

  const diff = async (clone: string, ...args: readonly string[]) =>
    compared(await gitdrift(['diff', ...args, '--repo-map', `${GIT}=${clone}`, '-o', 'json'], { kubeconfig }));

  it('of an Application: Synced, then changed by kubectl edit, with who reverts it', async () => {
    const map = settings('rates', { currency: 'EUR' });
    const clone = repository(files('rates', [map]));
    await at.create(application('rates', 'rates', IN_CLUSTER, SELF_HEAL), 'kubectl-create');
    await reconcileApplication(at, 'rates', git([map]));
    const { report } = await diff(clone, '--app', `${namespace}/rates`);
    expect(report.applications[0]?.sync.status).toBe('Synced');
    expect(report.gate.exitCode).toBe(0);

    await at.patch('configmap', 'rates', { data: { currency: 'USD' } }, 'kubectl-edit');
    const changed = await diff(clone, '--app', `${namespace}/rates`);
    expect(changed.code).toBe(1);
    expect(changed.report.applications[0]?.sync.status).toBe('OutOfSync');
    const [drift] = resource(changed.report, 'ConfigMap', 'rates').drift;
    expect(drift).toMatchObject({
      path: '.data.currency',
      desired: 'EUR',
      live: 'USD',
      writer: { category: 'manual', name: 'kubectl edit', manager: 'kubectl-edit' },
      explanation: { status: 'unexplained', code: 'manual-change' },
    });
    await at.kubectl(['delete', 'application/rates', 'configmap/rates']);
  });

  it('of a Kustomization: Synced, then changed by kubectl edit, until the next reconcile', async () => {
    const map = settings('fees', { currency: 'EUR' });
    const clone = repository(files('fees', [map]));
    await at.applyServerSide(kustomization('fees'), 'flux');
    await reconcileKustomization(at, 'fees', [map]);
    const asked = ['--kustomization', `${namespace}/fees`];
    const { report } = await diff(clone, ...asked);
    expect(report.applications[0]?.sync.status).toBe('Synced');

    await at.patch('configmap', 'fees', { data: { currency: 'USD' } }, 'kubectl-edit');
    const changed = await diff(clone, ...asked);
    expect(changed.code).toBe(1);
    expect(resource(changed.report, 'ConfigMap', 'fees').drift).toMatchObject([
      { path: '.data.currency', writer: { name: 'kubectl edit' }, next: { code: 'reverted-at-reconcile' } },
    ]);
    await reconcileKustomization(at, 'fees', [map]);
    expect((await diff(clone, ...asked)).report.applications[0]?.sync.status).toBe('Synced');
    await at.kubectl(['delete', 'kustomization/fees', 'configmap/fees']);
  });

  it('replicas of an autoscaler are explained under either', async () => {
    const [argo, flux] = [shelf(at, 'scaled-argo'), shelf(at, 'scaled-flux')];
    const clone = repository({
      ...files('scaled-argo', [argo.manifest()]),
      ...files('scaled-flux', [flux.manifest()]),
    });
    await at.create(application('scaled-argo', 'scaled-argo', IN_CLUSTER), 'kubectl-create');
    await reconcileApplication(at, 'scaled-argo', git([argo.manifest()]), true);
    await at.applyServerSide(kustomization('scaled-flux'), 'flux');
    await reconcileKustomization(at, 'scaled-flux', [flux.manifest()]);
    await Promise.all([scaled('scaled-argo'), scaled('scaled-flux')]);
    // Argo CD syncs when it is asked to; Flux sets the number back at each interval, and the autoscaler again.
    for (const [name, next, ...asked] of [
      ['scaled-argo', 'autoscaler-rewrites', '--app', `${namespace}/scaled-argo`],
      ['scaled-flux', 'writers-fight', '--kustomization', `${namespace}/scaled-flux`],
    ] as const) {
      const { report, code } = await diff(clone, ...asked);
      expect(report.applications[0]?.sync.status, name).toBe('OutOfSync');
      expect(resource(report, 'Deployment', name).drift, name).toMatchObject([
        {
          path: '.spec.replicas',
          desired: 1,
          live: 3,
          writer: { category: 'autoscaler', confidence: 'certain' },
          explanation: { status: 'explained', code: 'hpa-controls-replicas' },
          next: { code: next },
        },
      ]);
      expect(code, name).toBe(0);
    }
  });

  it('of all applications: another cluster is reached by --context-for, one that nobody reaches is Unknown, and the others go on', async () => {
    const prod = hands(namespace, cluster);
    const [here, there] = [settings('here', { mode: 'fast' }), settings('there', { mode: 'fast' })];
    const clone = repository({ ...files('here', [here]), ...files('there', [there]), ...files('flux', [here]) });
    await at.kubectl(['delete', 'application,kustomization', '--all']);
    await at.create(application('here', 'here', IN_CLUSTER), 'kubectl-create');
    await at.create(application('there', 'there', SERVER), 'kubectl-create');
    await at.create(application('nowhere', 'there', 'https://east.example.com'), 'kubectl-create');
    await reconcileApplication(at, 'here', git([here]), true);
    await reconcileApplication({ ...at, applyClientSide: prod.applyClientSide }, 'there', git([there]), true);
    const asked = ['--all-apps', '--context-for', `${SERVER}=prod`];
    const verdicts = async (): Promise<readonly string[]> => {
      const { report, code } = await diff(clone, ...asked);
      return [...report.applications.map(({ name, sync }) => `${name} ${sync.status}`), `exit ${code}`];
    };
    expect(await verdicts()).toEqual(['here Synced', 'nowhere Unknown', 'there Synced', 'exit 3']);
    await prod.patch('configmap', 'there', { data: { mode: 'slow' } }, 'kubectl-edit');
    expect(await verdicts()).toEqual(['here Synced', 'nowhere Unknown', 'there OutOfSync', 'exit 1']);
    const { report } = await diff(clone, ...asked);
    expect(report.applications[1]?.sync.message).toContain(
      'no context of the kubeconfig reaches https://east.example.com',
    );
    await at.kubectl(['delete', 'application', '--all']);
  });

  it('is watched: a self-heal is named with who and when', async () => {
    const shop = shelf(at, 'catalog');
    const clone = repository(files('catalog', [shop.manifest()]));
    await at.create(application('catalog', 'catalog', IN_CLUSTER, SELF_HEAL), 'kubectl-create');
    await reconcileApplication(at, 'catalog', git([shop.manifest()]));
    await shop.hotfix();
    const asked = ['diff', '--app', `${namespace}/catalog`, '--repo-map', `${GIT}=${clone}`];
    const run = watching([...asked, '--watch', '1s'], kubeconfig);
    await run.prints(/kubectl set/);
    await reconcileApplication(at, 'catalog', git([shop.manifest()]));
    const path = '.spec.template.spec.containers[name="web"].image';
    expect(await run.prints(/^.* reverted to .*$/m)).toMatch(
      new RegExp(
        `^\\d\\d:\\d\\d:\\d\\dZ Deployment ${namespace}/catalog ${path.replace(/[.[\]]/g, '\\$&')} reverted to ${BROKEN} by Argo CD, sync \\(argocd-controller\\), at the latest \\d{4}-.*Z`,
      ),
    );
    await shop.hotfix();
    await run.prints(new RegExp(`^\\d\\d:\\d\\d:\\d\\dZ Deployment .*${FIXED}`, 'm'));
    expect(await run.interrupt()).toBe(1);

    const refused = await gitdrift([...asked, '--observe', '9s'], { kubeconfig });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('--app and --observe exclude each other');
    expect(refused.err).toContain('--watch');
  });
});
