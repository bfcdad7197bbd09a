import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FLAGS, type FlagName } from '../../../src/config/flags.js';
import { readPolicy } from '../../../src/config/policy/read-policy.js';
import { readSettings } from '../../../src/config/settings.js';

const TEXT =
  'apiVersion: gitdrift.io/v1\nwriters: [{manager: team-sync, category: operator, name: labeler, reason: ours}]\n';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gitdrift-policy-'));
  await mkdir(join(root, 'repository/apps/catalog'), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const settings = (policy?: string) =>
  readSettings(
    Object.keys(FLAGS) as FlagName[],
    new Map(policy === undefined ? [] : [['policy', [policy]]]),
    { all: [], path: undefined },
    {},
  );

describe('which policy file is used', () => {
  it('the one of the working directory, and none where there is none', async () => {
    expect(await readPolicy(settings(), root)).toBeUndefined();
    await writeFile(join(root, 'gitdrift.yaml'), TEXT);
    expect(await readPolicy(settings(), root)).toMatchObject({ file: 'gitdrift.yaml', discovered: true });
  });

  it('in a repository the nearest one above, and none beyond its root', async () => {
    const folder = join(root, 'repository/apps/catalog');
    await mkdir(join(root, 'repository/.git'));
    await writeFile(join(root, 'gitdrift.yaml'), TEXT);
    expect(await readPolicy(settings(), folder)).toBeUndefined();
    await writeFile(join(root, 'repository/gitdrift.yaml'), TEXT);
    expect(await readPolicy(settings(), folder)).toMatchObject({ file: '../../gitdrift.yaml', discovered: true });
  });

  it('outside a repository none of the folders above: others may write there', async () => {
    await writeFile(join(root, 'gitdrift.yaml'), TEXT);
    expect(await readPolicy(settings(), join(root, 'repository'))).toBeUndefined();
  });

  it('the pinned one before any other, and it has to be there', async () => {
    await writeFile(join(root, 'gitdrift.yaml'), 'broken: true\n');
    await writeFile(join(root, 'pinned.yaml'), TEXT);
    expect(await readPolicy(settings('pinned.yaml'), root)).toMatchObject({ file: 'pinned.yaml', discovered: false });
    await expect(readPolicy(settings('absent.yaml'), root)).rejects.toThrow('--policy: there is no file absent.yaml');
    await expect(readPolicy(settings('.'), root)).rejects.toThrow(/the policy file .* cannot be read/);
  });

  it('none that leads out of the repository, or is no file: it came with what is being read', async () => {
    const repository = join(root, 'repository');
    await mkdir(join(repository, '.git'));
    await writeFile(join(root, 'outside.yaml'), TEXT);
    await symlink(join(root, 'outside.yaml'), join(repository, 'gitdrift.yaml'));
    await expect(readPolicy(settings(), repository)).rejects.toThrow(/gitdrift\.yaml leads out of the repository/);
    await rm(join(repository, 'gitdrift.yaml'));
    await mkdir(join(repository, 'gitdrift.yaml'));
    await expect(readPolicy(settings(), repository)).rejects.toThrow('the policy file gitdrift.yaml is no file');
    await rm(join(repository, 'gitdrift.yaml'), { recursive: true });
    await writeFile(join(repository, 'apps/policy.yaml'), TEXT);
    await symlink('apps/policy.yaml', join(repository, 'gitdrift.yaml'));
    expect(await readPolicy(settings(), repository)).toMatchObject({ file: 'gitdrift.yaml', discovered: true });
  });

  it('none that is longer than a list of writers can be', async () => {
    const comment = '# a comment\n';
    const longest = TEXT + comment.repeat((1024 * 1024 - TEXT.length) / comment.length);
    await writeFile(join(root, 'pinned.yaml'), longest);
    expect(await readPolicy(settings('pinned.yaml'), root)).toMatchObject({ file: 'pinned.yaml' });
    await writeFile(join(root, 'pinned.yaml'), longest + comment);
    await expect(readPolicy(settings('pinned.yaml'), root)).rejects.toThrow(/pinned\.yaml is longer than 1 MiB/);
  });
});
