import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine, Tools } from '../../src/cli/engine.js';
import type { LiveOptions } from '../../src/config/live-options.js';
import { GitdriftError } from '../../src/model/errors.js';
import type { Report } from '../../src/model/report.js';
import type { AnalyzeRequest } from '../../src/model/request.js';
import type { Health } from '../../src/model/status.js';
import { GAPS, NAMED } from '../report/more-worlds.js';
import { application, drift, ELEVEN_SYNCED, INCIDENT, report } from '../report/worlds.js';
import { transcript } from './fake-io.js';

interface Seen {
  request?: AnalyzeRequest;
  live?: LiveOptions;
}

const HEALTHY: Health = { status: 'Healthy', message: '', source: 'built-in' };
const CLEAN: Report = report([application({ resources: ELEVEN_SYNCED })]);

/** An engine whose comparison gives this report; `seen` keeps what it was asked. */
function gives(result: Report, seen: Seen = {}, work: (tools: Tools) => void = () => {}): Partial<Engine> {
  return {
    analyze: async (request, live, tools) => {
      Object.assign(seen, { request, live });
      work(tools);
      return result;
    },
  };
}

const throws = (error: unknown): Partial<Engine> => ({ analyze: () => Promise.reject(error) });

describe('the command line', () => {
  it.each<[string, string, string]>([
    ['', 'error: no command is given', 'hint: gitdrift diff PATH compares; --help lists all'],
    ['dif', "error: unknown command 'dif'", 'hint: did you mean diff?'],
    ['./apps', "error: unknown command './apps'", 'hint: a path belongs to a command: gitdrift diff ./apps'],
    ['-', "error: unknown command '-'", 'hint: a path belongs to a command: gitdrift diff -'],
    ['diff --contxt prod', "error: unknown option '--contxt'", 'hint: did you mean --context?'],
    [
      'diff --live a --server-side',
      'error: --live and --server-side exclude each other',
      'hint: saved objects have no API server to ask: leave out one of the two',
    ],
    [
      'record --server-side',
      "error: unknown option '--server-side'",
      'hint: gitdrift record --help lists what there is',
    ],
    [
      'diff --application catalog',
      "error: unknown option '--application'",
      'hint: gitdrift diff --help lists what there is',
    ],
    ['status --fail-on any', "error: unknown option '--fail-on'", 'hint: gitdrift status --help lists what there is'],
    [
      'diff a b',
      "error: too many arguments for 'diff'. Expected 1 argument but got 2.",
      'hint: gitdrift diff --help lists what there is',
    ],
    [
      'blame',
      "error: missing required argument 'KIND/NAME'",
      'hint: gitdrift blame <KIND/NAME>: an object such as deployment/catalog',
    ],
    [
      'owners deploy catalog -n shop',
      "error: too many arguments for 'owners'. Expected 1 argument but got 2.",
      'hint: gitdrift owners deploy/catalog: kind and name are one word',
    ],
    [
      'timeline -f catalog.yaml',
      "error: unknown option '-f'",
      'hint: gitdrift timeline <KIND/NAME> [PATH]: the object is named, such as deployment/catalog',
    ],
    ['diff -f apps', "error: unknown option '-f'", 'hint: gitdrift diff apps: the path is an argument'],
    ['help diff', "error: unknown command 'help'", 'hint: gitdrift diff --help shows it'],
    ['help', "error: unknown command 'help'", 'hint: gitdrift --help shows it'],
    [
      'adopt deploy/catalog',
      "error: missing required argument 'FIELD-PATH'",
      'hint: gitdrift adopt <KIND/NAME> <FIELD-PATH> [PATH]: a path as diff and owners print it, such as .spec.replicas',
    ],
    ['diff -o jsn', 'error: --output has no format "jsn"', 'hint: did you mean json?'],
    ['diff --fail-on unexplaned', 'error: --fail-on has no condition "unexplaned"', 'hint: did you mean unexplained?'],
    [
      'diff --fail-on finding:overlapping-writer',
      'error: --fail-on names no finding: there is no code "overlapping-writer"',
      'hint: did you mean overlapping-writers?',
    ],
    [
      'diff --app shop --observe 9s',
      'error: --app and --observe exclude each other',
      'hint: applications are looked at again with --watch 10s, which names who changed what',
    ],
    [
      'diff --kustomization shop --observe 9s',
      'error: --kustomization and --observe exclude each other',
      'hint: applications are looked at again with --watch 10s, which names who changed what',
    ],
    ['diff -q -v', 'error: --quiet and --verbose exclude each other', 'hint: leave out one'],
    ['diff --kind=', 'error: --kind needs a value', 'hint: give it as --kind=KIND'],
    ['diff --set=', 'error: --set needs a value', 'hint: give it as --set=K=V'],
    ['diff --values=', 'error: --values needs a value', 'hint: give it as --values=FILE'],
    [
      'diff -n BAD_NS',
      'error: --namespace cannot be "BAD_NS"',
      'hint: the name of a namespace has at most 63 small letters, digits and dashes, and a letter or digit at both ends',
    ],
    [
      'diff http://user:pa/ss@git.example/r.git',
      'error: the path http://git.example/r.git is the address of a repository',
      'hint: use --repo URL --path DIR to read it from there',
    ],
    [
      'diff git@git.example:team/r.git',
      'error: the path git@git.example:team/r.git is the address of a repository',
      'hint: use --repo URL --path DIR to read it from there',
    ],
    [
      'diff --values https://user:pass@files.example/values.yaml?token=x',
      'error: --values wants a path, not the address https://files.example/values.yaml',
      'hint: fetch it first, and name the file',
    ],
    [
      'diff -o json=https://user:pass@files.example/x',
      'error: --output wants a file, not the address https://files.example/x',
      'hint: write json=FILE, and send the file on yourself',
    ],
    [
      'diff --live a --context b',
      'error: --live and --context exclude each other',
      'hint: saved objects need no cluster: leave out --context, or --live',
    ],
    [
      'diff apps --repo x',
      'error: --repo and the path apps are two desired states',
      'hint: name the folder inside the repository with --path, or leave out --repo',
    ],
    [
      'owners catalog',
      'error: "catalog" names no object',
      'hint: write it as KIND/NAME, such as deployment/catalog, and the namespace with -n',
    ],
  ])('refuses `%s` with exit 2, a sentence and a hint', async (line, message, hint) => {
    const { code, out, err } = await transcript(line === '' ? [] : line.split(' '));
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `${message}\n${hint}\n` });
  });

  it.each(['--help', 'diff --help', 'status -h', 'blame --help', 'record --help', 'version -h'])(
    'prints help for `%s` on standard output',
    async (line) => {
      const { code, out, err } = await transcript(line.split(' '), {}, { columns: 110 });
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(/^Usage: gitdrift/);
      expect(Math.max(...out.split('\n').map((row) => row.length))).toBeLessThanOrEqual(110);
    },
  );

  it('names exit codes and environment in the help', async () => {
    const { out } = await transcript(['diff', '--help']);
    for (const part of ['Desired state:', 'Live state:', 'Gate:', 'GITDRIFT_FAIL_ON', '130 interrupted']) {
      expect(out).toContain(part);
    }
  });

  it('calls itself kubectl gitdrift where kubectl runs it', async () => {
    const { out } = await transcript(['diff', '--help'], {}, { program: 'kubectl gitdrift' });
    expect(out).toMatch(/^Usage: kubectl gitdrift diff/);
  });

  it.each([['--version'], ['-V'], ['version']])('prints the version for %s', async (...argv) => {
    const { code, out } = await transcript(argv);
    expect(code).toBe(0);
    expect(out).toMatch(/^gitdrift \d+\.\d+\.\d+( \(node .*\))?\n$/);
  });

  it('hands flags and environment to the comparison', async () => {
    const seen: Seen = {};
    const argv = ['diff', 'apps', '-R', '-n', 'marketplace', '--no-ignore-rules', '--kind=Service', '--kind', 'Job'];
    const env = { GITDRIFT_CONTEXT: 'prod-eu', GITDRIFT_FAIL_ON: 'any', GITDRIFT_NO_EXIT_CODE: '1' };
    await transcript(argv, gives(INCIDENT, seen), { env });
    expect(seen.request).toMatchObject({
      source: { kind: 'path', path: 'apps', recursive: true },
      namespace: 'marketplace',
      select: { kinds: ['Service', 'Job'] },
      compare: { ignoreRules: false },
      failOn: ['any'],
      noExitCode: true,
    });
    expect(seen.live).toEqual({
      kind: 'cluster',
      connection: { context: 'prod-eu', namespace: 'marketplace' },
      schemaFiles: [],
    });
  });

  it.each(['diff', 'status'])(
    'says what --server-side does before %s does it, unless it is told to be quiet',
    async (command) => {
      const seen: Seen = {};
      const io = { env: { GITDRIFT_SERVER_SIDE: 'true' } };
      const { err } = await transcript([command], gives(CLEAN, seen), io);
      expect(err).toMatch(/^note: --server-side sends each object as a dry-run PATCH: it needs the verb patch/);
      expect(seen.request).toMatchObject({ serverSide: true });
      expect((await transcript([command, '-q'], gives(CLEAN), io)).err).toBe('');
      await transcript([command], gives(CLEAN, seen));
      expect(seen.request).not.toHaveProperty('serverSide');
    },
  );

  it('lets the command line overrule variables that it excludes, and says so', async () => {
    const seen: Seen = {};
    const env = { GITDRIFT_CONTEXT: 'prod-eu', GITDRIFT_TOKEN: 't', GITDRIFT_REPO: 'x', GITDRIFT_REVISION: 'main' };
    const { code, err } = await transcript(['diff', 'apps', '--live', 'saved'], gives(CLEAN, seen), { env });
    expect(code).toBe(0);
    expect(seen.live).toEqual({ kind: 'recording', path: 'saved', schemaFiles: [] });
    expect(seen.request).toMatchObject({ source: { kind: 'path', path: 'apps' } });
    expect(err.split('\n').slice(0, 4)).toEqual([
      'warning: GITDRIFT_CONTEXT is not used: --live on the command line excludes it',
      'warning: GITDRIFT_TOKEN is not used: --live on the command line excludes it',
      'warning: GITDRIFT_REPO is not used: the command line names the path apps',
      'warning: GITDRIFT_REVISION is not used: it says something of a repository, and there is none',
    ]);
  });

  it('obeys no CI command in the name of a variable', async () => {
    const env = { 'GITDRIFT_\n::error::x': '1' };
    expect((await transcript(['diff'], gives(INCIDENT), { env })).err).toMatch(
      /^warning: GITDRIFT_\\n::error::x is no/,
    );
  });

  it('warns of a variable that is no setting, unless it is told to be quiet', async () => {
    const env = { GITDRIFT_FAILON: 'none' };
    expect((await transcript(['diff'], gives(INCIDENT), { env })).err).toBe(
      'warning: GITDRIFT_FAILON is no setting of gitdrift, did you mean GITDRIFT_FAIL_ON?\n',
    );
    expect((await transcript(['diff', '-q'], gives(INCIDENT), { env })).err).toBe('');
  });
});

