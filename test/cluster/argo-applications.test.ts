import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { repository } from '../source/repositories.js';
import { application, told } from './scenarios/report-contract.js';
import { compared, world } from './scenarios/world.js';

const { kubeconfig } = inject('cluster');
const { apply, folder, gitdrift, kubectl, namespace } = world('argo');
const SHOP = 'https://git.example.com/team/shop.git';

/** Applications and projects in shapes of our own: no more than is read of them. */
const crd = (plural: string, kind: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.argoproj.io}
spec:
  group: argoproj.io
  scope: Namespaced
  names: {plural: ${plural}, singular: ${kind.toLowerCase()}, kind: ${kind}}
  versions:
  - name: v1alpha1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`;

const map = (name: string, more = ''): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  namespace: ${namespace}
  ${more}
data: {mode: fast}
`;

/** As Argo CD marks what it applies. */
const tracked = (name: string): string =>
  map(name, `annotations: {argocd.argoproj.io/tracking-id: "shop:/ConfigMap:${namespace}/${name}"}`);

const shop = (name: string, server: string, more = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: ${namespace}}
spec:
  project: default
  destination: {server: "${server}", namespace: ${namespace}}
  source: {repoURL: "${SHOP}", path: app, targetRevision: main}
  ${more}
status: {controllerNamespace: ${namespace}}
`;

const IN_CLUSTER = 'https://kubernetes.default.svc';
const project = `apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: {name: default, namespace: ${namespace}}
spec:
  sourceRepos: ['*']
  destinations: [{server: '*', namespace: '*'}]
  clusterResourceWhitelist: [{group: '*', kind: '*'}]
`;

beforeAll(async () => {
  await kubectl(
    ['apply', '--server-side', '--filename=-'],
    [crd('applications', 'Application'), crd('appprojects', 'AppProject')].join('---\n'),
  );
  await kubectl([
    'wait',
    '--for=condition=Established',
    'crd/applications.argoproj.io',
    'crd/appprojects.argoproj.io',
    '--timeout=60s',
  ]);
  await kubectl(
    ['create', '--filename=-'],
    [shop('shop', IN_CLUSTER, 'syncPolicy: {syncOptions: [ServerSideApply=true]}'), project].join('---\n'),
  );
});

describe('an Application of a cluster', () => {
  const clone = (): string => repository({ 'app/a.yaml': map('settings') });

  it('is found by its name, and judged on live objects', async () => {
    await apply(tracked('settings'));
    const args = ['diff', '--app', `${namespace}/shop`, '--repo-map', `${SHOP}=${clone()}`, '-o', 'json'];
    const { report } = compared(await gitdrift(args));
    expect(told(report)).toEqual(['Synced, Healthy: none; exit 0']);
    await kubectl(['patch', 'configmap', 'settings', '--type=merge', '--patch', '{"data":{"mode":"slow"}}']);
    const drifted = compared(await gitdrift(args)).report;
    expect(application(drifted).sync.status).toBe('OutOfSync');
    expect(application(drifted).resources[0]?.drift[0]).toMatchObject({
      path: '.data.mode',
      writer: { category: 'manual' },
    });
    await apply(tracked('settings'));
  });

  it('lists what Git dropped only where it is looked for', async () => {
    await apply(tracked('legacy'));
    const args = ['diff', '--app', `${namespace}/shop`, '--repo-map', `${SHOP}=${clone()}`, '-o', 'json'];
    expect(application(compared(await gitdrift(args)).report).sync.status).toBe('Synced');
    const pruned = application(compared(await gitdrift([...args, '--prune'])).report);
    expect(pruned.sync.status).toBe('OutOfSync');
    expect(pruned.resources.filter(({ outcome }) => outcome === 'extraneous').map(({ name }) => name)).toEqual([
      'legacy',
    ]);
    await kubectl(['delete', 'configmap', 'legacy']);
  });

  it('whose destination cannot be reached is Unknown, and the others go on', async () => {
    const file = folder({
      'apps.yaml': [
        shop('shop', IN_CLUSTER),
        shop('far', 'https://10.255.255.1:6443'),
        shop('east', 'https://east.example.com'),
      ].join('---\n'),
    });
    // A context for one of the far ones, which nobody answers at.
    const config = folder({
      config: readFileSync(kubeconfig, 'utf8')
        .replace(/^contexts:$/m, 'contexts:\n- name: far\n  context: {cluster: far}')
        .replace(/^clusters:$/m, 'clusters:\n- name: far\n  cluster: {server: "https://127.0.0.1:1"}'),
    });
    const args = ['diff', '--app-file', `${file}/apps.yaml`, '--repo-map', `${SHOP}=${clone()}`, '-o', 'json'];
    const { report } = compared(
      await gitdrift([...args, '--context-for', 'https://10.255.255.1:6443=far'], { kubeconfig: `${config}/config` }),
    );
    expect(report.applications.map(({ name, sync }) => `${name} ${sync.status}`)).toEqual([
      'east Unknown',
      'far Unknown',
      'shop Synced',
    ]);
    expect(report.applications[0]?.sync.message).toBe(
      'no context of the kubeconfig reaches https://east.example.com; say which one does: --context-for https://east.example.com=CONTEXT',
    );
    expect(report.applications[1]?.sync.message).toMatch(/127\.0\.0\.1:1/);
    expect(report.gate.exitCode).toBe(3);
  });
});
