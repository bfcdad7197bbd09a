import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, inject, it } from 'vitest';
import type { ExplainReport } from '../../../src/model/explain-report.js';
import type { Report } from '../../../src/model/report.js';
import { until } from '../../controlplane/kubectl.js';
import { autoscaler, deployment, settings } from './manifests.js';
import { world } from './world.js';

const { helm, kubectl: kubectlProgram, restrictedKubeconfig } = inject('cluster');
const here = world('explain');
const { apply, kubectl, namespace } = here;

const schemaOf = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../docs/${name}.schema.json`, import.meta.url), 'utf8')) as object;
const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
ajv.addSchema(schemaOf('report'));
const validate = ajv.compile(schemaOf('explain'));

/** What is told of a field, its JSON checked against the published schema. */
async function explain(
  object: string,
  field: string,
  path: string,
  flags: readonly string[] = [],
): Promise<ExplainReport> {
  const args = ['explain', object, field, path, '-n', namespace, '-o', 'json', ...flags];
  const { code, out, err } = await here.gitdrift(args.filter((arg) => arg !== ''));
  expect(code, err).toBe(0);
  const report = JSON.parse(out) as ExplainReport;
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return report;
}

const git = (folder: string, args: readonly string[], input = ''): string => {
  const done = spawnSync('git', ['-c', 'user.name=dev', '-c', 'user.email=dev@example.com', ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
  });
  expect(done.status, done.stderr).toBe(0);
  return done.stdout;
};

/** A repository with these files, committed. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = here.folder(files);
  git(folder, ['init', '--quiet', '.']);
  git(folder, ['add', '--all']);
  git(folder, ['commit', '--quiet', '--message=first']);
  return folder;
}

const WITH_TOOLS = { env: { PATH: `${dirname(kubectlProgram)}:${dirname(helm)}:/usr/bin:/bin` } };

/** Adopts a field, applies the patch with git, and says what a diff finds of the object's drift then. */
async function adoptAndApply(repo: string, object: string, field: string, path = '.', flags: readonly string[] = []) {
  const folder = join(repo, path);
  const adopted = await here.gitdrift(['adopt', object, field, folder, '-n', namespace, ...flags], WITH_TOOLS);
  expect(adopted.code, adopted.err).toBe(0);
  git(repo, ['apply', '-'], adopted.out);
  const diff = await here.gitdrift(['diff', folder, '-n', namespace, '-o', 'json', ...flags], WITH_TOOLS);
  const report = JSON.parse(diff.out) as { applications: { resources: { drift: { path: string }[] }[] }[] };
  const drift = report.applications.flatMap(({ resources }) =>
    resources.flatMap((one) => one.drift.map(({ path: own }) => own)),
  );
  return { patch: adopted.out, err: adopted.err, drift };
}

const replicasOf = (name: string): Promise<string> =>
  kubectl(['get', `deployment/${name}`, '-o', 'jsonpath={.spec.replicas}']);

describe.concurrent('explain on a real API server', () => {
  it('tells who wrote a drift, what it is not, and why other fields are none', async () => {
    const manifest = deployment({ name: 'asked' });
    const path = here.folder({ 'asked.yaml': manifest });
    await apply(manifest);
    await kubectl(['set', 'image', 'deployment/asked', '*=registry.example/hotfix:2']);
    const image = await explain('deploy/asked', 'spec.template.spec.containers[0].image', path);
    expect(image).toMatchObject({
      standing: 'drift',
      live: 'registry.example/hotfix:2',
      writer: { category: 'manual', manager: 'kubectl-set' },
      drift: { explanation: { code: 'manual-change' } },
      notes: [expect.stringContaining('items of this list go by their keys') as string],
    });
    expect(image.owners.map(({ manager, named }) => [manager, named])).toContainEqual(['kubectl-set', true]);
    expect(image.advice[0]?.command).toContain('gitdrift adopt deploy/asked');
    const standings = {
      '.spec.strategy.type': 'filled-in',
      '.spec.template.spec.containers[0].imagePullPolicy': 'filled-in',
      '.metadata.uid': 'never-compared',
      '.status': 'never-compared',
      '.metadata.annotations.deployment.kubernetes.io/revision': 'filled-in',
      '.spec.selector': 'equal',
      '.spec.paused': 'absent',
    };
    for (const [field, standing] of Object.entries(standings)) {
      expect((await explain('deploy/asked', field, path)).standing, field).toBe(standing);
    }
    const whole = await explain('deployment.apps/asked', '.', path);
    expect(whole.below.filter(({ standing }) => standing === 'drift').map(({ path: own }) => own)).toEqual([
      expect.stringMatching(/containers\[name="[^"]+"\]\.image$/) as string,
    ]);
    expect(whole.below.some(({ path: own }) => own.startsWith('.metadata.managedFields'))).toBe(false);
  });

  it('tells of ownership that stuck after a value was put back', async () => {
    const manifest = settings('stuck', { mode: 'fast' });
    const path = here.folder({ 'stuck.yaml': manifest });
    await apply(manifest);
    for (const mode of ['slow', 'fast'])
      await kubectl(['patch', 'configmap/stuck', '--type=merge', `--patch={"data":{"mode":"${mode}"}}`]);
    const report = await explain('cm/stuck', '.data.mode', path);
    expect(report).toMatchObject({ standing: 'equal', writer: { manager: 'kubectl-patch' } });
  });

  it('works from live alone, and says that nothing was compared', async () => {
    await apply(settings('alone', { mode: 'fast' }));
    const report = await explain('configmap/alone', '.data.mode', '');
    expect(report).toMatchObject({ outcome: 'live-only', standing: 'not-compared', live: 'fast' });
    expect(report.owners.map(({ manager }) => manager)).toEqual(['argocd-controller']);
  });

  it('exits 3 where the object may not be read, and 2 where there is none', async () => {
    const manifest = settings('hidden', { mode: 'fast' });
    await apply(manifest);
    const path = here.folder({ 'hidden.yaml': manifest });
    const args = ['explain', 'cm/hidden', '.data.mode', path, '-n', namespace];
    const forbidden = await here.gitdrift(args, { kubeconfig: restrictedKubeconfig });
    expect(forbidden.code, forbidden.err).toBe(3);
    expect(forbidden.out).toContain('NOT COMPARED, could not be read');
    expect((await here.gitdrift(['explain', 'cm/nowhere', '.data', path, '-n', namespace])).code).toBe(2);
  });
});

describe.concurrent('adopt, git apply, and the drift is gone', () => {
  it('of plain manifests: a hotfix, a label, a container, all at once', async () => {
    const manifest = deployment({ name: 'plain' });
    const repo = repository({ 'apps/plain.yaml': manifest });
    await apply(manifest);
    await kubectl(['set', 'image', 'deployment/plain', '*=registry.example/hotfix:2']);
    await kubectl(['set', 'env', 'deployment/plain', 'TRACE=on']);
    await kubectl(['label', 'deployment/plain', 'incident=4711']);
    const image = await adoptAndApply(repo, 'deploy/plain', '.spec.template.spec.containers[0].image', 'apps');
    expect(image.drift).toEqual([]);
    await adoptAndApply(repo, 'deploy/plain', '.metadata.labels.incident', 'apps');
    const trace = await adoptAndApply(repo, 'deploy/plain', '.spec.template.spec.containers[0].env[TRACE]', 'apps');
    expect(trace.patch).toContain('value: "on"');
    const clean = await here.gitdrift(['diff', join(repo, 'apps'), '-n', namespace, '-o', 'json']);
    const report = JSON.parse(clean.out) as Report;
    expect(clean.code, clean.err).toBe(0);
    expect(report.summary).toMatchObject({ drift: { total: 0 }, undeclared: { unexplained: 0 } });
  });

  it('of a container that somebody added: without what the server fills in', async () => {
    const manifest = deployment({ name: 'sidecar' });
    const repo = repository({ 'sidecar.yaml': manifest });
    await apply(manifest);
    const container = '{"name":"debug","image":"registry.example/debug:1","args":["--yes"]}';
    await kubectl([
      'patch',
      'deployment/sidecar',
      `--patch={"spec":{"template":{"spec":{"containers":[${container}]}}}}`,
    ]);
    const { patch, drift } = await adoptAndApply(repo, 'deploy/sidecar', 'spec.template.spec.containers[debug]');
    expect(drift).toEqual([]);
    const added = patch.split('\n').filter((line) => /^\+ /.test(line));
    expect(added.map((line) => line.slice(1).trim()).sort()).toEqual([
      '- --yes',
      '- name: debug',
      'args:',
      'image: registry.example/debug:1',
    ]);
  });

  it('of replicas that an autoscaler sets: the line goes', async () => {
    const manifest = deployment({ name: 'scaled', replicas: 1 });
    const repo = repository({ 'scaled.yaml': manifest });
    await apply(`${manifest}---\n${autoscaler('scaled', 3, 10)}`);
    await until(async () => (await replicasOf('scaled')) === '3', 'the autoscaler scales');
    const report = await explain('deploy/scaled', '.spec.replicas', repo);
    expect(report).toMatchObject({ standing: 'drift', writer: { category: 'autoscaler' } });
    const { patch, drift } = await adoptAndApply(repo, 'deploy/scaled', '.spec.replicas');
    expect(patch).toContain('-  replicas: 1');
    expect(drift).toEqual([]);
    expect(readFileSync(join(repo, 'scaled.yaml'), 'utf8')).toBe(manifest.replace('  replicas: 1\n', ''));
  });

  it('of a kustomization: the tag of an image, a count, a patch', async () => {
    const base = deployment({ name: 'layered' });
    const image = /image: "?([^"\s]+?)(?::[^"\s]*)?"?\s/.exec(base)?.[1] ?? '';
    const repo = repository({
      'base/kustomization.yaml': 'resources: [app.yaml]\n',
      'base/app.yaml': base,
      'prod/kustomization.yaml': `resources: [../base]
