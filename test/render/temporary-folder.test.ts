import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { withTemporaryFolder } from '../../src/render/temporary-folder.js';
import { scratch } from './fake-tools.js';

it('a temporary folder is gone afterwards, also where the work fails', async () => {
  let made = '';
  const env = { TMPDIR: scratch() };
  const work = withTemporaryFolder(env, async (folder) => {
    made = folder;
    await writeFile(join(folder, 'x'), '');
    throw new RangeError('of the work');
  });
  await expect(work).rejects.toThrow(new RangeError('of the work'));
  expect([made.startsWith(env.TMPDIR), existsSync(made)]).toEqual([true, false]);
});

it('names TMPDIR where no folder can be made, and where nothing can be written to it', async () => {
  const folder = scratch({ file: '' });
  const fault = (message: string) => ({ code: 'usage', message, hint: /^set TMPDIR/ });
  for (const [name, why] of [
    ['nowhere', 'it does not exist'],
    ['file', 'it is no folder'],
  ] as const) {
    await expect(withTemporaryFolder({ TMPDIR: join(folder, name) }, async () => {})).rejects.toMatchObject(
      fault(`no temporary folder can be made in ${join(folder, name)}: ${why}`),
    );
  }
  // Stands in for a full disk: a call on the folder fails.
  const full = withTemporaryFolder({ TMPDIR: folder }, (own) => mkdir(join(own, 'a/b')));
  await expect(full).rejects.toMatchObject(fault(`no temporary folder can be made in ${folder}: it does not exist`));
});

it('a folder that cannot be removed changes nothing about how the process ends', () => {
  const module = pathToFileURL(join(import.meta.dirname, '../../src/render/temporary-folder.ts')).href;
  const program = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    fs.rmSync = () => { process.stdout.write('tried'); throw new Error('EPERM'); };
    syncBuiltinESMExports();
    const { withTemporaryFolder } = await import(${JSON.stringify(module)});
    await withTemporaryFolder(process.env, async () => process.exit(3));`;
  const ended = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, TMPDIR: scratch() },
    encoding: 'utf8',
  });
  expect(ended).toMatchObject({ status: 3, stdout: 'tried', stderr: '' });
});
