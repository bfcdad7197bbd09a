import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engine } from '../../src/engine.js';
import type { Report } from '../../src/model/report.js';
import { jsonReport } from '../../src/report/json.js';
import { GAPS, NAMED } from '../report/more-worlds.js';
import { application, drift, INCIDENT, report, resource } from '../report/worlds.js';
import { type Surroundings, type Transcript, transcript } from './fake-io.js';

let cwd = '';
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gitdrift-report-'));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const save = (name: string, value: Report): Promise<void> => writeFile(join(cwd, name), jsonReport(value));
const run = (line: string, around: Surroundings = {}): Promise<Transcript> =>
  transcript(line.split(' '), engine, { cwd, ...around });
const written = (name: string): Promise<string> => readFile(join(cwd, name), 'utf8');
const giving = (value: Report) => ({ analyze: async () => value });
const CLEAN = report([application({ name: 'search', resources: [resource()] })]);

describe('report', () => {
  it('prints a saved report as diff does, and gates as it did', async () => {
    await save('drift.json', INCIDENT);
    const direct = await transcript(['diff'], giving(INCIDENT));
    const { out, code } = await run('report drift.json');
    expect(code).toBe(1);
    expect(direct.out).toContain(out.split('\n')[0]);
    expect(out).toContain('.spec.replicas  desired 3 → live 7');
    expect((await run('report drift.json --fail-on none')).code).toBe(0);
    expect((await run('report drift.json --no-exit-code')).code).toBe(0);
    expect((await run('report drift.json --fail-on degraded')).code).toBe(0);
  });

  it('gives back the JSON that it was given', async () => {
    await save('drift.json', INCIDENT);
    const { out } = await run('report drift.json -o json');
    expect({ ...(JSON.parse(out) as Report), summary: 0 }).toEqual({ ...INCIDENT, summary: 0 });
  });

  it('reads standard input', async () => {
    expect((await run('report -', { stdin: jsonReport(INCIDENT) })).code).toBe(1);
    expect((await run('report - -')).err).toBe(
      'error: two reports are to come from standard input\nhint: name a file for all but one\n',
    );
  });

  it('merges several, and warns where their policies differ', async () => {
    await save('a.json', { ...INCIDENT, policy: { file: 'gitdrift.yaml', discovered: true } });
    await save('b.json', CLEAN);
    const { out, err, code } = await run('report a.json b.json');
    expect(out).toContain('2 applications: 1 OutOfSync and 1 Synced');
    expect(err).toBe('warning: the reports were made with different policies: gitdrift.yaml, none\n');
    expect(code).toBe(1);
    expect((await run('report b.json b.json')).err).toContain(
      'error: the application search is in b.json and in b.json',
    );
  });

  it.each<[string, string, RegExp]>([
    ['no JSON', 'kind: List', /^error: saved\.json is no JSON: /],
    [
      'other JSON',
      '{"kind":"List"}',
      /^error: saved\.json is no report of gitdrift: it has no schemaVersion\nhint: name a file/,
    ],
    ['a list', '[]', /it has no schemaVersion/],
    [
      'another version',
      '{"schemaVersion":"2"}',
      /^error: saved\.json has the schemaVersion "2", and this gitdrift reads "1"\n/,
    ],
    [
      'a report that was tampered with',
      jsonReport(INCIDENT).replace('"status": "OutOfSync"', '"status": "Fine"'),
      /^error: saved\.json is no report of gitdrift: at \/applications\/0\/sync\/status it must be equal to one of the allowed values\n/,
    ],
    [
      "a newer version's",
      jsonReport({ ...INCIDENT, tool: { name: 'gitdrift', version: '9.0.0' } }).replace(
        '"category": "manual"',
        '"category": "robot"',
      ),
      /hint: gitdrift 9\.0\.0 wrote it, and this is [\d.]+: read it with that version\n$/,
    ],
  ])('refuses %s, and says where it is wrong', async (_, text, message) => {
    await writeFile(join(cwd, 'saved.json'), text);
    const { out, err, code } = await run('report saved.json -o junit');
    expect({ out, code }).toEqual({ out: '', code: 2 });
    expect(err).toMatch(message);
  });

  it('refuses a file that is not there', async () => {
    expect((await run('report gone.json')).err).toBe(
      'error: cannot read gone.json: it does not exist\nhint: name a file that gitdrift diff -o json=FILE wrote\n',
    );
  });

  it('says what changed since an earlier one, and still gates on the later', async () => {
    await save('old.json', {
      ...INCIDENT,
      applications: [application({ resources: INCIDENT.applications[0]?.resources.slice(0, 11) ?? [] })],
    });
    await save('new.json', INCIDENT);
    const { out, code } = await run('report new.json --compare-with old.json');
    expect(code).toBe(1);
    expect(out).toMatch(/^3 fields drifted, 1 change of an object and 1 verdict since /);
    const json = JSON.parse((await run('report new.json --compare-with old.json -o json')).out) as { kind: string };
    expect(json.kind).toBe('comparison');
    expect((await run('report new.json --compare-with old.json -o sarif')).err).toContain(
      '--output has no format "sarif"',
    );
  });
});

