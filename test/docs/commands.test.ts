import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engine } from '../../src/engine.js';
import { transcript } from '../cli/fake-io.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/commands.md`, 'utf8');
const blocks = [...page.matchAll(/^```console\n\$ gitdrift ([^|\n]*)\n([\s\S]*?)\n```$/gm)];

describe('docs/commands.md', () => {
  it.each(blocks.map(([, command = '', shown = '']) => [command, shown]))(
    'shows what `%s` prints',
    async (command, shown) => {
      const argv = (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/, '$1'));
      const { out, err } = await transcript(argv, engine, { cwd: root, env: { PATH: process.env.PATH } });
      const printed = (text: string): string => text.replaceAll(root.slice(0, -1), '/home/me/config').trim();
      expect([printed(out), printed(`${out}${err}`)]).toContain(shown.trim());
    },
  );

  it('has a block for each of the commands that it is about', () => {
    const told = blocks.map(([, command = '']) => command.split(' ')[0]);
    expect(new Set(told)).toEqual(new Set(['status', 'owners', 'explain', 'adopt']));
  });
});
