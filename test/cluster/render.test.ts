import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { buildDesired } from '../../src/desired/build-desired.js';
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

const VALUES_CHART = {
  'shop/Chart.yaml': `apiVersion: v2
name: catalog
version: 1.0.0
dependencies:
- {name: cache, version: 1.0.0, condition: cache.enabled}
- {name: cache, version: 1.0.0, alias: sessions, tags: [extra]}
- {name: search, version: 1.0.0, condition: search.enabled}
`,
  'shop/values.yaml': `from: chart
list: [a, b]
map: {chart: "1", both: chart}
cache: {from: parent}
search: {enabled: false}
tags: {extra: true}
global: {region: eu}
`,
  'shop/templates/values.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: values}
data:
  values: {{ omit .Values "cache" "sessions" "search" "tags" | toJson | quote }}
`,
  ...Object.fromEntries(
    ['cache', 'search'].flatMap((name) => [
      [`shop/charts/${name}/Chart.yaml`, `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`],
      [`shop/charts/${name}/values.yaml`, 'from: subchart\nkept: subchart\n'],
      [
        `shop/charts/${name}/templates/values.yaml`,
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Chart.Name }}}\ndata:\n  values: {{ .Values | toJson | quote }}\n`,
      ],
    ]),
  ),
  'one.yaml': 'from: one\nmap: {one: "1", both: one}\ncache: {from: one}\n',
  'two.yaml': 'from: two\nlist: [c]\nmap: {both: two, chart: null}\nglobal: {region: us}\n',
};

describe('values of a chart', () => {
  const valuesOf = async (more: Partial<RenderRequest>): Promise<Record<string, unknown>> => {
    const root = scratch(VALUES_CHART);
    const { documents } = await run(join(root, 'shop'), root, dirname(helm), { kubeVersion: 'v1.36.0', ...more });
    return Object.fromEntries(
      documents.map(({ value }) => [
        digString(value, 'metadata', 'name'),
        JSON.parse(digString(value, 'data', 'values') ?? ''),
      ]),
    );
  };

  it('are its own where nothing else is given; a subchart has its own, its parent’s over them, and the global ones', async () => {
    expect(await valuesOf({})).toEqual({
      values: { from: 'chart', list: ['a', 'b'], map: { chart: '1', both: 'chart' }, global: { region: 'eu' } },
      cache: { from: 'parent', kept: 'subchart', global: { region: 'eu' } },
      sessions: { from: 'subchart', kept: 'subchart', global: { region: 'eu' } },
    });
  });

  it('are merged in the order of the files, lists replaced, null taking a key away; --set counts last', async () => {
    expect(
      await valuesOf({ values: ['one.yaml', 'two.yaml'], set: ['map.set=2', 'cache.from=set', 'map.set=3'] }),
    ).toMatchObject({
      values: { from: 'two', list: ['c'], map: { one: '1', both: 'two', set: 3 }, global: { region: 'us' } },
      cache: { from: 'set', kept: 'subchart', global: { region: 'us' } },
    });
    const values = await valuesOf({ values: ['two.yaml', 'one.yaml'] });
    expect(values.values).toMatchObject({ from: 'one', map: { both: 'one' } });
    expect(values.values).not.toHaveProperty('map.chart');
  });

  it('switch subcharts on and off by condition and by tag', async () => {
    expect(Object.keys(await valuesOf({ set: ['search.enabled=true', 'cache.enabled=false'] })).sort()).toEqual([
      'search',
      'sessions',
      'values',
    ]);
    expect(Object.keys(await valuesOf({ set: ['tags.extra=false'] })).sort()).toEqual(['cache', 'values']);
  });
});

describe('helm', () => {
  it('renders hooks and tests of the chart, which are then set apart', async () => {
    const job = (name: string, hook: string): string =>
      `apiVersion: batch/v1\nkind: Job\nmetadata: {name: ${name}, annotations: {helm.sh/hook: "${hook}"}}\n`;
    const root = scratch({
      ...CHART,
      'shop/templates/migrate.yaml': job('migrate', 'pre-install,pre-upgrade'),
      'shop/templates/tests/smoke.yaml': job('smoke', 'test'),
    });
    const { documents } = await run(join(root, 'shop'), root, dirname(helm), { kubeVersion: 'v1.36.0' });
    const desired = buildDesired(documents, { namespace: 'shop', kindOf: () => undefined });
    expect(desired.notCompared.map(({ ref, reason }) => `${ref.kind} ${ref.name}: ${reason}`)).toEqual([
      'Job migrate: hook',
      'Job smoke: hook',
    ]);
    expect(desired.objects.map(({ ref }) => ref.kind)).not.toContain('Job');
  });

  it('marks what another rendering gives otherwise: random texts, keys, the time, and what is made of them', async () => {
    const root = scratch({
      'shop/Chart.yaml': 'apiVersion: v2\nname: catalog\nversion: 1.0.0\n',
      'shop/templates/_login.tpl':
        '{{ define "login" }}{{ lookup "v1" "Secret" "shop" "login" | default (randAlphaNum 12) }}{{ end }}',
      'shop/templates/login.yaml': `apiVersion: v1
kind: Secret
metadata: {name: login}
stringData:
  user: app
  password: {{ include "login" . | quote }}
`,
      'shop/templates/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    day: {{ now | date "2006-01-02" | quote }}
    second: {{ now | unixEpoch | quote }}
spec:
  replicas: 2
  template:
    metadata:
      annotations:
        checksum/login: {{ include (print $.Template.BasePath "/login.yaml") . | sha256sum }}
`,
      'shop/templates/certificate.yaml': `{{ $ca := genCA "shop" 1 -}}
apiVersion: v1
kind: Secret
metadata: {name: tls}
data: {tls.crt: {{ $ca.Cert | b64enc }}, kept: YQ==}
`,
      'shop/templates/run.yaml': 'apiVersion: batch/v1\nkind: Job\nmetadata: {name: run-{{ randAlpha 8 | lower }}}\n',
    });
    const { documents, findings } = await run(join(root, 'shop'), root, dirname(helm), { kubeVersion: 'v1.36.0' });
    const marked = documents.map(({ value, volatile }) => [digString(value, 'metadata', 'name'), volatile]);
    expect(marked.filter(([name]) => !String(name).startsWith('run-'))).toEqual([
      ['tls', ['/data/tls.crt']],
      ['login', ['/stringData/password']],
      [
        'web',
        [
          '/metadata/annotations/day',
          '/metadata/annotations/second',
          '/spec/template/metadata/annotations/checksum~1login',
        ],
      ],
    ]);
    expect(marked.filter(([name]) => String(name).startsWith('run-'))).toEqual([
      [expect.any(String), ['/metadata/name']],
    ]);
    expect(findings).toMatchObject([{ code: 'lookup-in-render', message: /: shop\/templates\/_login\.tpl$/ }]);
  });

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
