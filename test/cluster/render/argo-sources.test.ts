import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { renderArgoSources } from '../../../src/compositions/argocd/argo-sources.js';
import { readApplication } from '../../../src/gitops/argocd/read-application.js';
import type { JsonObject, JsonValue } from '../../../src/model/json.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';
import { argoRepositories } from '../../../src/source/argocd/open-repository.js';
import { canonical } from '../../argocd/verdict-folders.js';
import { application, SHOP, VALUES } from '../../argocd/world.js';
import { repository, scratch } from '../../source/repositories.js';

const { helm, kustomize } = inject('cluster');

const CHART = {
  'chart/Chart.yaml':
    'apiVersion: v2\nname: catalog\nversion: 1.0.0\ndependencies: [{name: cache, version: 1.0.0, repository: "file://../cache"}]\n',
  'chart/values.yaml': 'a: chart\nlist: []\n',
  'chart/values-a.yaml': 'a: file-a\nfile: a\n',
  'chart/values-b.yaml': 'file: b\n',
  'chart/text.txt': 'some, text',
  'chart/crds/widgets.yaml':
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: widgets.example.com\n',
  'chart/templates/cm.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
  namespace: {{ .Release.Namespace }}
data:
  values: {{ omit .Values "cache" "global" | toJson | quote }}
  kubernetes: {{ .Capabilities.KubeVersion.Version }}
  widgets: {{ .Capabilities.APIVersions.Has "example.com/v1/Widget" | quote }}
  install: "{{ .Release.IsInstall }} {{ .Release.Revision }}"
`,
  'chart/templates/tests/t.yaml':
    'apiVersion: v1\nkind: Pod\nmetadata: {name: check, annotations: {helm.sh/hook: test}}\n',
  'cache/Chart.yaml': 'apiVersion: v2\nname: cache\nversion: 1.0.0\n',
  'cache/templates/cm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cache}\n',
};

const HELM: JsonObject = {
  releaseName: 'tools',
  valueFiles: ['values-*.yaml', '$values/prod.yaml', 'missing.yaml'],
  ignoreMissingValueFiles: true,
  valuesObject: { object: { deep: 'yes' }, a: 'object' },
  values: 'a: never\nnever: true\n',
  parameters: [
    { name: 'number', value: '7' },
    { name: 'text', value: '7', forceString: true },
    { name: 'comma', value: 'x,y' },
    { name: 'list', value: '{x,y}' },
    { name: 'app', value: '$ARGOCD_APP_NAME@$ARGOCD_APP_NAMESPACE' },
  ],
  fileParameters: [{ name: 'content', path: 'text.txt' }],
  kubeVersion: '1.31.2',
  apiVersions: ['example.com/v1', 'example.com/v1/Widget'],
  namespace: 'tools-ns',
  skipTests: true,
};

const KUSTOMIZE: JsonObject = {
  namePrefix: 'eu-',
  nameSuffix: '-v2',
  namespace: 'shop-eu',
  images: ['web=mirror.example.com/web:2.0', 'cache:7'],
  replicas: [{ name: 'web', count: 4 }],
  commonLabels: { team: 'catalog' },
  commonAnnotations: { owner: 'catalog' },
  forceCommonLabels: true,
  patches: [{ target: { kind: 'Service' }, patch: '[{"op": "add", "path": "/spec/clusterIP", "value": "None"}]' }],
  components: ['../component'],
};

const BASES = {
  'app/kustomization.yaml':
    'resources: [all.yaml]\ncommonLabels: {team: old}\nimages: [{name: web, newTag: "1.9"}, {name: other, newTag: "3"}]\n',
  'app/all.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}, {name: cache, image: cache}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80}]}
`,
  'component/kustomization.yaml':
    'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nconfigMapGenerator: [{name: extra, literals: [a=b]}]\n',
};

/** The objects of an Application, by our path. */
async function ours(spec: JsonObject, folders: Readonly<Record<string, string>>): Promise<string[]> {
  const home = scratch();
  const env = { PATH: `${dirname(helm)}:${dirname(kustomize)}:${process.env.PATH ?? ''}`, HOME: home, TMPDIR: home };
  const tools = {
    ...{ env, cwd: home, now: new Date('2026-11-30T12:00:00Z'), signal: new AbortController().signal },
    ...{ readStdin: async () => '', progress: () => {}, warn: () => {} },
  };
  const clones = Object.entries(folders).map(([url, folder]) => ({ url, folder }));
  const repositories = argoRepositories({ clones }, tools);
  try {
    const read = readApplication(application({ spec }) as never, { where: 'test' });
    const context = { repositories, settings: {}, kubeVersion: 'v1.36.3', apiVersions: async () => [] };
    const { documents, fault } = await renderArgoSources(read, context, tools);
    if (fault !== undefined) throw fault;
    return documents.map(({ value }) => canonical(value)).sort();
  } finally {
    await repositories.close();
  }
}

/** The objects that a tool prints, run as a person would. */
function theirs(program: string, args: readonly string[], cwd: string): string[] {
  const text = execFileSync(program, [...args], { cwd, encoding: 'utf8', env: { HOME: scratch(), PATH: '/nowhere' } });
  return objectsOf(text).map(canonical).sort();
}

function objectsOf(text: string): readonly JsonValue[] {
  return readDocuments(text, 'printed').documents.map(({ value }) => value);
}

