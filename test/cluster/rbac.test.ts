import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { kubectlOk, until } from '../controlplane/kubectl.js';
import { type ControlPlane, startControlPlane } from '../controlplane/start.js';
import { repository } from '../source/repositories.js';
import { type FaultProxy, faultProxy } from './faults/fault-proxy.js';
import { plainly } from './faults/plainly.js';
import { reconcileApplication, tracked } from './gitops/argo-cd.js';
import { ARGO_CD, FLUX, install } from './gitops/crds.js';
import { reconcileKustomization } from './gitops/flux.js';
import { type Hands, hands, type Live } from './gitops/hands.js';
import { type Ended, world } from './scenarios/world.js';

const here = world('rbac');
const { folder, namespace } = here;
const cluster = inject('cluster');
const GIT = 'https://git.example.com/team/shop.git';
const IMAGE = '.spec.template.spec.containers[name="web"].image';
const json = (value: unknown): string => JSON.stringify(value);

const workload = (name: string): Live => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'web', image: 'registry.example/web:1' }] },
    },
  },
});
const stateful = (name: string): Live => {
  const { spec, ...rest } = workload(name);
  return { ...rest, kind: 'StatefulSet', spec: { ...spec, serviceName: name } };
};
const map = (name: string): Live => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
  data: { mode: 'day' },
});
const secret = (name: string): Live => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace },
  stringData: { password: 'planted-value' },
});
const autoscaler = (name: string): Live => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name, namespace },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, minReplicas: 2, maxReplicas: 4 },
});
const application = (name: string): Live => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace },
  spec: {
    project: 'default',
    source: { repoURL: GIT, path: name, targetRevision: 'main' },
    destination: { server: 'https://kubernetes.default.svc', namespace },
    syncPolicy: { automated: { selfHeal: true } },
  },
});
const kustomization = (name: string): Live => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace },
  spec: { interval: '10m', path: `./${name}`, prune: true, sourceRef: { kind: 'GitRepository', name: 'shop' } },
});
const files = (path: string, objects: readonly Live[]): Record<string, string> =>
  Object.fromEntries(objects.map((one, index) => [`${path}/${index}.yaml`, json(one)]));

/** The commands of a desired state, and those of one of its objects. */
const commandsOf = (desired: readonly string[], object: string): readonly (readonly string[])[] => [
  ['diff', ...desired, '-o', 'json'],
  ['status', ...desired, '-o', 'json'],
  ['baseline', ...desired, '--reason=a test', '--until=2099-01-01T00:00:00Z'],
  ['record', ...desired],
  ['rbac', ...desired],
  ['owners', object, '-o', 'json'],
  ['explain', object, IMAGE, ...desired, '-o', 'json'],
  ['adopt', object, IMAGE, ...desired],
  ['override', object, IMAGE, ...desired, '--reason=a test', '--until=2099-01-01T00:00:00Z'],
  ['timeline', object, ...desired, '-o', 'json'],
  ['suspend-plan', object, '-o', 'json'],
];

