import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RendererName } from '../../src/model/report.js';
import type { OpenedSource } from '../../src/model/source.js';
import { templateFunctions } from '../../src/render/helm-functions.js';
import { render } from '../../src/render/render.js';
import { withoutRights } from '../support/without-rights.js';
import { opened, renderIo, request, scratch } from './fake-tools.js';

const named = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;

function read(location: string, more: Partial<OpenedSource> & { renderer?: RendererName } = {}) {
  const { renderer, ...source } = more;
  const wanted = request(renderer === undefined ? {} : { renderer });
  return render(opened(location, source), wanted, renderIo({ bin: '' }));
}

/** `file#index name:line` of each document. */
const found = async (reading: ReturnType<typeof read>): Promise<string[]> =>
  (await reading).documents.map(({ value, index, origins }) => {
    const { metadata } = value as unknown as { metadata: { name: string } };
    return `${origins.file}#${index} ${metadata.name}:${origins.lines.get('/metadata/name')}`;
  });

describe('a folder of manifests', () => {
  it('may hold the policy file of gitdrift, which is no manifest', async () => {
    const policy = 'apiVersion: gitdrift.io/v1\nwriters: []\n';
    const folder = scratch({ 'gitdrift.yaml': policy, 'cart.yml': named('cart') });
    expect(await found(read(folder))).toEqual(['cart.yml#0 cart:4']);
    // A manifest of that name is one all the same.
    const other = scratch({ 'gitdrift.yaml': named('drift') });
    expect(await found(read(other))).toEqual(['gitdrift.yaml#0 drift:4']);
  });

  it('is read in the order of its file names; hidden files and other files are not', async () => {
    const folder = scratch({
      'web.yaml': `${named('web')}---\n# empty\n---\n${named('web-2')}`,
      'cart.yml': named('cart'),
      'api.json': '{"apiVersion":"v1","kind":"ConfigMap",\n"metadata":{"name":"api"}}',
      '.hidden.yaml': 'rules: []',
      'README.md': '# no manifest',
      'values.yaml.tmpl': '{{ nothing }}',
    });
    expect(await found(read(folder))).toEqual([
      'api.json#0 api:2',
      'cart.yml#0 cart:4',
      'web.yaml#0 web:4',
      'web.yaml#2 web-2:11',
    ]);
    expect(await read(folder)).toMatchObject({ renderer: { name: 'yaml', version: 'built-in' }, findings: [] });
  });

  it('names files from the root of the repository', async () => {
    const root = scratch({ 'apps/catalog/deploy.yaml': named('catalog') });
    const paths = [join(root, 'apps/catalog'), join(root, 'apps/catalog/deploy.yaml')];
    for (const path of paths)
      expect(await found(read(path, { root }))).toEqual(['apps/catalog/deploy.yaml#0 catalog:4']);
  });

  it('with -R is read with all folders below, but for hidden ones', async () => {
    const folder = scratch({
      'b.yaml': named('b'),
      'a/z.yaml': named('z'),
      'a/deep/x.yaml': named('x'),
      '.github/workflow.yaml': 'on: push',
      '.git/config.yaml': 'no: manifest',
    });
    expect(await found(read(folder, { recursive: true }))).toEqual([
      'a/deep/x.yaml#0 x:4',
      'a/z.yaml#0 z:4',
      'b.yaml#0 b:4',
    ]);
  });

  it('says which hidden files are manifests, and are not read', async () => {
    const folder = scratch({
      'web.yaml': named('web'),
      '.draft.yaml': named('draft'),
      '.draft.json': '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "draft"}}',
      '.sops.yaml': 'creation_rules: []',
      '.argocd-source.yaml': 'kustomize: {apiVersion: v1, kind: x}',
      '.notes.txt': named('notes'),
      '.old/deep/web.yaml': named('old'),
      '.github/workflow.yaml': 'on: push',
      '.git/web.yaml': named('git'),
      '..2026_11_30/web.yaml': named('web'),
    });
    const one = { code: 'hidden-files-not-read', severity: 'note' };
    expect((await read(folder)).findings).toEqual([
      {
        ...one,
        message: 'hidden files with manifests were not read: .draft.json, .draft.yaml; kubectl apply -f reads them',
      },
    ]);
    expect((await read(folder, { recursive: true })).findings).toEqual([
      {
        ...one,
        message:
          'hidden files with manifests were not read: .draft.json, .draft.yaml, .old/deep/web.yaml; kubectl apply -f reads them',
      },
    ]);
  });

  it('without -R says which folders were not read', async () => {
    const folder = scratch({
      'b.yaml': named('b'),
      'cart/deep/x.yaml': named('x'),
      'docs/settings.json': '{"theme": "dark"}',
      '.hidden/x.yaml': named('x'),
      'overlay/kustomization.yaml': 'resources: []',
    });
    expect((await read(folder)).findings).toEqual([
      {
        code: 'folders-not-read',
        severity: 'warning',
        message: 'folders with manifests below were not read: cart, overlay; -R reads them',
      },
    ]);
    const empty = scratch({ 'cart/x.yaml': named('x') });
    expect(await read(empty)).toMatchObject({
      documents: [],
      findings: [{ message: 'a folder with manifests below was not read: cart; -R reads them' }],
    });
    expect(await read(scratch())).toMatchObject({ documents: [], findings: [] });
  });

  it.each([
    ['overlay/kustomization.yaml', 'overlay holds a kustomization, which is not read as plain manifests'],
    ['shop/Chart.yaml', 'shop holds a chart, which is not read as plain manifests'],
  ])('with -R does not read %s as manifests', async (name, message) => {
    const folder = scratch({ 'b.yaml': named('b'), [name]: '' });
    await expect(read(folder, { recursive: true })).rejects.toMatchObject({ code: 'manifest-invalid', message });
  });

  it('counts the folders that need another renderer', async () => {
    const folder = scratch({ 'a/kustomization.yaml': '', 'b/Chart.yaml': '', 'c/Kustomization': '' });
    await expect(read(folder, { recursive: true })).rejects.toMatchObject({
      message: 'a holds a kustomization (and 2 more such folders below), which is not read as plain manifests',
    });
  });

  it('with --renderer yaml leaves kustomizations out, and says so', async () => {
    const folder = scratch({
      'kustomization.yaml': 'resources: [b.yaml]',
      'b.yaml': named('b'),
      'c/Kustomization': '',
      'c/c.yaml': named('c'),
    });
    const reading = read(folder, { recursive: true, renderer: 'yaml' });
    expect(await found(reading)).toEqual(['b.yaml#0 b:4', 'c/c.yaml#0 c:4']);
    expect((await reading).findings.map(({ code, origin }) => [code, origin?.file])).toEqual([
      ['kustomization-not-built', 'c/Kustomization'],
      ['kustomization-not-built', 'kustomization.yaml'],
    ]);
  });
});

