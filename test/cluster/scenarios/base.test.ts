import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { commit, git } from '../../source/repositories.js';
import { deployment, settings } from './manifests.js';
import { application, resource } from './report-contract.js';
import { type Compared, compared, world } from './world.js';

const { apply, folder, gitdrift, kubectl, namespace } = world('base');
const cluster = inject('cluster');

type Files = Readonly<Record<string, string>>;

/** A repository with that on main, and the request's change on a branch that is checked out. */
function request(main: Files, change: Files): string {
  const repository = folder({ '.gitignore': '' });
  git(repository, 'init', '--quiet', '--initial-branch=main');
  commit(repository, { ...main });
  git(repository, 'checkout', '--quiet', '-b', 'request');
  commit(repository, { ...change });
  // Main goes on; what counts is where the request begins.
  git(repository, 'checkout', '--quiet', 'main');
  commit(repository, { 'README.md': 'main went on\n' });
  git(repository, 'checkout', '--quiet', 'request');
  return repository;
}

/** The gate of a pull request as docs/ci.md gives it. */
async function gate(repository: string, flags: readonly string[] = []): Promise<Compared> {
  const base = git(repository, 'merge-base', 'main', 'HEAD');
  const args = ['diff', 'apps', `--namespace=${namespace}`, '-o', 'json', '--base', base, ...flags];
  return compared(await gitdrift(args, { cwd: repository }));
}

/** `changed .spec.replicas git-ahead`, of one object. */
function codes(ran: Compared, kind: string, name: string): readonly string[] {
  const { drift, undeclared } = resource(ran.report, kind, name);
  return [...drift, ...undeclared].map(({ change, path, explanation }) => `${change} ${path} ${explanation.code}`);
}

const helm = (...args: string[]): Promise<unknown> =>
  promisify(execFile)(cluster.helm, [...args, `--namespace=${namespace}`, `--kubeconfig=${cluster.kubeconfig}`]);

const IMAGE = '.spec.template.spec.containers[name="web"].image';

/** The ways in which a base comes into a cluster. */
const APPLIERS: Readonly<Record<string, (manifest: string) => Promise<unknown>>> = {
  'server-side apply by Argo CD': (manifest) => apply(manifest),
  'kubectl apply': (manifest) => kubectl(['apply', '--filename=-'], manifest),
  'a create by Helm': (manifest) => kubectl(['create', '--field-manager=helm', '--filename=-'], manifest),
};

