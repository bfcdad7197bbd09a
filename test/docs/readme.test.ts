import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { engine } from '../../src/engine.js';
import { transcript } from '../cli/fake-io.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What differs between two checkouts: the branch, the commit, and whether something is changed. */
function withoutRevision(text: string): string {
  return text.replace(/^( {2}desired {2}).*(fixtures\/demo\/desired \(yaml built-in\)).*$/m, '$1$2').trim();
}

it('README shows what npm run demo prints', async () => {
  const block = /What `npm run demo` prints:\n\n```\n(\$ gitdrift (.*)\n[\s\S]*?)\n```\n/.exec(
    readFileSync(`${root}README.md`, 'utf8'),
  );
  const [, shown = '', command = ''] = block ?? [];
  const { out, code } = await transcript(command.split(' '), engine, { cwd: root, env: { PATH: process.env.PATH } });
  expect(code).toBe(0);
  expect(withoutRevision(`$ gitdrift ${command}\n\n${out}`)).toBe(withoutRevision(shown));
});
