import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openSource, type SourceIo } from '../../src/source/open-source.js';
import { commit, git, hasGit, repository, scratch, sourceIo, write } from './repositories.js';

const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: catalog}\n';
const CART = MANIFEST.replace('catalog', 'cart');

const open = (repoURL: string, io: SourceIo, more: { revision?: string; path?: string } = {}) =>
  openSource({ kind: 'git', repoURL, path: '.', recursive: false, ...more }, io);

describe.skipIf(!hasGit)('a repository by URL', () => {
  let folder: string;
  let first: string;
  let second: string;
  let side: string;

  beforeEach(() => {
    folder = repository({ 'apps/catalog/deploy.yaml': MANIFEST, 'apps/cart/deploy.yaml': CART, 'README.md': '1' });
    first = git(folder, 'rev-parse', 'HEAD');
    git(folder, 'tag', '--annotate', '--message', 'first', 'v1.0.0');
    second = commit(folder, { 'README.md': '2' });
    git(folder, 'checkout', '--quiet', '-b', 'release/2026-11', first);
    side = commit(folder, { 'README.md': 'side' });
    git(folder, 'checkout', '--quiet', 'main');
  });

  it('is cloned at its default branch, into a folder that is gone afterwards', async () => {
    const io = sourceIo(folder);
    const opened = await open(`file://${folder}`, io, { path: 'apps/catalog/' });
    expect(opened).toMatchObject({
      kind: 'git',
      name: 'catalog',
      path: 'apps/catalog',
      repoURL: `file://${folder}`,
      targetRevision: 'main',
      revision: second,
      dirty: false,
    });
    expect(opened.location).toBe(join(opened.root ?? '', 'apps/catalog'));
    expect(readFileSync(join(opened.location ?? '', 'deploy.yaml'), 'utf8')).toBe(MANIFEST);
    const made = join(io.home, readdirSync(io.home).find((name) => name.startsWith('gitdrift-')) ?? '');
    expect(statSync(made).mode & 0o777).toBe(0o700);
    await opened.close();
    expect(existsSync(made)).toBe(false);
    await opened.close();
  });

  it.each<[string, () => { revision: string; targetRevision: string; commit: string }]>([
    ['a branch', () => ({ revision: 'release/2026-11', targetRevision: 'release/2026-11', commit: side })],
    ['an annotated tag', () => ({ revision: 'v1.0.0', targetRevision: 'v1.0.0', commit: first })],
    ['a full ref', () => ({ revision: 'refs/tags/v1.0.0', targetRevision: 'refs/tags/v1.0.0', commit: first })],
    ['HEAD', () => ({ revision: 'HEAD', targetRevision: 'main', commit: second })],
    ['the number of a commit at a tip', () => ({ revision: side, targetRevision: side, commit: side })],
    ['the number of a commit below a tip', () => ({ revision: first, targetRevision: first, commit: first })],
    ['a short number', () => ({ revision: first.slice(0, 9), targetRevision: first.slice(0, 9), commit: first })],
    ['a number in capitals', () => ({ revision: side.toUpperCase(), targetRevision: side, commit: side })],
  ])('%s', async (_, wanted) => {
    const { revision, targetRevision, commit } = wanted();
    const opened = await open(`file://${folder}`, sourceIo(folder), { revision });
    expect(opened).toMatchObject({ targetRevision, revision: commit });
    expect(readFileSync(join(opened.location ?? '', 'README.md'), 'utf8')).toBe(
      { [first]: '1', [second]: '2', [side]: 'side' }[commit],
    );
    await opened.close();
  });

  it('a branch wins over a tag of its name, and a name over a commit', async () => {
    git(folder, 'branch', first.slice(0, 7), side);
    git(folder, 'tag', 'release/2026-11', second);
    const byName = await open(folder, sourceIo(folder), { revision: first.slice(0, 7) });
    expect(byName.revision).toBe(side);
    const branch = await open(folder, sourceIo(folder), { revision: 'release/2026-11' });
    expect(branch.revision).toBe(side);
    await Promise.all([byName.close(), branch.close()]);
  });

  it('without history, and without files that are not needed', async () => {
    git(folder, 'config', 'uploadpack.allowFilter', 'true');
    const plain = await open(`file://${folder}`, sourceIo(folder), { path: 'apps/catalog' });
    expect(git(plain.root ?? '', 'rev-list', '--count', 'HEAD')).toBe('1');
    expect(existsSync(join(plain.root ?? '', 'apps/cart'))).toBe(false);
    // A question mark stands before an object that was never fetched.
    const blob = git(folder, 'rev-parse', 'main:apps/cart/deploy.yaml');
    expect(git(plain.root ?? '', 'rev-list', '--objects', '--missing=print', 'HEAD')).toContain(`?${blob}`);
    await plain.close();
  });

  it('with all files where a kustomization may refer to others, and where a link does', async () => {
    commit(folder, { 'apps/catalog/prod/kustomization.yaml': 'resources: [../]\n' });
    const overlay = await open(`file://${folder}`, sourceIo(folder), { path: 'apps/catalog' });
    expect(existsSync(join(overlay.root ?? '', 'apps/cart/deploy.yaml'))).toBe(true);
    symlinkSync('../cart/deploy.yaml', join(folder, 'apps/cart/link.yaml'));
    commit(folder, {});
    const linked = await open(`file://${folder}`, sourceIo(folder), { path: 'apps/cart' });
    expect(existsSync(join(linked.root ?? '', 'apps/catalog/deploy.yaml'))).toBe(true);
    await Promise.all([overlay.close(), linked.close()]);
  });

  it('opens one file', async () => {
    const opened = await open(folder, sourceIo(folder), { path: 'apps/cart/deploy.yaml' });
    expect(opened).toMatchObject({ name: 'deploy.yaml', path: 'apps/cart/deploy.yaml' });
    expect(readFileSync(opened.location ?? '', 'utf8')).toBe(CART);
    expect(existsSync(join(opened.root ?? '', 'apps/catalog'))).toBe(false);
    await opened.close();
  });

  it.each<[string, { revision?: string; path?: string }, object]>([
    [
      'no such branch',
      { revision: 'mian' },
      { code: 'source-not-found', message: /has no revision mian$/, hint: 'did you mean main?' },
    ],
    ['no such commit', { revision: 'a'.repeat(40) }, { code: 'source-not-found', message: /has no revision a{40}$/ }],
    [
      'no such short commit',
      { revision: 'abcdef1' },
      { code: 'source-not-found', message: /has no revision abcdef1$/ },
    ],
    [
      'no such path',
      { path: 'apps/catlog' },
      {
        code: 'source-not-found',
        message: /no file or folder apps\/catlog in .* at [0-9a-f]{12}$/,
        hint: 'did you mean apps/catalog?',
      },
    ],
    [
      'a path that leaves',
      { path: 'apps/../../x' },
      { code: 'usage', message: 'the path apps/../../x leaves the repository' },
    ],
    ['an absolute path', { path: '/etc' }, { code: 'usage' }],
    [
      'the repository of git itself',
      { path: '.git/' },
      { code: 'source-not-found', message: 'the path .git/ is where Git keeps the repository itself' },
    ],
    ['an option as a revision', { revision: '--upload-pack=x' }, { code: 'usage' }],
    ['an expression as a revision', { revision: 'main~1' }, { code: 'usage' }],
  ])('%s is an error, and leaves nothing behind', async (_, more, error) => {
    const io = sourceIo(folder);
    await expect(open(`file://${folder}`, io, more)).rejects.toMatchObject(error);
    expect(readdirSync(io.home).filter((name) => name.startsWith('gitdrift-'))).toEqual([]);
  });

  it('does not follow a link out of the repository', async () => {
    const outside = scratch({ 'secret.yaml': MANIFEST });
    symlinkSync(outside, join(folder, 'apps/escape'));
    commit(folder, {});
    await expect(open(folder, sourceIo(folder), { path: 'apps/escape' })).rejects.toMatchObject({
      code: 'source-not-found',
      message: /^apps\/escape in .* is a symbolic link that leaves the repository$/,
    });
  });

  describe('with a submodule', () => {
    beforeEach(() => {
      git(folder, 'update-index', '--add', '--cacheinfo', `160000,${first},apps/shared`);
      git(folder, 'commit', '--quiet', '--message', 'submodule');
    });

    it.each<[string, readonly string[] | undefined]>([
      ['.', ['apps/shared']],
      ['apps', ['apps/shared']],
      ['apps/catalog', undefined],
    ])('names it where it is at or below the path: %s', async (path, submodules) => {
      const opened = await open(`file://${folder}`, sourceIo(folder), { path });
      expect(opened.submodules).toEqual(submodules);
      await opened.close();
    });

    it.each([
      ['apps/shared', /^apps\/shared in .* is a Git submodule, and gitdrift clones none$/],
      ['apps/shared/prod', /^apps\/shared\/prod in .* is in the Git submodule apps\/shared, and gitdrift clones none$/],
    ])('does not take its empty folder for what is in it: %s', async (path, message) => {
      const reading = open(`file://${folder}`, sourceIo(folder), { path });
      await expect(reading).rejects.toMatchObject({ code: 'source-not-found', message, hint: /local checkout/ });
    });
  });

  it.each([
    ['is not there', (home: string) => join(home, 'nowhere'), /nowhere: it does not exist$/],
    ['is a file', (home: string) => join(home, 'file'), /file: it is no folder$/],
  ])('says what to do where TMPDIR %s', async (_, tmpdir, message) => {
    const io = sourceIo(folder);
    write(io.home, { file: '' });
    const reading = open(folder, { ...io, env: { ...io.env, TMPDIR: tmpdir(io.home) } });
    await expect(reading).rejects.toMatchObject({ code: 'usage', message, hint: /^set TMPDIR/ });
  });

  it('says so where there is no repository, without credentials', async () => {
    const empty = scratch();
    await expect(open(`file://${empty}`, sourceIo(folder))).rejects.toMatchObject({ code: 'source-not-found' });
    // The discard port: nobody answers there.
    await expect(open('http://ci:s3cret@127.0.0.1:9/deploy.git', sourceIo(folder))).rejects.toSatisfy(
      (error: Error) => {
        expect(error).toMatchObject({
          code: 'git-failed',
          message: /^Git could not read http:\/\/127\.0\.0\.1:9\/deploy\.git: /,
        });
        return !`${error.message} ${String(error.cause)}`.includes('s3cret');
      },
    );
    await expect(open('ext::sh -c whoami', sourceIo(folder))).rejects.toMatchObject({ code: 'usage' });
  });

  it('runs no hooks of a template, and refuses transports that the configuration of the user allows', async () => {
    const io = sourceIo(folder);
    const trap = join(io.home, 'trap');
    const template = scratch({ 'hooks/post-checkout': `#!/bin/sh\ntouch ${trap}\n` });
    git(template, 'init', '--quiet');
    spawnSync('chmod', ['+x', join(template, 'hooks/post-checkout')]);
    for (const [key, value] of [
      ['init.templateDir', template],
      ['protocol.ext.allow', 'always'],
      [`url.ext::touch ${trap} %S .insteadOf`, 'https://git.example.com/'],
    ]) {
      git(io.home, 'config', '--file', join(io.home, '.gitconfig'), key ?? '', value ?? '');
    }
    await (await open(folder, io)).close();
    await expect(open('https://git.example.com/deploy', io)).rejects.toMatchObject({ message: /not allowed/ });
    expect(existsSync(trap)).toBe(false);
  });

  it('ends as interrupted when it is, and cleans up', async () => {
    const controller = new AbortController();
    const io = sourceIo(folder, { signal: controller.signal, progress: () => controller.abort() });
    await expect(open(folder, io)).rejects.toMatchObject({ code: 'interrupted' });
    expect(readdirSync(io.home).filter((name) => name.startsWith('gitdrift-'))).toEqual([]);
  });

  it.each(['--filter=blob:none', 'rev-parse'])('ends as interrupted too where git is asked for %s', async (asked) => {
    const mark = join(scratch(), 'asked');
    const slow = scratch({
      git: `#!/bin/sh\nfor one in "$@"; do if [ "$one" = ${asked} ]; then touch ${mark}; exec sleep 600; fi; done\nPATH=${process.env.PATH}\nexec git "$@"\n`,
    });
    spawnSync('chmod', ['+x', join(slow, 'git')]);
    const controller = new AbortController();
    const io = sourceIo(folder, { signal: controller.signal });
    const env = { ...io.env, PATH: `${slow}:${process.env.PATH}` };
    // A short number: everything is fetched for it, with a second try where the first one fails.
    const reading = open(folder, { ...io, env }, { revision: first.slice(0, 9) }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), 10_000);
    controller.abort();
    expect(await reading).toMatchObject({ code: 'interrupted' });
  });

  it('needs git', async () => {
    const io = sourceIo(folder);
    await expect(open(folder, { ...io, env: { ...io.env, PATH: scratch() } })).rejects.toMatchObject({
      code: 'git-failed',
      message: /needs git, which is not installed/,
      hint: /Install git/,
    });
  });
});

it('temporary folders are gone when the process ends without closing', () => {
  const home = scratch();
  const module = pathToFileURL(join(import.meta.dirname, '../../src/source/temporary-folders.ts')).href;
  const program = `
    import { existsSync, writeFileSync } from 'node:fs';
    import { temporaryFolder } from ${JSON.stringify(module)};
    const folder = await temporaryFolder({ TMPDIR: ${JSON.stringify(home)} });
    writeFileSync(folder + '/x', '');
    process.stdout.write(String(existsSync(folder + '/x')));
    process.exit(3);`;
  const ended = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });
  expect(ended).toMatchObject({ status: 3, stdout: 'true' });
  expect(readdirSync(home)).toEqual([]);
});
