import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.js';
import { variableOf } from '../../src/config/flags.js';
import { NO_INPUT } from '../docs/reference/action.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const demo = { path: 'fixtures/demo/desired', live: 'fixtures/demo/live.json', namespace: 'marketplace' };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitdrift-test-'));
  for (const file of ['output', 'summary']) writeFileSync(join(folder, file), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A step of the action as a runner starts it: inputs in the environment, outputs read back from the file. */
function step(inputs: Readonly<Record<string, string>>) {
  const env = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'action/main.mjs')], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, CI: 'true', RUNNER_TEMP: folder },
      ...{ GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') },
      ...env,
    },
  });
  const written = readFileSync(join(folder, 'output'), 'utf8');
  const outputs = [...written.matchAll(/^(\S+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name, , value]) => [name, value]);
  return { code: status, stdout, stderr, outputs: Object.fromEntries(outputs) as Readonly<Record<string, string>> };
}

describe('the action', () => {
  it('fails as the gate does, with verdicts, annotations, the summary and every report', () => {
    const { code, stdout, outputs } = step(demo);
    expect(code).toBe(1);
    expect(outputs).toMatchObject({
      ...{ 'exit-code': '1', 'sync-status': 'OutOfSync', 'health-status': 'Healthy' },
      ...{ 'drift-count': '5', 'unexplained-count': '2' },
    });
    expect(stdout).toContain('gate: FAILED');
    expect(stdout).toMatch(/^::error file=fixtures\/demo\/desired\/deployment.yaml,line=21,/m);
    expect(readFileSync(join(folder, 'summary'), 'utf8')).toContain('gate FAILED');
    for (const path of ['report-path', 'sarif-path']) {
      expect(JSON.parse(readFileSync(outputs[path] ?? '', 'utf8'))).toBeTypeOf('object');
    }
    expect(readFileSync(outputs['comment-path'] ?? '', 'utf8')).toContain('<!-- gitdrift:desired -->');
    expect(readFileSync(outputs['html-path'] ?? '', 'utf8')).toMatch(/^<!doctype html>/i);
  });

  it('passes where the gate does, by the inputs that say so', () => {
    const { code, outputs } = step({ ...demo, 'fail-on': 'finding:sync-overdue\ndegraded', 'comment-key': 'prod' });
    expect(code).toBe(0);
    expect(outputs).toMatchObject({ 'exit-code': '0', 'sync-status': 'OutOfSync' });
    expect(readFileSync(outputs['comment-path'] ?? '', 'utf8')).toContain('<!-- gitdrift:prod -->');
  });

  it('keeps what Git and the cluster say from being commands to the runner', () => {
    const { stdout } = step(demo);
    const [, token = ''] = /^::stop-commands::(\S+)$/m.exec(stdout) ?? [];
    const [begin, end] = [stdout.indexOf(`::stop-commands::${token}\n`), stdout.indexOf(`\n::${token}::\n`)];
    expect(begin).toBe(0);
    expect(stdout.indexOf('UNEXPLAINED')).toBeGreaterThan(begin);
    expect(stdout.lastIndexOf('What to do:')).toBeGreaterThan(begin);
    expect(stdout.lastIndexOf('What to do:')).toBeLessThan(end);
    expect(stdout.indexOf('::error ')).toBeGreaterThan(end);
    expect(step(demo).stdout).not.toContain(token);
  });

  it('never says Synced of what was not compared', () => {
    const { code, stdout, outputs } = step({ ...demo, path: 'fixtures/demo/nowhere' });
    expect(code).toBe(2);
    expect(outputs).toMatchObject({
      ...{ 'exit-code': '2', 'sync-status': 'Unknown', 'health-status': 'Unknown' },
      ...{ 'drift-count': '', 'report-path': '', 'comment-path': '' },
    });
    expect(stdout).toContain('::error title=gitdrift::nothing was compared (exit 2)');
  });

  it.each([
    ['path', '$(touch pwned)'],
    ['path', '"; touch pwned; "'],
    ['path', '--help'],
    ['fail-on', 'none; touch pwned'],
    ['name', '`touch pwned`'],
    ['working-directory', '; touch pwned'],
  ])('takes %s %s as a value, whatever it looks like', (name, value) => {
    const { stdout } = step({ ...demo, [name]: value });
    expect(existsSync(join(root, 'pwned')) || readdirSync(folder).includes('pwned')).toBe(false);
    expect(stdout).not.toContain('Usage:');
  });

  it('reads a folder of a repository', () => {
    const repository = join(folder, 'config');
    const git = (...args: string[]): void => {
      const identity = ['-c', 'user.name=release', '-c', 'user.email=release@shop.example'];
      const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    };
    spawnSync('cp', ['-r', join(root, 'fixtures/demo'), repository]);
    git('init', '--quiet', '--initial-branch=main');
    git('add', 'desired');
    git('commit', '--quiet', '-m', 'catalog');
    const { code, outputs } = step({ ...demo, repo: `file://${repository}`, path: 'desired', revision: 'main' });
    expect({ code, drift: outputs['drift-count'] }).toEqual({ code: 1, drift: '5' });
  });
});

it('action.yml has an input for each flag of diff, and each is the variable that gitdrift reads', () => {
  const { inputs } = load(readFileSync(join(root, 'action.yml'), 'utf8')) as { inputs: Record<string, unknown> };
  const flags = (COMMANDS.diff?.flags ?? []).filter((name) => !NO_INPUT.includes(name));
  expect(Object.keys(inputs).sort()).toEqual([...flags, 'path', 'working-directory'].sort());
  for (const name of flags) expect(`GITDRIFT_${name.toUpperCase().replaceAll('-', '_')}`).toBe(variableOf(name));
});