describe('formats of diff', () => {
  it('may be several at once, one of them on standard output', async () => {
    const line =
      'diff -o github -o yaml=d.yaml -o junit=d.xml -o sarif=d.sarif -o gitlab=d.json -o markdown=d.md -o text=d.txt';
    const { out, code } = await transcript(line.split(' '), giving(INCIDENT), { cwd });
    expect(code).toBe(1);
    expect(out).toMatch(/^::error file=/);
    expect((load(await written('d.yaml')) as Report).schemaVersion).toBe('1');
    expect(await written('d.xml')).toMatch(/^<\?xml/);
    expect(JSON.parse(await written('d.sarif'))).toMatchObject({ version: '2.1.0' });
    expect(JSON.parse(await written('d.json'))).toHaveLength(3);
    expect(await written('d.md')).toMatch(/^<!-- gitdrift:catalog-prod -->/);
    expect(await written('d.txt')).toMatch(/^catalog-prod/);
  });

  it('are printed also where nothing differs', async () => {
    for (const format of ['yaml', 'markdown', 'junit', 'sarif', 'github', 'gitlab']) {
      const { out } = await transcript(['diff', '-o', format], giving(CLEAN));
      expect(out).not.toBe('');
    }
  });

  it('mask values whose names look secret on any machine, unless --show-secrets is given', async () => {
    for (const format of ['markdown', 'junit', 'sarif', 'github', 'gitlab']) {
      expect((await transcript(['diff', '-o', format], giving(NAMED))).out).not.toContain('hunter');
      expect((await transcript(['diff', '-o', format, '--show-secrets'], giving(NAMED))).out).toContain('hunter');
    }
  });

  it('times are whole and nothing is coloured, also on a terminal', async () => {
    const { out } = await transcript(['diff', '-o', 'junit', '--color'], giving(INCIDENT), { tty: true, columns: 40 });
    expect(out).toContain('at the latest 2026-11-30T11:48:00Z');
    expect(out).not.toContain('\u001b');
  });

  it('--comment-key names the marker of a comment, and has to be able to', async () => {
    const { out } = await transcript(['diff', '-o', 'markdown', '--comment-key', 'eu-prod'], giving(INCIDENT));
    expect(out).toMatch(/^<!-- gitdrift:eu-prod -->/);
    const { err } = await transcript(['diff', '--comment-key', 'a --> b'], giving(INCIDENT));
    expect(err).toMatch(/^error: --comment-key cannot be "a --> b"/);
  });

  it('status prints those in which nothing fails', async () => {
    expect((await transcript(['status', '-o', 'yaml'], giving(INCIDENT))).out).toContain('schemaVersion:');
    expect((await transcript(['status', '-o', 'markdown'], giving(INCIDENT))).out).toContain('### gitdrift');
    expect((await transcript(['status', '-o', 'junit'], giving(INCIDENT))).err).toContain(
      '--output has no format "junit"',
    );
  });

  it('other commands have text and json alone', async () => {
    expect((await transcript(['writers', '-o', 'sarif'])).err).toContain('error: --output has no format "sarif"');
  });
});

describe('the summary of a step of GitHub Actions', () => {
  const GITHUB = (): Surroundings => ({ cwd, env: { GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') } });

  it('is appended with -o github', async () => {
    await writeFile(join(cwd, 'summary.md'), 'what stood there\n');
    await transcript(['diff', '-o', 'github'], giving(GAPS), GITHUB());
    expect(await written('summary.md')).toMatch(
      /^what stood there\n<!-- gitdrift:catalog-prod -->\n\n### gitdrift: gate FAILED/,
    );
  });

  it('is left alone by other formats', async () => {
    await transcript(['diff', '-o', 'markdown'], giving(GAPS), GITHUB());
    await expect(written('summary.md')).rejects.toThrow('ENOENT');
  });

  it('never grows over a mebibyte: GitHub would drop all of it', async () => {
    const field = drift({ path: '.data.text', desired: 'a', live: 'b'.repeat(2000) });
    const resources = Array.from({ length: 1000 }, (_, at) => resource({ name: `catalog-${at}`, drift: [field] }));
    await writeFile(join(cwd, 'summary.md'), 'x'.repeat(500_000));
    await transcript(['diff', '-o', 'github'], giving(report([application({ resources })])), GITHUB());
    const size = Buffer.byteLength(await written('summary.md'));
    expect(size).toBeLessThan(1024 * 1024);
    expect(size).toBeGreaterThan(1_000_000);
    const { err, code } = await transcript(['diff', '-o', 'github'], giving(INCIDENT), GITHUB());
    expect({ err, code }).toEqual({ err: 'warning: the summary of this step is full\n', code: 1 });
  });

  it('that cannot be written is a warning, and the exit code stays', async () => {
    const around = { cwd, env: { GITHUB_STEP_SUMMARY: join(cwd, 'gone', 'summary.md') } };
    const { err, code } = await transcript(['diff', '-o', 'github'], giving(INCIDENT), around);
    expect({ err, code }).toEqual({
      err: 'warning: cannot write the summary of the step: it does not exist\n',
      code: 1,
    });
  });
});
