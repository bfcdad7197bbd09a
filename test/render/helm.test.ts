import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { dig } from '../../src/model/json.js';
import type { OpenedSource, RenderRequest } from '../../src/model/source.js';
import { render } from '../../src/render/render.js';
import { type FakeTools, fakeTools, opened, renderIo, request, scratch } from './fake-tools.js';

const WIDGET = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
`;

const FILES = {
  'shop/Chart.yaml':
    'apiVersion: v2\nname: catalog\nversion: 1.0.0\ndependencies:\n- name: cache\n- name: redis\n  version: 1.x\n',
  'shop/crds/widgets.yaml': WIDGET,
  'shop/templates/web.yaml': 'metadata:\n  name: {{ .Release.Name }}\n',
  'shop/templates/plain.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plain}\ndata:\n  a: b\n  a: c\n',
  'shop/charts/cache/Chart.yaml': 'apiVersion: v2\nname: cache\nversion: 1.0.0\n',
  'shop/charts/cache/templates/a.yaml': '{{ "" }}',
  'shop/charts/redis-1.2.3.tgz': gzipSync('packed'),
};

const OUTPUT = `---
# Source: catalog/crds/widgets.yaml
${WIDGET}
---
# Source: catalog/charts/cache/templates/a.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: cache}
---
# Source: catalog/charts/redis/templates/b.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: redis}
---
# Source: catalog/charts/aliased/templates/c.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: aliased}
---
# Source: catalog/templates/plain.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: plain}
data:
  a: b
  a: c
---
# Source: catalog/templates/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {a: b, a: c}
  annotations:
    text: |
      ---
      # Source: catalog/templates/none.yaml
