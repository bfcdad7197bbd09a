import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digString, type JsonObject } from '../../../src/model/json.js';
import { renderDirectory } from '../../../src/render/argocd/directory-source.js';
import { expand } from '../../../src/render/argocd/go-expand.js';
import { valueFiles } from '../../../src/render/argocd/helm-value-files.js';
import { withOverrides } from '../../../src/render/argocd/source-overrides.js';
import { normalSource, toolOf } from '../../../src/render/argocd/source-tool.js';
import { scratch } from '../fake-tools.js';

const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;

describe('variables of the build environment', () => {
  it.each([
    [`v-$NAME-\${NAME}`, 'v-shop-shop'],
    ['$NOBODY.', '.'],
    ['$$NAME costs $$5', '$NAME costs $5'],
    ['a $ b', 'a $ b'],
    ['100$', '100$'],
    [`\${}x`, 'x'],
    [`\${open`, 'open'],
    ['$1x', 'x'],
    ['$NAME_x', ''],
    ['$toString', ''],
  ])('%s becomes %s', (text, result) => {
    expect(expand(text, { NAME: 'shop' })).toBe(result);
  });
});

describe('overrides in the folder of a source', () => {
  const source = {
    repoURL: 'https://git.example.com/shop.git',
    path: 'apps/shop',
    helm: { parameters: [{ name: 'a', value: '1' }], releaseName: 'shop' },
  };

  it('are merged, the application’s own last; lists are replaced, null removes, the place stays', async () => {
    const folder = scratch({
      '.argocd-source.yaml': 'repoURL: elsewhere\nhelm:\n  parameters: [{name: b, value: "2"}]\n  skipCrds: true\n',
      '.argocd-source-shop.yaml': 'helm: {releaseName: null, skipTests: true}\n',
      '.argocd-source-other.yaml': 'helm: {releaseName: other}\n',
    });
    const merged = await withOverrides(source, folder, folder, 'shop');
    expect(merged.source.repoURL).toBe(source.repoURL);
    expect(merged.source.helm).toEqual({ parameters: [{ name: 'b', value: '2' }], skipCrds: true, skipTests: true });
    expect(merged.files).toEqual(['.argocd-source.yaml', '.argocd-source-shop.yaml']);
  });

  it('are none where no file is there', async () => {
    const folder = scratch();
    expect(await withOverrides(source, folder, folder, 'shop')).toEqual({ source, files: [] });
  });
});

describe('the tool of a source', () => {
  const tool = (files: Record<string, string>, source: JsonObject = {}) => {
    const folder = scratch(files);
    return toolOf(normalSource(source), folder, folder, new Set());
  };

  it.each([
    [{ 'a.yaml': '' }, 'Directory'],
    [{ 'Chart.yaml': '' }, 'Helm'],
    [{ 'MyChart.yaml': '' }, 'Helm'],
    [{ 'kustomization.yml': '' }, 'Kustomize'],
    [{ 'Chart.yaml': '', 'kustomization.yaml': '' }, 'Kustomize'],
    [{ 'base/kustomization.yaml': '' }, 'Directory'],
  ] as const)('%j: %s', async (files, expected) => {
    expect(await tool({ ...files })).toBe(expected);
  });

  it('is the one whose options say something', async () => {
    expect(await tool({ 'Chart.yaml': '' }, { directory: { recurse: true } })).toBe('Directory');
    expect(await tool({ 'Chart.yaml': '' }, { directory: { recurse: false, jsonnet: {} } })).toBe('Helm');
    expect(await tool({ 'a.yaml': '' }, { helm: { valuesObject: {} } })).toBe('Helm');
    expect(await tool({ 'a.yaml': '' }, { plugin: {} })).toBe('Plugin');
  });

  it('cannot be two', async () => {
    const both = { helm: { releaseName: 'a' }, kustomize: { namePrefix: 'b-' } };
    await expect(tool({ 'a.yaml': '' }, both)).rejects.toThrow('multiple application sources defined: Kustomize,Helm');
  });

  it('falls back to plain manifests where it is switched off', async () => {
    const folder = scratch({ 'Chart.yaml': '' });
    expect(await toolOf({}, folder, folder, new Set(['Helm'] as const))).toBe('Directory');
    expect(await toolOf({ helm: { releaseName: 'a' } }, folder, folder, new Set(['Helm'] as const))).toBe('Directory');
  });
});

