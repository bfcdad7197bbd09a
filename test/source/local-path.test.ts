import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openSource } from '../../src/source/open-source.js';
import { withoutRights } from '../support/without-rights.js';
import { commit, git, hasGit, repository, scratch, sourceIo, write } from './repositories.js';

const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: catalog}\n';

const open = (cwd: string, path: string, recursive = false) =>
  openSource({ kind: 'path', path, recursive }, sourceIo(cwd));

describe('a path outside Git', () => {
  it('is a directory or a file, named by its last part', async () => {
    const folder = scratch({ 'apps/catalog/deploy.yaml': MANIFEST });
    const { close: _, ...directory } = await open(folder, 'apps/catalog/', true);
    expect(directory).toEqual({
      kind: 'directory',
      name: 'catalog',
      location: join(folder, 'apps/catalog'),
      root: folder,
      bounds: join(folder, 'apps/catalog'),
      path: 'apps/catalog',
      recursive: true,
    });
    const { close: __, ...file } = await open(folder, 'apps/catalog/deploy.yaml');
    expect(file).toEqual({
      kind: 'file',
      name: 'deploy.yaml',
      location: join(folder, 'apps/catalog/deploy.yaml'),
      root: folder,
      bounds: join(folder, 'apps/catalog'),
      path: 'apps/catalog/deploy.yaml',
      recursive: false,
    });
  });

  it('elsewhere than below the working directory is named by its absolute path, and links may not leave it', async () => {
    const folder = scratch({ 'apps/catalog/deploy.yaml': MANIFEST, 'apps/cart/deploy.yaml': MANIFEST });
    expect(await open(join(folder, 'apps/cart'), '../catalog')).toMatchObject({
      root: '/',
      bounds: join(folder, 'apps/catalog'),
    });
  });

  it('names the working directory for `.`', async () => {
    const folder = scratch({ 'apps/catalog/deploy.yaml': MANIFEST });
    expect(await open(join(folder, 'apps/catalog'), '.')).toMatchObject({ name: 'catalog', path: '.' });
  });

  it.each([
    ['apps/catlog', 'there is no file or folder apps/catlog', 'did you mean apps/catalog?'],
    [
      'aps/catalog/deploy.yaml',
      'there is no file or folder aps/catalog/deploy.yaml',
      'did you mean apps/catalog/deploy.yaml?',
    ],
    ['aps/payments', 'there is no file or folder aps/payments', 'did you mean apps?'],
    [
      'apps/catalog/deploy.yml',
      'there is no file or folder apps/catalog/deploy.yml',
      'did you mean apps/catalog/deploy.yaml?',
    ],
    ['apps/catalog/deploy.yaml/x', 'there is no file or folder apps/catalog/deploy.yaml/x', 'check the path'],
    ['elsewhere', 'there is no file or folder elsewhere', 'check the path'],
  ])('%s is not found', async (path, message, hint) => {
    const folder = scratch({ 'apps/catalog/deploy.yaml': MANIFEST });
    await expect(open(folder, path)).rejects.toMatchObject({ code: 'source-not-found', message, hint });
  });

  it('says when a link points at itself, and when something is neither file nor folder', async () => {
    const folder = scratch();
    symlinkSync('loop', join(folder, 'loop'));
    await expect(open(folder, 'loop')).rejects.toMatchObject({ code: 'source-not-found', message: /loop.*ELOOP/ });
    await expect(open('/', '/dev/null')).rejects.toMatchObject({
      message: '/dev/null is neither a file nor a folder',
      hint: /gitdrift diff -$/,
    });
  });

  it('never shows the password of a URL that was given as a path', async () => {
    const reading = open(scratch(), 'https://ci:s3cret@git.example.com/team/deploy.git');
    await expect(reading).rejects.toMatchObject({
      message: 'there is no file or folder https://git.example.com/team/deploy.git',
    });
    await reading.catch((error: Error) => expect(inspect(error)).not.toContain('s3cret'));
  });

  it.skipIf(process.getuid === undefined)('that may not be looked into is named with the reason', async () => {
    const folder = scratch({ 'apps/catalog/deploy.yaml': MANIFEST });
    const io = sourceIo(folder);
    await withoutRights(folder, join(folder, 'apps'), async () => {
      await expect(openSource({ kind: 'path', path: 'apps/catalog', recursive: false }, io)).rejects.toMatchObject({
        code: 'source-not-found',
        message: 'apps/catalog cannot be read: permission denied',
      });
    });
  });
});