---
# Source: catalog/templates/web.yaml
apiVersion: v1
kind: Service
metadata: {name: web-2}
`;

const printing = (output: string, stderr = ''): FakeTools =>
  fakeTools({
    helm: `if (args[0] === 'version') print('v3.20.2+gabc1234\\n');
           else { print(${JSON.stringify(output)}); say(${JSON.stringify(stderr)}); }`,
  });

function template(
  root: string,
  tools: { readonly bin: string },
  more: Partial<RenderRequest> = {},
  source: Partial<OpenedSource> = {},
) {
  return render(
    opened(join(root, 'shop'), { root, ...source }),
    request({ kubeVersion: 'v1.36.0', ...more }),
    renderIo(tools, { cwd: root }),
  );
}

describe('helm', () => {
  it('renders, and says which file each object comes from, with lines where the file has no template actions', async () => {
    const rendered = await template(scratch(FILES), printing(OUTPUT));
    expect(rendered.renderer).toEqual({ name: 'helm', version: 'v3.20.2' });
    expect(
      rendered.documents.map(({ origins, index, duplicateKeys }) => [
        `${origins.file}#${index}`,
        Object.fromEntries(origins.lines),
        duplicateKeys.length,
      ]),
    ).toEqual([
      ['shop/crds/widgets.yaml#0', { '': 1, '/apiVersion': 1, '/kind': 2, '/metadata': 3, '/metadata/name': 4 }, 0],
      ['shop/charts/cache/templates/a.yaml#0', {}, 0],
      ['shop/charts/redis-1.2.3.tgz#0', {}, 0],
      ['shop/Chart.yaml#0', {}, 0],
      [
        'shop/templates/plain.yaml#0',
        { '': 1, '/apiVersion': 1, '/kind': 2, '/metadata': 3, '/metadata/name': 3, '/data': 4, '/data/a': 6 },
        1,
      ],
      ['shop/templates/web.yaml#0', {}, 0],
      ['shop/templates/web.yaml#1', {}, 0],
    ]);
    expect(rendered.findings).toEqual([
      {
        code: 'duplicate-yaml-key',
        severity: 'warning',
        resource: { group: '', version: 'v1', kind: 'Service', namespace: '', name: 'web' },
        message: 'helm printed the key a twice at /metadata/labels; the last one counts',
        origin: { file: 'shop/templates/web.yaml' },
      },
    ]);
  });

  it('is told what the cluster serves, which values to use, and nothing that could be an option', async () => {
    const root = scratch({ ...FILES, 'values/prod.yaml': '' });
    const tools = printing('');
    await template(root, tools, {
      releaseName: 'catalog-prod',
      namespace: 'marketplace',
      apiVersions: ['v1', 'apps/v1/Deployment'],
      values: ['values/prod.yaml'],
      set: ['a=b,c=d', '--post-renderer=x'],
    });
    expect(tools.calls('helm').map(({ args }) => args)).toEqual([
      [
        'template',
        'catalog-prod',
        join(root, 'shop'),
        '--include-crds',
        '--namespace=marketplace',
        '--kube-version=v1.36.0',
        '--api-versions=v1',
        '--api-versions=apps/v1/Deployment',
        `--values=${join(root, 'values/prod.yaml')}`,
        '--set=a=b,c=d',
        '--set=--post-renderer=x',
      ],
      ['version', '--short'],
    ]);
  });

  it('is the only renderer for which the cluster is asked what it serves', async () => {
    const root = scratch({ ...FILES, 'plain/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n' });
    const tools = printing('');
    let asked = 0;
    const io = renderIo(tools, {
      apiVersions: async () => {
        asked++;
        return ['v1', 'example.com/v1/Widget'];
      },
    });
    await render(opened(join(root, 'plain'), { root }), request(), io);
    expect(asked).toBe(0);
    await render(opened(join(root, 'shop'), { root }), request(), io);
    expect(asked).toBe(1);
    expect(tools.calls('helm')[0]?.args).toContain('--api-versions=example.com/v1/Widget');
  });

  it('has homes of its own that are gone afterwards, and no way to a cluster', async () => {
    const tools = printing('');
    await template(scratch(FILES), tools);
    const [call] = tools.calls('helm');
    for (const name of ['HELM_CACHE_HOME', 'HELM_CONFIG_HOME', 'HELM_DATA_HOME', 'HELM_PLUGINS', 'KUBECONFIG']) {
      expect(call?.env[name]).toContain('gitdrift-');
    }
    expect(existsSync(call?.env.HELM_CACHE_HOME ?? '/')).toBe(false);
  });

  it.each([
    ['Catalog_Prod', 'catalog-prod'],
    ['...', 'release'],
    [`${'a'.repeat(52)}.b`, 'a'.repeat(52)],
    ['catalog-1.0.0.tgz', 'catalog-1-0-0'],
  ])('a source named %s makes the release %s', async (name, release) => {
    const tools = printing('');
    await template(scratch(FILES), tools, {}, { name });
    expect(tools.calls('helm')[0]?.args[1]).toBe(release);
  });

  it.each(['--debug', 'Catalog', 'a'.repeat(54), '', 'a_b'])('%j is no release name', async (releaseName) => {
    const tools = printing('');
    await expect(template(scratch(FILES), tools, { releaseName })).rejects.toMatchObject({ code: 'usage' });
    expect(tools.calls('helm')).toEqual([]);
  });

  it.each(['prod.yaml', 'https://example.com/values.yaml', 'shop'])('%s is no values file', async (file) => {
    await expect(template(scratch(FILES), printing(''), { values: [file] })).rejects.toMatchObject({
      code: 'source-not-found',
      message: `there is no values file ${file}`,
    });
  });

  it('says when it had to assume the version of the cluster', async () => {
    const root = scratch(FILES);
    const source = opened(join(root, 'shop'), { root });
    const { findings } = await render(source, request(), renderIo(printing('')));
    expect(findings).toMatchObject([
      { code: 'capabilities-assumed', severity: 'note', origin: { file: 'shop/Chart.yaml' } },
    ]);
  });

  it('tells its warnings, without the time', async () => {
    const stderr =
      '2026/11/30 12:00:00 warning: cannot overwrite table with non table for catalog.image (map[])\n' +
      'time=2026-11-30T12:00:00Z level=WARN msg="a key is unknown"\nwalk.go:75: found symbolic link in path\n';
    expect((await template(scratch(FILES), printing('', stderr))).findings.map(({ message }) => message)).toEqual([
      'helm: level=WARN msg="a key is unknown"',
      'helm: warning: cannot overwrite table with non table for catalog.image (map[])',
    ]);
  });

  it('tells no more of a warning than can be read', async () => {
    const { findings } = await template(scratch(FILES), printing('', `warning: ${'x'.repeat(100_000)}`));
    expect(findings[0]?.message).toMatch(/^helm: warning: x+ … x+$/);
    expect(findings[0]?.message.length).toBeLessThan(900);
  });

  it('may not know its version, but an interruption while it is asked is one', async () => {
    const silent = fakeTools({ helm: `if (args[0] === 'version') process.exitCode = 1;` });
    expect((await template(scratch(FILES), silent)).renderer.version).toBe('unknown');
    const asked = fakeTools({
      helm: `if (args[0] === 'version') { fs.writeFileSync(__dirname + '/asked', ''); setInterval(() => {}, 1000); }`,
    });
    const controller = new AbortController();
    const root = scratch(FILES);
    const rendering = render(
      opened(join(root, 'shop'), { root }),
      request(),
      renderIo(asked, { signal: controller.signal }),
    ).catch((error: unknown) => error);
    await vi.waitFor(() => expect(existsSync(join(asked.bin, 'asked'))).toBe(true), 10_000);
    controller.abort();
    expect(await rendering).toMatchObject({ code: 'interrupted' });
  });

  describe('a chart whose values change from one rendering to the next', () => {
    /** Helm that gives its process number, which is another one each time, and its time zone. */
    const counting = (): FakeTools =>
      fakeTools({
        helm: `if (args[0] === 'version') print('v3.20.2\\n');
               else {
                 print('---\\n# Source: catalog/templates/web.yaml\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: web}\\n');
                 print('data: {pid: "' + process.pid + '", zone: "' + (process.env.TZ || '') + '", kept: "1"}\\n');
               }`,
      });
    const renderings = (tools: FakeTools) => tools.calls('helm').filter(({ args }) => args[0] === 'template');

    it('is rendered twice, and the values are marked', async () => {
      const tools = counting();
      const root = scratch({ ...FILES, 'shop/templates/web.yaml': 'a: {{ randAlphaNum 5 }}\n' });
      const { documents, findings } = await template(root, tools);
      expect(documents.map(({ volatile }) => volatile)).toEqual([['/data/pid']]);
      expect(renderings(tools).map(({ args }) => args.join(' '))).toEqual(
        Array(2).fill(expect.stringMatching(/^template /)),
      );
      expect(findings).toEqual([]);
    });

    it('is rendered at other times of day where it asks for the time', async () => {
      const tools = counting();
      const root = scratch({ ...FILES, 'shop/templates/web.yaml': 'a: {{ now | date "2006-01-02" }}\n' });
      const { documents } = await template(root, tools);
      expect(documents.map(({ volatile }) => volatile)).toEqual([['/data/pid', '/data/zone']]);
      expect(documents.map(({ value }) => dig(value, 'data', 'zone'))).toEqual(['']);
      expect(
        renderings(tools)
          .map(({ env }) => env.TZ ?? '')
          .sort(),
      ).toEqual(['', 'Etc/GMT+12', 'Etc/GMT-14']);
    });

    it('is rendered once where nothing does', async () => {
      const tools = counting();
      expect((await template(scratch(FILES), tools)).documents.map(({ volatile }) => volatile)).toEqual([undefined]);
      expect(renderings(tools)).toHaveLength(1);
    });
  });

  it('says that lookup finds nothing, and names the templates', async () => {
    const lookup = '{{ lookup "v1" "Secret" "shop" "login" }}';
    const root = scratch({
      ...FILES,
      'shop/templates/web.yaml': lookup,
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`shop/charts/cache/templates/${name}.yaml`, lookup])),
    });
    expect((await template(root, printing(''))).findings).toEqual([
      {
        code: 'lookup-in-render',
        severity: 'note',
        message:
          'lookup finds nothing in a rendering, so what it would take from the cluster is rendered as for a first install: shop/charts/cache/templates/a.yaml, shop/charts/cache/templates/b.yaml, shop/charts/cache/templates/c.yaml and 1 more',
        origin: { file: 'shop/Chart.yaml' },
      },
    ]);
  });

  it('says how to get it', async () => {
    await expect(template(scratch(FILES), { bin: scratch() })).rejects.toMatchObject({
      code: 'renderer-missing',
      message: 'rendering the chart shop needs helm, which is not on PATH',
      hint: /^Install helm \(https/,
    });
  });

  it('renders a packed chart', async () => {
    const root = scratch({ 'catalog-1.0.0.tgz': gzipSync('packed') });
    const source = opened(join(root, 'catalog-1.0.0.tgz'), { root, kind: 'file' });
    const { documents } = await render(source, request(), renderIo(printing(OUTPUT)));
    expect(new Set(documents.map(({ origins }) => origins.file))).toEqual(new Set(['catalog-1.0.0.tgz']));
  });

  it('does not read through links that leave a clone', async () => {
    const root = scratch({ ...FILES });
    symlinkSync(scratch({ 'secret.yaml': '' }), join(root, 'shop/files'));
    const tools = printing('');
    await expect(template(root, tools, {}, { kind: 'git' })).rejects.toMatchObject({
      message: 'shop/files is a symbolic link that leads out of the source',
    });
    expect(tools.calls('helm')).toEqual([]);
    expect((await template(root, tools)).documents).toEqual([]);
  });

  it('names the template whose output is no YAML', async () => {
    const output = '---\n# Source: catalog/templates/web.yaml\na: b\n  c: d\n';
    await expect(template(scratch(FILES), printing(output))).rejects.toMatchObject({
      code: 'renderer-failed',
      message: /^shop\/templates\/web\.yaml: what helm made of it cannot be read: line 2 of it: /,
      hint: 'see it with helm template --show-only templates/web.yaml',
      position: { file: 'shop/templates/web.yaml' },
    });
  });
});

