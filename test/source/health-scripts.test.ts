import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHealthScripts } from '../../src/source/health-scripts.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gitdrift-health-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), text);
}

describe('a folder of health scripts', () => {
  it('names kinds by its folders, sorted; `_` is a wildcard', async () => {
    await put('logistics.example.test/Warehouse/health.lua', 'return {}');
    await put('logistics.example.test/Warehouse/health_test.yaml', 'tests: []');
    await put('logistics.example.test/Warehouse/testdata/health.lua', 'never read');
    await put('_.example.test/_/health.lua', 'return nil');
    await put('logistics.example.test/Lorry/actions/discovery.lua', 'return {}');
    await put('README.md', '');
    expect(await readHealthScripts(folder, '/')).toEqual([
      { group: '*.example.test', kind: '*', script: 'return nil', useOpenLibs: true },
      { group: 'logistics.example.test', kind: 'Warehouse', script: 'return {}', useOpenLibs: true },
    ]);
  });

  it('counts from the working directory', async () => {
    await put('scripts/example.test/Warehouse/health.lua', 'return {}');
    expect(await readHealthScripts('scripts', folder)).toHaveLength(1);
  });

  it.each([
    ['is not there', 'gone', 'the folder gone of health scripts cannot be read: it does not exist'],
    ['is a file', 'file', 'the folder file of health scripts cannot be read: it is no folder'],
    ['holds no script', 'empty', 'the folder empty of health scripts holds none'],
  ])('ends the run where it %s', async (_what, name, message) => {
    await mkdir(join(folder, 'empty'));
    await put('file', '');
    await expect(readHealthScripts(name, folder)).rejects.toMatchObject({ code: 'config', message });
  });
});