describe('plain manifests', () => {
  const names = async (files: Record<string, string>, options: JsonObject = {}): Promise<(string | undefined)[]> => {
    const folder = scratch(files);
    const { documents } = await renderDirectory(folder, folder, options, true);
    return documents.map(({ value }) => digString(value, 'metadata', 'name'));
  };

  it('are the files of the folder alone, in the order of their names', async () => {
    const files = { 'b.yaml': map('b'), 'a.yml': map('a'), 'c.yaml.txt': map('c'), 'deep/d.yaml': map('d') };
    expect(await names(files)).toEqual(['a', 'b']);
    expect(await names(files, { recurse: true })).toEqual(['a', 'b', 'd']);
    expect(await names(files, { recurse: true, disableExtensionFilter: true })).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are filtered by globs that cross slashes; what is excluded is out', async () => {
    const files = { 'a.yaml': map('a'), 'deep/b.yaml': map('b'), 'deep/skip-c.yaml': map('c') };
    expect(await names(files, { recurse: true, exclude: '*skip*' })).toEqual(['a', 'b']);
    expect(await names(files, { recurse: true, include: 'deep/*' })).toEqual(['b', 'c']);
    expect(await names(files, { recurse: true, include: '{a,deep/b}.yaml', exclude: 'a*' })).toEqual(['b']);
  });

  it('leave out what asks for it, and what is no manifest', async () => {
    const files = {
      'a.yaml': map('a'),
      'marked.yaml': `# +argocd:skip-file-rendering\n${map('marked')}`,
      'values.yaml': 'replicas: 3\n',
      'list.yaml': '- one\n- two\n',
      'broken.yaml': 'key: [unclosed\n',
      'empty.yaml': '---\n---\n',
    };
    expect(await names(files)).toEqual(['a']);
  });

  it.each([
    ['a manifest that is no YAML', { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n bad: {\n' }],
    ['a broken document after an object', { 'a.yaml': `${map('a')}---\nkey: [unclosed\n` }],
    ['a document without a kind after an object', { 'a.yaml': `${map('a')}---\nfoo: bar\n` }],
    ['two objects in one JSON file', { 'a.json': '{"kind":"A"}{"kind":"B"}' }],
    ['a JSON file that is no object', { 'a.json': '{"foo":1}' }],
    ['jsonnet', { 'a.jsonnet': '{}' }],
  ])('cannot be read: %s', async (_, files) => {
    await expect(names(files)).rejects.toThrow(/a\.(yaml|json|jsonnet)/);
  });

  it('may be links inside the repository, and no others', async () => {
    const root = scratch({ 'shared/a.yaml': map('a'), 'app/b.yaml': map('b') });
    const outside = scratch({ 'x.yaml': map('x') });
    symlinkSync('../shared/a.yaml', join(root, 'app/a.yaml'));
    symlinkSync('nowhere.yaml', join(root, 'app/gone.yaml'));
    const { documents } = await renderDirectory(join(root, 'app'), root, {}, true);
    expect(documents).toHaveLength(2);
    symlinkSync(join(outside, 'x.yaml'), join(root, 'app/x.yaml'));
    await expect(renderDirectory(join(root, 'app'), root, {}, true)).rejects.toThrow('leads out of the source');
  });
});

describe('value files', () => {
  const world = () => {
    const root = realpathSync(
      scratch({ 'common.yaml': '', 'chart/values-a.yaml': '', 'chart/values-b.yaml': '', 'chart/env/prod/x.yaml': '' }),
    );
    const values = realpathSync(scratch({ 'shop/prod.yaml': '' }));
    return {
      root,
      values,
      find: (given: readonly string[], ignoreMissing = false, more: { single?: boolean } = {}) =>
        valueFiles(given, ignoreMissing, {
          folder: join(root, 'chart'),
          root,
          refs: more.single ? undefined : new Map([['values', { root: values }]]),
          schemes: ['https'],
          environment: { ENV: 'prod' },
        }),
    };
  };

  it('count from the chart, from the root, or from another source', async () => {
    const { root, values, find } = world();
    expect(
      await find(['values-a.yaml', '/common.yaml', '$values/shop/$ENV.yaml', 'https://example.com/v.yaml']),
    ).toEqual([
      join(root, 'chart/values-a.yaml'),
      join(root, 'common.yaml'),
      join(values, 'shop/prod.yaml'),
      'https://example.com/v.yaml',
    ]);
  });

  it('may be patterns; what is also named outright stands where it is named', async () => {
    const { root, find } = world();
    expect(await find(['values-*.yaml', 'env/**/*.yaml', 'values-a.yaml'])).toEqual([
      join(root, 'chart/values-b.yaml'),
      join(root, 'chart/env/prod/x.yaml'),
      join(root, 'chart/values-a.yaml'),
    ]);
  });

  it('may be missing only where that is said', async () => {
    const { find } = world();
    expect(await find(['none.yaml', 'none-*.yaml'], true)).toEqual([]);
    await expect(find(['none.yaml'])).rejects.toThrow('there is no values file none.yaml');
    await expect(find(['none-*.yaml'])).rejects.toThrow('no file matches the values file pattern none-*.yaml');
  });

  it.each([
    ['../../outside.yaml', 'is outside of its repository'],
    ['$nobody/a.yaml', 'the sources with a ref are values'],
    ['ftp://example.com/v.yaml', 'the URL scheme ftp'],
  ])('are refused: %s', async (file, reason) => {
    await expect(world().find([file])).rejects.toThrow(reason);
  });

  it('know no other source where there is one only', async () => {
    const { root, find } = world();
    mkdirSync(join(root, 'chart/x'));
    writeFileSync(join(root, 'chart/x/v.yaml'), '');
    expect(await find(['x$values/v.yaml'], false, { single: true })).toEqual([join(root, 'chart/x/v.yaml')]);
  });
});