describe.concurrent.each(Object.entries(APPLIERS))('base applied with %s', (how, applyBase) => {
  const slug = how.replace(/[^a-z]+/gi, '-').toLowerCase();
  const onMain = (name: string): string => deployment({ name, replicas: 2 });
  const ofRequest = (name: string): string => deployment({ name, replicas: 3, image: '2.0.0' });
  const repository = (name: string): string =>
    request({ 'apps/web.yaml': onMain(name) }, { 'apps/web.yaml': ofRequest(name) });

  it("the request's own change passes", async () => {
    const name = `own-${slug}`;
    await applyBase(onMain(name));
    const ran = await gate(repository(name));
    expect(codes(ran, 'Deployment', name)).toEqual(['changed .spec.replicas git-ahead', `changed ${IMAGE} git-ahead`]);
    expect(ran.report.gate).toMatchObject({ counted: 0, passed: true });
    expect(ran.code).toBe(0);
    if (!how.includes('Helm')) return;
    // Nothing that Helm leaves on an object tells what it applied: without a base the gate has to fail.
    const args = ['diff', 'apps', `--namespace=${namespace}`, '-o', 'json'];
    expect(await gitdrift(args, { cwd: repository(name) })).toMatchObject({ code: 1 });
  });

  it("a person's change of something else fails", async () => {
    const name = `other-${slug}`;
    await applyBase(onMain(name));
    await kubectl(['set', 'env', `deployment/${name}`, 'DEBUG=1']);
    const ran = await gate(repository(name));
    expect(codes(ran, 'Deployment', name)).toContain('changed .spec.replicas git-ahead');
    expect(codes(ran, 'Deployment', name).filter((line) => line.endsWith('undeclared-manual'))).not.toEqual([]);
    expect(ran.code).toBe(1);
  });

  it("a person's change of what the request leaves alone fails", async () => {
    const name = `left-${slug}`;
    await applyBase(onMain(name));
    await kubectl(['set', 'image', `deployment/${name}`, 'web=registry.example/hotfix:9']);
    const ran = await gate(
      request({ 'apps/web.yaml': onMain(name) }, { 'apps/web.yaml': deployment({ name, replicas: 3 }) }),
    );
    expect(codes(ran, 'Deployment', name)).toEqual([
      'changed .spec.replicas git-ahead',
      `changed ${IMAGE} manual-change`,
    ]);
    expect(ran.code).toBe(1);
  });

  it("a person's change of the same field fails", async () => {
    const name = `same-${slug}`;
    await applyBase(onMain(name));
    await kubectl(['set', 'image', `deployment/${name}`, 'web=registry.example/hotfix:9']);
    const ran = await gate(repository(name));
    expect(codes(ran, 'Deployment', name)).toEqual([
      'changed .spec.replicas git-ahead',
      `changed ${IMAGE} both-changed`,
    ]);
    expect(resource(ran.report, 'Deployment', name).drift[1]).toMatchObject({
      writer: { category: 'manual', manager: 'kubectl-set' },
      explanation: {
        status: 'unexplained',
        message: expect.stringContaining(`"registry.example/${name}:1.0.0" there`),
      },
    });
    expect(ran.report.gate).toMatchObject({ counted: 1 });
    expect(ran.code).toBe(1);
  });

  it('what a person put back passes, and the person is named', async () => {
    const name = `back-${slug}`;
    await applyBase(onMain(name));
    await kubectl(['set', 'image', `deployment/${name}`, 'web=registry.example/hotfix:9']);
    await kubectl(['set', 'image', `deployment/${name}`, `web=registry.example/${name}:1.0.0`]);
    const ran = await gate(repository(name));
    expect(codes(ran, 'Deployment', name)).toEqual(['changed .spec.replicas git-ahead', `changed ${IMAGE} git-ahead`]);
    expect(resource(ran.report, 'Deployment', name).drift[1]).toMatchObject({
      writer: { manager: 'kubectl-set' },
      explanation: { message: expect.stringContaining('kubectl set wrote that same value') },
    });
    expect(ran.code).toBe(0);
  });

  it('objects that the request adds pass, those that it removes are named, and one that somebody deleted fails', async () => {
    const [kept, old, added] = [`kept-${slug}`, `old-${slug}`, `new-${slug}`];
    const main = `${settings(kept, { mode: 'a' })}---\n${settings(old, { mode: 'a' })}`;
    const change = `${settings(kept, { mode: 'a' })}---\n${settings(added, { mode: 'a' })}`;
    const repo = request({ 'apps/all.yaml': main }, { 'apps/all.yaml': change });
    await applyBase(main);
    const before = await gate(repo);
    expect(resource(before.report, 'ConfigMap', added)).toMatchObject({
      outcome: 'missing',
      explanation: { status: 'explained', code: 'git-ahead' },
    });
    expect(application(before.report).findings.map(({ code, resource: of }) => `${code} ${of?.name}`)).toEqual([
      `removed-since-base ${old}`,
    ]);
    expect(before.code).toBe(0);
    await kubectl(['delete', 'configmap', kept]);
    const after = await gate(repo);
    expect(resource(after.report, 'ConfigMap', kept).explanation).toMatchObject({ code: 'missing-object' });
    expect(after.code).toBe(1);
  });
});