describe('a stream of this process', () => {
  it('is read as standard input: /dev/stdin, and what a process substitution gives', () => {
    const module = pathToFileURL(join(import.meta.dirname, '../../src/source/open-source.ts')).href;
    const program = `
      import { openSource } from ${JSON.stringify(module)};
      const io = { cwd: '/', env: {}, progress: () => {}, stdin: async () => 'of standard input' };
      for (const path of ['/dev/stdin', '/dev/fd/3']) {
        const { kind, path: shown, stdin } = await openSource({ kind: 'path', path, recursive: false }, io);
        process.stdout.write([kind, shown, stdin].join(' ') + '\\n');
      }`;
    const ended = spawnSync(
      'sh',
      [
        '-c',
        'printf "kind: ConfigMap" | exec "$@" 3<&0',
        'sh',
        process.execPath,
        '--import',
        'tsx',
        '--input-type=module',
        '--eval',
        program,
      ],
      { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' },
    );
    expect(ended.stdout).toBe('stdin - of standard input\nstdin - kind: ConfigMap\n');
  });
});

describe.skipIf(!hasGit)('a path in a Git work tree', () => {
  const files = { 'apps/catalog/deploy.yaml': MANIFEST, 'apps/cart/deploy.yaml': MANIFEST };

  it('has the revision, the branch and the address of its repository', async () => {
    const folder = repository(files);
    git(folder, 'remote', 'add', 'origin', 'https://ci:s3cret@git.example.com/team/deploy.git');
    const { close: _, ...opened } = await open(join(folder, 'apps'), 'catalog');
    expect(opened).toEqual({
      kind: 'directory',
      name: 'catalog',
      location: join(folder, 'apps/catalog'),
      root: folder,
      path: 'apps/catalog',
      recursive: false,
      repoURL: 'https://git.example.com/team/deploy.git',
      targetRevision: 'main',
      revision: git(folder, 'rev-parse', 'HEAD'),
      revisionTime: git(folder, 'log', '-1', '--format=%cI'),
      dirty: false,
    });
    expect(await open(folder, '.')).toMatchObject({ root: folder, path: '.' });
    expect(await open(folder, 'apps/cart/deploy.yaml')).toMatchObject({ kind: 'file', path: 'apps/cart/deploy.yaml' });
  });

  it.each<[string, Record<string, string>, boolean]>([
    ['a changed file under the path', { 'apps/catalog/deploy.yaml': `${MANIFEST}data: {}\n` }, true],
    ['a new file under the path', { 'apps/catalog/service.yaml': MANIFEST }, true],
    ['a changed file elsewhere', { 'apps/cart/deploy.yaml': `${MANIFEST}data: {}\n` }, false],
    ['a file that is ignored', { 'apps/catalog/scratch.yaml': MANIFEST, '.git/info/exclude': 'scratch.yaml' }, false],
  ])('%s: dirty is decided by it', async (_, change, dirty) => {
    const folder = repository(files);
    write(folder, change);
    expect(await open(folder, 'apps/catalog')).toMatchObject({ dirty });
  });

  it('takes a path with pathspec magic literally', async () => {
    const folder = repository({
      ':(top)apps/deploy.yaml': MANIFEST,
      'a*/deploy.yaml': MANIFEST,
      'abc/x.yaml': MANIFEST,
    });
    write(folder, { 'abc/x.yaml': `${MANIFEST}data: {}\n` });
    expect(await open(folder, ':(top)apps')).toMatchObject({ dirty: false });
    expect(await open(folder, 'a*')).toMatchObject({ dirty: false });
  });

  it('has no branch when HEAD is detached, and no revision before the first commit', async () => {
    const folder = repository(files);
    git(folder, 'checkout', '--quiet', '--detach');
    const detached = await open(folder, 'apps');
    expect(detached.revision).toBe(git(folder, 'rev-parse', 'HEAD'));
    expect(detached.targetRevision).toBeUndefined();
    const empty = scratch({ 'deploy.yaml': MANIFEST });
    git(empty, 'init', '--quiet', '--initial-branch=main');
    const unborn = await open(empty, '.');
    expect(unborn.revision).toBeUndefined();
    expect(unborn).toMatchObject({ targetRevision: 'main', dirty: true });
  });

  it('works without git, and with a repository that git does not trust', async () => {
    const folder = repository(files);
    const none = await openSource(
      { kind: 'path', path: 'apps/catalog', recursive: false },
      sourceIo(folder, { env: { PATH: scratch() } }),
    );
    expect(none).toMatchObject({ kind: 'directory', path: 'apps/catalog', bounds: join(folder, 'apps/catalog') });
    expect(none.revision).toBeUndefined();
    // An unreadable configuration stands in for an owner that git distrusts: every command fails.
    writeFileSync(join(folder, '.git/config'), '[core\n');
    expect((await open(folder, 'apps/catalog')).revision).toBeUndefined();
  });

  it('is not misled by the variables of a hook', async () => {
    const [folder, other] = [repository(files), repository({ 'x.yaml': '' })];
    const io = sourceIo(folder);
    const opened = await openSource(
      { kind: 'path', path: 'apps', recursive: false },
      { ...io, env: { ...io.env, GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other, GIT_INDEX_FILE: 'x' } },
    );
    expect(opened).toMatchObject({ root: folder, dirty: false });
  });

  it('runs no program that the configuration of the repository names', async () => {
    const folder = repository({ ...files, '.gitattributes': '*.yaml filter=evil\n' });
    const trap = join(scratch(), 'trap');
    const program = join(scratch({ 'program.sh': `#!/bin/sh\ntouch ${trap}\ncat\n` }), 'program.sh');
    chmodSync(program, 0o755);
    for (const key of ['core.fsmonitor', 'core.pager', 'core.sshCommand', 'filter.evil.clean', 'filter.evil.process']) {
      git(folder, 'config', key, program);
    }
    git(folder, 'config', 'extensions.partialClone', 'origin');
    git(folder, 'config', 'remote.origin.url', `ext::${program}`);
    git(folder, 'config', 'remote.origin.promisor', 'true');
    write(folder, { 'apps/catalog/deploy.yaml': `${MANIFEST.slice(0, -1)} \n` });
    const opened = await open(folder, 'apps/catalog');
    expect(existsSync(trap)).toBe(false);
    expect(opened).toMatchObject({ targetRevision: 'main' });
    expect(opened.dirty).toBeUndefined();
    // The trap does work: git alone falls into it.
    git(folder, 'status', '--porcelain');
    expect(existsSync(trap)).toBe(true);
  });

  it('runs none either where git cannot tell which configuration is whose', async () => {
    const folder = repository({ ...files, '.gitattributes': '*.yaml filter=evil\n' });
    const trap = join(scratch(), 'trap');
    git(folder, 'config', 'filter.evil.clean', `touch ${trap}; cat`);
    write(folder, { 'apps/catalog/deploy.yaml': `${MANIFEST.slice(0, -1)} \n` });
    for (const refusal of ['echo "error: unknown option: show-scope" >&2; exit 129', 'exit 1', 'kill -9 $$']) {
      const old = scratch({
        git: `#!/bin/sh\nfor one in "$@"; do if [ "$one" = --show-scope ]; then ${refusal}; fi; done\nPATH=${process.env.PATH}\nexec git "$@"\n`,
      });
      chmodSync(join(old, 'git'), 0o755);
      const io = sourceIo(folder);
      const env = { ...io.env, PATH: `${old}:${process.env.PATH}` };
      const opened = await openSource({ kind: 'path', path: 'apps/catalog', recursive: false }, { ...io, env });
      expect(opened).toMatchObject({ targetRevision: 'main' });
      expect(opened).not.toHaveProperty('dirty');
      expect(existsSync(trap)).toBe(false);
    }
  });

  it('tells an interruption from what git does not know', async () => {
    const folder = repository(files);
    const io = sourceIo(folder, { signal: AbortSignal.abort() });
    const opening = openSource({ kind: 'path', path: 'apps/catalog', recursive: false }, io);
    await expect(opening).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('does not follow core.worktree to another folder', async () => {
    const [folder, other] = [repository(files), scratch({ 'x.yaml': '' })];
    git(folder, 'config', 'core.worktree', other);
    expect(await open(folder, 'apps/catalog')).toMatchObject({ bounds: join(folder, 'apps/catalog') });
  });
});

describe.skipIf(!hasGit)('a Git submodule', () => {
  /** A submodule as a clone leaves it: an entry of the index, and an empty folder. */
  const linked = (folder: string, path: string): void => {
    mkdirSync(join(folder, path), { recursive: true });
    git(folder, 'update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},${path}`);
  };

  it('that is not checked out is named where it is at or below the path', async () => {
    const folder = repository({ 'apps/catalog/deploy.yaml': MANIFEST, 'apps/cart/deploy.yaml': MANIFEST });
    linked(folder, 'apps/catalog/shared');
    linked(folder, 'apps/catalog/jobs');
    expect(await open(folder, 'apps/catalog')).toMatchObject({
      submodules: ['apps/catalog/jobs', 'apps/catalog/shared'],
    });
    expect(await open(folder, '.')).toMatchObject({ submodules: ['apps/catalog/jobs', 'apps/catalog/shared'] });
    expect(await open(folder, 'apps/cart')).not.toHaveProperty('submodules');
  });

  it('that is checked out is read like any folder, but one in it may not be', async () => {
    const folder = repository({ 'apps/deploy.yaml': MANIFEST });
    linked(folder, 'apps/shared');
    git(join(folder, 'apps/shared'), 'init', '--quiet');
    write(folder, { 'apps/shared/service.yaml': MANIFEST });
    expect(await open(folder, 'apps')).not.toHaveProperty('submodules');
    linked(join(folder, 'apps/shared'), 'charts/lib');
    expect(await open(folder, 'apps')).toMatchObject({ submodules: ['apps/shared/charts/lib'] });
  });

  it.each(['apps/shared', 'apps/shared/', 'apps/shared/prod/deploy.yaml'])(
    '%s in one that is not checked out says why there is nothing',
    async (path) => {
      const folder = repository({ 'apps/deploy.yaml': MANIFEST });
      linked(folder, 'apps/shared');
      for (const [cwd, asked] of [
        [folder, path],
        [join(folder, 'apps'), path.replace('apps/', '')],
      ] as const) {
        await expect(open(cwd, asked)).rejects.toMatchObject({
          code: 'source-not-found',
          message: `${asked} is in a Git submodule that is not checked out`,
          hint: `check it out: git ${cwd === folder ? '-C apps ' : ''}submodule update --init -- shared`,
        });
      }
    },
  );

  it('is no folder that merely is empty', async () => {
    const folder = repository({ 'deploy.yaml': MANIFEST });
    mkdirSync(join(folder, 'empty'));
    expect(await open(folder, 'empty')).not.toHaveProperty('submodules');
    await expect(open(folder, 'empty/x')).rejects.toMatchObject({ message: 'there is no file or folder empty/x' });
  });
});

describe.skipIf(!hasGit)('revisions', () => {
  it('follow the commits', async () => {
    const folder = repository({ 'deploy.yaml': MANIFEST });
    const second = commit(folder, { 'deploy.yaml': `${MANIFEST}data: {}\n` });
    expect(await open(folder, '.')).toMatchObject({ revision: second, dirty: false });
  });
});

it('standard input is read as text', async () => {
  const { close, ...opened } = await openSource({ kind: 'stdin' }, sourceIo('/', { stdin: async () => MANIFEST }));
  await close();
  expect(opened).toEqual({ kind: 'stdin', name: 'stdin', path: '-', stdin: MANIFEST, recursive: false });
});