describe('helm that fails', () => {
  it.each<[string, string, object]>([
    [
      'executing a template',
      'Error: template: catalog/templates/web.yaml:13:13: executing "catalog/templates/web.yaml" at <.Values.x.y>: nil pointer evaluating interface {}.y\n\nUse --debug flag to render out invalid YAML\n',
      {
        message:
          'shop/templates/web.yaml:13: helm failed: template: catalog/templates/web.yaml:13:13: executing "catalog/templates/web.yaml" at <.Values.x.y>: nil pointer evaluating interface {}.y',
        position: { file: 'shop/templates/web.yaml', line: 13 },
      },
    ],
    [
      'as the chart wants it',
      'Error: execution error at (catalog/charts/cache/templates/a.yaml:1:6): no image given\n',
      { message: /no image given$/, position: { file: 'shop/charts/cache/templates/a.yaml', line: 1 } },
    ],
    [
      'on what a template gave, whose lines are not those of the file',
      'Error: YAML parse error on catalog/templates/web.yaml: error converting YAML to JSON: yaml: line 2: mapping values are not allowed\n',
      {
        message: /^shop\/templates\/web\.yaml: helm failed: YAML parse error/,
        position: { file: 'shop/templates/web.yaml' },
      },
    ],
    [
      'on dependencies',
      'Error: An error occurred while checking for chart dependencies. You may need to run `helm dependency build` to fetch missing dependencies: found in Chart.yaml, but missing in charts/ directory: redis, mysql\n',
      {
        message: "shop/Chart.yaml:6: the chart's dependencies are not in its charts folder: redis, mysql",
        hint: /^Run helm dependency build/,
        position: { file: 'shop/Chart.yaml', line: 6 },
      },
    ],
    [
      'on values',
      "level=INFO msg=x\nError: values don't meet the specifications of the schema(s) in the following chart(s):\ncatalog:\n- at '/replicas': got string, want integer\n\n",
      {
        message:
          "shop/Chart.yaml: helm failed: values don't meet the specifications of the schema(s) in the following chart(s): catalog: - at '/replicas': got string, want integer",
        position: { file: 'shop/Chart.yaml' },
      },
    ],
    [
      'on a values file',
      'Error: failed to parse /etc/prod.yaml: error converting YAML to JSON: yaml: line 2: mapping values are not allowed in this context\n',
      { message: /^\/etc\/prod\.yaml:2: helm failed: /, position: { file: '/etc/prod.yaml', line: 2 } },
    ],
    [
      'at length',
      `Error: execution error at (catalog/templates/web.yaml:1:6): ${'image '.repeat(200_000)}is not known\n`,
      {
        message: /^shop\/templates\/web\.yaml:1: helm failed: execution error .{0,300} … .{0,500} is not known$/,
        position: { file: 'shop/templates/web.yaml', line: 1 },
      },
    ],
    [
      'with one endless word',
      'a/templates/'.repeat(100_000),
      { message: /^shop\/Chart\.yaml: helm failed: .{1,810}$/ },
    ],
    ['without a word', '', { message: 'shop/Chart.yaml: helm failed: helm ended with exit code 1' }],
  ])('%s', async (_, stderr, error) => {
    const tools = fakeTools({ helm: `say(${JSON.stringify(stderr)}); process.exitCode = 1;` });
    await expect(template(scratch(FILES), tools)).rejects.toMatchObject({ code: 'renderer-failed', ...error });
  });
});
