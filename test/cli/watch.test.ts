import { describe, expect, it } from 'vitest';
import type { FieldDrift } from '../../src/model/drift.js';
import { GitdriftError } from '../../src/model/errors.js';
import type { JsonObject } from '../../src/model/json.js';
import type { OwnersReport } from '../../src/model/owners-report.js';
import type { ApplicationReport, Report, ResourceReport } from '../../src/model/report.js';
import type { Writer } from '../../src/model/writer.js';
import { application, drift, KUBECTL_SET, report, resource } from '../report/worlds.js';
import { type Transcript, transcript } from './fake-io.js';

const IMAGE = '.spec.template.spec.containers[name="web"].image';
const ARGO: Writer = {
  ...KUBECTL_SET,
  category: 'gitops',
  name: 'Argo CD, sync',
  manager: 'argocd-controller',
  time: '2026-11-30T12:03:09Z',
};

const hotfix = (live = 'registry.example/catalog:1.4.3-hotfix', more: Partial<FieldDrift> = {}): FieldDrift =>
  drift({ path: IMAGE, desired: 'registry.example/catalog:1.4.2', live, ...more });

/** One look: what the object is like, and when it was taken. */
interface Look {
  readonly at: string;
  readonly resource?: Partial<ResourceReport>;
  readonly application?: Partial<ApplicationReport>;
  readonly exitCode?: 0 | 1 | 3;
  /** The look fails. */
  readonly fails?: string;
}

const reportOf = ({ at, resource: parts = {}, application: more = {}, exitCode = 0 }: Look): Report => {
  const drifts = (parts.drift ?? []).length > 0;
  const one = resource({ sync: drifts ? 'OutOfSync' : 'Synced', ...parts });
  const sync = { status: drifts ? ('OutOfSync' as const) : ('Synced' as const), message: '' };
  return {
    ...report([application({ resources: [one], sync, ...more })], { exitCode, passed: exitCode === 0 }),
    generatedAt: `2026-11-30T${at}Z`,
  };
};

