import { describe, expect, it } from 'vitest';
import type { ApplicationReport } from '../../src/model/report.js';
import {
  application,
  commit,
  git,
  manifest,
  reportOf,
  reportsOf,
  repository,
  runWorld,
  SHOP,
  tracked,
  VALUES,
} from './world.js';

const one = { 'apps/shop/a.yaml': manifest('settings', { mode: 'fast' }) };
const live = [tracked('settings', { mode: 'fast' })];

const lines = ({ resources }: ApplicationReport): string[] =>
  resources.map(({ kind, name, outcome, sync }) => `${kind}/${name} ${outcome} ${sync}`);
const codes = ({ findings }: ApplicationReport): string[] => findings.map(({ code }) => code);

describe('an Application as input', () => {
  it('is what its repository says, by its own name and revision', async () => {
    const folder = repository(one);
    const report = await reportOf({ repositories: { [SHOP]: folder }, live });
    expect(report).toMatchObject({
      name: 'shop',
      kind: 'argocd',
      project: 'default',
      destination: { namespace: 'shop' },
      sources: [
        {
          repoURL: SHOP,
          path: 'apps/shop',
          targetRevision: 'main',
          revision: git(folder, 'rev-parse', 'HEAD'),
          renderer: { name: 'yaml' },
        },
      ],
      sync: { status: 'Synced' },
      health: { status: 'Healthy' },
    });
    expect(lines(report)).toEqual(['ConfigMap/settings compared Synced']);
  });

  it('is OutOfSync for what it declares, and names the writer', async () => {
    const changed = tracked('settings', { mode: 'fast' });
    const report = await reportOf({ repositories: { [SHOP]: one }, live: [{ ...changed, data: { mode: 'slow' } }] });
    expect(report.sync.status).toBe('OutOfSync');
    expect(report.resources[0]?.drift).toMatchObject([
      { path: '.data.mode', change: 'changed', desired: 'fast', live: 'slow', writer: { category: 'gitops' } },
    ]);
  });

  it('is read at a branch, a tag range, a commit', async () => {
    const folder = repository(one);
    const first = git(folder, 'rev-parse', 'HEAD');
    git(folder, 'tag', 'v1.2.0');
    commit(folder, { 'apps/shop/a.yaml': manifest('settings', { mode: 'slow' }) });
    git(folder, 'tag', 'v2.0.0');
    for (const [targetRevision, status] of [
      ['1.x', 'Synced'],
      [first, 'Synced'],
      [first.slice(0, 9), 'Synced'],
      ['>=1.0.0', 'OutOfSync'],
      ['main', 'OutOfSync'],
      ['', 'OutOfSync'],
    ] as const) {
      const spec = { source: { repoURL: SHOP, path: 'apps/shop', targetRevision } };
      const report = await reportOf({ applications: [application({ spec })], repositories: { [SHOP]: folder }, live });
      expect(`${targetRevision}: ${report.sync.status}`).toBe(`${targetRevision}: ${status}`);
    }
  });

  it.each([
    [
      'a path that is not there',
      { source: { repoURL: SHOP, path: 'apps/none', targetRevision: 'main' } },
      'apps/none: app path does not exist',
    ],
    [
      'a revision that is not there',
      { source: { repoURL: SHOP, path: 'apps/shop', targetRevision: 'mian' } },
      'has no revision mian',
    ],
    [
      'a plugin',
      { source: { repoURL: SHOP, path: 'apps/shop', plugin: { name: 'cue' } } },
      'the config management plugin cue renders it, and gitdrift runs none',
    ],
    [
      'two tools',
      { source: { repoURL: SHOP, path: 'apps/shop', helm: { releaseName: 'a' }, kustomize: { namePrefix: 'a' } } },
      'multiple application sources defined: Kustomize,Helm',
    ],
    [
      'a reference that leads nowhere',
      { sources: [{ repoURL: SHOP, path: 'charts/shop', helm: { valueFiles: ['$values/a.yaml'] } }] },
      'no source has a ref',
    ],
  ])('is Unknown for %s, and what is tracked is still listed', async (_, spec, reason) => {
    const files = { ...one, 'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n' };
    const world = { applications: [application({ spec })], repositories: { [SHOP]: files }, live };
    const report = await reportOf(world);
    expect(report.sync).toMatchObject({ status: 'Unknown', message: expect.stringContaining(reason) });
    expect(report.conditions).toMatchObject([{ type: 'ComparisonError', message: expect.stringContaining(reason) }]);
    expect(lines(report)).toEqual(['ConfigMap/settings unreadable Unknown']);
    expect(report.resources[0]).toMatchObject({ requiresPruning: true });
    expect((await runWorld(world)).code).toBe(3);
  });

  it('of several sources renders all; values of another one count from its root', async () => {
    const plain = { 'plain/b.yaml': manifest('extra', { on: 'yes' }) };
    const sources = [
      { repoURL: VALUES, path: 'plain', targetRevision: 'main', ref: 'values' },
      { repoURL: SHOP, path: 'apps/shop', targetRevision: 'main' },
    ];
    const report = await reportOf({
      applications: [application({ spec: { sources } })],
      repositories: { [SHOP]: one, [VALUES]: plain },
      live: [...live, tracked('extra', { on: 'yes' })],
    });
    expect(lines(report)).toEqual(['ConfigMap/extra compared Synced', 'ConfigMap/settings compared Synced']);
    expect(report.sources.map(({ repoURL, path }) => `${repoURL} ${path}`)).toHaveLength(2);
  });

  it('of one object declared by two sources keeps the last, and says so', async () => {
    const sources = [
      { repoURL: SHOP, path: 'apps/shop', targetRevision: 'main' },
      { repoURL: VALUES, path: '.', targetRevision: 'main' },
    ];
    const report = await reportOf({
      applications: [application({ spec: { sources } })],
      repositories: { [SHOP]: one, [VALUES]: { 'a.yaml': manifest('settings', { mode: 'slow' }) } },
      live,
    });
    expect(report.sync.status).toBe('OutOfSync');
    expect(report.resources[0]?.drift[0]).toMatchObject({ desired: 'slow', live: 'fast' });
    expect(report.conditions?.map(({ type }) => type)).toEqual(['RepeatedResourceWarning']);
  });

  it('takes overrides from its folder', async () => {
    const files = {
      'apps/shop/a.yaml': manifest('settings', { mode: 'fast' }),
      'apps/shop/deep/b.yaml': manifest('extra', { on: 'yes' }),
      'apps/shop/.argocd-source-shop.yaml': 'directory: {recurse: true}\n',
    };
    const report = await reportOf({ repositories: { [SHOP]: files }, live });
    expect(lines(report)).toEqual(['ConfigMap/extra missing OutOfSync', 'ConfigMap/settings compared Synced']);
  });

  it('counts objects that Git dropped, by their tracking id, and none of others', async () => {
    const others = [tracked('other', { a: '1' }, { application: 'blog' }), { ...tracked('copied', { a: '1' }) }];
    const report = await reportOf({ repositories: { [SHOP]: one }, live: [...live, ...others], args: ['--prune'] });
    expect(lines(report)).toEqual(['ConfigMap/copied extraneous OutOfSync', 'ConfigMap/settings compared Synced']);
    expect(report.ifSynced).toMatchObject([{ code: 'prunes', resource: { name: 'copied' } }]);
  });

  it('is read from GITOPS_REPO where that is set', async () => {
    const fork = repository({ 'apps/shop/a.yaml': manifest('settings', { mode: 'forked' }) });
    const report = await reportOf({ live, env: { GITOPS_REPO: fork } });
    expect(report.resources[0]?.drift[0]).toMatchObject({ desired: 'forked' });
  });

  it('that another tool would have to read is no application', async () => {
    const { code, err } = await runWorld({
      applications: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }],
    });
    expect(code).toBe(2);
    expect(err).toContain('holds no Argo CD Application: ConfigMap');
  });
});

