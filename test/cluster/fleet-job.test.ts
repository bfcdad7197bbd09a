import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { kubectl, kubectlOk, until } from '../controlplane/kubectl.js';
import { type ControlPlane, startControlPlane } from '../controlplane/start.js';
import { repository } from '../source/repositories.js';
import { ARGO_CD, install } from './gitops/crds.js';
import { compared, world } from './scenarios/world.js';

const { folder, gitdrift } = world('fleet-job');
const cluster = inject('cluster');
const MANIFEST = new URL('../../examples/fleet-job.yaml', import.meta.url);
const GIT = 'https://git.example.com/team/shop.git';
const NAMES = Array.from({ length: 12 }, (_, at) => `shop-${at}`);
const ours = cluster.controlplane !== undefined;

/** What the Job's controller gives a pod of it. */
interface Pod {
  readonly spec: {
    readonly serviceAccountName: string;
    readonly containers: readonly {
      readonly args: readonly string[];
      readonly env: readonly { readonly name: string; readonly value?: string }[];
    }[];
  };
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
}

const map = (name: string, currency: string) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } },
  data: { currency },
});

let plane: ControlPlane;
const run = (args: readonly string[], stdin = ''): Promise<string> =>
  kubectlOk(args, { kubeconfig: plane.kubeconfig, program: cluster.kubectl, stdin });

describe.skipIf(!ours)('the Job that runs a fleet', () => {
  /** As the Job's service account, with no other right than the role of the example. */
  let account: string;

  beforeAll(async () => {
    plane = await startControlPlane();
    await install(ARGO_CD, { kubeconfig: plane.kubeconfig, kubectl: cluster.kubectl });
    for (const namespace of ['gitdrift', 'argocd', 'shop']) await run(['create', 'namespace', namespace]);
    const destination = { server: 'https://kubernetes.default.svc', namespace: 'shop' };
    const live = (name: string, currency: string) => {
      const { metadata, ...rest } = map(name, currency);
      const mark = { 'argocd.argoproj.io/tracking-id': `${name}:/ConfigMap:shop/${name}` };
      return { ...rest, metadata: { ...metadata, annotations: mark } };
    };
    const objects = NAMES.flatMap((name, at) => [
      live(name, at % 5 === 0 ? 'USD' : 'EUR'),
      {
        ...{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name, namespace: 'argocd' } },
        spec: { project: 'default', destination, source: { repoURL: GIT, path: name, targetRevision: 'main' } },
      },
    ]);
    const project = {
      ...{ apiVersion: 'argoproj.io/v1alpha1', kind: 'AppProject', metadata: { name: 'default', namespace: 'argocd' } },
      spec: { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }] },
    };
    const items = [...objects, project];
    await run(['create', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  });
  afterAll(() => plane?.stop());

  it('is accepted by the API server to the last field, and its pods are made', async () => {
    const text = readFileSync(MANIFEST, 'utf8');
    const strict = ['--validate=strict', '-f', '-'];
    const tried = await kubectl(['create', '--dry-run=server', ...strict], {
      kubeconfig: plane.kubeconfig,
      program: cluster.kubectl,
      stdin: text,
    });
    expect([tried.code, tried.stderr]).toEqual([0, '']);
    await run(['create', ...strict], text);
    const job = JSON.parse(await run(['get', 'job', 'gitdrift-fleet', '-n', 'gitdrift', '-o', 'json']));
    const container = job.spec.template.spec.containers[0];
    expect(container.env).toContainEqual({ name: 'GITDRIFT_SHARD', value: `auto/${job.spec.completions}` });
    const token = (await run(['create', 'token', 'gitdrift-fleet', '-n', 'gitdrift'])).trim();
    const config = JSON.parse(await run(['config', 'view', '--raw', '--flatten', '--minify', '-o', 'json']));
    config.users[0].user = { token };
    account = `${folder({ config: JSON.stringify(config) })}/config`;
  });

  it('gives with its parts what one run gives', { timeout: 120_000 }, async () => {
    const job = JSON.parse(await run(['get', 'job', 'gitdrift-fleet', '-n', 'gitdrift', '-o', 'json']));
    const { containers } = (job.spec.template as Pod).spec;
    const [container] = containers;
    if (container === undefined) throw new Error('no container');
    const manifests = NAMES.map((name) => [`${name}/map.yaml`, JSON.stringify(map(name, 'EUR'))]);
    const mapped = ['--repo-map', `${GIT}=${repository(Object.fromEntries(manifests))}`];
    const admin = { kubeconfig: plane.kubeconfig };
    const whole = compared(await gitdrift(['diff', '--all-apps', '-o', 'json', ...mapped], admin));
    expect(whole.report.summary).toMatchObject({ applications: 12, synced: 9, outOfSync: 3 });
    const given = Object.fromEntries(
      container.env.flatMap(({ name, value }) => (name.startsWith('GITDRIFT_') && value ? [[name, value]] : [])),
    );
    const files: Record<string, string> = {};
    for (let at = 0; at < job.spec.completions; at++) {
      const env = { ...given, JOB_COMPLETION_INDEX: String(at) };
      const part = compared(await gitdrift([...container.args, ...mapped], { kubeconfig: account, env }));
      expect([part.code, part.err, part.report.shard]).toEqual([0, '', { index: at + 1, of: 4 }]);
      files[`part-${at}.json`] = part.out;
    }
    const cwd = folder(files);
    const merged = compared(await gitdrift(['report', ...Object.keys(files), '-o', 'json'], { cwd }));
    const said = ({ generatedAt: _, ...report }: Report) => report;
    expect(said(merged.report)).toEqual(said(whole.report));
    expect(merged.code).toBe(1);
  });

  it('has a pod for each index, which the controller tells each', async () => {
    const pods = await until(async () => {
      const list = JSON.parse(await run(['get', 'pods', '-n', 'gitdrift', '-o', 'json'])) as { items: Pod[] };
      return list.items.length === 4 ? list.items : undefined;
    }, 'the Job has four pods');
    const indices = pods.map(({ metadata }) => metadata.annotations['batch.kubernetes.io/job-completion-index']);
    expect(indices.sort()).toEqual(['0', '1', '2', '3']);
    for (const { spec } of pods) {
      expect(spec.serviceAccountName).toBe('gitdrift-fleet');
      expect(spec.containers[0]?.env.map(({ name }) => name)).toContain('JOB_COMPLETION_INDEX');
    }
  });
});
