import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import type { ManifestDocument } from '../../../src/model/manifest.js';
import { renderFluxKustomization } from '../../../src/render/flux/kustomization.js';
import { postRender } from '../../../src/render/flux/post-render.js';
import { renderReleaseChart } from '../../../src/render/flux/release-chart.js';
import type { RenderIo } from '../../../src/render/render.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';
import { canonical } from '../../argocd/verdict-folders.js';
import { scratch } from '../../source/repositories.js';

const { helm, kustomize } = inject('cluster');

function renderIo(): RenderIo {
  const home = scratch();
  const env = { PATH: `${dirname(helm)}:${dirname(kustomize)}:${process.env.PATH ?? ''}`, HOME: home, TMPDIR: home };
  return { cwd: home, env, progress: () => {}, apiVersions: async () => ['example.com/v1/Widget'] };
}

const objects = (documents: readonly ManifestDocument[]): string[] =>
  documents.map(({ value }) => canonical(value)).sort();

/** The objects that a tool prints, run as a person would. */
function theirs(program: string, args: readonly string[], cwd: string): string[] {
  const text = execFileSync(program, [...args], { cwd, encoding: 'utf8', env: { HOME: scratch(), PATH: '/nowhere' } });
  return objects(readDocuments(text, 'printed').documents);
}

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web:1.0}, {name: cache, image: "cache:7@sha256:${'0'.repeat(64)}"}]}
`;
const SERVICE = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n';
const FILES = {
  'apps/shop/web.yaml': WEB,
  'apps/shop/deep/service.yml': SERVICE,
  'apps/shop/deep/ignored.json': '{',
  'apps/shop/base/kustomization.yaml': 'resources: [map.yaml]\nnamePrefix: base-\n',
  'apps/shop/base/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: map}\ndata: {a: b}\n',
  'apps/shop/base/not-a-resource.yaml': 'nonsense: true\n',
  'component/kustomization.yaml':
    'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nconfigMapGenerator: [{name: extra, literals: [a=b]}]\n',
};
const PATCH = '[{"op": "add", "path": "/spec/clusterIP", "value": "None"}]';
const SPEC: JsonObject = {
  targetNamespace: 'shop',
  namePrefix: 'eu-',
  nameSuffix: '-v2',
  patches: [{ target: { kind: 'Service' }, patch: PATCH }],
  images: [
    { name: 'web', newName: 'mirror.example.com/web', newTag: '2.0' },
    { name: 'cache', newTag: '8' },
  ],
  components: ['../../component', '../../missing'],
  ignoreMissingComponents: true,
};

describe('a Kustomization with all fields builds as kustomize does by hand', () => {
  it('of a folder without a kustomization', async () => {
    const root = scratch(FILES);
    const rendered = await renderFluxKustomization(root, './apps/shop/', SPEC, renderIo());
    expect(existsSync(join(root, 'apps/shop/kustomization.yaml'))).toBe(false);
    const byHand = scratch({
      ...FILES,
      'apps/shop/kustomization.yaml': `resources: [web.yaml, deep/service.yml, base]