describe('an Application with all options of its source renders as the tool does by hand', () => {
  it('helm', async () => {
    const chart = repository(CHART);
    const values = repository({ 'prod.yaml': 'prod: true\nfile: prod\n' });
    const sources = [
      { repoURL: SHOP, path: 'chart', targetRevision: 'main', helm: HELM },
      { repoURL: VALUES, targetRevision: 'main', ref: 'values' },
    ];
    const work = scratch();
    cpSync(chart, work, { recursive: true });
    execFileSync(helm, ['dependency', 'build'], { cwd: join(work, 'chart'), env: { HOME: work }, stdio: 'ignore' });
    const inline = join(work, 'inline.yaml');
    writeFileSync(inline, JSON.stringify(HELM.valuesObject));
    const args = [
      ...[
        'template',
        'tools',
        '.',
        '--namespace',
        'tools-ns',
        '--kube-version',
        '1.31.2',
        '--include-crds',
        '--skip-tests',
      ],
      ...['--api-versions', 'example.com/v1', '--api-versions', 'example.com/v1/Widget'],
      ...['-f', 'values-a.yaml', '-f', 'values-b.yaml', '-f', join(values, 'prod.yaml'), '-f', inline],
      ...['--set', 'number=7', '--set-string', 'text=7', '--set', 'comma=x\\,y', '--set', 'list={x,y}'],
      ...['--set', 'app=shop@shop', '--set-file', 'content=text.txt'],
    ];
    expect(await ours({ sources }, { [SHOP]: chart, [VALUES]: values })).toEqual(
      theirs(helm, args, join(work, 'chart')),
    );
  });

  it('kustomize', async () => {
    const folder = repository(BASES);
    const work = scratch();
    cpSync(folder, work, { recursive: true });
    const edit = (...args: string[]): void => {
      execFileSync(kustomize, ['edit', ...args], { cwd: join(work, 'app'), stdio: 'ignore', env: { HOME: work } });
    };
    edit('set', 'nameprefix', '--', 'eu-');
    edit('set', 'namesuffix', '--', '-v2');
    edit('set', 'image', 'web=mirror.example.com/web:2.0', 'cache:7');
    edit('set', 'replicas', 'web=4');
    edit('add', 'label', '--force', 'team:catalog');
    edit('add', 'annotation', 'owner:catalog');
    edit('set', 'namespace', '--', 'shop-eu');
    edit('add', 'patch', '--kind', 'Service', '--patch', '[{"op": "add", "path": "/spec/clusterIP", "value": "None"}]');
    edit('add', 'component', '../component');
    const source = { repoURL: SHOP, path: 'app', targetRevision: 'main', kustomize: KUSTOMIZE };
    const rendered = await ours({ source }, { [SHOP]: folder });
    expect(rendered).toEqual(theirs(kustomize, ['build', '.'], join(work, 'app')));
    // The checkout is as it was: another build of it is not edited.
    expect(
      await ours({ source: { repoURL: SHOP, path: 'app', targetRevision: 'main' } }, { [SHOP]: folder }),
    ).not.toEqual(rendered);
  });

  it('kustomize labels beside selectors', async () => {
    const folder = repository(BASES);
    const work = scratch();
    cpSync(folder, work, { recursive: true });
    const args = ['edit', 'add', 'label', '--without-selector', '--include-templates', 'tier:front'];
    execFileSync(kustomize, args, { cwd: join(work, 'app'), stdio: 'ignore', env: { HOME: work } });
    const options = { commonLabels: { tier: 'front' }, labelWithoutSelector: true, labelIncludeTemplates: true };
    const source = { repoURL: SHOP, path: 'app', targetRevision: 'main', kustomize: options };
    expect(await ours({ source }, { [SHOP]: folder })).toEqual(theirs(kustomize, ['build', '.'], join(work, 'app')));
  });

  it('a chart of a repository, the highest version that a range admits', async () => {
    const work = scratch({
      'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.2.0\n',
      'shop/values.yaml': 'size: 1\n',
      'shop/templates/cm.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Release.Name }}}\ndata: {size: {{ .Values.size | quote }}, version: {{ .Chart.Version }}}\n',
    });
    const env = { HOME: work };
    for (const version of ['1.2.0', '1.10.0', '2.0.0']) {
      execFileSync(helm, ['package', 'shop', '--version', version], { cwd: work, env, stdio: 'ignore' });
    }
    const server = createServer((request, response) => {
      response.end(readFileSync(join(work, decodeURIComponent(request.url ?? '/').slice(1))));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    execFileSync(helm, ['repo', 'index', '.', '--url', url], { cwd: work, env, stdio: 'ignore' });
    const source = {
      repoURL: url,
      chart: 'shop',
      targetRevision: '1.x',
      helm: { parameters: [{ name: 'size', value: '3' }] },
    };
    const [rendered] = await ours({ source }, {});
    expect(JSON.parse(rendered ?? '')).toMatchObject({
      metadata: { name: 'shop' },
      data: { size: '3', version: '1.10.0' },
    });
    await expect(ours({ source: { ...source, targetRevision: '3.x' } }, {})).rejects.toThrow(
      /^the chart shop of http:\/\/127\.0\.0\.1:\d+ cannot be fetched: /,
    );
  });
});