describe('names of files', () => {
  it('are absolute where they count from the root of the file system', async () => {
    const folder = scratch({ 'apps/deploy.yaml': named('catalog'), 'apps/cart.yaml': 'a: [' });
    const reading = read(join(folder, 'apps'), { root: '/', bounds: join(folder, 'apps') });
    await expect(reading).rejects.toMatchObject({ message: expect.stringContaining(join(folder, 'apps/cart.yaml:1')) });
    const file = join(folder, 'apps/deploy.yaml');
    const one = read(file, { kind: 'file', root: '/', bounds: join(folder, 'apps') });
    expect(await found(one)).toEqual([`${file}#0 catalog:4`]);
  });

  it('do not decide what a symbolic link may lead out of', async () => {
    const folder = scratch({ 'apps/deploy.yaml': named('catalog'), 'secret.yaml': named('secret') });
    symlinkSync('../secret.yaml', join(folder, 'apps/link.yaml'));
    const reading = read(join(folder, 'apps'), { root: folder, bounds: join(folder, 'apps') });
    await expect(reading).rejects.toMatchObject({
      message: 'apps/link.yaml is a symbolic link that leads out of the source',
    });
  });
});

it('submodules that are not there are a finding, whatever renders', async () => {
  const folder = scratch({ 'deploy.yaml': named('catalog') });
  const finding = async (more: Partial<OpenedSource>) => (await read(folder, more)).findings;
  expect(await finding({ submodules: ['apps/jobs', 'apps/shared'] })).toEqual([
    {
      code: 'submodule-not-read',
      severity: 'warning',
      message: 'Git submodules were not read: apps/jobs, apps/shared; not checked out (git submodule update --init)',
    },
  ]);
  expect(await finding({ kind: 'git', submodules: ['shared'] })).toMatchObject([
    { message: 'a Git submodule was not read: shared; gitdrift clones none' },
  ]);
});

