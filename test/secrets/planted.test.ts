import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.js';
import { REPORT_FORMATS } from '../../src/config/output-options.js';
import { engine } from '../../src/engine.js';
import { type Transcript, transcript } from '../cli/fake-io.js';
import { fakeTools } from '../render/fake-tools.js';
import { hasGit, scratch } from '../source/repositories.js';
import { PLANTED, type PlantedWorld, plantedWorld, tracesOf } from './planted-world.js';

const TRACES = Object.entries(PLANTED).flatMap(([place, secret]) =>
  tracesOf(secret).map((trace) => [place, trace] as const),
);

/** The places whose secrets a text gives away. */
function leaks(text: string): string[] {
  return [...new Set(TRACES.filter(([, trace]) => text.includes(trace)).map(([place]) => place))];
}

/** Programs that note their arguments; git is the real one behind it, helm prints its values' file into a template. */
function tools(): { bin: string; calls: () => string } {
  const real = process.env.PATH;
  const fakes = fakeTools({
    git: `const { status } = require('node:child_process').spawnSync('git', args, { stdio: 'inherit', env: { ...process.env, PATH: ${JSON.stringify(real)} } }); process.exit(status ?? 1);`,
    kustomize: `
if (args[0] === 'version') print('v5.8.1');
else { const path = require('node:path'); const folder = args.at(-1); const { resources = [] } = JSON.parse(fs.readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8')); print(resources.map((one) => fs.readFileSync(path.resolve(folder, one), 'utf8')).join('\\n---\\n') + '\\n'); }`,
    helm: `
if (args[0] === 'version') print('v3.19.0');
else { const file = args.filter((one) => one.startsWith('--values=')).at(-1); say('Error: template: web/templates/a.yaml:1: cannot use ' + (file ? fs.readFileSync(file.slice(9), 'utf8') : 'nothing')); process.exit(1); }`,
  });
  const calls = (): string =>
    ['git', 'kustomize', 'helm']
      .flatMap((name) => fakes.calls(name).map(({ args }) => [name, ...args].join(' ')))
      .join('\n');
  return { bin: fakes.bin, calls };
}

interface Run extends Transcript {
  readonly files: string;
  readonly calls: string;
}

async function run(
  world: PlantedWorld,
  args: readonly string[],
  more: { env?: Record<string, string>; stdin?: string } = {},
): Promise<Run> {
  const { bin, calls } = tools();
  const home = scratch();
  const ended = await transcript(
    args.map((arg) => arg.replace('OUT', home)),
    engine,
    {
      cwd: world.cwd,
      ...(more.stdin === undefined ? {} : { stdin: more.stdin }),
      env: { PATH: bin, HOME: home, TMPDIR: home, GIT_CONFIG_NOSYSTEM: '1', KUBECONFIG: world.kubeconfig, ...more.env },
    },
  );
  const written = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) =>
    lstatSync(join(home, name)).isFile(),
  );
  return { ...ended, files: written.map((name) => readFileSync(join(home, name), 'utf8')).join('\n'), calls: calls() };
}

/** Where a run leaked what. */
function found({ out, err, files, calls }: Run): Record<string, string[]> {
  const all = { out: leaks(out), err: leaks(err), files: leaks(files), calls: leaks(calls) };
  return Object.fromEntries(Object.entries(all).filter(([, places]) => places.length > 0));
}

const FORMATS = REPORT_FORMATS.flatMap((format) => ['-o', format]);
const ALL = REPORT_FORMATS.flatMap((format, index) => ['-o', index === 0 ? format : `${format}=OUT/report.${format}`]);
const PAGES = ['-o', 'text', '-o', 'json=OUT/page.json', '-o', 'html=OUT/page.html'];
const PLAIN = ['-o', 'text', '-o', 'json=OUT/page.json'];
const SECRET = 'secret/login';
const FIELD = '.data.password';

