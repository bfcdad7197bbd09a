import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { REPORT_FORMATS } from '../../src/config/output-options.js';
import { engine } from '../../src/engine.js';
import { transcript } from '../cli/fake-io.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/formats.md`, 'utf8');
const examples = [...page.matchAll(/^<!-- -o (\S+) -->\n(`{3,})\S*\n([\s\S]*?)\n\2$/gm)];

it.each(examples.map(([, format = '', , shown = '']) => [format, shown]))(
  'docs/formats.md shows what -o %s prints of the demo',
  async (format, shown) => {
    const argv = ['diff', 'fixtures/demo/desired', '--live', 'fixtures/demo/live.json', '-o', format];
    const { out } = await transcript(argv, engine, { cwd: root, env: { PATH: process.env.PATH } });
    for (const part of shown.split('\n…\n')) expect(out).toContain(part);
  },
);

it('docs/formats.md has an example of each format that it is about', () => {
  const elsewhere = ['text', 'json', 'html'];
  expect(examples.map(([, format]) => format).sort()).toEqual(
    REPORT_FORMATS.filter((format) => !elsewhere.includes(format)).sort(),
  );
});
