import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import type { ApplicationReport } from '../../src/model/report.js';
import { commit, git, repository, scratch } from '../source/repositories.js';
import { kustomizeOnPath } from './fake-kustomize.js';
import { fakeRegistry, fluxLayer, type Image, type Layer } from './fake-registry.js';
import { applied, gitRepository, kustomization, manifest, reportOf, SHOP, shopOf, type World } from './world.js';

const look = (world: World): Promise<ApplicationReport> =>
  reportOf({ ...world, env: { PATH: [kustomizeOnPath(), process.env.PATH].join(delimiter), ...world.env } });

/** `name=mode` of every object that Git declares and live does not have. */
const declared = ({ resources }: ApplicationReport): string[] => resources.map(({ name }) => name);
const messages = ({ findings }: ApplicationReport, code: string): string[] =>
  findings.filter((finding) => finding.code === code).map(({ message }) => message);

/** A repository with three commits, each with a file of its own name: tagged 1.1.0, tagged v1.2.0 with a note, and main. */
function history() {
  const folder = repository({ 'apps/shop/a.yaml': manifest('first', {}) });
  const commits = [git(folder, 'rev-parse', 'HEAD')];
  git(folder, 'tag', '1.1.0');
  for (const name of ['second', 'third']) {
    git(folder, 'rm', '--quiet', 'apps/shop/a.yaml');
    commits.push(commit(folder, { 'apps/shop/a.yaml': manifest(name, {}) }));
    if (name === 'second') git(folder, 'tag', '--annotate', '--message', 'note', 'v1.2.0');
  }
  return { folder, commits: commits as [string, string, string] };
}

describe('a GitRepository without an artifact is what spec.ref asks for', () => {
  it.each<[string, (commits: readonly string[]) => JsonObject, string]>([
    ['a branch', () => ({ branch: 'main' }), 'third'],
    ['a tag', () => ({ tag: '1.1.0', branch: 'main' }), 'first'],
    ['a range', () => ({ semver: '>=1.0.0 <2.0.0', tag: '1.1.0' }), 'second'],
    ['an exact version, with a v in Git', () => ({ semver: '1.2.0' }), 'second'],
    ['a name', () => ({ name: 'refs/tags/1.1.0', semver: '1.x' }), 'first'],
    ['a commit', (commits) => ({ commit: commits[1] ?? '', branch: 'main' }), 'second'],
  ])('%s', async (_, ref, wanted) => {
    const { folder, commits } = history();
    const source = { ...gitRepository('', { ref: ref(commits) }), status: {} };
    const report = await look({ flux: [kustomization(), source], files: folder });
    expect(declared(report)).toEqual([wanted]);
    expect(messages(report, 'flux-source-behind')).toEqual([]);
  });
});

describe('a GitRepository whose artifact is not what Git holds by now', () => {
  it.each<[string, JsonObject, 0 | 1 | 2, string[]]>([
    ['the branch has moved on', { branch: 'main' }, 1, ['main is at']],
    ['the branch has not', { branch: 'main' }, 2, []],
    ['a range has a newer tag', { semver: '1.x' }, 0, ['1.x is at']],
    ['the tag of the range, which is annotated', { semver: '1.x' }, 1, []],
    ['a tag was moved', { tag: '1.1.0' }, 1, ['1.1.0 is at']],
    ['a commit never moves', { commit: '0'.repeat(40) }, 1, []],
  ])('%s', async (_, ref, at, wanted) => {
    const { folder, commits } = history();
    const report = await look({ flux: [kustomization(), gitRepository(commits[at], { ref })], files: folder });
    // The artifact is what the cluster has.
    expect(declared(report)).toEqual([['first', 'second', 'third'][at]]);
    expect(messages(report, 'flux-source-behind')).toEqual(wanted.map((text) => expect.stringContaining(text)));
  });

  it('says both commits', async () => {
    const { folder, commits } = history();
    const report = await look({ flux: [kustomization(), gitRepository(commits[0])], files: folder });
    expect(messages(report, 'flux-source-behind')).toEqual([
      `GitRepository flux-system/shop: main is at ${commits[2].slice(0, 7)}, its artifact at ${commits[0].slice(0, 7)}: Git has moved on (or the clone is behind); compared with the artifact, which is what Flux applies`,
    ]);
  });
});