describe.skipIf(process.platform === 'win32')('what is no file', () => {
  const pipe = (path: string): void => {
    expect(spawnSync('mkfifo', [path])).toMatchObject({ status: 0 });
  };

  it('is left out of a folder with a finding, and not waited for', async () => {
    const folder = scratch({ 'deploy.yaml': named('catalog'), 'below/x.txt': '' });
    for (const name of ['pipe.yaml', 'pipe.txt', '.pipe.yaml', 'below/pipe.yaml']) pipe(join(folder, name));
    symlinkSync('pipe.yaml', join(folder, 'link.yaml'));
    const reading = read(folder);
    expect(await found(reading)).toEqual(['deploy.yaml#0 catalog:4']);
    expect((await reading).findings).toEqual([
      {
        code: 'special-file-not-read',
        severity: 'warning',
        message: 'this is a named pipe, not a file, and was not read',
        origin: { file: 'link.yaml' },
      },
      {
        code: 'special-file-not-read',
        severity: 'warning',
        message: 'this is a named pipe, not a file, and was not read',
        origin: { file: 'pipe.yaml' },
      },
    ]);
  });

  it('is no kustomization either', async () => {
    const folder = scratch();
    pipe(join(folder, 'kustomization.yaml'));
    await expect(read(folder)).rejects.toMatchObject({
      code: 'manifest-invalid',
      message: 'kustomization.yaml cannot be read: it is a named pipe, not a file',
    });
  });
});

describe.skipIf(process.getuid === undefined)('a folder that may not be looked into', () => {
  it.each<[string, string, boolean, string]>([
    ['itself', 'apps', false, 'apps cannot be read: permission denied'],
    ['below, with -R', 'apps/jobs', true, 'apps/jobs cannot be read: permission denied'],
  ])('%s is named with the reason', async (_, locked, recursive, message) => {
    const root = scratch({ 'apps/deploy.yaml': named('catalog'), 'apps/jobs/nightly.yaml': named('nightly') });
    await withoutRights(root, join(root, locked), async () => {
      const reading = read(join(root, 'apps'), { root, recursive });
      await expect(reading).rejects.toMatchObject({ code: 'source-not-found', message, hint: /permissions/ });
    });
  });

  it('below, without -R, may hold manifests', async () => {
    const root = scratch({ 'deploy.yaml': named('catalog'), 'jobs/nightly.yaml': named('nightly') });
    await withoutRights(root, join(root, 'jobs'), async () => {
      expect((await read(root)).findings).toMatchObject([
        {
          code: 'folders-not-read',
          message: 'whether there are manifests below cannot be seen, permission is denied: jobs',
        },
      ]);
    });
  });

  it('may be one of a chart', async () => {
    const root = scratch({ 'shop/Chart.yaml': 'name: shop', 'shop/templates/web.yaml': '' });
    await withoutRights(root, join(root, 'shop/templates'), async () => {
      await expect(templateFunctions(join(root, 'shop'), root)).rejects.toMatchObject({
        message: 'shop/templates cannot be read: permission denied',
      });
    });
  });
});

