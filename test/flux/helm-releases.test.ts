import { delimiter } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import type { ApplicationReport } from '../../src/model/report.js';
import { assertReport } from '../cluster/scenarios/report-contract.js';
import { fakeTools } from '../render/fake-tools.js';
import { commit, repository } from '../source/repositories.js';
import { applied, entry, gitRepository, manifest, reportOf, runWorld, type World } from './world.js';

/** A HelmRelease `shop` in `apps` that was installed as v2 of the release `web` in the namespace `shop`. */
function helmRelease(more: { spec?: JsonObject; status?: JsonObject } = {}): JsonObject {
  return {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'shop', namespace: 'flux-system', generation: 1 },
    spec: {
      interval: '10m',
      releaseName: 'web',
      targetNamespace: 'shop',
      chart: { spec: { chart: './charts/web', sourceRef: { kind: 'GitRepository', name: 'shop' } } },
      values: { mode: 'fast' },
      ...more.spec,
    },
    status: {
      observedGeneration: 1,
      storageNamespace: 'flux-system',
      conditions: [{ type: 'Ready', status: 'True', reason: 'UpgradeSucceeded', message: 'ok' }],
      history: [
        {
          name: 'web',
          namespace: 'shop',
          version: 2,
          status: 'deployed',
          chartVersion: '1.0.0',
          lastDeployed: '2026-11-30T10:00:00Z',
        },
      ],
      ...more.status,
    },
  };
}

/** The Secret that Helm keeps a release in. */
function stored(manifests: readonly string[], more: JsonObject = {}): JsonObject {
  const release = {
    name: 'web',
    namespace: 'shop',
    version: 2,
    info: { status: 'deployed' },
    chart: { metadata: { name: 'web', version: '1.0.0' } },
    config: { mode: 'fast' },
    manifest: manifests.map((text) => `---\n# Source: web/templates/x.yaml\n${text}`).join(''),
    ...more,
  };
  const helm = gzipSync(JSON.stringify(release)).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'helm.sh/release.v1',
    metadata: {
      name: 'sh.helm.release.v1.web.v2',
      namespace: 'flux-system',
      labels: { owner: 'helm', status: 'deployed' },
    },
    data: { release: Buffer.from(helm).toString('base64') },
  };
}

/** As helm-controller leaves it: with the labels of its owner, and Helm's own marks. */
function installed(name: string, data: JsonObject, more: Parameters<typeof applied>[2] = {}): JsonObject {
  const object = applied(name, data, { entries: [entry('helm-controller', 'Apply', Object.keys(data))], ...more });
  const labels = {
    'helm.toolkit.fluxcd.io/name': 'shop',
    'helm.toolkit.fluxcd.io/namespace': 'flux-system',
    'app.kubernetes.io/managed-by': 'Helm',
  };
  const annotations = { 'meta.helm.sh/release-name': 'web', 'meta.helm.sh/release-namespace': 'shop' };
  return { ...object, metadata: { ...(object.metadata as JsonObject), labels, annotations } };
}

const OWNED = { labels: { 'helm.toolkit.fluxcd.io/name': 'shop', 'helm.toolkit.fluxcd.io/namespace': 'flux-system' } };
const RELEASE = stored([manifest('settings', { mode: 'fast' }, OWNED)]);
const ARGS = ['--helm-release', 'shop'];
const look = (world: World): Promise<ApplicationReport> => reportOf({ args: ARGS, ...world });
const drifted = installed('settings', { mode: 'slow' }, { entries: [entry('kubectl-edit', 'Update', ['mode'])] });

