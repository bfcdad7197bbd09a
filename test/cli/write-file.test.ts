import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transcript } from './fake-io.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gitdrift-write-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const recording = { record: async () => ({ text: '{"kind":"List"}\n', summary: '3 objects', complete: true }) };

describe('a recording that is written to a file', () => {
  it('can be read by its owner only, over an older file too', async () => {
    const file = join(folder, 'prod.json');
    await writeFile(file, 'older', { mode: 0o644 });
    const { code, out, err } = await transcript(['record', 'apps', '--to', file], recording);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain('recorded 3 objects to');
    expect(await readFile(file, 'utf8')).toBe('{"kind":"List"}\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('says why it cannot be written', async () => {
    const { code, err } = await transcript(['record', 'apps', '--to', join(folder, 'absent', 'prod.json')], recording);
    expect(code).toBe(2);
    expect(err).toContain('cannot write');
    expect(err).toMatch(/hint: check that the folder .*absent exists/);
  });

  it.each([
    ['the disk is full', '/dev/full', 'make room on the disk that holds /dev'],
    ['it is a folder', '.', 'name a file in it'],
    ['its name is too long', `${'x'.repeat(300)}.json`, 'choose a shorter name'],
  ])('says what to do where %s', async (_, name, hint) => {
    const { code, err } = await transcript(['record', 'apps', '--to', name], recording, { cwd: folder });
    expect(code).toBe(2);
    expect(err).toMatch(/^error: cannot write /);
    expect(err).toContain(hint);
  });

  it('is incomplete where objects could not be read, and is written all the same', async () => {
    const some = { record: async () => ({ text: '{}\n', summary: '1 object', complete: false }) };
    const { code, out } = await transcript(['record', 'apps'], some);
    expect({ code, out }).toEqual({ code: 3, out: '{}\n' });
  });
});