images:
  - name: ${image}
    newTag: "1.0.0" # pinned
replicas:
  - name: layered
    count: 2
patches:
  - patch: |-
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: layered}
      spec:
        minReadySeconds: 5
`,
    });
    const rendered = spawnSync(kubectlProgram, ['kustomize', join(repo, 'prod')], { encoding: 'utf8' });
    await apply(rendered.stdout);
    await kubectl(['set', 'image', 'deployment/layered', `*=${image}:1.0.1`]);
    await kubectl(['scale', 'deployment/layered', '--replicas=4']);
    await kubectl(['patch', 'deployment/layered', '--type=merge', '--patch={"spec":{"minReadySeconds":30}}']);
    const { drift, err } = await adoptAndApply(repo, 'deploy/layered', '.spec', 'prod');
    expect(drift, err).toEqual([]);
    const text = readFileSync(join(repo, 'prod/kustomization.yaml'), 'utf8');
    for (const line of ['newTag: "1.0.1" # pinned', 'count: 4', 'minReadySeconds: 30']) expect(text).toContain(line);
    expect(git(repo, ['diff', '--stat'])).not.toContain('base/');
  });

  it('of a chart: the value that a template makes it of', async () => {
    const repo = repository({
      'chart/Chart.yaml': 'apiVersion: v2\nname: charted\nversion: 1.0.0\n',
      'chart/values.yaml': 'mode: fast # for all\nother: fast\n',
      'chart/templates/settings.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: charted}\ndata:\n  mode: {{ .Values.mode | quote }}\n  fixed: always\n',
    });
    await apply(settings('charted', { mode: 'fast', fixed: 'always' }));
    await kubectl(['patch', 'configmap/charted', '--type=merge', '--patch={"data":{"mode":"slow"}}']);
    const { drift } = await adoptAndApply(repo, 'cm/charted', '.data.mode', 'chart');
    expect(drift).toEqual([]);
    expect(readFileSync(join(repo, 'chart/values.yaml'), 'utf8')).toBe('mode: slow # for all\nother: fast\n');
    await kubectl(['patch', 'configmap/charted', '--type=merge', '--patch={"data":{"fixed":"never"}}']);
    const refused = await here.gitdrift(
      ['adopt', 'cm/charted', '.data.fixed', join(repo, 'chart'), '-n', namespace],
      WITH_TOOLS,
    );
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('the template chart/templates/settings.yaml decides it');
  });
});