describe.skipIf(cluster.controlplane === undefined)('the role that rbac prints', () => {
  let plane: ControlPlane;
  let at: Hands;
  let proxy: FaultProxy;
  let token: string;
  const admin = (args: readonly string[], stdin = ''): Promise<string> =>
    kubectlOk(args, { kubeconfig: plane.kubeconfig, program: cluster.kubectl, stdin });

  beforeAll(async () => {
    plane = await startControlPlane({ audit: true });
    proxy = await faultProxy(plane.server);
    at = hands(namespace, { kubeconfig: plane.kubeconfig, kubectl: cluster.kubectl });
    await Promise.all([
      install([...ARGO_CD, ...FLUX], { kubeconfig: plane.kubeconfig, kubectl: cluster.kubectl }),
      admin(['create', 'namespace', namespace]),
    ]);
    await at.kubectl(['create', 'serviceaccount', 'gitdrift']);
    token = (await at.kubectl(['create', 'token', 'gitdrift'])).trim();
    const spec = { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }] };
    await at.create(
      { apiVersion: 'argoproj.io/v1alpha1', kind: 'AppProject', metadata: { name: 'default', namespace }, spec },
      'argocd-server',
    );
    const source = { interval: '1m', url: GIT, ref: { branch: 'main' } };
    const kind = { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository' };
    await at.create({ ...kind, metadata: { name: 'shop', namespace }, spec: source }, 'flux');
    const to = ['--clusterrole=gitdrift', `--serviceaccount=${namespace}:gitdrift`];
    await admin(['create', 'clusterrolebinding', 'gitdrift', ...to]);
  });
  afterAll(async () => {
    proxy?.close();
    await plane?.stop();
  });

  const run = (args: readonly string[], more: readonly string[] = []): Promise<Ended> =>
    here.gitdrift([...args, '-n', namespace, '--server', proxy.url, ...more], { kubeconfig: plane.kubeconfig });
  /** Of a right that every role has. */
  const canRead = (): Promise<string> => {
    const who = `--as=system:serviceaccount:${namespace}:gitdrift`;
    const asked = at.kubectl(['auth', 'can-i', 'list', 'events', who]);
    return asked.then(
      (said) => said.trim(),
      () => 'no',
    );
  };
  /** Applies the role for a desired state in place of the one before, and waits until it is in force. */
  const allow = async (desired: readonly string[]): Promise<string> => {
    const { out, err, code } = plainly(await run(['rbac', ...desired]));
    expect(code, err).toBe(0);
    // The one before first has to be gone, or it would be what allows.
    await admin(['delete', 'clusterrole', 'gitdrift', '--ignore-not-found']);
    await until(async () => (await canRead()) === 'no', 'the role before is not in force');
    await admin(['apply', '--filename=-'], out);
    await until(async () => (await canRead()) === 'yes', 'the role is in force');
    return out;
  };
  /** What a run printed, without what a second run a moment later has otherwise. */
  const timeless = ({ out, err, code }: Ended): object => ({
    code,
    err,
    out: out
      .replace(/"(generatedAt|recordedAt|now|fetchedAt|at)": ?"[^"]*"/g, '"$1": T')
      .replace(/\b\d+(ms|s|m|h)( ?\d+s)? ago\b/g, 'T ago')
      .replace(/context ?\(gitdrift-test\)/g, ''),
  });
  const same = async (commands: readonly (readonly string[])[]): Promise<void> => {
    for (const command of commands) {
      const [all, some] = [plainly(await run(command)), plainly(await run(command, ['--token', token]))];
      expect(timeless(some), command.join(' ')).toEqual(timeless(all));
      expect(all.out, command.join(' ')).not.toBe('');
      expect([0, 1], `${command.join(' ')}: ${some.err}`).toContain(some.code);
      expect(`${some.out}${some.err}`, command.join(' ')).not.toMatch(/forbidden/);
    }
  };

  it('is needed: without it nothing can be compared', async () => {
    const path = folder({ 'page.yaml': json(map('page')) });
    const ended = plainly(await run(['diff', path], ['--token', token]));
    expect(ended.code).toBe(3);
    expect(ended.out).toMatch(/forbidden/);
  });

  it('suffices for a path: every command says what it says to an administrator', async () => {
    const objects = [workload('web'), stateful('db'), map('web'), secret('web'), ...maps('many', 12)];
    for (const object of objects) await at.applyClientSide(object, 'kubectl-client-side-apply');
    await at.applyClientSide(autoscaler('web'), 'kubectl-client-side-apply');
    await until(async () => (await at.get('deployment', 'web')).spec.replicas === 2, 'the autoscaler scales');
    await at.kubectl(['set', 'image', 'deployment/web', 'web=registry.example/web:hotfix']);
    await at.kubectl(['set', 'image', 'statefulset/db', 'web=registry.example/web:hotfix']);
    const path = folder({ 'all.yaml': objects.map(json).join('\n---\n') });
    const role = await allow([path]);
    expect(role).toContain('resourceNames: [web]');
    await same([...commandsOf([path], 'deployment/web'), ['owners', 'secret/web', '-o', 'json']]);
    await same(commandsOf([path], 'statefulset/db'));
  });

  it('suffices for an Application', async () => {
    const objects = [workload('argo'), map('argo'), secret('argo')];
    const clone = repository(files('argo', objects));
    await at.create(application('argo'), 'kubectl-create');
    await reconcileApplication(at, 'argo', { revision: 'a'.repeat(40), objects });
    await at.kubectl(['set', 'image', 'deployment/argo', 'web=registry.example/web:hotfix']);
    const desired = ['--app', `${namespace}/argo`, '--repo-map', `${GIT}=${clone}`];
    await allow(desired);
    await same([...commandsOf(desired, 'deployment/argo'), ['suspend-plan', `application/argo`, '-o', 'json']]);
    const everything = ['--all-apps', '--repo-map', `${GIT}=${clone}`];
    await allow(everything);
    await same([['diff', ...everything, '-o', 'json']]);
  });

  it('suffices for a Kustomization', async () => {
    const objects = [workload('flux'), map('flux')];
    const clone = repository(files('flux', objects));
    await at.applyServerSide(kustomization('flux'), 'flux');
    await reconcileKustomization(at, 'flux', objects);
    await at.kubectl(['set', 'image', 'deployment/flux', 'web=registry.example/web:hotfix']);
    const desired = ['--kustomization', `${namespace}/flux`, '--repo-map', `${GIT}=${clone}`];
    await allow(desired);
    await same([...commandsOf(desired, 'deployment/flux'), ['suspend-plan', 'kustomization/flux', '-o', 'json']]);
  });

  it('suffices for the objects of an Application as a path: its owner is read', async () => {
    const path = folder({ 'argo.yaml': json(tracked('argo', workload('argo'))) });
    await allow([path]);
    await same([['diff', path, '-o', 'json']]);
  });

  it('is one for each cluster that applications deploy to; exit 3 says of which it is not all', async () => {
    const config = async (file: string): Promise<Live> =>
      JSON.parse(
        await kubectlOk(['config', 'view', '--raw', '--flatten', '--minify', '-o', 'json'], {
          kubeconfig: file,
          program: cluster.kubectl,
        }),
      );
    const [near, there] = await Promise.all([config(plane.kubeconfig), config(cluster.kubeconfig)]);
    near.clusters.push({ name: 'prod', cluster: there.clusters[0].cluster });
    near.users.push({ name: 'prod', user: there.users[0].user });
    near.contexts.push({ name: 'prod', context: { cluster: 'prod', user: 'prod' } });
    const clone = repository(files('far', [map('far'), secret('far-login')]));
    const far = (name: string, destination: object): Live => {
      const { spec, ...rest } = application(name);
      return { ...rest, spec: { ...spec, source: { ...spec.source, path: 'far' }, destination } };
    };
    const server = 'https://prod.example.com:6443';
    const path = folder({
      config: json(near),
      'apps.yaml': [far('far', { server, namespace }), far('lost', { server: 'https://lost.example.com', namespace })]
        .map(json)
        .join('\n---\n'),
    });
    const asked = [
      '--app-file',
      `${path}/apps.yaml`,
      '--repo-map',
      `${GIT}=${clone}`,
      '--context-for',
      `${server}=prod`,
    ];
    const ended = plainly(await here.gitdrift(['rbac', ...asked], { kubeconfig: `${path}/config` }));
    expect(ended.code).toBe(3);
    expect(ended.err).toContain('warning: what it declares is not in the role: lost: no context of the kubeconfig');
    const [own = '', prod = '', ...others] = ended.out.split('---\n');
    expect(others).toEqual([]);
    expect(own).not.toContain('far-login');
    expect(prod).toContain(`# What gitdrift reads in ${cluster.server} (context prod): get and list, and nothing else`);
    expect(prod).toContain('# Bind it: kubectl --context=prod create clusterrolebinding gitdrift ');
    expect(prod).toContain('resources: [configmaps]\n    verbs: [get, list]');
    expect(prod).toContain('resourceNames: [far-login]');
  });

  it('has no verb but get and list, and so has everything that was asked', async () => {
    const role = JSON.parse(await admin(['get', 'clusterrole', 'gitdrift', '-o', 'json']));
    const verbs = new Set(role.rules.flatMap((rule: { verbs: string[] }) => rule.verbs));
    expect([...verbs].sort()).toEqual(['get', 'list']);
    expect(proxy.heard.length).toBeGreaterThan(200);
    expect(new Set(proxy.heard.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(proxy.heard.filter(({ query }) => query.has('watch')).map(({ path }) => path)).toEqual([]);
    const secrets = proxy.heard.filter(({ path, query }) => path.endsWith('/secrets') && !query.has('labelSelector'));
    expect(secrets).toEqual([]);
  });

  it('and the audit log, which has all writes, knows nobody of our name', async () => {
    await at.create(map('end-of-log'), 'kubectl-create');
    const events = await until(async () => {
      const text = await readFile(plane.auditLog ?? '', 'utf8');
      return text.includes('"name":"end-of-log"') && text.trimEnd().split('\n');
    }, 'the last write is in the audit log');
    const agents = new Set(events.map((event) => JSON.parse(event).userAgent?.split('/')[0]));
    expect(agents).toContain('kubectl');
    expect([...agents].filter((agent) => /gitdrift|node/.test(agent ?? ''))).toEqual([]);
  });

  it('does not allow the dry runs of --server-side, which say so and are the one thing that is no GET', async () => {
    const path = folder({ 'web.yaml': json(map('web')) });
    await allow([path]);
    const before = proxy.heard.length;
    const ended = plainly(await run(['diff', path, '--server-side'], ['--token', token]));
    const others = proxy.heard.slice(before).filter(({ method }) => method !== 'GET');
    expect(others.map(({ method, query }) => [method, query.get('dryRun')])).toEqual([['PATCH', 'All']]);
    expect(`${ended.out}${ended.err}`).toMatch(/cannot patch resource "configmaps"/);
  });
});

function maps(prefix: string, count: number): readonly Live[] {
  return Array.from({ length: count }, (_, index) => map(`${prefix}-${index}`));
}
