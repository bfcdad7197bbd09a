import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../src/engine.js';
import { transcript } from '../cli/fake-io.js';
import { incidentRepository } from '../record/incident-repository.js';
import { hasGit } from '../source/repositories.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = join(root, 'docs/guides/');
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== 'README.md');

/** `<!-- incident: RECORDING [FOLDER] -->` and the block with the command and what it prints; `…` is left out. */
const BLOCK = /<!-- incident: (\S+)(?: (\S+))? -->\n```console\n\$ gitdrift (.*)\n([\s\S]*?)\n```/g;

let world = '';
beforeAll(async () => {
  world = mkdtempSync(join(tmpdir(), 'gitdrift-test-'));
  mkdirSync(join(world, 'config'));
  incidentRepository(join(world, 'config'));
  for (const name of ['hotfix.json', 'reverted.json', 'override.yaml']) {
    writeFileSync(join(world, name), readFileSync(join(root, 'fixtures/incident', name)));
  }
  for (const [recording, file] of [
    ['hotfix', 'earlier.json'],
    ['reverted', 'now.json'],
  ] as const) {
    writeFileSync(join(world, file), await printed('diff --app argocd/catalog -q -o json', recording));
  }
}, 60_000);
afterAll(() => rmSync(world, { recursive: true, force: true }));

async function printed(command: string, recording: string, folder = '.'): Promise<string> {
  const words = (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''));
  const cwd = join(world, folder);
  const { out, err } = await transcript(words, engine, {
    cwd,
    now: new Date('2026-11-30T02:14:30Z'),
    env: {
      ...{ PATH: process.env.PATH, HOME: world, GIT_CONFIG_NOSYSTEM: '1' },
      ...{ GITDRIFT_LIVE: join(world, `${recording}.json`), GITOPS_REPO: join(world, 'config') },
    },
  });
  return `${out}${err}`.replaceAll(`${world}/`, '').trim();
}

describe.skipIf(!hasGit)('docs/guides', () => {
  const blocks = pages.flatMap((page) =>
    [...readFileSync(join(FOLDER, page), 'utf8').matchAll(BLOCK)].map(
      ([, recording = '', folder, command = '', shown = '']) => ({ page, recording, folder, command, shown }),
    ),
  );

  it.each(blocks)('$page shows what `$command` prints', async ({ page, command, recording, folder, shown }) => {
    const text = await printed(command, recording, folder);
    // A whole output is taken over with UPDATE_EXAMPLES=1, and read; parts are written by hand.
    const whole = shown === '…' || !/^ *…$/m.test(shown);
    if (whole && process.env.UPDATE_EXAMPLES === '1') {
      const file = join(FOLDER, page);
      const before = readFileSync(file, 'utf8');
      writeFileSync(
        file,
        before.replace(`${command}\n${shown}\n`, () => `${command}\n${text}\n`),
      );
      return;
    }
    if (whole) return expect(shown).toBe(text);
    let from = 0;
    for (const part of shown.split(/^ *…$/m).map((lines) => lines.trim())) {
      expect(text.slice(from)).toContain(part);
      from = text.indexOf(part, from) + part.length;
    }
  });

  it.each(pages)('every command of %s that is shown with its output is run', (page) => {
    const text = readFileSync(join(FOLDER, page), 'utf8');
    const shown = [...text.matchAll(/^```console\n\$ gitdrift .*\n(?!\$|```)/gm)];
    expect(shown).toHaveLength(blocks.filter((block) => block.page === page).length);
    expect(shown.length).toBeGreaterThan(0);
  });
});
