import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSource } from '../../src/source/open-source.js';
import { git, hasGit, repository, scratch, sourceIo, write } from '../source/repositories.js';

const FILES = {
  'apps/catalog/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
  '.gitattributes': '* filter=trap\n',
};

/** What a repository's own configuration can name to be run, each leaving a mark. */
function trapped(): { folder: string; mark: string } {
  const folder = repository(FILES);
  const mark = join(scratch(), 'ran');
  const trap = scratch({ trap: `#!/bin/sh\ntouch ${mark}\ncat\n`, included: `[core]\n\tfsmonitor = touch ${mark}\n` });
  chmodSync(join(trap, 'trap'), 0o755);
  const program = join(trap, 'trap');
  for (const [key, value] of [
    ...['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.askPass', 'core.editor', 'credential.helper'].map(
      (name) => [name, program],
    ),
    ...['filter.trap.clean', 'filter.trap.smudge', 'filter.trap.process', 'diff.trap.textconv'].map((name) => [
      name,
      program,
    ]),
    ...['diff.external', 'gpg.program', 'uploadpack.packObjectsHook'].map((name) => [name, program]),
    ['include.path', join(trap, 'included')],
    [`includeIf.gitdir:${folder}/.path`, join(trap, 'included')],
    ['core.hooksPath', trap],
    ['remote.origin.uploadpack', program],
    ['remote.origin.url', `ext::${program}`],
  ] as [string, string][]) {
    git(folder, 'config', key, value);
  }
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'pre-auto-gc']) {
    write(folder, { [`.git/hooks/${hook}`]: `#!/bin/sh\ntouch ${mark}\n` });
    chmodSync(join(folder, '.git/hooks', hook), 0o755);
  }
  // Changed in size and time, so that git has to look into it to tell whether it differs.
  write(folder, { 'apps/catalog/a.yaml': `${FILES['apps/catalog/a.yaml']}data: {a: b}\n` });
  return { folder, mark };
}

it.skipIf(!hasGit)('nothing that a work tree’s own configuration names is run', async () => {
  const { folder, mark } = trapped();
  const source = await openSource({ kind: 'path', path: 'apps/catalog', recursive: false }, sourceIo(folder));
  expect(source).toMatchObject({ kind: 'directory', targetRevision: 'main' });
  // A filter would decide it.
  expect(source.dirty).toBeUndefined();
  await source.close();
  expect(existsSync(mark)).toBe(false);
});

it.skipIf(!hasGit)('nothing that a local repository’s own configuration names is run where it is cloned', async () => {
  const { folder, mark } = trapped();
  const request = { kind: 'git', repoURL: folder, path: 'apps/catalog', recursive: false } as const;
  const source = await openSource(request, sourceIo(folder));
  expect(source).toMatchObject({ kind: 'git', dirty: false });
  await source.close();
  expect(existsSync(mark)).toBe(false);
});

it.skipIf(!hasGit).each([
  [{ repoURL: '--upload-pack=touch ran' }, 'usage'],
  [{ repoURL: 'ext::sh -c "touch ran"' }, 'usage'],
  [{ repoURL: 'ssh://-oProxyCommand=touch%20ran/x' }, 'git-failed'],
  [{ revision: '--upload-pack=touch ran' }, 'usage'],
  [{ revision: '-c' }, 'usage'],
  [{ path: '../..' }, 'usage'],
  [{ path: '/etc' }, 'usage'],
  [{ path: '.git' }, 'source-not-found'],
  [{ path: ':(top)apps' }, 'source-not-found'],
])('%j is refused: %s', async (asked, code) => {
  const folder = repository(FILES);
  const io = sourceIo(folder);
  const request = { kind: 'git', repoURL: folder, path: 'apps/catalog', recursive: false, ...asked } as const;
  await expect(openSource(request, io)).rejects.toMatchObject({ code });
  for (const place of [folder, io.home]) expect(existsSync(join(place, 'ran'))).toBe(false);
});