describe('what a GitRepository includes', () => {
  const BASES = 'https://git.example.com/team/bases.git';
  /** The shop with a source `bases` that is included, and what Flux says of it. */
  const including = (include: JsonObject, more: JsonObject = {}, status: JsonObject = {}) => {
    const bases = repository({ 'apps/b.yaml': manifest('base', {}), 'other/c.yaml': manifest('other', {}) });
    const old = git(bases, 'rev-parse', 'HEAD');
    commit(bases, { 'apps/b.yaml': manifest('newer', {}) });
    const now = git(bases, 'rev-parse', 'HEAD');
    const world = shopOf(
      { 'apps/shop/a.yaml': manifest('own', {}) },
      {},
      { include: [{ repository: { name: 'bases' }, ...include }], ...more },
    );
    const [shop, source] = world.flux as [JsonObject, JsonObject];
    const other = {
      ...gitRepository(now, { url: BASES }),
      metadata: { name: 'bases', namespace: 'flux-system' },
    };
    const included = status.old === true ? [{ revision: `main@sha1:${old}` }] : [{ revision: `main@sha1:${now}` }];
    const withStatus = { ...source, status: { ...(source.status as JsonObject), includedArtifacts: included } };
    return look({
      ...world,
      flux: [shop, withStatus, other],
      args: ['--kustomization', 'shop', '--repo-map', `${BASES}=${bases}`],
    });
  };
  it.each<[string, JsonObject, JsonObject, JsonObject, string[]]>([
    ['lies where it is to lie', { fromPath: 'apps', toPath: 'apps/shop/base' }, {}, {}, ['newer', 'own']],
    ['is as old as the artifact', { fromPath: 'apps', toPath: 'apps/shop/base' }, {}, { old: true }, ['base', 'own']],
    ['is all of it', { toPath: 'apps/shop/base' }, {}, {}, ['newer', 'other', 'own']],
    ['is in a folder of its name', {}, {}, {}, ['own']],
    ['cannot leave the artifact', { fromPath: '../../apps', toPath: '../apps/shop/b' }, {}, {}, ['newer', 'own']],
    [
      'is left out by patterns',
      { toPath: 'apps/shop/base' },
      { ignore: '/apps/shop/base/other/' },
      {},
      ['newer', 'own'],
    ],
  ])('%s', async (_, include, more, status, wanted) => {
    expect(declared(await including(include, more, status))).toEqual(wanted);
  });

  it('has to be there', async () => {
    const { sync } = await including({ fromPath: 'none' });
    expect(sync.message).toContain('GitRepository flux-system/shop includes none of bases, which has no such folder');
  });

  it('may not be itself', async () => {
    const world = shopOf(
      { 'apps/shop/a.yaml': manifest('own', {}) },
      {},
      { include: [{ repository: { name: 'shop' } }] },
    );
    expect((await look(world)).sync).toMatchObject({
      status: 'Unknown',
      message: expect.stringContaining('includes itself'),
    });
  });
});

it('a GitRepository with a sparse checkout holds what begins so, and nothing else', async () => {
  const files = { 'apps/shop/a.yaml': manifest('own', {}), 'apps/shop/deep/b.yaml': manifest('deep', {}) };
  const report = await look(shopOf(files, {}, { sparseCheckout: ['./apps/shop/deep/', 'infra'] }));
  expect(declared(report)).toEqual(['deep']);
});