namespace: shop
namePrefix: eu-
nameSuffix: -v2
patches: [{target: {kind: Service}, patch: '${PATCH}'}]
images: [{name: web, newName: mirror.example.com/web, newTag: "2.0"}, {name: cache, newTag: "8"}]
components: [../../component]
`,
    });
    expect(objects(rendered.documents)).toEqual(theirs(kustomize, ['build', 'apps/shop'], byHand));
    expect(rendered.documents.map(({ origins }) => origins.file).sort()).toEqual([
      'apps/shop/base/map.yaml',
      'apps/shop/deep/service.yml',
      'apps/shop/web.yaml',
      'component/kustomization.yaml',
    ]);
  });

  it('of a folder with a kustomization that reads files elsewhere, and is left as it was', async () => {
    const own = 'resources: [../shop/web.yaml]\nimages: [{name: web, newTag: "1.1"}]\nnamespace: old\n';
    const root = scratch({ ...FILES, 'apps/blog/Kustomization': own });
    const spec = { targetNamespace: 'blog', images: [{ name: 'web', newName: 'mirror.example.com/web' }] };
    const rendered = await renderFluxKustomization(root, 'apps/blog', spec, renderIo());
    expect(readFileSync(join(root, 'apps/blog/Kustomization'), 'utf8')).toBe(own);
    writeFileSync(
      join(root, 'apps/blog/Kustomization'),
      'resources: [../shop/web.yaml]\nimages: [{name: web, newName: mirror.example.com/web, newTag: "1.1"}]\nnamespace: blog\n',
    );
    const args = ['build', 'apps/blog', '--load-restrictor', 'LoadRestrictionsNone'];
    expect(objects(rendered.documents)).toEqual(theirs(kustomize, args, root));
  });

  it('fails as a whole for one file that is no object', async () => {
    const root = scratch({ 'a.yaml': SERVICE, 'b.yaml': 'nonsense: true\n' });
    await expect(renderFluxKustomization(root, '', {}, renderIo())).rejects.toMatchObject({ code: 'renderer-failed' });
  });

  it('of an empty folder is nothing', async () => {
    const { documents } = await renderFluxKustomization(scratch({ 'apps/readme.md': 'x' }), 'apps', {}, renderIo());
    expect(documents).toEqual([]);
  });
});

describe('a HelmRelease renders as helm does by hand', () => {
  const CHART = {
    'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.2.0\n',
    'charts/web/values.yaml': 'image: web:1.0\nsize: 1\nown: true\n',
    'charts/web/crds/widgets.yaml':
      'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.com}\n',
    'charts/web/templates/all.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }}}
data: {values: {{ toJson .Values | quote }}, widgets: {{ .Capabilities.APIVersions.Has "example.com/v1/Widget" | quote }}, kubernetes: {{ .Capabilities.KubeVersion.Version }}}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: web, image: {{ .Values.image }}}]}
`,
    'env/base.yaml': 'size: 2\nfiles: [base]\n',
    'env/prod.yaml': 'files: [prod]\n',
  };
  const RELEASE = { name: 'shop', namespace: 'marketplace', kubeVersion: 'v1.36.3', ignoreMissingValuesFiles: true };
  const CALL = [
    'template',
    'shop',
    'charts/web',
    '--namespace',
    'marketplace',
    '--kube-version',
    'v1.36.3',
    '--api-versions',
    'example.com/v1/Widget',
  ];

  it('with its values, without its crds', async () => {
    const root = scratch(CHART);
    const place = { kind: 'folder', root, path: './charts/web' } as const;
    const values = { size: 3, own: null, deep: { a: 'b' } };
    const { rendered, chartVersion } = await renderReleaseChart(
      place,
      { ...RELEASE, valuesFiles: [], values },
      renderIo(),
    );
    expect(chartVersion).toBe('1.2.0');
    writeFileSync(join(root, 'inline.yaml'), JSON.stringify(values));
    expect(objects(rendered.documents)).toEqual(theirs(helm, [...CALL, '-f', 'inline.yaml'], root));
  });

  it('with values files in place of its own values', async () => {
    const root = scratch(CHART);
    const place = { kind: 'folder', root, path: 'charts/web' } as const;
    const release = {
      ...RELEASE,
      valuesFiles: ['env/base.yaml', 'none.yaml', 'env/prod.yaml'],
      values: { image: 'web:2' },
    };
    const { rendered } = await renderReleaseChart(place, release, renderIo());
    expect(readFileSync(join(root, 'charts/web/values.yaml'), 'utf8')).toBe(CHART['charts/web/values.yaml']);
    writeFileSync(join(root, 'charts/web/values.yaml'), 'size: 2\nfiles: [prod]\n');
    expect(objects(rendered.documents)).toEqual(theirs(helm, [...CALL, '--set', 'image=web:2'], root));
  });

  it('and its post-renderers change what comes out, one after the other', async () => {
    const root = scratch(CHART);
    const place = { kind: 'folder', root, path: 'charts/web' } as const;
    const { rendered } = await renderReleaseChart(place, { ...RELEASE, valuesFiles: [], values: {} }, renderIo());
    const renderers = [
      { images: [{ name: 'web', newTag: '2.0' }] },
      {
        patches: [
          { target: { kind: 'Pod' }, patch: '[{"op": "add", "path": "/metadata/labels", "value": {"tier": "front"}}]' },
        ],
      },
    ];
    const documents = await postRender(rendered.documents, renderers, renderIo());
    const pod = documents.find(({ value }) => (value as JsonObject).kind === 'Pod');
    expect(pod?.value).toMatchObject({
      metadata: { labels: { tier: 'front' } },
      spec: { containers: [{ image: 'web:2.0' }] },
    });
    expect(pod?.origins.file).toBe('charts/web/templates/all.yaml');
  });
});
