import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { dig, digString } from '../../../src/model/json.js';
import type { Rendered } from '../../../src/model/source.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';
import { scratch } from '../../render/fake-tools.js';
import { only, places, run } from './real-tools.js';

const { kustomize, kubectl } = inject('cluster');

const built = (location: string, root: string): Promise<Rendered> => run(location, root, dirname(kustomize));

const KUSTOMIZATION = {
  'apps/base/deploy.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: catalog
spec:
  replicas: 2
  template:
    spec:
      containers:
      - name: web
        image: registry.example/catalog:1
        args: [--port, "8080"]
`,
  'apps/base/kustomization.yaml': `resources: [deploy.yaml]
configMapGenerator:
- name: settings
  literals: [MODE=fast]
`,
  'apps/prod/kustomization.yaml': `resources: [../base, quota.yaml]
namePrefix: prod-
namespace: marketplace
images:
- name: registry.example/catalog
  newTag: "2"
commonLabels: {team: shop}
buildMetadata: [managedByLabel]
sortOptions: {order: legacy}
patches:
- patch: |-
    - {op: replace, path: /spec/replicas, value: 5}
  target: {kind: Deployment}
`,
  'apps/prod/quota.yaml':
    'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: limits\nspec: {hard: {pods: "10"}}\n',
};

describe('kustomize', () => {
  it.each([
    ['kustomize', kustomize, ['build']],
    ['kubectl', kubectl, ['kustomize']],
  ])('of %s gives exactly what it builds, with the files and lines that declare it', async (name, program, args) => {
    const root = scratch(KUSTOMIZATION);
    const rendered = await run(join(root, 'apps/prod'), root, only(name, program));
    expect(rendered.renderer).toEqual({ name: 'kustomize', version: expect.stringMatching(/^v5\.\d+\.\d+/) });
    const built = execFileSync(program, [...args, join(root, 'apps/prod')], { encoding: 'utf8', stdio: 'pipe' });
    const values = readDocuments(built, '-').documents.map(({ value }) => value);
    expect(rendered.documents.map(({ value }) => value)).toEqual(values);
    const container = '/spec/template/spec/containers/0';
    expect(
      places(rendered, ['', '/metadata/name', '/spec/replicas', `${container}/args`, `${container}/image`]),
    ).toEqual([
      'ResourceQuota/prod-limits apps/prod/quota.yaml:1 apps/prod/quota.yaml:3 apps/prod/quota.yaml:5 apps/prod/quota.yaml:5 apps/prod/quota.yaml:5',
      expect.stringMatching(/^ConfigMap\/prod-settings-\w{10}( apps\/base\/kustomization\.yaml:\?){5}$/),
      'Deployment/prod-catalog apps/base/deploy.yaml:1 apps/base/deploy.yaml:3 apps/base/deploy.yaml:5 apps/base/deploy.yaml:12 apps/base/deploy.yaml:10',
    ]);
    expect(rendered.findings).toMatchObject([{ code: 'renderer-warning', message: /'commonLabels' is deprecated/ }]);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a malformed resource',
      { 'apps/base/deploy.yaml': 'a: b\n  c: d\n' },
      /^apps\/base\/deploy\.yaml:2: kustomize failed: mapping values/,
    ],
    ['a chart', { 'apps/prod/kustomization.yaml': 'helmCharts: [{name: x}]' }, /must specify --enable-helm$/],
    [
      'a file outside its folder',
      { 'apps/prod/kustomization.yaml': 'resources: [../base/deploy.yaml]' },
      /^apps\/prod\/kustomization\.yaml: kustomize failed: .*is not in or below/,
    ],
    [
      'a function',
      {
        'apps/prod/kustomization.yaml': 'generators: [run.yaml]',
        'apps/prod/run.yaml':
          'apiVersion: x/v1\nkind: Run\nmetadata:\n  name: run\n  annotations:\n    config.kubernetes.io/function: "exec: {path: ./run.sh}"\n',
      },
      /kustomize failed: .*(plugin|function)/,
    ],
  ])('says what is wrong with %s', async (_, change, message) => {
    const root = scratch({ ...KUSTOMIZATION, ...change });
    await expect(run(join(root, 'apps/prod'), root, dirname(kustomize))).rejects.toMatchObject({
      code: 'renderer-failed',
      message,
    });
  });

  it.each<[string, string]>([
    ['an exec function', 'exec: {path: ./run.sh}'],
    ['a container function', 'container: {image: registry.example/run:1}'],
    ['a starlark function', 'starlark: {path: ./run.sh, name: run}'],
  ])('runs no plugin: %s, wherever it stands', async (_, how) => {
    const run = `apiVersion: team.example/v1\nkind: Run\nmetadata:\n  name: run\n  annotations:\n    config.kubernetes.io/function: "${how}"\n`;
    for (const [field, entry] of ['generators', 'transformers', 'validators'].flatMap((name) => [
      [name, 'run.yaml'],
      [name, JSON.stringify(run)],
    ])) {
      const root = scratch({
        'apps/kustomization.yaml': `resources: [settings.yaml]\n${field}: [${entry}]\n`,
        'apps/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n',
        'apps/run.yaml': run,
        'apps/run.sh': '#!/bin/sh\ntouch ran\n',
      });
      chmodSync(join(root, 'apps/run.sh'), 0o755);
      await expect(built(join(root, 'apps'), root)).rejects.toMatchObject({
        code: 'renderer-failed',
        message: /^apps\/kustomization\.yaml: kustomize failed: .*external plugins disabled/,
        hint: /^gitdrift runs no plugins of a kustomization/,
      });
      expect(existsSync(join(root, 'apps/ran'))).toBe(false);
    }
  });

  it.each([
    'helmCharts: [{name: redis, repo: "https://charts.example", version: 1.0.0}]',
    'helmChartInflationGenerator: [{chartName: redis}]',
    'generators: [chart.yaml]',
  ])('lets no kustomization run helm: %s', async (field) => {
    const root = scratch({
      'apps/kustomization.yaml': `${field}\n`,
      'apps/chart.yaml':
        'apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: redis}\nname: redis\n',
    });
    await expect(built(join(root, 'apps'), root)).rejects.toMatchObject({
      code: 'renderer-failed',
      message: /must specify --enable-helm$/,
      hint: /^gitdrift does not let kustomize run helm/,
    });
  });

  it('gives generated objects the name with the hash of their content, in all that refers to them', async () => {
    const files = {
      'apps/base/kustomization.yaml': `resources: [deploy.yaml]
configMapGenerator:
- name: settings
  literals: [MODE=fast]
- name: plain
  literals: [A=1]
  options: {disableNameSuffixHash: true}
secretGenerator:
- name: login
  envs: [login.env]
`,
      'apps/base/login.env': 'PASSWORD=hunter2\n',
      'apps/base/deploy.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: catalog}
spec:
  template:
    spec:
      containers:
      - name: web
        envFrom:
        - configMapRef: {name: settings}
        - secretRef: {name: login}
`,
      'apps/prod/kustomization.yaml': `resources: [../base]
components: [../audit]
configMapGenerator:
- name: settings
  behavior: merge
  literals: [MODE=slow]
`,
      'apps/audit/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
patches:
- patch: |-
    - {op: add, path: /metadata/labels, value: {audit: "on"}}
  target: {kind: Deployment}
`,
    };
    const names = async (folder: string, changed: Record<string, string> = {}) => {
      const root = scratch({ ...files, ...changed });
      const { documents } = await built(join(root, folder), root);
      const deployment = documents.find(({ value }) => digString(value, 'kind') === 'Deployment')?.value;
      return {
        all: documents.map(({ value }) => `${digString(value, 'kind')} ${digString(value, 'metadata', 'name')}`).sort(),
        used: dig(deployment, 'spec', 'template', 'spec', 'containers', 0, 'envFrom'),
        labels: dig(deployment, 'metadata', 'labels'),
      };
    };
    const [base, prod, other] = [
      await names('apps/base'),
      await names('apps/prod'),
      await names('apps/base', { 'apps/base/login.env': 'PASSWORD=hunter3\n' }),
    ];
    expect(base.all).toEqual([
      'ConfigMap plain',
      expect.stringMatching(/^ConfigMap settings-\w{10}$/),
      'Deployment catalog',
      expect.stringMatching(/^Secret login-\w{10}$/),
    ]);
    for (const { all, used } of [base, prod, other]) {
      expect(used).toEqual([
        { configMapRef: { name: all[1]?.split(' ')[1] } },
        { secretRef: { name: all[3]?.split(' ')[1] } },
      ]);
    }
    expect(prod.all[1]).not.toBe(base.all[1]);
    expect(prod.labels).toEqual({ audit: 'on' });
    expect(other.all[3]).not.toBe(base.all[3]);
    expect(other.all[1]).toBe(base.all[1]);
  });

  it('does not touch the folder that it builds', async () => {
    const root = scratch(KUSTOMIZATION);
    await run(join(root, 'apps/prod'), root, dirname(kustomize));
    const names = execFileSync('find', [root, '-type', 'f'], { encoding: 'utf8' }).trim().split('\n').sort();
    expect(names).toEqual(
      Object.keys(KUSTOMIZATION)
        .map((name) => join(root, name))
        .sort(),
    );
  });
});