describe.concurrent('base of what is rendered', () => {
  const chart = (image: string, replicas: string): Files => ({
    'apps/Chart.yaml': 'apiVersion: v2\nname: chart\nversion: 1.0.0\n',
    'apps/templates/web.yaml': deployment({ name: 'charted', image }).replace(
      'spec:\n',
      'spec:\n  replicas: {{ .Values.replicas }}\n',
    ),
    'values/prod.yaml': `replicas: ${replicas}\n`,
  });

  it('a chart, with the values file that base has', async () => {
    const repository = request(chart('1.0.0', '2'), chart('1.0.0', '4'));
    const flags = ['--values', 'values/prod.yaml', '--release-name', 'charted'];
    git(repository, 'checkout', '--quiet', 'main');
    await helm('install', 'charted', join(repository, 'apps'), '--values', join(repository, 'values/prod.yaml'));
    git(repository, 'checkout', '--quiet', 'request');
    const ran = await gate(repository, flags);
    expect(codes(ran, 'Deployment', 'charted')).toEqual(['changed .spec.replicas git-ahead']);
    expect(ran.code).toBe(0);
    await kubectl(['scale', 'deployment/charted', '--replicas=7']);
    const scaled = await gate(repository, flags);
    expect(codes(scaled, 'Deployment', 'charted')).toEqual(['changed .spec.replicas both-changed']);
    expect(scaled.code).toBe(1);
  });

  it('a kustomization, whose base lies elsewhere, with the commit of the line that declares', async () => {
    const files = (image: string): Files => ({
      'apps/kustomization.yaml': 'resources: [../common]\nnameSuffix: -prod\n',
      'common/kustomization.yaml': 'resources: [web.yaml]\n',
      'common/web.yaml': deployment({ name: 'kustomized', replicas: 1, image }),
    });
    const repository = request(files('1.0.0'), { 'common/web.yaml': files('2.0.0')['common/web.yaml'] ?? '' });
    await apply(
      deployment({ name: 'kustomized', replicas: 1 }).replace('name: kustomized\n', 'name: kustomized-prod\n'),
    );
    const ran = await gate(repository, ['--git-blame']);
    expect(codes(ran, 'Deployment', 'kustomized-prod')).toEqual([`changed ${IMAGE} git-ahead`]);
    expect(resource(ran.report, 'Deployment', 'kustomized-prod').drift[0]?.origin).toMatchObject({
      file: 'common/web.yaml',
      commit: { sha: git(repository, 'rev-parse', 'HEAD'), author: 'test', subject: 'change' },
    });
    expect(ran.code).toBe(0);
  });

  it('a repository that is cloned, since a branch of it', async () => {
    const file = (mode: string): Files => ({ 'apps/settings.yaml': settings('cloned', { mode }) });
    const repository = request(file('a'), file('b'));
    await kubectl(['create', '--field-manager=helm', '--filename=-'], file('a')['apps/settings.yaml']);
    const flags = ['--repo', `file://${repository}`, '--revision', 'request', '--path', 'apps'];
    const where = [`--namespace=${namespace}`, '-o', 'json', '--base', 'main'];
    const ran = compared(await gitdrift(['diff', ...flags, ...where]));
    expect(codes(ran, 'ConfigMap', 'cloned')).toEqual(['changed .data.mode git-ahead']);
    expect(application(ran.report).sources[0]).toMatchObject({ base: git(repository, 'rev-parse', 'main') });
    expect(ran.code).toBe(0);
  });

  it('a revision that is not there ends the run', async () => {
    const file = (mode: string): Files => ({ 'apps/settings.yaml': settings('unborn', { mode }) });
    const repository = request(file('a'), file('b'));
    const ran = await gitdrift(['diff', 'apps', `--namespace=${namespace}`, '--base', 'requst'], { cwd: repository });
    expect(ran.err).toContain('the repository has no revision requst');
    expect(ran.err).toContain('did you mean request?');
    expect(ran.code).toBe(2);
  });
});