describe('a HelmRelease whose chart cannot be had', () => {
  it('is compared with the release that is stored, and says so', async () => {
    const report = await look({ flux: [helmRelease()], live: [RELEASE, installed('settings', { mode: 'fast' })] });
    expect(report).toMatchObject({
      name: 'flux-system/shop',
      kind: 'flux-helmrelease',
      destination: { namespace: 'shop' },
      sources: [
        { path: 'sh.helm.release.v1.web.v2', revision: '1.0.0', renderer: { name: 'helm', version: 'release 2' } },
      ],
      sync: { status: 'Synced' },
      recorded: { revisions: ['1.0.0'], ready: 'True' },
    });
    expect(report.findings).toMatchObject([
      {
        code: 'helm-release-source',
        message: expect.stringContaining('compared with release web v2 (web 1.0.0), what was applied last'),
      },
    ]);
  });

  it.each([
    ['disabled', 'stays-until-sync', 'driftDetection is off'],
    ['warn', 'stays-until-sync', 'driftDetection only warns'],
    ['enabled', 'reverted-at-reconcile', 'set back at the next reconcile'],
  ])('shows drift whatever drift detection sees (%s), and what comes of it', async (mode, code, message) => {
    const spec = mode === 'disabled' ? {} : { driftDetection: { mode } };
    const report = await look({ flux: [helmRelease({ spec })], live: [RELEASE, drifted] });
    expect(report.sync.status).toBe('OutOfSync');
    expect(report.resources[0]?.drift).toMatchObject([
      { path: '.data.mode', desired: 'fast', live: 'slow', next: { code, message: expect.stringContaining(message) } },
    ]);
    const differs = report.findings.find((finding) => finding.code === 'recorded-status-differs');
    expect(differs?.message).toContain(mode === 'enabled' ? 'live changed since' : `driftDetection is ${mode}`);
  });

  it('leaves out what a rule of drift detection names', async () => {
    const rule = { paths: ['/data/mode'], target: { kind: 'ConfigMap' } };
    const spec = { driftDetection: { mode: 'enabled', ignore: [rule] } };
    const report = await look({ flux: [helmRelease({ spec })], live: [RELEASE, drifted] });
    expect(report.sync.status).toBe('Synced');
    expect(report.resources[0]?.ignored).toMatchObject([
      { path: '.data.mode', explanation: { code: 'ignored-by-rule', rule: 'spec.driftDetection.ignore[0]' } },
    ]);
  });

  it('leaves an object alone that turned drift detection off', async () => {
    const metadata = drifted.metadata as JsonObject;
    const annotations = {
      ...(metadata.annotations as JsonObject),
      'helm.toolkit.fluxcd.io/driftDetection': 'disabled',
    };
    const live = [RELEASE, { ...drifted, metadata: { ...metadata, annotations } }];
    const report = await look({ flux: [helmRelease()], live });
    expect(report.resources[0]).toMatchObject({
      sync: 'None',
      drift: [],
      ignored: [{ path: '.data.mode', explanation: { code: 'skipped-by-flux' } }],
    });
  });

  it('never shows what a Secret holds, in a Secret or where its values went', async () => {
    const b64 = (text: string): string => Buffer.from(text).toString('base64');
    const login = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login' },
      stringData: { password: 'hunter2' },
    };
    const values = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'values', namespace: 'flux-system' },
      data: { 'values.yaml': b64('password: hunter2\n') },
    };
    const live = [
      stored([`${JSON.stringify(login)}\n`, manifest('settings', { url: 'https://shop:hunter2@db' })]),
      {
        ...login,
        metadata: { name: 'login', namespace: 'shop' },
        stringData: undefined,
        data: { password: b64('hunter3') },
      },
      installed('settings', { url: 'https://shop:hunter3@db' }),
      values,
    ] as JsonObject[];
    const flux = [helmRelease({ spec: { valuesFrom: [{ kind: 'Secret', name: 'values' }] } })];
    const { out, code } = await runWorld({ flux, live, args: [...ARGS, '-o', 'json'] });
    const report = assertReport(out, code);
    expect(out).not.toMatch(/hunter|aHVudGVy/);
    expect(
      report.applications[0]?.resources.map(({ kind, drift }) => `${kind} ${drift.length} ${drift[0]?.masked}`),
    ).toEqual(['ConfigMap 1 true', 'Secret 1 true']);
  });

  it('masks everything where the Secret of its values cannot be read', async () => {
    const flux = [helmRelease({ spec: { valuesFrom: [{ kind: 'Secret', name: 'values' }] } })];
    const report = await look({ flux, live: [RELEASE, drifted] });
    expect(report.resources[0]?.drift).toMatchObject([
      { desired: '(secret value 1)', live: '(secret value 2)', masked: true },
    ]);
    expect(report.findings.map(({ code }) => code)).toContain('flux-not-judged');
  });

  it('is Unknown where neither chart nor release can be had', async () => {
    const recorded = { ...RELEASE, data: { release: '(recorded: not in desired)' } };
    const report = await look({ flux: [helmRelease()], live: [recorded, drifted] });
    expect(report.sync).toMatchObject({
      status: 'Unknown',
      message: expect.stringMatching(/neither its chart nor its release can be had.*holds no release that can be read/),
    });
  });
});