describe('a Secret of an Application', () => {
  it('shows no value of it, declared or live', async () => {
    const b64 = (text: string): string => Buffer.from(text).toString('base64');
    const id = { 'argocd.argoproj.io/tracking-id': 'shop:/Secret:shop/login' };
    const declared = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login' },
      stringData: { password: 'in-git-7731' },
    };
    const stored = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'login',
        namespace: 'shop',
        annotations: {
          ...id,
          'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
            ...declared,
            metadata: { name: 'login', namespace: 'shop', annotations: id },
          }),
        },
      },
      type: 'Opaque',
      data: { password: b64('by-hand-4242'), extra: b64('surplus-9911') },
    };
    const files = { 'apps/shop/a.yaml': JSON.stringify(declared) };
    for (const args of [['-o', 'json'], ['-v']]) {
      const { out, err } = await runWorld({ repositories: { [SHOP]: files }, live: [stored], args });
      expect(out).toContain('OutOfSync');
      for (const secret of ['in-git-7731', 'by-hand-4242', 'surplus-9911']) {
        for (const text of [secret, b64(secret)]) expect(out + err).not.toContain(text);
      }
    }
  });
});

describe("the controller's recorded status", () => {
  const status = {
    sync: { status: 'Synced', revision: '0123456789abcdef0123456789abcdef01234567' },
    health: { status: 'Healthy' },
    reconciledAt: '2026-11-30T11:46:00Z',
    resources: [{ version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings', status: 'Synced' }],
  };
  const drifted = [{ ...tracked('settings', { mode: 'fast' }), data: { mode: 'slow' } }];

  it('stands beside ours', async () => {
    const report = await reportOf({ applications: [application({ status })], repositories: { [SHOP]: one }, live });
    expect(report.recorded).toEqual({
      revisions: ['0123456789abcdef0123456789abcdef01234567'],
      comparedAt: '2026-11-30T11:46:00Z',
      sync: 'Synced',
      health: 'Healthy',
      conditions: [],
    });
    expect(codes(report)).not.toContain('recorded-status-differs');
  });

  it('that says something else is a finding that says which is stale', async () => {
    const report = await reportOf({
      applications: [application({ status })],
      repositories: { [SHOP]: one },
      live: drifted,
    });
    const finding = report.findings.find(({ code }) => code === 'recorded-status-differs');
    expect(finding?.message).toMatch(
      /^Argo CD recorded sync Synced where this comparison says OutOfSync; ConfigMap shop\/settings Synced, not OutOfSync: it compared revision 0123456 14m ago, this comparison is of [0-9a-f]{7}$/,
    );
  });
});

describe('several Applications', () => {
  const two = [
    application(),
    application({ name: 'blog', spec: { source: { repoURL: SHOP, path: 'apps/none', targetRevision: 'main' } } }),
  ];

  it('are reported each by itself: one that fails does not stop the others', async () => {
    const reports = await reportsOf({ applications: two, repositories: { [SHOP]: one }, live, args: ['--all-apps'] });
    expect(reports.map(({ name, sync }) => `${name} ${sync.status}`)).toEqual(['blog Unknown', 'shop Synced']);
  });

  it('have a line each in status', async () => {
    const { code, out } = await runWorld({
      applications: two,
      repositories: { [SHOP]: one },
      live,
      args: ['--all-apps'],
      command: 'status',
    });
    expect(out).toMatch(/blog\s.*Unknown/);
    expect(out).toMatch(/shop\s.*Synced/);
    expect(code).toBe(3);
  });

  it('can be named', async () => {
    const [report, ...rest] = await reportsOf({
      applications: two,
      repositories: { [SHOP]: one },
      live,
      args: ['--app', 'argocd/shop'],
    });
    expect(report?.name).toBe('shop');
    expect(rest).toEqual([]);
    const { code, err } = await runWorld({ applications: two, args: ['--app', 'shpo'] });
    expect(code).toBe(2);
    expect(err).toContain('did you mean shop?');
  });
});

describe('the command line of Applications', () => {
  it.each([
    [['--app', 'shop', 'some/path'], 'two desired states'],
    [['--app', 'shop', '--repo', 'https://git.example.com/a.git'], 'exclude each other'],
    [['--app', 'a/b/c'], 'cannot read "a/b/c"'],
    [['--all-apps', '--app', 'shop'], 'exclude each other'],
    [['--app', 'shop', '--repo-map', 'nothing'], '--repo-map cannot read "nothing"'],
    [['--app', 'shop', '--context-for', '=prod'], '--context-for cannot read "=prod"'],
  ])('%j is refused', async (args, reason) => {
    const { code, err } = await runWorld({ args });
    expect(code).toBe(2);
    expect(err).toContain(reason);
  });
});

describe('a project that is not among the saved objects', () => {
  it('denies the kinds that the controller found denied, and is said to be unknown', async () => {
    const status = {
      sync: { status: 'OutOfSync' },
      resources: [
        { version: 'v1', kind: 'ServiceAccount', namespace: 'shop', name: 'denied', status: 'Unknown' },
        { version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings', status: 'Synced' },
      ],
    };
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'denied' } };
    const report = await reportOf({
      applications: [application({ spec: { project: 'narrow' }, status })],
      repositories: { [SHOP]: { ...one, 'apps/shop/b.yaml': JSON.stringify(account) } },
      live,
    });
    expect(lines(report)).toEqual(['ConfigMap/settings compared Synced', 'ServiceAccount/denied missing Unknown']);
    expect(report.sync.status).toBe('OutOfSync');
    expect(codes(report)).toContain('argocd-not-judged');
  });
});
