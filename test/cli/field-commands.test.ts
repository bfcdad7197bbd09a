import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { engine } from '../../src/engine.js';
import { type Surroundings, transcript } from './fake-io.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const schemaOf = (name: string): object =>
  JSON.parse(readFileSync(join(ROOT, 'docs', `${name}.schema.json`), 'utf8')) as object;
const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
ajv.addSchema(schemaOf('report'));
const validators = { explain: ajv.compile(schemaOf('explain')), adopt: ajv.compile(schemaOf('adopt')) };

const LIVE = '--live fixtures/demo/live.json';
const DEMO = `fixtures/demo/desired ${LIVE}`;
const WORK = { adopt: engine.adopt, explain: engine.explain };
const AROUND: Surroundings = { cwd: ROOT, env: { PATH: process.env.PATH } };

/** A command line as a shell reads it, for words without blanks but quoted ones. */
const argvOf = (words: string): string[] =>
  (words.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/, '$1'));

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const PROGRESS = /(?:\r\u001b\[K[^\r\n]*)*\r\u001b\[K/g;

/** A command line, all that it prints, and its exit code, as somebody sees them. */
async function seen(words: string, around: Surroundings = {}): Promise<string> {
  const { code, out, err } = await transcript(argvOf(words), WORK, { ...AROUND, ...around });
  // Progress shows where a machine is slow.
  const shown = (text: string): string => text.replace(PROGRESS, '').replaceAll(ROOT.slice(0, -1), '/repository');
  return `$ gitdrift ${words}\n${shown(out)}${shown(err) === '' ? '' : `--- standard error\n${shown(err)}`}--- exit ${code}\n`;
}

const IMAGE = `'.spec.template.spec.containers[name="web"].image'`;
const [WIDE, NARROW] = [
  { tty: true, columns: 110 },
  { tty: true, columns: 60 },
];

describe('explain', () => {
  it.each<[string, string, Surroundings]>([
    ['hotfix', `deploy/catalog ${IMAGE} ${DEMO}`, WIDE],
    ['hotfix-narrow', `deploy/catalog ${IMAGE} ${DEMO}`, NARROW],
    ['autoscaler', `deploy/catalog .spec.replicas ${DEMO}`, WIDE],
    ['undeclared', `deploy/catalog metadata.labels.incident ${DEMO}`, WIDE],
    ['git-ahead', `cm/catalog-settings '.data["features.properties"]' ${DEMO}`, WIDE],
    ['same-quantity', `deploy/catalog /spec/template/spec/containers/0/resources/requests/memory ${DEMO}`, WIDE],
    ['default', `deploy/catalog .spec.strategy.type ${DEMO}`, WIDE],
    ['allocated', `svc/catalog .spec.clusterIP ${DEMO}`, WIDE],
    ['status', `deploy/catalog .status.readyReplicas ${DEMO}`, WIDE],
    ['bookkeeping', `deploy/catalog .metadata.uid ${DEMO}`, WIDE],
    ['ignored', `validatingwebhookconfiguration/catalog-policy '.webhooks[0].clientConfig.caBundle' ${DEMO}`, WIDE],
    ['secret', `secret/catalog-db stringData.password ${DEMO}`, WIDE],
    ['absent', `deploy/catalog .spec.paused ${DEMO}`, WIDE],
    ['below', `deploy/catalog spec.template.spec.containers[web] ${DEMO}`, WIDE],
    ['below-narrow', `deploy/catalog .metadata.labels ${DEMO}`, NARROW],
    ['live-only', `deploy/catalog .spec.replicas ${LIVE} -n marketplace`, WIDE],
    ['not-declared', `hpa/catalog .spec.maxReplicas ${DEMO} -n marketplace`, WIDE],
    ['mistyped', `deploy/catalog .spec.replica ${DEMO}`, WIDE],
    ['mistyped-item', `deploy/catalog '.spec.template.spec.containers[name=wbe].image' ${DEMO}`, WIDE],
    ['nowhere', `deploy/catalogue .spec.replicas ${DEMO} -n marketplace`, WIDE],
  ])('prints %s', async (name, words, around) => {
    await expect(await seen(`explain ${words} --no-color`, around)).toMatchFileSnapshot(
      `transcripts/explain-${name}.txt`,
    );
  });

  it.each([
    `deploy/catalog ${IMAGE} ${DEMO}`,
    `deploy/catalog .spec.replicas ${DEMO}`,
    `deploy/catalog . ${DEMO}`,
    `secret/catalog-db . ${DEMO}`,
    `deploy/catalog .spec.strategy ${DEMO}`,
    `deploy/catalog . ${LIVE} -n marketplace`,
    `hpa/catalog . ${DEMO} -n marketplace`,
  ])('gives JSON that the published schema allows: %s', async (words) => {
    const { code, out } = await transcript(argvOf(`explain ${words} -o json`), WORK, AROUND);
    expect(validators.explain(JSON.parse(out)), JSON.stringify(validators.explain.errors)).toBe(true);
    expect(code).toBe(0);
  });

  it('shows no value of a Secret, whatever is asked', async () => {
    for (const field of ['.', '.data', '.data.password', '.metadata.annotations']) {
      for (const more of ['', '-o json', '-v'])
        expect((await seen(`explain secret/catalog-db ${field} ${DEMO} ${more}`)).includes('only-an-example')).toBe(
          false,
        );
    }
  });

  it('breaks no terminal but for commands, which can be copied', async () => {
    for (const field of [IMAGE, '.', '.spec.replicas', '.metadata.labels']) {
      const { out } = await transcript(argvOf(`explain deploy/catalog ${field} ${DEMO} --no-color`), WORK, {
        ...AROUND,
        ...NARROW,
      });
      const long = out.split('\n').filter((line) => line.length > 60 && !line.startsWith('    gitdrift '));
      for (const line of long) expect(line.trim().split(' '), line).toHaveLength(1);
    }
  });

  it('exits 3 where the object could not be read', async () => {
    const report = {
      ...{ schemaVersion: '1' as const, tool: { name: 'gitdrift' as const, version: '0' } },
      ...{ generatedAt: '2026-11-30T22:00:00Z', destination: {}, outcome: 'unreadable' as const },
      resource: { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' },
      ...{ message: 'deployments.apps is forbidden', path: '.spec.replicas', pointer: '/spec/replicas', desired: 3 },
      ...{ standing: 'not-compared' as const, managedFields: 'recorded' as const },
      ...{ notes: [], faults: [], owners: [], ghosts: [], below: [], ifSynced: [], advice: [] },
    };
    const { code, out } = await transcript(argvOf('explain deploy/catalog .spec.replicas x'), {
      explain: async () => report,
    });
    expect(code).toBe(3);
    expect(out).toContain('NOT COMPARED, could not be read: deployments.apps is forbidden. Git says 3.');
  });
});

describe('adopt', () => {
  it.each<[string, string, Surroundings]>([
    ['hotfix', `deploy/catalog ${IMAGE} ${DEMO}`, WIDE],
    ['autoscaler', `deploy/catalog .spec.replicas ${DEMO}`, WIDE],
    ['quiet', `deploy/catalog .metadata.labels.incident ${DEMO} -q`, WIDE],
    ['below', `cm/catalog-settings .data ${DEMO}`, NARROW],
    ['default', `deploy/catalog .spec.strategy.type ${DEMO}`, WIDE],
    ['git-ahead', `cm/catalog-settings .data.page-size ${DEMO}`, WIDE],
    ['secret', `secret/catalog-db .data.password ${DEMO}`, WIDE],
    ['without-desired', `deploy/catalog .spec.replicas ${LIVE} -n marketplace`, WIDE],
  ])('prints %s', async (name, words, around) => {
    await expect(await seen(`adopt ${words} --no-color`, around)).toMatchFileSnapshot(`transcripts/adopt-${name}.txt`);
  });

  it('gives JSON that the published schema allows', async () => {
    const { out } = await transcript(argvOf(`adopt deploy/catalog ${IMAGE} ${DEMO} -o json`), WORK, AROUND);
    expect(validators.adopt(JSON.parse(out)), JSON.stringify(validators.adopt.errors)).toBe(true);
  });

  it('has no patch for standard input', async () => {
    const stdin = readFileSync(join(ROOT, 'fixtures/demo/desired/deployment.yaml'), 'utf8');
    const { code, out, err } = await transcript(argvOf(`adopt deploy/catalog ${IMAGE} - ${LIVE}`), WORK, {
      ...AROUND,
      stdin,
    });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('comes from standard input');
  });

  it('prints no value of a secret name where a CI system keeps what is printed', async () => {
    const report = {
      ...{ schemaVersion: '1' as const, tool: { name: 'gitdrift' as const, version: '0' } },
      ...{ generatedAt: '2026-11-30T22:00:00Z', kind: 'adopt' as const, file: 'a.yaml', files: ['a.yaml'] },
      resource: { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' },
      paths: ['.spec.template.spec.containers[name="web"].env[name="DB_PASSWORD"].value'],
      ...{
        patch: 'diff --git a/a.yaml b/a.yaml\n+hunter2\n',
        reason: '',
        warnings: [],
        verified: true as const,
        root: '/',
      },
    };
    const given = argvOf('adopt deploy/catalog .spec x');
    const { code, out } = await transcript(given, { adopt: async () => report }, { env: { CI: 'true' } });
    expect([code, out]).toEqual([2, '']);
    const shown = await transcript(
      [...given, '--show-secrets'],
      { adopt: async () => report },
      { env: { CI: 'true' } },
    );
    expect([shown.code, shown.out]).toEqual([0, report.patch]);
  });

  it('writes nothing outside of a temporary folder, and leaves none', async () => {
    const TMPDIR = await mkdtemp(join(tmpdir(), 'adopt-'));
    await transcript(argvOf(`adopt deploy/catalog ${IMAGE} ${DEMO}`), WORK, {
      ...AROUND,
      env: { ...AROUND.env, TMPDIR },
    });
    const { readdir } = await import('node:fs/promises');
    expect(await readdir(TMPDIR)).toEqual([]);
  });
});
