import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { dig, digString } from '../../src/model/json.js';
import { originAt } from '../../src/model/manifest.js';
import type { Rendered, RenderRequest } from '../../src/model/source.js';
import { render } from '../../src/render/render.js';
import { readDocuments } from '../../src/render/yaml/read-documents.js';
import { opened, request, scratch } from '../render/fake-tools.js';

const { helm, kustomize, kubectl } = inject('cluster');

/** A folder with one program alone, so that nothing else of the machine can be found. */
function only(name: string, program: string): string {
  const folder = scratch();
  mkdirSync(join(folder, 'bin'));
  symlinkSync(program, join(folder, 'bin', name));
  return join(folder, 'bin');
}

function run(location: string, root: string, bin: string, more: Partial<RenderRequest> = {}): Promise<Rendered> {
  const home = scratch();
  const env = { PATH: bin, HOME: home, TMPDIR: home };
  return render(opened(location, { root }), request(more), { cwd: root, env, progress: () => {} });
}

/** `Kind/name` and where the value at a pointer is declared. */
function places(rendered: Rendered, pointers: readonly string[]): string[] {
  return rendered.documents.map(({ value, origins }) => {
    const at = pointers.map((pointer) => originAt(origins, pointer)).map(({ file, line }) => `${file}:${line ?? '?'}`);
    return `${digString(value, 'kind')}/${digString(value, 'metadata', 'name')} ${at.join(' ')}`;
  });
}

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

const CHART = {
  'shop/Chart.yaml': 'apiVersion: v2\nname: catalog\nversion: 1.0.0\ndependencies: [{name: cache, version: 1.0.0}]\n',
  'shop/values.yaml': 'replicas: 2\n',
  'shop/crds/widgets.yaml':
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: widgets.example.com\n---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: gadgets.example.com\n',
  'shop/charts/cache/Chart.yaml': 'apiVersion: v2\nname: cache\nversion: 1.0.0\n',
  'shop/charts/cache/templates/cm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cache}\n',
  'shop/templates/web.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
  namespace: {{ .Release.Namespace }}
data:
  replicas: {{ .Values.replicas | quote }}
  kubernetes: {{ .Capabilities.KubeVersion.Version }}
  widgets: {{ .Capabilities.APIVersions.Has "example.com/v1/Widget" | quote }}
  text: |
    ---
    # Source: not/a/header
---
apiVersion: v1
kind: Secret
metadata: {name: second}
`,
};

describe('helm', () => {
  it('renders for the cluster that is compared with', async () => {
    const root = scratch({ ...CHART, 'prod.yaml': 'replicas: 3\n' });
    const rendered = await run(join(root, 'shop'), root, dirname(helm), {
      releaseName: 'catalog-prod',
      namespace: 'marketplace',
      kubeVersion: 'v1.33.7',
      apiVersions: ['v1', 'example.com/v1/Widget'],
      values: ['prod.yaml'],
      set: ['cache.enabled=true'],
    });
    expect(rendered.renderer).toEqual({ name: 'helm', version: expect.stringMatching(/^v[34]\.\d+\.\d+/) });
    expect(places(rendered, ['', '/metadata/name']).sort()).toEqual([
      'ConfigMap/cache shop/charts/cache/templates/cm.yaml:1 shop/charts/cache/templates/cm.yaml:3',
      'ConfigMap/catalog-prod shop/templates/web.yaml:? shop/templates/web.yaml:?',
      'CustomResourceDefinition/gadgets.example.com shop/crds/widgets.yaml:6 shop/crds/widgets.yaml:9',
      'CustomResourceDefinition/widgets.example.com shop/crds/widgets.yaml:1 shop/crds/widgets.yaml:4',
      'Secret/second shop/templates/web.yaml:? shop/templates/web.yaml:?',
    ]);
    const web = rendered.documents.find(({ value }) => digString(value, 'metadata', 'name') === 'catalog-prod');
    expect(dig(web?.value, 'data')).toEqual({
      replicas: '3',
      kubernetes: 'v1.33.7',
      widgets: 'true',
      text: '---\n# Source: not/a/header\n',
    });
    expect(digString(web?.value, 'metadata', 'namespace')).toBe('marketplace');
    expect(rendered.findings).toEqual([]);
  });

  it.each<[string, Record<string, string>, object]>([
    [
      'a value that is not there',
      { 'shop/templates/web.yaml': 'a: b\nb: {{ .Values.image.tag }}\n' },
      { message: /nil pointer/, position: { file: 'shop/templates/web.yaml', line: 2 } },
    ],
    [
      'a function that is not there',
      { 'shop/templates/web.yaml': 'a: b\nb: {{ nosuch }}\n' },
      { message: /function "nosuch" not defined/, position: { file: 'shop/templates/web.yaml', line: 2 } },
    ],
    [
      'output that is no YAML',
      { 'shop/templates/web.yaml': '{{- /* a */ -}}\na: b\n  c: d\n' },
      { message: /YAML parse error/, position: { file: 'shop/templates/web.yaml' } },
    ],
    [
      'a dependency that was not fetched',
      {
        'shop/Chart.yaml':
          'apiVersion: v2\nname: catalog\nversion: 1.0.0\ndependencies:\n- name: redis\n  version: 1.x\n',
      },
      { message: /redis$/, hint: /helm dependency build/, position: { file: 'shop/Chart.yaml', line: 5 } },
    ],
    [
      'values that the schema refuses',
      { 'shop/values.schema.json': '{"type":"object","properties":{"replicas":{"type":"string"}}}' },
      { message: /^shop\/Chart\.yaml: helm failed: values don't meet the specifications/ },
    ],
    [
      'a version of Kubernetes that it does not support',
      { 'shop/Chart.yaml': 'apiVersion: v2\nname: catalog\nversion: 1.0.0\nkubeVersion: ">=1.99"\n' },
      { message: /chart requires kubeVersion: >=1\.99 which is incompatible with Kubernetes v1\.33\.7$/ },
    ],
  ])('says what is wrong with %s', async (_, change, error) => {
    const root = scratch({ ...CHART, ...change });
    const rendering = run(join(root, 'shop'), root, dirname(helm), { kubeVersion: 'v1.33.7' });
    await expect(rendering).rejects.toMatchObject({ code: 'renderer-failed', ...error });
  });
});