describe('a HelmRelease whose chart is in a repository', () => {
  const CHART = {
    'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'charts/web/values.yaml': 'mode: slow\n',
    'charts/web/templates/a.yaml': 'x',
  };

  /** A helm that renders one ConfigMap of the values it is given. */
  function world(more: Parameters<typeof helmRelease>[0], live: readonly JsonObject[]): World {
    const { bin } = fakeTools({
      helm: `
if (args[0] !== 'template') print('v3.20.2');
else {
  const values = JSON.parse(fs.readFileSync(args[args.indexOf('--values') + 1], 'utf8'));
  const name = args[args.indexOf('--name-template') + 1];
  print('---\\n# Source: web/templates/a.yaml\\n' + JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: values }) + '\\n');
}`,
    });
    const files = repository(CHART);
    return {
      flux: [helmRelease(more), { ...gitRepository(''), status: {} }],
      files,
      live,
      env: { PATH: [bin, process.env.PATH].join(delimiter) },
    };
  }

  it('is what chart and values say, in the namespace of the release', async () => {
    const live = [stored([manifest('web', { mode: 'fast' })]), installed('web', { mode: 'fast' })];
    const report = await look(world({}, live));
    expect(report.sync.status).toBe('Synced');
    expect(report.sources).toMatchObject([{ path: 'charts/web', targetRevision: 'main', renderer: { name: 'helm' } }]);
    expect(report.findings.find(({ code }) => code === 'helm-release-source')?.message).toContain(
      'compared with the chart charts/web 1.0.0 and the values of the HelmRelease, which are those of release v2',
    );
  });

  it('will be upgraded where its values are not those of the release, and loses what the chart dropped', async () => {
    const live = [
      stored([manifest('web', { mode: 'fast' }), manifest('old', {})]),
      installed('web', { mode: 'fast' }),
      installed('old', {}),
    ];
    const report = await look(world({ spec: { values: { mode: 'new' } } }, live));
    expect(report.resources.map(({ name, outcome, next }) => `${name} ${outcome} ${next?.code}`)).toEqual([
      'old extraneous removed-at-sync',
      'web compared undefined',
    ]);
    expect(report.resources[1]?.drift).toMatchObject([
      {
        path: '.data.mode',
        desired: 'new',
        next: { code: 'reverted-at-reconcile', message: expect.stringContaining('upgrades the release') },
      },
    ]);
  });

  it('takes values from ConfigMaps, and inline ones over them', async () => {
    const values = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'values', namespace: 'flux-system' },
      data: { 'values.yaml': 'mode: map\nsize: "1"\n', tag: 'v7' },
    };
    const valuesFrom = [
      { kind: 'ConfigMap', name: 'values' },
      { kind: 'ConfigMap', name: 'values', valuesKey: 'tag', targetPath: 'tag' },
      { kind: 'ConfigMap', name: 'values', valuesKey: 'none', optional: true },
    ];
    const report = await look(
      world({ spec: { valuesFrom } }, [installed('web', { mode: 'fast', size: '1', tag: 'v7' }), values]),
    );
    expect(report.sync.status).toBe('Synced');
  });

  const said = ({ findings }: ApplicationReport): string =>
    findings.find(({ code }) => code === 'helm-release-source')?.message ?? '';

  it('keeps what the chart dropped until something upgrades it', async () => {
    const live = [
      stored([manifest('web', { mode: 'fast' }), manifest('old', {})]),
      installed('web', { mode: 'fast' }),
      installed('old', {}),
    ];
    const report = await look(world({}, live));
    expect(report.resources[0]).toMatchObject({
      name: 'old',
      outcome: 'extraneous',
      next: { code: 'stays-until-sync', message: expect.stringContaining('nothing that upgrades the release') },
    });
  });

  it('says what the release holds otherwise although version and values are the same', async () => {
    const live = [stored([manifest('web', { mode: 'fast', old: 'yes' })]), installed('web', { mode: 'fast' })];
    expect(said(await look(world({}, live)))).toContain('yet the release holds another ConfigMap web');
  });

  it('says what becomes of the definitions that the chart brings', async () => {
    const given = world({ spec: { upgrade: { crds: 'CreateReplace' } } }, [installed('web', { mode: 'fast' })]);
    commit(given.files as string, { 'charts/web/crds/widgets.yaml': 'kind: CustomResourceDefinition\n' });
    expect(said(await look(given))).toContain('its crds/ are not compared (install: Create, upgrade: CreateReplace)');
    expect(said(await look(world({}, [])))).not.toContain('crds/');
  });

  it.each([
    ['ChartVersion', 'which are those of release v2'],
    ['Revision', 'the release is of the chart at 0123456789ab, so the next reconcile upgrades it'],
  ])(
    'built from another commit is upgraded only where every revision counts (%s)',
    async (reconcileStrategy, wanted) => {
      const chart = {
        spec: { chart: './charts/web', reconcileStrategy, sourceRef: { kind: 'GitRepository', name: 'shop' } },
      };
      const secret = stored([manifest('web', { mode: 'fast' })], {
        chart: { metadata: { name: 'web', version: '1.0.0+0123456789ab' } },
      });
      expect(said(await look(world({ spec: { chart } }, [secret, installed('web', { mode: 'fast' })])))).toContain(
        wanted,
      );
    },
  );
});
