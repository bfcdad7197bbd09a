import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOtherRevision } from '../../src/source/base-revision.js';
import type { SourceIo } from '../../src/source/open-source.js';
import { openSource } from '../../src/source/open-source.js';
import { openTrackedFile } from '../../src/source/tracked-file.js';
import { whyNoCommit } from '../../src/source/work-tree.js';
import { git, hasGit, repository, scratch, sourceIo, write } from './repositories.js';

/** A PATH with a git that only says this. */
function withGit(folder: string, said: string): Pick<SourceIo, 'env'> {
  const bin = join(scratch(), 'bin');
  mkdirSync(bin);
  write(bin, { git: `#!/bin/sh\nprintf '%s\\n' "${said}" >&2\nexit 128\n` });
  chmodSync(join(bin, 'git'), 0o755);
  return { env: { ...sourceIo(folder).env, PATH: `${bin}:/bin:/usr/bin` } };
}

const FOREIGN = "fatal: detected dubious ownership in repository at '/srv/catalog'";

describe.skipIf(!hasGit || process.platform === 'win32')('why a path has no commit', () => {
  it('is told apart: no repository, no commit, no git, a repository of somebody else', async () => {
    const folder = scratch();
    const why = (io: Pick<SourceIo, 'env'>) => whyNoCommit(folder, io);
    expect((await why(sourceIo(folder))).reason).toBe('it is in no Git repository');
    git(folder, 'init', '--quiet');
    expect((await why(sourceIo(folder))).reason).toBe('its repository has no commit yet');
    expect((await why({ env: { PATH: scratch() } })).reason).toBe('git is not installed');
    expect(await why(withGit(folder, FOREIGN))).toEqual({
      reason: 'its repository belongs to another user, and git does not read it',
      hint: 'where you trust it: git config --global --add safe.directory /srv/catalog',
    });
  });

  it('is what --base, blame and history say where git cannot be used', async () => {
    const folder = repository({ 'deploy.yaml': 'kind: ConfigMap\n' });
    const io = { ...sourceIo(folder), env: { PATH: scratch() } };
    const request = { kind: 'path', path: '.', recursive: false } as const;
    const head = await openSource(request, io);
    await expect(openOtherRevision(request, head, 'HEAD~1', io)).rejects.toThrow(
      'has no earlier revision to read: git is not installed',
    );
    const file = (env: SourceIo['env']) => openTrackedFile(folder, 'deploy.yaml', undefined, { env });
    expect(await file(io.env)).toEqual({ kind: 'unknown', reason: 'git is not installed' });
    expect(await file(withGit(folder, FOREIGN).env)).toMatchObject({
      reason: expect.stringContaining('dubious ownership'),
    });
  });
});