/** What live holds of the image now, and who wrote it. */
const owned = (image: string | undefined, writer: Writer | undefined = ARGO): OwnersReport => ({
  schemaVersion: '1',
  tool: { name: 'gitdrift', version: '0' },
  generatedAt: '2026-11-30T12:03:10Z',
  destination: {},
  resource: { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' },
  managedFields: 'recorded',
  object: {
    spec: { template: { spec: { containers: [{ name: 'web', ...(image === undefined ? {} : { image }) }] } } },
  } as JsonObject,
  fields: [{ path: IMAGE, pointer: '', writers: writer === undefined ? [] : [writer] }],
});

/** Runs `diff --watch` over these looks, interrupted when the last one is over. */
async function watched(
  looks: readonly Look[],
  now: () => Promise<OwnersReport> = async () => owned('registry.example/catalog:1.4.2'),
  args: readonly string[] = [],
): Promise<Transcript & { readonly lines: readonly string[]; readonly waits: readonly number[] }> {
  const controller = new AbortController();
  const waits: number[] = [];
  let at = 0;
  const run = await transcript(
    ['diff', 'apps', '--watch', '30s', ...args],
    {
      analyze: async () => {
        const look = looks[at++];
        if (look === undefined) throw new Error('no such look');
        if (look.fails !== undefined) throw new GitdriftError('cluster-refused', look.fails);
        return reportOf(look);
      },
      owners: now,
    },
    {
      signal: controller.signal,
      clock: () => new Date('2026-11-30T12:09:00Z'),
      wait: async (milliseconds) => {
        waits.push(milliseconds);
        if (at >= looks.length) controller.abort('SIGINT');
      },
    },
  );
  const lines = run.out.split('\n').filter((line) => /^\d\d:\d\d:\d\dZ /.test(line));
  return { ...run, lines, waits };
}

const BEFORE: Look = { at: '12:00:00', resource: { drift: [hotfix()] }, exitCode: 1 };

describe('diff --watch', () => {
  it('prints the first look in full and then nothing while nothing changes', async () => {
    const found = await watched([BEFORE, { ...BEFORE, at: '12:00:30' }, { ...BEFORE, at: '12:01:00' }]);
    expect(found.out).toContain('1.4.3-hotfix');
    expect(found.lines).toEqual([]);
    expect(found.err).toContain('watched from 12:00:00Z to 12:01:00Z, 3 looks: nothing changed');
    expect(found.code).toBe(1);
    expect(found.waits).toEqual([30_000, 30_000, 30_000]);
  });

  it('names who put a fix back, and when, and exits as the last look', async () => {
    const found = await watched([BEFORE, { at: '12:03:10' }]);
    expect(found.lines).toEqual([
      `12:03:10Z Deployment marketplace/catalog ${IMAGE} reverted to registry.example/catalog:1.4.2 by Argo CD, sync (argocd-controller), at the latest 2026-11-30T12:03:09Z`,
      '12:03:10Z application catalog-prod: sync OutOfSync → Synced',
    ]);
    expect(found.err).toContain('2 looks: 2 changes');
    expect(found.code).toBe(0);
  });

  it('asks for the writer in the cluster that the change was seen in', async () => {
    const asked: unknown[] = [];
    const spy = async (...given: readonly unknown[]): Promise<OwnersReport> => {
      asked.push(given[0], given[1]);
      return owned('registry.example/catalog:1.4.2');
    };
    await watched([BEFORE, { at: '12:03:10' }], spy as () => Promise<OwnersReport>);
    expect(asked).toMatchObject([
      { kind: 'Deployment.apps', name: 'catalog', namespace: 'marketplace' },
      { kind: 'cluster', connection: { context: 'prod-eu' } },
    ]);
  });

  it.each<readonly [string, () => Promise<OwnersReport>, string]>([
    [
      'a fix that Git took over',
      async () => owned('registry.example/catalog:1.4.3-hotfix'),
      'is still registry.example/catalog:1.4.3-hotfix, and Git says the same now',
    ],
    [
      'a third value that Git has too',
      async () => owned('registry.example/catalog:1.5.0'),
      'set to registry.example/catalog:1.5.0 by Argo CD, sync (argocd',
    ],
    ['a field that is gone', async () => owned(undefined), 'was removed, by whom managedFields cannot tell'],
    [
      'nobody',
      async () => ({ ...owned('registry.example/catalog:1.4.2'), fields: [] }),
      'reverted to registry.example/catalog:1.4.2; nobody is recorded',
    ],
    [
      'an object that cannot be read',
      async () => Promise.reject(new GitdriftError('cluster-refused', 'forbidden')),
      'no longer differs; who did that is not known: forbidden',
    ],
  ])('tells %s', async (_, now, expected) => {
    expect((await watched([BEFORE, { at: '12:03:10' }], now)).lines[0]).toContain(expected);
  });

  it.each<readonly [string, Look, Look, string]>([
    [
      'a new difference',
      { at: '12:00:00' },
      BEFORE,
      'changed from registry.example/catalog:1.4.2 to registry.example/catalog:1.4.3-hotfix by kubectl set',
    ],
    [
      'another value',
      BEFORE,
      { ...BEFORE, resource: { drift: [hotfix('registry.example/catalog:1.4.4')] } },
      'changed from registry.example/catalog:1.4.3-hotfix to registry.example/catalog:1.4.4 by kubectl set',
    ],
    [
      'a field that was taken away',
      { at: '12:00:00' },
      { at: '12:00:30', resource: { drift: [drift({ path: IMAGE, change: 'missing', desired: 'a' })] } },
      'was taken away',
    ],
    [
      'a value that is not shown',
      { at: '12:00:00' },
      { at: '12:00:30', resource: { drift: [hotfix('(masked 1)', { masked: true })] } },
      'differs from Git now by kubectl set',
    ],
    [
      'an object that is gone',
      BEFORE,
      { at: '12:00:30', resource: { outcome: 'missing' } },
      'is gone (it was compared)',
    ],
    [
      'an object that came back',
      { at: '12:00:00', resource: { outcome: 'missing' } },
      BEFORE,
      'is there (it was missing)',
    ],
    [
      'an object that cannot be read',
      BEFORE,
      { at: '12:00:30', resource: { outcome: 'unreadable' } },
      'cannot be read any more (it was compared)',
    ],
    [
      'health',
      BEFORE,
      {
        ...BEFORE,
        application: { health: { status: 'Degraded', message: '' }, sync: { status: 'OutOfSync', message: '' } },
      },
      'application catalog-prod: health Healthy → Degraded',
    ],
    [
      'what cannot be judged any more',
      BEFORE,
      { ...BEFORE, application: { sync: { status: 'Unknown', message: 'the repository cannot be read' } } },
      'application catalog-prod: sync OutOfSync → Unknown: the repository cannot be read',
    ],
  ])('prints %s', async (_, before, after, expected) => {
    const found = await watched([before, after]);
    expect(found.lines.join('\n')).toContain(expected);
  });

  it('never says that a value which is masked was reverted', async () => {
    const secret: Look = { at: '12:00:00', resource: { drift: [hotfix('(masked 1)', { masked: true })] } };
    const found = await watched([
      secret,
      { ...secret, at: '12:00:30', resource: { drift: [hotfix('(masked 2)', { masked: true })] } },
    ]);
    expect(found.lines).toEqual([]);
    const gone = await watched([secret, { at: '12:00:30' }]);
    expect(gone.lines[0]).toContain('no longer differs; written by Argo CD, sync');
  });

  it('goes on after a look that failed, from the last that did not', async () => {
    const found = await watched([BEFORE, { at: '', fails: 'connection refused' }, { at: '12:03:10' }]);
    expect(found.err).toContain('12:09:00Z this look failed: connection refused');
    expect(found.lines[0]).toContain('reverted to');
    expect(found.err).toContain('2 looks: 2 changes, and 1 look failed');
    expect(found.code).toBe(0);
  });

  it('exits 2 where the last look failed, and where the first does', async () => {
    expect((await watched([BEFORE, { at: '', fails: 'connection refused' }])).code).toBe(2);
    const first = await watched([{ at: '', fails: 'connection refused' }]);
    expect(first).toMatchObject({ code: 2, waits: [] });
  });

  it.each([
    [['--watch', '100ms'], 'is shorter than a second'],
    [['--live', 'live.yaml'], '--live and --watch exclude each other'],
    [['-o', 'json'], '--watch prints lines of text'],
  ])('%j is refused', async (args, message) => {
    const found = await watched([], undefined, args);
    expect(found).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });

  it('cannot read standard input again', async () => {
    const found = await transcript(['diff', '-', '--watch', '10s']);
    expect(found).toMatchObject({ code: 2, err: expect.stringContaining('cannot read standard input again') });
  });
});