/** Every command that reads a cluster, and what of the world it has to have seen. */
const RUNS: readonly (readonly [name: string, args: readonly string[], seen: RegExp])[] = [
  ['diff', ['diff', 'apps/shop', ...ALL, '-v', '--show-explained'], /password/],
  ['diff', ['diff', 'apps/shop', '--time', 'full', '--fail-on', 'any'], /password/],
  ['diff', ['diff', '--app', 'shop', ...ALL, '-v', '--prune'], /settings/],
  ['diff', ['diff', '--kustomization', 'shop', ...ALL, '-v'], /settings/],
  ['diff', ['diff', '--helm-release', 'web', ...ALL, '-v'], /web/],
  ['diff', ['diff', '--all-apps', '-n', 'flux-system', '-v'], /shop/],
  ['status', ['status', 'apps/shop', '-v', ...PLAIN], /OutOfSync/],
  ['status', ['status', '--app', 'shop', '-v'], /shop/],
  ['owners', ['owners', SECRET, '-v', ...PAGES], /kubectl patch/],
  ['owners', ['owners', SECRET, '--field', FIELD], /kubectl patch/],
  ['explain', ['explain', SECRET, FIELD, 'apps/shop', '-v', ...PLAIN], /kubectl patch/],
  ['explain', ['explain', SECRET, '.metadata.annotations', 'apps/shop', '-v'], /annotations/],
  ['explain', ['explain', SECRET, '.data', 'apps/shop', '-v'], /data/],
  ['explain', ['explain', 'configmap/settings', '.data.mode', '--kustomization', 'shop', '-v'], /mode/],
  ['adopt', ['adopt', SECRET, FIELD, 'apps/shop', '-v'], /Secret/],
  ['adopt', ['adopt', 'configmap/settings', '.data.mode', 'apps/shop', '-v'], /no patch/],
  ['timeline', ['timeline', SECRET, 'apps/shop', '-v', ...PAGES], /kubectl patch/],
  [
    'override',
    ['override', SECRET, FIELD, 'apps/shop', '--reason', 'rotation', '--until', '2026-12-05T00:00:00Z'],
    /Secret|password/,
  ],
  ['baseline', ['baseline', 'apps/shop', '--reason', 'start', '--until', '2026-12-05T00:00:00Z'], /settings/],
  ['suspend-plan', ['suspend-plan', SECRET, '-v', ...PLAIN], /login/],
  ['suspend-plan', ['suspend-plan', 'shop', '-v'], /shop/],
  ['record', ['record', 'apps/shop', '--to', 'OUT/saved.json'], /recorded/],
  ['record', ['record', '--app', 'shop', '--to', 'OUT/saved.json'], /recorded/],
  ['rbac', ['rbac', 'apps/shop', ...FORMATS.slice(0, 2)], /secrets/],
];

const MAPPED = /^--(app|all-apps|kustomization|helm-release)$/;

describe.skipIf(!hasGit)('what was planted in the world', () => {
  it.each(RUNS)('%s: %j shows none of it', async (_name, args, seen) => {
    const world = await plantedWorld();
    const map = args.some((arg) => MAPPED.test(arg)) ? world.map : [];
    const ended = await run(world, [...args, ...map]);
    expect(`${ended.out}${ended.err}`).toMatch(seen);
    expect(found(ended)).toEqual({});
  });

  it.each(RUNS.filter(([name]) => !['record', 'rbac'].includes(name)))(
    '%s: %j shows none of it of saved objects, with debug output',
    async (_name, args) => {
      const world = await plantedWorld();
      const map = args.some((arg) => MAPPED.test(arg)) ? world.map : [];
      const ended = await run(world, [...args, ...map, '--live', world.live], { env: { GITDRIFT_DEBUG: '1' } });
      expect(ended.code).not.toBe(70);
      expect(found(ended)).toEqual({});
    },
  );

  it('report: no format of a saved report shows any of it', async () => {
    const world = await plantedWorld();
    const { out } = await run(world, ['diff', 'apps/shop', '-o', 'json']);
    expect(JSON.parse(out)).toHaveProperty('schemaVersion', '1');
    const again = await run(world, ['report', '-', ...ALL, '-v'], { stdin: out });
    expect(again.out).toMatch(/password/);
    expect(found(again)).toEqual({});
  });

  it('every command is among these, or reads neither cluster nor repository', () => {
    const others = ['report', 'writers', 'completion', 'version'];
    expect([...new Set(RUNS.map(([name]) => name)), ...others].sort()).toEqual(Object.keys(COMMANDS).sort());
  });
});

