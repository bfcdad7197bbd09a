import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { render } from '../../src/render/render.js';
import { type FakeTools, fakeTools, opened, renderIo, request, scratch } from './fake-tools.js';

const BUILT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: prod-catalog
spec:
  replicas: 5
  paused: false
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings-b9t2424hkf
`;

/** Prints the build, and in the build of the overlay also where each object comes from, as kustomize does. */
const KUSTOMIZE = `
if (args[0] === 'version') print('v5.8.1\\n');
else {
  const folder = args.at(-1);
  const overlay = fs.readFileSync(folder + '/kustomization.yaml', 'utf8');
  const built = ${JSON.stringify(BUILT)};
  if (!overlay.includes('originAnnotations')) print(built);
  else {
    const { resources: [at] } = JSON.parse(overlay);
    const origin = (text) => '  annotations:\\n    config.kubernetes.io/origin: |\\n' + text.split('\\n').map((line) => '      ' + line + '\\n').join('');
    const [deployment, settings] = built.split('---\\n');
    print(settings + origin('configuredIn: ' + at + '/kustomization.yaml\\nconfiguredBy:\\n  kind: ConfigMapGenerator'));
    print('---\\n' + deployment.replace('spec:', origin('path: ' + at + '/../base/deploy.yaml') + 'spec:'));
  }
}`;

const FILES = {
  'apps/base/deploy.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: catalog
spec:
  paused: false
  replicas: 2
`,
  'apps/base/kustomization.yaml': 'resources: [deploy.yaml]\n',
  'apps/prod/kustomization.yaml': 'resources:\n- ../base\nnamePrefix: prod-\n',
};

function build(root: string, tools: { readonly bin: string }, confined = false) {
  return render(
    opened(join(root, 'apps/prod'), { root, kind: confined ? 'git' : 'directory' }),
    request(),
    renderIo(tools),
  );
}