describe('an OCIRepository', () => {
  const oci = (host: string, more: { spec?: JsonObject; revision?: string } = {}): JsonObject => ({
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'OCIRepository',
    metadata: { name: 'shop', namespace: 'flux-system' },
    spec: { url: `oci://${host}/team/shop`, insecure: true, ...more.spec },
    status: more.revision === undefined ? {} : { artifact: { revision: more.revision } },
  });
  const shop = kustomization({ spec: { sourceRef: { kind: 'OCIRepository', name: 'shop' } } });
  const image = async (tag: string, name = tag, more: readonly Layer[] = []): Promise<Image> => ({
    tag,
    layers: [
      ...more,
      await fluxLayer({
        [`apps/shop/${name.replaceAll('.', '-')}.yaml`]: manifest(name.replaceAll('.', '-'), {}),
        'apps/shop/notes.png': 'x',
        '../outside.yaml': manifest('outside', {}),
      }),
    ],
  });
  const images = async () => [
    await image('latest'),
    await image('1.0.0'),
    await image('v1.10.0'),
    await image('1.9.0-rc.1'),
    await image('2.0.0'),
  ];

  it.each<[string, JsonObject, string]>([
    ['nothing', {}, 'latest'],
    ['a tag', { ref: { tag: '1.0.0' } }, '1-0-0'],
    ['a range', { ref: { semver: '1.x', tag: '2.0.0' } }, 'v1-10-0'],
    ['a range with a filter', { ref: { semver: '>=1.0.0-0', semverFilter: '.*-rc.*' } }, '1-9-0-rc-1'],
  ])('without an artifact is what spec.ref asks for: %s', async (_, spec, wanted) => {
    const { host, digest } = await fakeRegistry('team/shop', await images());
    const report = await look({ flux: [shop, oci(host, { spec })] });
    expect(declared(report)).toEqual([wanted]);
    const [source] = report.sources;
    expect(source?.revision).toBe(`${source?.targetRevision}@${digest(source?.targetRevision ?? '')}`);
  });

  it('is the image of its artifact, whatever the tag is by now', async () => {
    const { host, digest } = await fakeRegistry('team/shop', await images());
    const revision = `latest@${digest('1.0.0')}`;
    const live = [applied('1-0-0', {})];
    const report = await look({ flux: [shop, oci(host, { revision })], live });
    expect(report.sources).toMatchObject([
      { repoURL: `oci://${host}/team/shop`, path: 'apps/shop', targetRevision: 'latest', revision },
    ]);
    expect(report.sync.status).toBe('Synced');
  });

  it('takes the layer that is asked for, and leaves out what spec.ignore names', async () => {
    const other = { mediaType: 'application/vnd.other', bytes: Buffer.from('no archive') };
    const { host } = await fakeRegistry('team/shop', [await image('latest', 'own', [other])]);
    const spec = { layerSelector: { mediaType: 'application/vnd.cncf.flux.content.v1.tar+gzip', operation: 'copy' } };
    expect(declared(await look({ flux: [shop, oci(host, { spec })] }))).toEqual(['own']);
    expect(declared(await look({ flux: [shop, oci(host, { spec: { ...spec, ignore: 'own.yaml' } })] }))).toEqual([]);
  });

  it.each<[string, { basic: string; token?: string }]>([
    ['a password', { basic: `Basic ${Buffer.from('robot:hunter2').toString('base64')}` }],
    ['a token for it', { basic: `Basic ${Buffer.from('robot:hunter2').toString('base64')}`, token: 'abc' }],
  ])('is pulled with the login of docker: %s', async (_, login) => {
    const { host } = await fakeRegistry('team/shop', [await image('latest')], login);
    const folder = scratch();
    mkdirSync(join(folder, 'docker'));
    const auth = Buffer.from('robot:hunter2').toString('base64');
    writeFileSync(join(folder, 'docker/config.json'), JSON.stringify({ auths: { [host]: { auth } } }));
    const world = { flux: [shop, oci(host)], env: { DOCKER_CONFIG: join(folder, 'docker') } };
    expect(declared(await look(world))).toEqual(['latest']);
  });

  it.each<[string, (host: string) => { spec?: JsonObject; revision?: string }, string]>([
    ['a tag that is not there', () => ({ spec: { ref: { tag: 'none' } } }), 'the registry has no such image'],
    ['a range that no tag meets', () => ({ spec: { ref: { semver: '>9' } } }), 'has no tag that >9 admits'],
    ['another repository', (host) => ({ spec: { url: `oci://${host}/none` } }), 'the registry has no such image'],
    ['a layer that is not there', () => ({ spec: { layerSelector: { mediaType: 'a' } } }), 'has no layer of a'],
    ['an artifact that is gone', () => ({ revision: `latest@sha256:${'0'.repeat(64)}` }), 'no such image'],
  ])('is Unknown for %s', async (_, more, reason) => {
    const { host } = await fakeRegistry('team/shop', await images());
    const { sync } = await look({ flux: [shop, oci(host, more(host))] });
    expect(sync).toMatchObject({ status: 'Unknown', message: expect.stringContaining(reason) });
  });

  it('is Unknown for what is no archive, for a registry that wants a login, and for one that is not there', async () => {
    const bytes = Buffer.from('no archive at all, though it is longer than a header of tar is: '.repeat(20));
    const broken = await fakeRegistry('team/shop', [{ tag: 'latest', layers: [{ mediaType: 'a', bytes }] }]);
    expect((await look({ flux: [shop, oci(broken.host)] })).sync.message).toContain('cannot be unpacked');
    const closed = await fakeRegistry('team/shop', [await image('latest')], { basic: 'Basic eA==' });
    expect((await look({ flux: [shop, oci(closed.host)] })).sync.message).toContain('the registry wants a login');
    const { message } = (await look({ flux: [shop, oci('127.0.0.1:1')] })).sync;
    expect(message).toContain('cannot be pulled');
    expect(message).toContain('--repo-map oci://127.0.0.1:1/team/shop=DIR');
  });
});

it.each<[string, JsonObject, string]>([
  ['Bucket', { endpoint: 's3.example.com', bucketName: 'shop' }, '--repo-map s3.example.com/shop=DIR'],
  ['ExternalArtifact', {}, 'kustomize build DIR | gitdrift diff -'],
])('a %s is Unknown, and what helps is said', async (kind, spec, hint) => {
  const source = {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind,
    metadata: { name: 'shop', namespace: 'flux-system' },
    spec,
    status: { artifact: { revision: 'latest@sha256:abc' } },
  };
  const { sync } = await look({ flux: [kustomization({ spec: { sourceRef: { kind, name: 'shop' } } }), source] });
  expect(sync.status).toBe('Unknown');
  expect(sync.message).toContain('gitdrift fetches none of that kind');
  expect(sync.message).toContain(hint);
});

it('names the repository, and not the clone that stands for it', async () => {
  const world = shopOf({ 'apps/shop/a.yaml': manifest('own', {}) });
  expect((await look(world)).sources).toMatchObject([{ repoURL: SHOP }]);
});