describe.skipIf(!hasGit)('runs that fail', () => {
  it.each([
    ['a server that repeats what it refused', ['--token', `x${PLANTED.clientKey}`], /does not accept the credentials/],
    ['no server at all', ['--server', 'http://127.0.0.1:9'], /127\.0\.0\.1:9/],
    ['basic authentication', ['--context', 'basic'], /error|could not|Unknown|401|nauthorized/],
    ['a client key that is none', ['--context', 'key'], /error|could not|Unknown|401|nauthorized/],
    ['a credential plugin that prints what it got', ['--context', 'exec'], /\/bin\/sh|plugin|exec/],
  ])('%s', async (_name, args, said) => {
    const ended = await run(await plantedWorld(), ['diff', 'apps/shop', '-v', ...args], {
      env: { GITDRIFT_DEBUG: '1' },
    });
    expect(ended.code).toBeGreaterThan(1);
    expect(`${ended.out}${ended.err}`).toMatch(said);
    // What the command line itself holds, the user gave away.
    expect(found({ ...ended, calls: '' })).toEqual({});
  });

  it('YAML that is broken beside a secret', async () => {
    const ended = await run(await plantedWorld(), ['diff', 'apps/broken', '-v'], { env: { GITDRIFT_DEBUG: '1' } });
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('apps/broken/secret.yaml') });
    expect(found(ended)).toEqual({});
  });

  it('a repository that cannot be reached', async () => {
    const repo = `http://ci:${PLANTED.repositoryUrl}@127.0.0.1:9/shop.git`;
    const ended = await run(await plantedWorld(), ['diff', '--repo', repo, '--path', 'apps/shop', '-v'], {
      env: { GITDRIFT_DEBUG: '1' },
    });
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('127.0.0.1:9') });
    expect(found(ended)).toEqual({});
  });

  it('applications whose repository has its login in the address', async () => {
    const ended = await run(await plantedWorld(), ['diff', '--app', 'shop', '-v', ...ALL], {
      env: { GITDRIFT_DEBUG: '1', HTTPS_PROXY: 'http://127.0.0.1:9' },
    });
    expect(ended.code).toBeGreaterThan(1);
    expect(found(ended)).toEqual({});
  });

  it('the token of the environment', async () => {
    const world = await plantedWorld();
    const ended = await run(world, ['diff', 'apps/shop', '-v', ...ALL], {
      env: { GITDRIFT_TOKEN: PLANTED.environmentToken, GITDRIFT_SERVER: world.server },
    });
    expect(ended.out).toMatch(/password/);
    expect(found(ended)).toEqual({});
  });
});

describe('masked values', () => {
  it.skipIf(!hasGit)('tell which are equal, and neither their length nor a number made of them', async () => {
    const world = await plantedWorld();
    const { out } = await run(world, ['diff', 'apps/shop', '-o', 'json']);
    const marks = [...new Set(out.match(/"\(secret value[^"]*\)"|"\(masked[^"]*\)"/g))];
    expect(marks.length).toBeGreaterThan(0);
    for (const mark of marks) expect(mark).toMatch(/^"\(secret value \d\)"$/);
  });

  it.skipIf(!hasGit)(
    'of a guess in Git beside the value cannot be told by its mark: equal values only say that nothing differs',
    async () => {
      const world = await plantedWorld();
      const { out } = await run(world, ['diff', 'apps/shop', '-o', 'json']);
      const numbers = [...out.matchAll(/\(secret value (\d+)\)/g)].map(([, number]) => Number(number));
      // Numbered as they come: a number says nothing of a value in another report.
      expect(Math.min(...numbers)).toBe(1);
      expect(Math.max(...numbers)).toBeLessThan(10);
    },
  );
});

describe.skipIf(!hasGit || process.platform === 'win32')('a recording', () => {
  const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

  it.each(['absent', 'readable by all', 'a link to one that all can read'])(
    'is 600 where the file is %s',
    async (before) => {
      const world = await plantedWorld();
      const folder = scratch();
      const [file, target] = [join(folder, 'saved.json'), join(folder, 'target.json')];
      if (before !== 'absent') {
        const first = before.startsWith('a link') ? target : file;
        writeFileSync(first, 'before');
        chmodSync(first, 0o644);
        if (first === target) symlinkSync(target, file);
      }
      const { code } = await run(world, ['record', 'apps/shop', '--to', file]);
      expect(code).toBe(0);
      expect(existsSync(file)).toBe(true);
      expect(modeOf(file)).toBe('600');
      expect(readFileSync(file, 'utf8')).toContain('"kind": "List"');
    },
  );
});
