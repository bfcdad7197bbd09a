import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { OwnersReport } from '../../src/model/owners-report.js';
import { commit, git, hasGit } from '../source/repositories.js';
import { deployment, settings } from './scenarios/manifests.js';
import { application, resource, told } from './scenarios/report-contract.js';
import { compared, world } from './scenarios/world.js';

const { kubeconfig, helm, kubectl: kubectlProgram, server, version } = inject('cluster');
const here = world('cli');
const { apply, folder, gitdrift, kubectl, namespace } = here;
const flags = ['-n', namespace, '-o', 'json'];

describe('a desired state that was applied and left alone is Synced', () => {
  const files = {
    'base/kustomization.yaml': 'resources: [app.yaml]\nconfigMapGenerator:\n- {name: options, literals: [size=20]}\n',
    'base/app.yaml': deployment({ name: 'shop', replicas: 2 }),
    'prod/kustomization.yaml':
      'resources: [../base]\nnamePrefix: kustomized-\nimages: [{name: registry.example/shop, newTag: "2"}]\n',
  };

  it('from standard input, as kubectl kustomize prints it', async () => {
    const path = `${folder(files)}/prod`;
    const rendered = execFileSync(kubectlProgram, ['kustomize', path], { encoding: 'utf8' });
    await apply(rendered);
    const run = compared(await gitdrift(['diff', '-', ...flags], { stdin: rendered }));
    expect(told(run.report)).toEqual(['Synced, Progressing: wait; exit 0']);
    expect(application(run.report)).toMatchObject({ kind: 'stdin', sources: [{ renderer: { name: 'yaml' } }] });
    expect(run.report.summary).toMatchObject({ resources: 2, synced: 2 });
  });

  it('from a kustomization, with the file and line of what differs', async () => {
    const path = `${folder(files)}/prod`;
    await apply(execFileSync(kubectlProgram, ['kustomize', path], { encoding: 'utf8' }));
    const run = compared(await gitdrift(['diff', path, ...flags]));
    expect(told(run.report)).toEqual(['Synced, Progressing: wait; exit 0']);
    expect(application(run.report).sources[0]?.renderer.name).toBe('kustomize');
    await kubectl(['scale', 'deployment/kustomized-shop', '--replicas=3']);
    const { report } = compared(await gitdrift(['diff', path, ...flags]));
    expect(told(report)[1]).toBe('drift Deployment/kustomized-shop changed .spec.replicas: 2 → 3');
    expect(resource(report, 'Deployment', 'kustomized-shop').drift[0]?.origin).toMatchObject({ line: 6 });
  });

  it('from a chart that helm installed', async () => {
    const path = folder({
      'Chart.yaml': 'apiVersion: v2\nname: basket\nversion: 1.2.0\n',
      'values.yaml': 'replicas: 1\n',
      'templates/app.yaml': deployment({
        name: 'basket',
        metadata: 'labels: {release: "{{ .Release.Name }}"}',
      }).replace('spec:\n', 'spec:\n  replicas: {{ .Values.replicas }}\n'),
      'templates/facts.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}-facts", namespace: "{{ .Release.Namespace }}"}
data:
  kubernetes: {{ .Capabilities.KubeVersion.Version | quote }}
  autoscaling: {{ .Capabilities.APIVersions.Has "autoscaling/v2" | quote }}
`,
    });
    const release = ['basket-prod', path, '--set=replicas=2', `--namespace=${namespace}`];
    execFileSync(helm, ['install', ...release, `--kubeconfig=${kubeconfig}`], { stdio: 'pipe' });
    const values = ['--set', 'replicas=2', '--release-name', 'basket-prod'];
    const { report } = compared(await gitdrift(['diff', path, ...values, ...flags]));
    expect(told(report)[0]).toBe('Synced, Progressing: wait; exit 0');
    expect(report.summary).toMatchObject({
      resources: 2,
      synced: 2,
      drift: { total: 0 },
      undeclared: { unexplained: 0 },
    });
    expect(application(report).sources[0]?.renderer.name).toBe('helm');
    const live = JSON.parse(await kubectl(['get', 'configmap/basket-prod-facts', '--output=json']));
    expect(live.data).toEqual({ kubernetes: version, autoscaling: 'true' });

    const behind = compared(await gitdrift(['diff', path, '--set=replicas=3', ...values.slice(2), ...flags]));
    expect(told(behind.report).filter((line) => line.startsWith('drift'))).toEqual([
      'drift Deployment/basket changed .spec.replicas: 3 → 2',
    ]);
    expect(resource(behind.report, 'Deployment', 'basket').drift[0]).toMatchObject({
      writer: { category: 'deployer', manager: 'helm' },
      explanation: { status: 'unexplained', code: 'deployer-change' },
    });
  });

  it.skipIf(!hasGit)('from a Git repository at a revision, where the branch has moved on', async () => {
    const work = folder({});
    mkdirSync(work, { recursive: true });
    git(work, 'init', '--quiet', '--initial-branch=main');
    const released = commit(work, { 'apps/page/page.yaml': settings('from-git', { size: '20' }) });
    git(work, 'tag', 'v1');
    const moved = commit(work, { 'apps/page/page.yaml': settings('from-git', { size: '50' }) });
    git(work, 'clone', '--quiet', '--bare', work, join(work, '../shop.git'));
    const repo = ['diff', '--repo', `file://${join(work, '../shop.git')}`, '--path', 'apps/page', ...flags];
    await apply(settings('from-git', { size: '20' }));

    const tag = compared(await gitdrift([...repo, '--revision', 'v1']));
    expect(told(tag.report)).toEqual(['Synced, Healthy: none; exit 0']);
    expect(application(tag.report)).toMatchObject({
      kind: 'git',
      sources: [{ path: 'apps/page', targetRevision: 'v1', revision: released, renderer: { name: 'yaml' } }],
    });
    const branch = compared(await gitdrift([...repo, '--revision', 'main']));
    expect(told(branch.report).slice(0, 2)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 0',
      'drift ConfigMap/from-git changed .data.size: "50" → "20"',
    ]);
    expect(application(branch.report).sources[0]?.revision).toBe(moved);
    expect(resource(branch.report, 'ConfigMap', 'from-git').drift[0]?.origin).toEqual({
      file: 'apps/page/page.yaml',
      line: 5,
    });
  });
});

describe('what cannot work ends with 2, one sentence and what to do', () => {
  const path = (): string => folder({ 'page.yaml': settings('page', { size: '20' }) });

  it('where no server listens', async () => {
    const port = await freePort();
    expect(await gitdrift(['diff', path(), '--server', `https://127.0.0.1:${port}`])).toEqual({
      code: 2,
      out: '',
      err: `error: cannot reach the API server https://127.0.0.1:${port} of context gitdrift-test: connection refused\nhint: is the cluster running, and does the kubeconfig name its present address?\n`,
    });
  });

  it('where the context is misspelt', async () => {
    expect(await gitdrift(['diff', path(), '--context', 'gitdrift-tset'])).toEqual({
      code: 2,
      out: '',
      err: `error: the context gitdrift-tset is not defined in the kubeconfig ${kubeconfig}\nhint: did you mean gitdrift-test?\n`,
    });
  });

  it('where the token is wrong', async () => {
    expect(await gitdrift(['diff', path(), '--token', 'wrong-token'])).toEqual({
      code: 2,
      out: '',
      err: `error: the API server ${server} of context gitdrift-test does not accept the credentials of the user of --token\nhint: sign in again, then check with: kubectl auth whoami\n`,
    });
  });

  it('where there is nothing to compare', async () => {
    expect(await gitdrift(['diff', folder({ 'notes.yaml': '# nothing yet\n' })])).toEqual({
      code: 2,
      out: '',
      err: 'error: the desired state holds no object\nhint: check the path, the renderer and --recursive; --allow-empty accepts it\n',
    });
  });
});

describe('owners', () => {
  it('shows the object with a writer for each field, as text and JSON', async () => {
    await apply(deployment({ name: 'owned', replicas: 2 }));
    await kubectl(['scale', 'deployment/owned', '--replicas=3']);
    await kubectl(['set', 'image', 'deployment/owned', 'web=registry.example/owned:hotfix']);
    const text = await gitdrift(['owners', 'deployment/owned', '-n', namespace]);
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(
      text.out
        .split('\n')
        .filter((line) => /replicas|image:/.test(line) && !line.includes('(status)'))
        .map((line) => squeezed(line).replace(/\d+s ago/, 'just now')),
    ).toEqual(['kubectl scale │ replicas: 3', 'kubectl set, just now │ image: registry.example/owned:hotfix']);
    const json = await gitdrift(['owners', 'deploy/owned', ...flags]);
    expect(json.code).toBe(0);
    const report = JSON.parse(json.out) as OwnersReport;
    expect(report).toMatchObject({
      managedFields: 'recorded',
      resource: { kind: 'Deployment', name: 'owned', namespace },
    });
    const writers = (path: string): object[] | undefined =>
      report.fields.find((field) => field.path === path)?.writers.map(({ category, name }) => ({ category, name }));
    expect(writers('.spec.replicas')).toEqual([{ category: 'manual', name: 'kubectl scale' }]);
    expect(writers('.spec.template.spec.containers[name="web"].image')).toEqual([
      { category: 'manual', name: 'kubectl set' },
    ]);
    expect(writers('.spec.selector.matchLabels.app')).toEqual([{ category: 'gitops', name: 'Argo CD, sync' }]);
    expect(writers('.spec.revisionHistoryLimit')).toEqual([]);
  });

  it('of something that is not there ends with 2', async () => {
    expect(await gitdrift(['owners', 'deployment/nowhere', '-n', namespace])).toEqual({
      code: 2,
      out: '',
      err: `error: the cluster has no Deployment ${namespace}/nowhere\nhint: check the name and the namespace (${namespace})\n`,
    });
    expect(await gitdrift(['owners', 'gadget/nowhere', '-n', namespace])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^error: no kind is named "gadget"\nhint: /),
    });
  });
});

describe('status', () => {
  it('is one line an application, and never gates', async () => {
    await apply(settings('states', { size: '20' }));
    const path = folder({ 'page.yaml': settings('states', { size: '50' }) });
    const { code, out, err } = await gitdrift(['status', path, '--name', 'shop-prod', '-n', namespace]);
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^hint: gitdrift diff .* says what differs, who wrote it, and what to do\n$/),
    });
    expect(out.trimEnd().split('\n').map(squeezed)).toEqual([
      'APPLICATION SYNC HEALTH ACTION DRIFT',
      'shop-prod OutOfSync Healthy merge-or-sync 1 field drifted: 1 explained',
    ]);
    const json = compared(await gitdrift(['status', path, '--name', 'shop-prod', ...flags]));
    expect(application(json.report)).toMatchObject({
      name: 'shop-prod',
      destination: { server, context: 'gitdrift-test', namespace, version },
    });
  });

  it('says 3 where something could not be compared', async () => {
    const path = folder({ 'w.yaml': 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n' });
    expect((await gitdrift(['status', path, '-n', namespace])).code).toBe(3);
  });
});

function squeezed(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer().on('error', reject);
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      listener.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
