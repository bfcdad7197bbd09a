import { dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { buildDesired } from '../../../src/desired/build-desired.js';
import { dig, digString } from '../../../src/model/json.js';
import { scratch } from '../../render/fake-tools.js';
import { places, run } from './real-tools.js';

const { helm } = inject('cluster');

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
