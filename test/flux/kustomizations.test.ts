import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import type { ApplicationReport } from '../../src/model/report.js';
import { assertReport } from '../cluster/scenarios/report-contract.js';
import { scratch } from '../source/repositories.js';
import { kustomizeOnPath } from './fake-kustomize.js';
import {
  applied,
  entry,
  gitRepository,
  kustomization,
  manifest,
  reportOf,
  runWorld,
  SHOP,
  shopOf,
  type World,
} from './world.js';

const FILES = { 'apps/shop/a.yaml': manifest('settings', { mode: 'fast' }) };
const LIVE = [applied('settings', { mode: 'fast' })];
const DRIFTED = [applied('settings', { mode: 'slow' }, { entries: [entry('kubectl-edit', 'Update', ['mode'])] })];

/** The report of a world in which kustomize is the fake one. */
function look(world: World): Promise<ApplicationReport> {
  return reportOf({ ...world, env: { PATH: [kustomizeOnPath(), process.env.PATH].join(delimiter), ...world.env } });
}

const lines = ({ resources }: ApplicationReport): string[] =>
  resources.map(({ kind, name, outcome, sync }) => `${kind}/${name} ${outcome} ${sync}`);
const codes = ({ findings }: ApplicationReport): string[] => findings.map(({ code }) => code);