describe('diff', () => {
  it('prints the report and exits with the code of the gate', async () => {
    const { code, out, err } = await transcript(['diff', 'apps'], gives(INCIDENT));
    expect(code).toBe(1);
    expect(out.split('\n')[0]).toMatch(/^catalog-prod {3}OutOfSync {3}Healthy/);
    expect(out.trimEnd().split('\n').at(-1)).toBe('gate: FAILED, 1 unexplained drift and 1 undeclared field (exit 1)');
    expect(err).toBe('');
  });

  it.each([0, 1, 3] as const)('passes on exit code %i', async (exitCode) => {
    const world = report(INCIDENT.applications, { passed: exitCode !== 1, exitCode });
    expect((await transcript(['diff'], gives(world))).code).toBe(exitCode);
  });

  it('says on standard error that nothing differs, and leaves standard output empty', async () => {
    const { code, out, err } = await transcript(['diff'], gives(CLEAN));
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toBe(
      'no drift: 11 objects Synced, and none of their kinds has a health rule; catalog-prod, deployment-config main@3f2a91c apps/catalog/prod (kustomize 5.8.1), in prod-eu v1.36.3, namespace marketplace\n',
    );
    expect((await transcript(['diff', '-q'], gives(CLEAN))).err).toBe('');
    expect((await transcript(['diff', '-v'], gives(CLEAN))).out).toContain('✓ 11 objects Synced');
  });

  it('counts in that sentence what rules took away', async () => {
    const [first, ...others] = ELEVEN_SYNCED;
    if (first === undefined) throw new Error('there are objects');
    const ignored = [drift({ path: '.data.checksum', desired: 'a', live: 'b' })];
    const hook = { ...first, name: 'hook', outcome: 'not-compared' as const, sync: 'None' as const };
    const world = report([application({ resources: [{ ...first, ignored, health: HEALTHY }, hook, ...others] })]);
    expect((await transcript(['diff'], gives(world))).err).toMatch(
      /^no drift: 11 objects Synced and Healthy \(1 field ignored by rule, 1 object left out of the comparison; -v lists them\); /,
    );
  });

  it.each<[string, Report]>([
    ['an object could not be compared', GAPS],
    ['the application is Degraded', report([application({ health: { status: 'Degraded', message: 'x' } })])],
    [
      'there is a warning',
      report([application({ findings: [{ code: 'schema-unknown', severity: 'warning', message: 'x' }] })]),
    ],
    ['there is no application', report([])],
    ['nothing was compared', report([application()])],
  ])('never says so where %s', async (_, world) => {
    const { out, err } = await transcript(['diff'], gives(world));
    expect(err).toBe('');
    expect(out).not.toBe('');
  });

  it('is plain where nobody watches, and coloured where somebody does', async () => {
    expect((await transcript(['diff'], gives(INCIDENT))).out).not.toContain('\u001b');
    expect((await transcript(['diff'], gives(INCIDENT), { tty: true })).out).toContain('\u001b[');
    expect((await transcript(['diff', '--no-color'], gives(INCIDENT), { tty: true })).out).not.toContain('\u001b');
    expect((await transcript(['diff', '--color'], gives(INCIDENT))).out).toContain('\u001b[');
  });

  it('cuts values only on a terminal', async () => {
    const digest = 'registry.example/catalog@sha256:4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1';
    expect((await transcript(['diff'], gives(INCIDENT))).out).toContain(digest);
    expect((await transcript(['diff'], gives(INCIDENT), { tty: true, columns: 80 })).out).not.toContain(digest);
  });

  it('masks values with secret names on a CI runner', async () => {
    expect((await transcript(['diff'], gives(NAMED), { env: { CI: 'true' } })).out).not.toContain('hunter2');
    expect((await transcript(['diff'], gives(NAMED))).out).toContain('hunter2');
  });

  it('takes a dash for standard output', async () => {
    expect((await transcript(['diff', '-o', 'json=-'], gives(INCIDENT))).out).toMatch(/^\{\n {2}"schemaVersion"/);
    const twice = await transcript(['diff', '-o', 'json=-', '-o', 'text'], gives(INCIDENT));
    expect(twice.err).toMatch(/^error: --output sends two formats to standard output/);
    const engine: Partial<Engine> = {
      record: async () => ({ text: 'kind: List\n', summary: '3 objects', complete: true }),
    };
    expect((await transcript(['record', '--to', '-'], engine)).out).toBe('kind: List\n');
  });

  it('shows no password of a URL, whoever wrote the message', async () => {
    const said = 'no answer from https://ci:p/w@git.example/r.git?token=x, or ssh://git:pw@git.example/r.git';
    const shown = 'no answer from https://git.example/r.git or ssh://git@git.example/r.git';
    expect((await transcript(['diff'], throws(new GitdriftError('git-failed', said, { hint: said })))).err).toBe(
      `error: ${shown}\nhint: ${shown}\n`,
    );
    expect((await transcript(['diff'], throws(new Error(said)))).err).not.toContain('p/w');
    expect(
      (
        await transcript(
          ['diff'],
          gives(INCIDENT, {}, (tools) => tools.warn(said)),
        )
      ).err,
    ).toBe(`warning: ${shown}\n`);
  });

  it('keeps what only looks like a login', async () => {
    const said = 'https://host.example:8443/team/a@b and https://host.example/@scope/x are odd';
    expect((await transcript(['diff'], throws(new GitdriftError('git-failed', said)))).err).toBe(`error: ${said}\n`);
  });

  it('escapes warnings of the pipeline and prints each once', async () => {
    const engine = gives(INCIDENT, {}, (tools) => {
      tools.warn('no managedFields\u001b[2J');
      tools.warn('no managedFields\u001b[2J');
    });
    expect((await transcript(['diff'], engine)).err).toBe('warning: no managedFields\\u001b[2J\n');
    expect((await transcript(['diff', '--quiet'], engine)).err).toBe('');
  });
});

describe('files', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gitdrift-cli-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('writes several formats at once', async () => {
    const argv = ['diff', '-o', 'text', '-o', 'json=drift.json', '-o', 'text=drift.txt'];
    const { out } = await transcript(argv, gives(INCIDENT), { cwd: folder, tty: true, columns: 60 });
    expect(out).toContain('\u001b[');
    expect((JSON.parse(await readFile(join(folder, 'drift.json'), 'utf8')) as Report).schemaVersion).toBe('1');
    const text = await readFile(join(folder, 'drift.txt'), 'utf8');
    expect(text).not.toContain('\u001b');
    expect(text).toContain('sha256:4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1');
  });

  it('writes a whole text file also where nothing differs', async () => {
    await transcript(['diff', '-o', 'text=drift.txt'], gives(CLEAN), { cwd: folder });
    expect(await readFile(join(folder, 'drift.txt'), 'utf8')).toContain('gate: passed (exit 0)');
  });

  it('replaces a file, keeps its rights and follows a link', async () => {
    await writeFile(join(folder, 'old.json'), 'old', { mode: 0o600 });
    await symlink('old.json', join(folder, 'link.json'));
    await transcript(['diff', '-o', 'json=link.json'], gives(INCIDENT), { cwd: folder });
    expect(await readFile(join(folder, 'old.json'), 'utf8')).toContain('schemaVersion');
    expect((await stat(join(folder, 'old.json'))).mode & 0o777).toBe(0o600);
  });

  it('says which file it cannot write, and then prints nothing else', async () => {
    const argv = ['diff', '-o', 'text', '-o', 'json=no/such/drift.json'];
    const { code, out, err } = await transcript(argv, gives(INCIDENT), { cwd: folder });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(
      /^error: cannot write no\/such\/drift\.json: ENOENT: no such file or directory\nhint: check that the folder /,
    );
  });

  it('writes to a device without replacing it', async () => {
    const { code } = await transcript(['diff', '-o', 'json=/dev/null'], gives(INCIDENT), { cwd: folder });
    expect(code).toBe(1);
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  it('records to standard output or to a file', async () => {
    const engine: Partial<Engine> = {
      record: async () => ({ text: 'kind: List\n', summary: '3 objects', complete: true }),
    };
    expect(await transcript(['record', 'apps'], engine)).toEqual({
      code: 0,
      out: 'kind: List\n',
      err: 'recorded 3 objects\n',
    });
    const toFile = await transcript(['record', 'apps', '--to', 'live.yaml', '-q'], engine, { cwd: folder });
    expect(toFile).toEqual({ code: 0, out: '', err: '' });
    expect(await readFile(join(folder, 'live.yaml'), 'utf8')).toBe('kind: List\n');
  });
});

describe('status', () => {
  it('prints a line an application', async () => {
    const world = report([
      application({ name: 'cart-prod', resources: ELEVEN_SYNCED }),
      ...INCIDENT.applications,
      ...GAPS.applications.map((one) => ({ ...one, name: 'payment-prod' })),
    ]);
    const { code, out } = await transcript(['status'], gives(world));
    expect(code).toBe(3);
    expect(out).toBe(
      [
        'APPLICATION    SYNC        HEALTH     ACTION          DRIFT',
        'cart-prod      Synced      Healthy    none            none',
        'catalog-prod   OutOfSync   Healthy    merge-or-sync   2 fields drifted: 1 unexplained, 1 explained · 1 undeclared field',
        'payment-prod   Unknown     Degraded   investigate     1 object not fully compared · 2 objects missing · 1 extraneous object',
        '',
      ].join('\n'),
    );
  });

  it('does not gate', async () => {
    const seen: Seen = {};
    expect((await transcript(['status'], gives(INCIDENT, seen))).code).toBe(0);
    expect(seen.request?.failOn).toEqual(['none']);
  });

  it.each([
    ['apps --context prod -n shop', 'apps --context prod -n shop'],
    ['--app-file shop.yaml --repo-map https://git.example/r.git=/src/r', ''],
    ['-q apps', undefined],
    ['-', undefined],
  ])('names the diff that says more: status %s', async (line, typed) => {
    const { err } = await transcript(['status', ...line.split(' ')], gives(INCIDENT));
    const told = typed === '' ? line : typed;
    expect(err).toBe(
      told === undefined ? '' : `hint: gitdrift diff ${told} says what differs, who wrote it, and what to do\n`,
    );
  });

  it('names no diff where there is nothing to do', async () => {
    expect((await transcript(['status', 'apps'], gives(report([application()])))).err).toBe('');
  });

  it('prints the report as JSON where that is asked for', async () => {
    const { out } = await transcript(['status', '-o', 'json'], gives(INCIDENT));
    expect((JSON.parse(out) as Report).applications).toHaveLength(1);
  });
});

describe('failures', () => {
  it('prints what happened and what to do, without a stack', async () => {
    const error = new GitdriftError('cluster-unreachable', 'context prod-eu: no answer\u001b[2J', {
      hint: 'check the VPN',
    });
    expect(await transcript(['diff'], throws(error))).toEqual({
      code: 2,
      out: '',
      err: 'error: context prod-eu: no answer\\u001b[2J\nhint: check the VPN\n',
    });
  });

  it('calls an unknown exception a fault of its own, with the stack only on request', async () => {
    const error = new TypeError('x is undefined', { cause: new Error('deeper') });
    const plain = await transcript(['diff'], throws(error));
    expect(plain.code).toBe(2);
    expect(plain.err).toMatch(
      /^error: this is a fault in gitdrift itself: TypeError: x is undefined\nhint: please report it .*\n$/,
    );
    const debug = await transcript(['diff'], throws(error), { env: { GITDRIFT_DEBUG: '1' } });
    expect(debug.err).toContain('run.test.ts');
    expect(debug.err).toContain('caused by:');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('ends with the code of %s when interrupted, whatever the interrupted work throws', async (signal, code) => {
    const controller = new AbortController();
    const engine: Partial<Engine> = {
      analyze: (_request, _live, tools) =>
        new Promise((_, reject) => {
          tools.signal.addEventListener('abort', () => reject(new Error('socket hang up')));
          controller.abort(signal);
        }),
    };
    const result = await transcript(['diff'], engine, { signal: controller.signal });
    expect(result).toEqual({ code, out: '', err: 'interrupted\n' });
  });

  it('does not wait for work that does not listen', async () => {
    vi.useFakeTimers();
    try {
      const controller = new AbortController();
      const engine: Partial<Engine> = {
        analyze: () => {
          controller.abort('SIGINT');
          return new Promise(() => {});
        },
      };
      const running = transcript(['diff'], engine, { signal: controller.signal });
      await vi.waitUntil(() => controller.signal.aborted);
      await vi.advanceTimersByTimeAsync(2000);
      expect((await running).code).toBe(130);
    } finally {
      vi.useRealTimers();
    }
  });
});