describe('kustomize', () => {
  it('builds, and says which file declares each object and which line each unchanged field', async () => {
    const root = scratch(FILES);
    const tools = fakeTools({ kustomize: KUSTOMIZE });
    const rendered = await build(root, tools);
    expect(rendered.renderer).toEqual({ name: 'kustomize', version: 'v5.8.1' });
    expect(rendered.findings).toEqual([]);
    expect(
      rendered.documents.map(({ origins, index }) => [index, origins.file, Object.fromEntries(origins.lines)]),
    ).toEqual([
      [
        0,
        'apps/base/deploy.yaml',
        { '': 1, '/apiVersion': 1, '/kind': 2, '/metadata': 3, '/spec': 5, '/spec/paused': 6 },
      ],
      [1, 'apps/prod/kustomization.yaml', {}],
    ]);
    // The second build is for the origins alone: nothing of it is in the result.
    expect(JSON.stringify(rendered.documents)).not.toContain('config.kubernetes.io/origin');
  });

  it('is run without plugins, functions, charts and network', async () => {
    const root = scratch(FILES);
    const tools = fakeTools({ kustomize: KUSTOMIZE });
    await build(root, tools);
    const calls = tools.calls('kustomize');
    expect(calls.map(({ args }) => args)).toEqual([
      ['build', join(root, 'apps/prod')],
      ['version'],
      ['build', expect.stringMatching(/gitdrift-.*overlay$/)],
    ]);
    for (const { env } of calls)
      expect(env).toMatchObject({ HTTPS_PROXY: 'http://127.0.0.1:9', GIT_ALLOW_PROTOCOL: 'none' });
  });

  it('is kubectl where there is no kustomize', async () => {
    const tools = fakeTools({
      kubectl: `if (args[0] === 'version') print('Client Version: v1.36.0\\nKustomize Version: v5.7.1\\n');
                else if (args[0] === 'kustomize') print(${JSON.stringify(BUILT)});`,
    });
    expect((await build(scratch(FILES), tools)).renderer).toEqual({ name: 'kustomize', version: 'v5.7.1' });
    expect(tools.calls('kubectl').map(({ args }) => args[0])).toEqual(['kustomize', 'version', 'kustomize']);
    const both = fakeTools({ kubectl: '', kustomize: KUSTOMIZE });
    await build(scratch(FILES), both);
    expect(both.calls('kubectl')).toEqual([]);
  });

  it('says how to get it', async () => {
    await expect(build(scratch(FILES), { bin: scratch() })).rejects.toMatchObject({
      code: 'renderer-missing',
      message: /needs kustomize or kubectl/,
      hint: /Install kustomize \(https/,
    });
  });

  it('knows the kustomization alone where the second build fails, or names nothing', async () => {
    const failing = `if (args.at(-1).endsWith('overlay')) process.exit(1); print(${JSON.stringify(BUILT)});`;
    const rendered = await build(scratch(FILES), fakeTools({ kustomize: failing }));
    expect(rendered.documents.map(({ origins }) => origins)).toEqual(
      Array(2).fill({ file: 'apps/prod/kustomization.yaml', lines: new Map() }),
    );
  });

  it('goes on without a place for temporary files, and says what is not known then', async () => {
    const root = scratch(FILES);
    const io = renderIo(fakeTools({ kustomize: KUSTOMIZE }));
    const rendered = await render(opened(join(root, 'apps/prod'), { root }), request(), {
      ...io,
      env: { ...io.env, TMPDIR: join(io.cwd, 'nowhere') },
    });
    expect(rendered.documents.map(({ origins }) => origins.file)).toEqual(
      Array(2).fill('apps/prod/kustomization.yaml'),
    );
    expect(rendered.findings).toEqual([
      {
        code: 'origins-unknown',
        severity: 'note',
        message: `objects are said to come from here, not from the files that declare them: no temporary folder can be made in ${io.cwd}/nowhere: it does not exist; set TMPDIR to a folder that can be written to`,
        origin: { file: 'apps/prod/kustomization.yaml' },
      },
    ]);
  });

  it('does not guess between two objects that may have become one', async () => {
    const twice = `${FILES['apps/base/deploy.yaml']}---\n${FILES['apps/base/deploy.yaml'].replace('catalog', 'cat')}`;
    const root = scratch({ ...FILES, 'apps/base/deploy.yaml': twice });
    const [deployment] = (await build(root, fakeTools({ kustomize: KUSTOMIZE }))).documents;
    expect(deployment?.origins).toEqual({ file: 'apps/base/deploy.yaml', lines: new Map() });
  });

  it('tells its warnings', async () => {
    const warning = "# Warning: 'commonLabels' is deprecated. Please use 'labels' instead.\\n";
    const tools = fakeTools({ kustomize: `say("${warning}${warning}"); print(${JSON.stringify(BUILT)});` });
    expect((await build(scratch(FILES), tools)).findings).toEqual([
      {
        code: 'renderer-warning',
        severity: 'note',
        message: "kustomize: 'commonLabels' is deprecated. Please use 'labels' instead.",
        origin: { file: 'apps/prod/kustomization.yaml' },
      },
    ]);
  });
});

describe('a build that fails', () => {
  const failing = (stderr: string): FakeTools =>
    fakeTools({ kustomize: `say(${JSON.stringify(stderr)}); process.exitCode = 1;` });

  it.each<[string, string, object]>([
    [
      'with a malformed file',
      "Error: accumulating resources: accumulating resources from 'deploy.yaml': MalformedYAMLError: yaml: line 2: mapping values are not allowed in this context in File: deploy.yaml\n",
      {
        message: 'apps/base/deploy.yaml:2: kustomize failed: mapping values are not allowed in this context',
        position: { file: 'apps/base/deploy.yaml', line: 2 },
      },
    ],
    [
      'with a chart',
      'Error: trouble configuring builtin HelmChartInflationGenerator with config: `\nname: x\n`: must specify --enable-helm\n',
      {
        message:
          'apps/prod/kustomization.yaml: kustomize failed: trouble configuring builtin HelmChartInflationGenerator with config: ` name: x `: must specify --enable-helm',
        hint: /does not let kustomize run helm/,
      },
    ],
    [
      'with a warning before',
      "# Warning: 'vars' is deprecated.\nError: no matches for Id Deployment.v1.apps/web\n",
      { message: 'apps/prod/kustomization.yaml: kustomize failed: no matches for Id Deployment.v1.apps/web' },
    ],
    [
      'as kubectl prints it',
      'error: no matches for Id Deployment.v1.apps/web\n',
      { message: 'apps/prod/kustomization.yaml: kustomize failed: no matches for Id Deployment.v1.apps/web' },
    ],
    [
      'as kubectl logs it',
      'E1130 12:00:00.000000   18714 run.go:72] "command failed" err="invalid Kustomization: json: unknown field \\"resorces\\""\n',
      {
        message:
          'apps/prod/kustomization.yaml: kustomize failed: invalid Kustomization: json: unknown field "resorces"',
      },
    ],
    [
      'with a plugin',
      "Error: external plugins disabled; unable to load external plugin 'Run'\n",
      { message: /external plugins disabled/, hint: /^gitdrift runs no plugins of a kustomization: build it first/ },
    ],
    [
      'without a word',
      '',
      { message: 'apps/prod/kustomization.yaml: kustomize failed: kustomize ended with exit code 1' },
    ],
  ])('%s', async (_, stderr, error) => {
    await expect(build(scratch(FILES), failing(stderr))).rejects.toMatchObject({ code: 'renderer-failed', ...error });
  });

  it('is told without the folder of the clone, and not at any length', async () => {
    const root = scratch(FILES);
    const at = join(root, 'apps/x');
    const tools = failing(`Error: accumulating: '${at}' ${'because '.repeat(500)}'${at}' is no folder`);
    await expect(build(root, tools)).rejects.toSatisfy((error: Error) => {
      expect(error.message).toMatch(
        /^apps\/prod\/kustomization\.yaml: kustomize failed: accumulating: 'apps\/x' .* … .*'apps\/x' is no folder$/,
      );
      return error.message.length < 900;
    });
    const endless = failing(`Error: ${'yaml: '.repeat(150_000)}`);
    await expect(build(root, endless)).rejects.toMatchObject({ message: /kustomize failed: .{1,810}$/ });
  });
});

describe('what a kustomization refers to', () => {
  const tools = (): FakeTools => fakeTools({ kustomize: KUSTOMIZE });

  it.each([
    ['resources:\n- https://example.com/a.yaml', 'https://example.com/a.yaml', 2],
    ['resources:\n- ../base\n- github.com/team/deploy//base?ref=v1', 'github.com/team/deploy//base?ref=v1', 3],
    ['bases:\n- git@git.example.com:team/deploy.git', 'git@git.example.com:team/deploy.git', 2],
    ['components:\n- ssh://git@git.example.com/team/deploy', 'ssh://git@git.example.com/team/deploy', 2],
    ['resources:\n- git::https://ci:s3cret@git.example.com/x', 'git::https://git.example.com/x', 2],
    ['resources:\n- file:///etc', 'file:///etc', 2],
    ['patches:\n- path: http://example.com/p.yaml', 'http://example.com/p.yaml', 2],
    ['configMapGenerator:\n- name: a\n  files:\n  - key=https://example.com/f', 'https://example.com/f', 4],
    ['openapi:\n  path: https://example.com/schema.json', 'https://example.com/schema.json', 2],
    ['transformers:\n- https://example.com/t.yaml', 'https://example.com/t.yaml', 2],
    // As long as it can be read as an address, no sign in it makes it anything else.
    ['resources:\n- "http://127.0.0.1:8001/x?{"', 'http://127.0.0.1:8001/x', 2],
    ['resources:\n- http://[::1]:8001/x.yaml', 'http://[::1]:8001/x.yaml', 2],
    ['patchesStrategicMerge:\n- "http://127.0.0.1:8001/a: {b}"', 'http://127.0.0.1:8001/a: {b}', 2],
    ['transformers:\n- http://[::1]:8001/x.yaml', 'http://[::1]:8001/x.yaml', 2],
    ['resources:\n- https://ci:s3@cret@example.com/a.yaml', 'https://example.com/a.yaml', 2],
  ])('%j is remote', async (kustomization, shown, line) => {
    const fakes = tools();
    const root = scratch({ ...FILES, 'apps/prod/kustomization.yaml': kustomization });
    await expect(build(root, fakes)).rejects.toMatchObject({
      code: 'renderer-failed',
      message: `apps/prod/kustomization.yaml:${line}: ${shown} is a remote reference, and gitdrift fetches none`,
      position: { file: 'apps/prod/kustomization.yaml', line },
    });
    expect(fakes.calls('kustomize')).toEqual([]);
  });

  it('is checked in bases too', async () => {
    const root = scratch({
      ...FILES,
      'apps/base/kustomization.yaml': 'resources:\n- deploy.yaml\n- https://example.com/a\n',
    });
    await expect(build(root, tools())).rejects.toMatchObject({ message: /^apps\/base\/kustomization\.yaml:3: https/ });
  });

  it.each([
    ['resources:\n- ../base\n- ../bsae', 'apps/prod/kustomization.yaml:3: ../bsae does not exist'],
    ['patches:\n- path: patch.yaml', 'apps/prod/kustomization.yaml:2: patch.yaml does not exist'],
    ['resources:\n- "{a: b}"', 'apps/prod/kustomization.yaml:2: {a: b} does not exist'],
    ['secretGenerator:\n- name: a\n  envs: [a.env]', 'apps/prod/kustomization.yaml:3: a.env does not exist'],
    ['resources: [', /^apps\/prod\/kustomization\.yaml:\d: /],
  ])('%j is named with its line', async (kustomization, message) => {
    const root = scratch({ ...FILES, 'apps/prod/kustomization.yaml': kustomization });
    await expect(build(root, tools())).rejects.toMatchObject({ message });
  });

  it.each([
    ['resources: [../base, ../shared]', '../shared'],
    ['resources: [../base, ../shared/redis]', '../shared/redis'],
    ['components: [../shared/redis/prod]', '../shared/redis/prod'],
  ])('%j may lead into a submodule that is not there', async (kustomization, reference) => {
    const root = scratch({ ...FILES, 'apps/prod/kustomization.yaml': kustomization });
    mkdirSync(join(root, 'apps/shared'));
    const message = `apps/prod/kustomization.yaml:1: ${reference} leads to an empty folder`;
    await expect(build(root, tools())).rejects.toMatchObject({ message, hint: /git submodule update --init$/ });
    await expect(build(root, tools(), true)).rejects.toMatchObject({ message, hint: /local checkout/ });
  });

  it.skipIf(process.platform === 'win32')('is not waited for where it is a pipe', async () => {
    const root = scratch({ ...FILES, 'apps/prod/kustomization.yaml': 'resources: [pipe.yaml]' });
    expect(spawnSync('mkfifo', [join(root, 'apps/prod/pipe.yaml')])).toMatchObject({ status: 0 });
    await expect(build(root, tools())).rejects.toMatchObject({
      message: 'apps/prod/kustomization.yaml:1: pipe.yaml is a named pipe, not a file',
    });
  });

  it('may be written in place', async () => {
    const kustomization = `resources: [../base]
patches:
- patch: '[{"op": "remove", "path": "/spec/replicas"}]'
- target: {kind: Deployment}
  patch: |-
    - op: remove
patchesStrategicMerge:
- "{apiversion: v1}"
- |-
  apiVersion: apps/v1
transformers:
- |-
  apiVersion: builtin
configMapGenerator:
- name: a
  literals: ["url=https://example.com"]
`;
    const root = scratch({ ...FILES, 'apps/prod/kustomization.yaml': kustomization });
    expect((await build(root, tools())).documents).toHaveLength(2);
  });

  it('may go round in circles, which is for kustomize to say', async () => {
    const root = scratch({ ...FILES, 'apps/base/kustomization.yaml': 'resources: [../prod]' });
    expect((await build(root, tools())).documents).toHaveLength(2);
  });

  it.each<[string, (root: string) => void, string, RegExp]>([
    [
      'a folder outside',
      () => {},
      'resources: [../../../outside]',
      /kustomization\.yaml:1: \.\.\/\.\.\/\.\.\/outside leaves the repository$/,
    ],
    [
      'a link to the outside',
      (root) => symlinkSync(join(root, '../outside'), join(root, 'apps/prod/link')),
      'resources: [../base]',
      /^apps\/prod\/link is a symbolic link that leads out of the source$/,
    ],
  ])('does not leave a clone: %s', async (_, prepare, kustomization, message) => {
    const base = scratch({
      'outside/kustomization.yaml': '',
      ...Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`clone/${name}`, text])),
      'clone/apps/prod/kustomization.yaml': kustomization,
    });
    const clone = join(base, 'clone');
    prepare(clone);
    await expect(build(clone, tools(), true)).rejects.toMatchObject({ message });
    expect((await build(clone, tools(), false)).documents).toHaveLength(2);
  });

  it('a file is no kustomization', async () => {
    const root = scratch({ 'deploy.yaml': '' });
    const rendering = render(
      opened(join(root, 'deploy.yaml'), { root }),
      request({ renderer: 'kustomize' }),
      renderIo(tools()),
    );
    await expect(rendering).rejects.toMatchObject({ code: 'usage', message: /^deploy\.yaml is a file/ });
  });
});