describe('a Kustomization as input', () => {
  it('is what the commit of its artifact says', async () => {
    const world = shopOf(FILES);
    const report = await look({ ...world, live: LIVE });
    expect(report).toMatchObject({
      name: 'flux-system/shop',
      kind: 'flux-kustomization',
      sources: [
        {
          repoURL: SHOP,
          path: 'apps/shop',
          targetRevision: 'main',
          revision: world.commit,
          renderer: { name: 'kustomize' },
        },
      ],
      sync: { status: 'Synced' },
      recorded: { ready: 'True', generation: 3, observedGeneration: 3, comparedAt: '2026-11-30T11:55:00Z' },
    });
    expect(lines(report)).toEqual(['ConfigMap/settings compared Synced']);
    expect(codes(report)).toEqual([]);
  });

  it('judges health by its healthCheckExprs, and the other kinds as Flux does', async () => {
    const current = "data.mode == 'fast'";
    const spec = { healthCheckExprs: [{ apiVersion: 'v1', kind: 'ConfigMap', current: 'false', failed: current }] };
    const health = async (more: JsonObject) => {
      const { resources } = await look({ ...shopOf(FILES, { spec: more }), live: LIVE });
      return resources.map((resource) => [resource.health?.status, resource.health?.source]);
    };
    expect(await health(spec)).toEqual([['Degraded', 'cel']]);
    expect(await health({})).toEqual([['Healthy', 'built-in']]);
  });

  it('is among everything that --all-apps compares, where Argo CD is not installed', async () => {
    const report = await look({ ...shopOf(FILES), live: LIVE, args: ['--all-apps'] });
    expect(`${report.kind} ${report.name} ${report.sync.status}`).toBe('flux-kustomization flux-system/shop Synced');
  });

  it('never shows the labels of its owner as drift, also where live lacks them', async () => {
    const [settings] = LIVE as [JsonObject];
    const bare = { ...settings, metadata: { ...(settings.metadata as JsonObject), labels: {} } };
    expect((await look({ ...shopOf(FILES), live: [bare] })).sync.status).toBe('Synced');
  });

  it('says what the next reconcile does to a change by hand, and that the recorded Ready is not this', async () => {
    const report = await look({ ...shopOf(FILES), live: DRIFTED });
    expect(report.resources[0]?.drift).toMatchObject([
      {
        path: '.data.mode',
        writer: { category: 'manual' },
        next: { code: 'reverted-at-reconcile', message: expect.stringContaining('12:06:00Z') },
      },
    ]);
    expect(report.findings).toMatchObject([
      {
        code: 'recorded-status-differs',
        message: expect.stringContaining('Flux recorded Ready where this comparison says OutOfSync'),
      },
    ]);
  });

  it.each([
    ['of kubectl', 'kubectl-edit', 'reverted-at-reconcile', true],
    ['of another program', 'k9s', 'stays', false],
  ] as const)('drops an undeclared field %s or leaves it', async (_, manager, code, listed) => {
    const live = [
      applied(
        'settings',
        { mode: 'fast', hot: 'yes' },
        { entries: [entry('kustomize-controller', 'Apply', ['mode']), entry(manager, 'Update', ['hot'])] },
      ),
    ];
    const report = await look({ ...shopOf(FILES), live });
    expect(report.sync.status).toBe('Synced');
    expect(report.resources[0]?.undeclared).toMatchObject([{ path: '.data.hot', next: { code } }]);
    expect(report.ifSynced.map(({ path }) => path)).toEqual(listed ? ['.data.hot'] : []);
  });

  it.each<[string, JsonObject, string]>([
    [
      'reconcile: disabled',
      { annotations: { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' } },
      'reconcile: disabled in live',
    ],
    ['ssa: Ignore', { annotations: { 'kustomize.toolkit.fluxcd.io/ssa': 'Ignore' } }, 'ssa: Ignore in live'],
  ])('leaves an object alone that asks for it (%s)', async (_, metadata, why) => {
    const live = [applied('settings', { mode: 'slow' }, { metadata })];
    const report = await look({ ...shopOf(FILES), live });
    expect(report.sync.status).toBe('Synced');
    expect(lines(report)).toEqual(['ConfigMap/settings compared None']);
    expect(report.resources[0]).toMatchObject({
      message: expect.stringContaining(why),
      drift: [],
      ignored: [{ path: '.data.mode', explanation: { code: 'skipped-by-flux' }, next: { code: 'stays' } }],
    });
  });

  it('ignores what a rule names, and says which', async () => {
    const ignore = [{ paths: ['/data/mode'], target: { kind: 'Config.*' } }];
    const report = await look({ ...shopOf(FILES, { spec: { ignore } }), live: DRIFTED });
    expect(report.sync.status).toBe('Synced');
    expect(report.resources[0]?.ignored).toMatchObject([
      { path: '.data.mode', explanation: { code: 'ignored-by-rule', rule: 'spec.ignore[0]' }, next: { code: 'stays' } },
    ]);
  });

  it('is Unknown where nobody can read a rule', async () => {
    const report = await look({
      ...shopOf(FILES, { spec: { ignore: [{ paths: ['/data'], target: { name: '(' } }] } }),
      live: LIVE,
    });
    expect(report.sync).toMatchObject({ status: 'Unknown', message: expect.stringContaining('spec.ignore[0].target') });
  });

  it('that is suspended corrects nothing, and says so', async () => {
    const report = await look({ ...shopOf(FILES, { spec: { suspend: true } }), live: DRIFTED });
    expect(report.conditions).toMatchObject([{ type: 'Suspended' }]);
    expect(report.recorded).toMatchObject({ suspended: true });
    expect(codes(report)).toEqual(['recorded-status-differs', 'flux-suspended']);
    expect(report.resources[0]?.drift[0]?.next?.code).toBe('stays-until-sync');
  });

  it.each<[string, JsonObject, string[]]>([
    ['an old run', { history: [{ lastReconciled: '2026-11-30T11:00:00Z' }] }, ['recorded-status-stale']],
    ['an older generation', { observedGeneration: 2 }, ['recorded-status-stale']],
    ['a run in time', { history: [{ lastReconciled: '2026-11-30T11:42:00Z' }] }, []],
    [
      'a failed run',
      { conditions: [{ type: 'Ready', status: 'False', reason: 'BuildFailed', message: 'x' }] },
      ['recorded-status-differs'],
    ],
  ])('says what the recorded status is worth: %s', async (_, status, wanted) => {
    expect(codes(await look({ ...shopOf(FILES, { status }), live: LIVE }))).toEqual(wanted);
  });

  it('tells from its inventory what it applied, what is gone, and what is to be pruned', async () => {
    const files = { ...FILES, 'apps/shop/b.yaml': manifest('new', {}), 'apps/shop/c.yaml': manifest('deleted', {}) };
    const ids = ['settings', 'deleted', 'dropped', 'kept', 'gone', 'strange'].map((name) => ({
      id: `shop_${name}__ConfigMap`,
      v: 'v1',
    }));
    const live = [
      ...LIVE,
      applied('dropped', {}),
      applied('kept', {}, { metadata: { annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' } } }),
      applied('strange', {}, { metadata: { labels: { 'kustomize.toolkit.fluxcd.io/name': 'blog' } } }),
      applied('never', {}),
    ];
    const report = await look({ ...shopOf(files, { status: { inventory: { entries: ids } } }), live });
    expect(lines(report)).toEqual([
      'ConfigMap/deleted missing OutOfSync',
      'ConfigMap/dropped extraneous OutOfSync',
      'ConfigMap/kept not-compared None',
      'ConfigMap/new missing OutOfSync',
      'ConfigMap/settings compared Synced',
      'ConfigMap/strange not-compared None',
    ]);
    const explained = report.resources.map(
      ({ name, explanation }) => `${name} ${explanation?.status} ${explanation?.code}`,
    );
    expect(explained).toEqual([
      'deleted unexplained missing-object',
      'dropped unexplained extraneous-object',
      'kept explained not-pruned-by-flux',
      'new explained not-applied-yet',
      'settings undefined undefined',
      'strange explained not-pruned-by-flux',
    ]);
    expect(report.ifSynced.map(({ code, resource }) => `${code} ${resource.name}`)).toEqual(['prunes dropped']);
  });

  it('lets a record of the policy explain what is no longer declared', async () => {
    const ids = [{ id: 'shop_dropped__ConfigMap', v: 'v1' }];
    const folder = scratch({
      'gitdrift.yaml': JSON.stringify({
        apiVersion: 'gitdrift.io/v1',
        overrides: [
          {
            resource: { kind: 'ConfigMap', namespace: 'shop', name: 'dropped' },
            path: '.',
            reason: 'the old shop still reads it',
            approvedBy: 'the shop\u2019s lead',
            until: '2099-01-01',
          },
        ],
      }),
    });
    const world = {
      ...shopOf(FILES, { status: { inventory: { entries: ids } } }),
      live: [...LIVE, applied('dropped', {})],
    };
    const explained = async (args: readonly string[]) => {
      const { resources } = await look({ ...world, args });
      return resources.find(({ name }) => name === 'dropped')?.explanation;
    };
    expect((await explained([]))?.status).toBe('unexplained');
    expect(await explained(['--policy', join(folder, 'gitdrift.yaml')])).toMatchObject({
      status: 'explained',
      code: 'override',
    });
  });

  it('prunes nothing without prune', async () => {
    const inventory = { entries: [{ id: 'shop_dropped__ConfigMap', v: 'v1' }] };
    const world = shopOf(FILES, { spec: { prune: false }, status: { inventory } });
    const report = await look({ ...world, live: [...LIVE, applied('dropped', {})] });
    expect(report.sync.status).toBe('Synced');
    expect(lines(report)).toContain('ConfigMap/dropped not-compared None');
  });

  it('leaves out of its folder what the artifact does not hold, and JSON', async () => {
    const files = {
      ...FILES,
      'apps/shop/b.json': manifest('json', {}),
      'apps/shop/test/c.yaml': manifest('test', {}),
      'apps/shop/deep/d.yml': manifest('deep', {}),
    };
    const report = await look({ ...shopOf(files, {}, { ignore: '/apps/shop/test/' }), live: LIVE });
    expect(lines(report)).toEqual(['ConfigMap/deep missing OutOfSync', 'ConfigMap/settings compared Synced']);
  });

  it.each<[string, JsonObject, string, string | undefined]>([
    ['is refused', {}, 'refused', undefined],
    ['is forced by the spec', { spec: { force: true } }, 'recreates', 'creates it anew (force)'],
    ['is forced by the object', { mark: true }, 'recreates', 'creates it anew (force)'],
    ['is not forced while suspended', { spec: { force: true, suspend: true } }, 'recreates', undefined],
  ])('a field that cannot be changed %s', async (_, { spec, mark }, effect, next) => {
    const metadata = mark === true ? { annotations: { 'kustomize.toolkit.fluxcd.io/force': 'Enabled' } } : {};
    const declared = { ...JSON.parse(manifest('settings', { mode: 'fast' }, metadata)), immutable: true };
    const [settings] = LIVE as [JsonObject];
    const live = [{ ...settings, data: { mode: 'slow' }, immutable: true }];
    const world = shopOf({ 'apps/shop/a.yaml': `${JSON.stringify(declared)}\n` }, { spec: (spec ?? {}) as JsonObject });
    const report = await look({ ...world, live });
    const drift = report.resources[0]?.drift.find(({ path }) => path === '.data.mode');
    expect(drift?.explanation.code).toBe('immutable-field');
    expect(report.ifSynced.map(({ code }) => code)).toContain(effect);
    if (next === undefined) expect(drift?.next?.code).not.toBe('reverted-at-reconcile');
    else expect(drift?.next).toEqual({ code: 'reverted-at-reconcile', message: expect.stringContaining(next) });
  });

  it('says of a field that v1 has no more that it has no effect', async () => {
    const patchesStrategicMerge = [JSON.parse(manifest('settings', { mode: 'patched' }))];
    const report = await look({ ...shopOf(FILES, { spec: { patchesStrategicMerge } }), live: LIVE });
    expect(report.sync.status).toBe('Synced');
    expect(report.findings).toMatchObject([
      { code: 'flux-not-judged', message: expect.stringContaining('spec.patchesStrategicMerge is no field of') },
    ]);
  });

  it('sets common metadata over what Git declares', async () => {
    const commonMetadata = { labels: { team: 'shop' } };
    const report = await look({ ...shopOf(FILES, { spec: { commonMetadata } }), live: LIVE });
    expect(report.resources[0]?.drift).toMatchObject([{ path: '.metadata.labels.team', desired: 'shop' }]);
  });

  it.each<[string, Parameters<typeof kustomization>[0], JsonObject | undefined, string]>([
    [
      'a folder that is not there',
      { spec: { path: './none' } },
      undefined,
      'kustomization path ./none is not in the artifact',
    ],
    [
      'another cluster',
      { spec: { kubeConfig: { secretRef: { name: 'other' } } } },
      undefined,
      'deploys to another cluster',
    ],
    [
      'an object without a namespace',
      { spec: { targetNamespace: '' } },
      undefined,
      'ConfigMap settings has no namespace',
    ],
    [
      'a source that is not there',
      { spec: { sourceRef: { kind: 'GitRepository', name: 'none' } } },
      undefined,
      'the source GitRepository flux-system/none',
    ],
    [
      'a source of another kind',
      { spec: { sourceRef: { kind: 'Bucket', name: 'shop' } } },
      { kind: 'Bucket', spec: { endpoint: 's3.example.com', bucketName: 'shop' } },
      'is no Git repository',
    ],
    ['an undefined variable', { spec: { postBuild: { substitute: { OTHER: 'x' } } } }, undefined, 'variable not set'],
  ])('is Unknown for %s, and what it applied is still listed', async (_, more, source, reason) => {
    const files = { 'apps/shop/a.yaml': manifest('settings', { mode: '${MODE}' }) };
    const status = { inventory: { entries: [{ id: 'shop_settings__ConfigMap', v: 'v1' }] } };
    const world = shopOf(files, { ...more, status });
    const [shop, repository] = world.flux as [JsonObject, JsonObject];
    const report = await look({ ...world, flux: [shop, { ...repository, ...source }], live: LIVE });
    expect(report.sync).toMatchObject({ status: 'Unknown', message: expect.stringContaining(reason) });
    expect(report.conditions).toMatchObject([{ type: 'BuildFailed' }]);
    expect(lines(report)).toEqual(['ConfigMap/settings unreadable Unknown']);
  });

  it('takes a folder in place of an artifact that no Git holds', async () => {
    const world = shopOf(FILES, { spec: { sourceRef: { kind: 'OCIRepository', name: 'shop' } } });
    const oci = {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'OCIRepository',
      metadata: { name: 'shop', namespace: 'flux-system' },
      spec: { url: 'oci://registry.example.com/shop' },
      status: { artifact: { revision: 'latest@sha256:abc' } },
    };
    const args = ['--repo-map', `oci://registry.example.com/shop=${world.files}`];
    const report = await look({
      flux: [world.flux[0] as JsonObject, oci],
      live: LIVE,
      args: ['--kustomization', 'shop', ...args],
    });
    expect(report.sources).toMatchObject([
      { repoURL: 'oci://registry.example.com/shop', targetRevision: 'latest', revision: 'latest@sha256:abc' },
    ]);
    expect(report.sync.status).toBe('Synced');
  });
});

describe('variables of a Kustomization', () => {
  const files = { 'apps/shop/a.yaml': manifest('settings', { mode: '${MODE}', login: 'shop:${PASSWORD}@db' }) };
  const postBuild = {
    substituteFrom: [
      { kind: 'ConfigMap', name: 'vars' },
      { kind: 'Secret', name: 'vars' },
    ],
    substitute: { MODE: 'fast' },
  };
  const vars = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'vars', namespace: 'flux-system' },
    data: { MODE: 'slow' },
  };
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'vars', namespace: 'flux-system' },
    data: { PASSWORD: Buffer.from('hunter2').toString('base64') },
  };

  it('come from ConfigMaps and Secrets, inline ones over them; what a Secret went into is masked on both sides', async () => {
    const world = shopOf(files, { spec: { postBuild } });
    const live = [applied('settings', { mode: 'slow', login: 'shop:hunter3@db' }), vars, secret];
    const env = { PATH: [kustomizeOnPath(), process.env.PATH].join(delimiter) };
    const { out, code } = await runWorld({ ...world, live, env, args: ['-o', 'json'] });
    expect(out).not.toMatch(/hunter[23]/);
    const [report] = JSON.parse(out).applications as [ApplicationReport];
    expect(report.resources[0]?.drift).toMatchObject([
      { path: '.data.login', desired: '(secret value 1)', live: '(secret value 2)', masked: true },
      { path: '.data.mode', desired: 'fast', live: 'slow' },
    ]);
    assertReport(out, code);
  });

  it('that cannot be read make it Unknown', async () => {
    const report = await look({ ...shopOf(files, { spec: { postBuild } }), live: [...LIVE, vars] });
    expect(report.sync).toMatchObject({
      status: 'Unknown',
      message: expect.stringContaining('substitute from Secret/vars in flux-system'),
    });
  });
});

describe('the command line', () => {
  it('reads several, and from a file with their sources', async () => {
    const world = shopOf(FILES);
    const blog = kustomization({ metadata: { name: 'blog' }, spec: { path: './apps/none' } });
    const env = { PATH: [kustomizeOnPath(), process.env.PATH].join(delimiter) };
    const flux = [...world.flux, blog];
    const args = ['--kustomization', 'flux-system/shop', '--kustomization', 'blog', '-o', 'json'];
    const { out, code } = await runWorld({ ...world, flux, live: LIVE, env, args });
    const { applications } = JSON.parse(out) as { applications: ApplicationReport[] };
    expect(applications.map(({ name, sync }) => `${name} ${sync.status}`)).toEqual([
      'flux-system/blog Unknown',
      'flux-system/shop Synced',
    ]);
    expect(code).toBe(3);
  });

  it.each([
    [['--kustomization', 'shop', 'apps'], 'two desired states'],
    [['--kustomization', 'shop', '--app', 'a'], 'exclude each other'],
    [['--kustomization', 'shop', '--prune'], 'the inventory of Flux'],
    [['--kustomization', 'a/b/c'], 'cannot read "a/b/c"'],
    [['--kustomization', 'shpo'], 'did you mean shop?'],
    [['--kustomization', 'other/shop'], 'Kustomization other/shop'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await runWorld({ flux: [kustomization(), gitRepository('0'.repeat(40))], args });
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