describe('a symbolic link', () => {
  it('is followed inside the root, as a mounted ConfigMap needs', async () => {
    const folder = scratch({ '..2026_11_30/deploy.yaml': named('catalog'), 'shared/x.yaml': named('x') });
    symlinkSync('..2026_11_30', join(folder, '..data'));
    symlinkSync('..data/deploy.yaml', join(folder, 'deploy.yaml'));
    symlinkSync('shared', join(folder, 'linked'));
    symlinkSync('..', join(folder, 'shared/up'));
    symlinkSync('nowhere', join(folder, 'README'));
    expect(await found(read(folder))).toEqual(['deploy.yaml#0 catalog:4']);
    expect(await found(read(folder, { recursive: true }))).toEqual([
      'deploy.yaml#0 catalog:4',
      'linked/x.yaml#0 x:4',
      'shared/x.yaml#0 x:4',
    ]);
  });

  it.each<[string, string, boolean, string]>([
    ['a file outside', 'out/x.yaml', false, 'in/link.yaml is a symbolic link that leads out of the source'],
    ['a folder outside', 'out', true, 'in/link.yaml is a symbolic link that leads out of the source'],
    ['nothing', 'nowhere.yaml', false, 'in/link.yaml is a symbolic link that leads nowhere'],
  ])('to %s is an error that names it', async (_, to, recursive, message) => {
    const base = scratch({ 'out/x.yaml': named('x'), 'source/in/y.yaml': named('y') });
    symlinkSync(join(base, to), join(base, 'source/in/link.yaml'));
    const reading = read(join(base, 'source/in'), { root: join(base, 'source'), recursive });
    await expect(reading).rejects.toMatchObject({
      code: 'source-not-found',
      message,
      position: { file: 'in/link.yaml' },
    });
  });
});

describe('a file that cannot be read as text', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['Latin-1', Buffer.from('name: caf\xe9\n', 'latin1'), /^deploy\.yaml is no UTF-8 text$/],
    ['UTF-16', Buffer.from('\ufeffname: x\n', 'utf16le'), /^deploy\.yaml is UTF-16, not UTF-8$/],
    ['binary', Buffer.from('PK\x03\x04\0\0'), /^deploy\.yaml is binary$/],
    [
      'a Git LFS pointer',
      Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:1\n'),
      /^deploy\.yaml is a Git LFS pointer/,
    ],
    ['no YAML', Buffer.from('a: b\n  c: d\n'), /^deploy\.yaml:2: /],
  ])('%s', async (_, bytes, message) => {
    const folder = scratch({ 'deploy.yaml': bytes });
    await expect(read(folder)).rejects.toMatchObject({
      code: 'manifest-invalid',
      message,
      position: { file: 'deploy.yaml' },
    });
  });

  it('a byte order mark is no part of it', async () => {
    const folder = scratch({ 'deploy.yaml': `\ufeff${named('catalog')}` });
    expect(await found(read(folder))).toEqual(['deploy.yaml#0 catalog:4']);
  });
});

describe('standard input', () => {
  const stdin = (text: string, renderer?: RendererName) => {
    const { location: _, root: __, ...source } = opened('/');
    return render({ ...source, kind: 'stdin', stdin: text }, request(renderer && { renderer }), renderIo({ bin: '' }));
  };

  it('is read as manifests', async () => {
    expect(await found(stdin(named('catalog')))).toEqual(['-#0 catalog:4']);
    await expect(stdin('a: [')).rejects.toMatchObject({ code: 'manifest-invalid', message: /^standard input:/ });
  });

  it('cannot be a chart', async () => {
    await expect(stdin('', 'helm')).rejects.toMatchObject({ code: 'usage' });
  });
});
