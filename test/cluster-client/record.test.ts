import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { desiredCheck, withDesiredChecks } from '../../src/cluster/recording/desired-check.js';
import { maskSecret } from '../../src/cluster/recording/mask-secret.js';
import { observeCluster } from '../../src/cluster/recording/observe.js';
import { openRecording } from '../../src/cluster/recording/open-recording.js';
import { writeRecording } from '../../src/cluster/recording/write.js';
import type { JsonObject } from '../../src/model/json.js';
import { printJson } from '../../src/model/json-text.js';
import type { Cluster, ListResult } from '../../src/model/live.js';
import { RECORDED_DIFFERENT, RECORDED_EQUAL, RECORDED_UNDECLARED } from '../../src/model/recorded-secret.js';
import type { KubernetesObject, LiveResult, ResourceRef } from '../../src/model/resource.js';
import { refKey } from '../../src/model/resource.js';
import { temporaryFolder } from './temporary-folder.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const secret = (parts: JsonObject, annotations: JsonObject = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'db', namespace: 'shop', annotations, managedFields: [{ manager: 'helm' }] },
  type: 'Opaque',
  ...parts,
});

const readStdin = async (): Promise<string> => '';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

describe('a Secret in a recording', () => {
  test.each<[string, JsonObject, JsonObject | undefined, string]>([
    ['the same data', { password: base64('hunter2') }, { data: { password: base64('hunter2') } }, RECORDED_EQUAL],
    [
      'the same as stringData',
      { password: base64('hunter2') },
      { stringData: { password: 'hunter2' } },
      RECORDED_EQUAL,
    ],
    [
      'base64 in lines, as some tools wrap it',
      { password: base64('hunter2') },
      { data: { password: `${base64('hunter2').slice(0, 4)}\n${base64('hunter2').slice(4)}` } },
      RECORDED_EQUAL,
    ],
    [
      'stringData over data',
      { password: base64('new') },
      { data: { password: base64('old') }, stringData: { password: 'new' } },
      RECORDED_EQUAL,
    ],
    ['another value', { password: base64('hunter3') }, { data: { password: base64('hunter2') } }, RECORDED_DIFFERENT],
    ['no base64 in desired', { password: base64('hunter2') }, { data: { password: 'hunter2!' } }, RECORDED_DIFFERENT],
    ['no such key in desired', { password: base64('hunter2') }, { data: { user: base64('app') } }, RECORDED_UNDECLARED],
    ['no such Secret in desired', { password: base64('hunter2') }, undefined, RECORDED_UNDECLARED],
    ['an empty value that desired declares null', { password: '' }, { data: { password: null } }, RECORDED_EQUAL],
    ['a word of an earlier recording', { password: RECORDED_EQUAL }, undefined, RECORDED_EQUAL],
  ])('%s', (_, data, desired, expected) => {
    const masked = maskSecret(secret({ data }), desired === undefined ? undefined : secret(desired));
    expect(masked.data).toEqual({ password: expected });
    expect(masked).toMatchObject({ type: 'Opaque', metadata: { managedFields: [{ manager: 'helm' }] } });
  });

  test('annotations that copy it lose their text and keep their key', () => {
    const masked = maskSecret(
      secret(
        { data: { password: base64('correct horse') }, stringData: { pin: '0042-secret' } },
        {
          [LAST_APPLIED]: '{"kind":"Secret"}',
          'tool.test/copy': JSON.stringify({ stringData: { other: 'x' } }),
          'tool.test/plain': 'it was correct horse once',
          'tool.test/base64': base64('correct horse'),
          'team.test/owner': 'payments',
        },
      ),
      undefined,
    );
    expect(masked.metadata.annotations).toEqual({
      [LAST_APPLIED]: '(recorded: removed)',
      'tool.test/copy': '(recorded: removed)',
      'tool.test/plain': '(recorded: removed)',
      'tool.test/base64': '(recorded: removed)',
      'team.test/owner': 'payments',
    });
    expect(masked.stringData).toEqual({ pin: RECORDED_UNDECLARED });
  });

  test('annotations that copy what desired declares lose their text as well', () => {
    const annotations = { 'tool.test/next': 'soon correct horse', 'team.test/owner': 'payments' };
    const masked = maskSecret(
      secret({ data: {} }, annotations),
      secret({ data: { password: base64('correct horse') } }),
    );
    expect(masked.metadata.annotations).toEqual({ ...annotations, 'tool.test/next': '(recorded: removed)' });
  });

  test('no value of it is in the text, whatever the value', () => {
    const value = fc.string({ minLength: 8, maxLength: 40 }).map((text) => `s3cr3t-${text}`);
    fc.assert(
      fc.property(value, value, fc.boolean(), (live, desired, same) => {
        const object = secret(
          { data: { key: base64(live) } },
          { [LAST_APPLIED]: printJson({ data: { key: base64(live) } }), note: `was ${live}` },
        );
        const text = writeRecording({
          live: [object],
          desired: [secret({ stringData: { key: same ? live : desired } })],
          index: emptyIndex,
        });
        for (const form of [live, base64(live), desired]) expect(text).not.toContain(printJson(form).slice(1, -1));
        expect(text).toContain(same || live === desired ? RECORDED_EQUAL : RECORDED_DIFFERENT);
      }),
    );
  });
});

describe('the check of what a Secret was compared with', () => {
  const check = (parts: JsonObject): Promise<string> => desiredCheck(secret(parts));

  test('is one byte, the same for the same values however they are written', async () => {
    const plain = await check({ data: { user: base64('app'), password: base64('hunter2') } });
    expect(plain).toMatch(/^[0-9a-f]{2}$/);
    const lines = `${base64('hunter2').slice(0, 4)}\n${base64('hunter2').slice(4)}`;
    for (const same of [
      { data: { password: lines, user: base64('app') } },
      { stringData: { password: 'hunter2', user: 'app' } },
      { data: { password: base64('old'), user: base64('app') }, stringData: { password: 'hunter2' } },
    ]) {
      expect(await check(same)).toBe(plain);
    }
  });

  test('is another one for other values, keys, and values that are no base64', async () => {
    const checks = await Promise.all(
      [
        { data: { password: base64('hunter2') } },
        { data: { password: base64('hunter3') } },
        { data: { passwort: base64('hunter2') } },
        { data: { password: base64('hunter2'), user: base64('app') } },
        { data: { password: 'hunter2!' } },
        {},
      ].map(check),
    );
    expect(new Set(checks).size).toBe(checks.length);
  });

  test('goes into the index, of Secrets that desired declares', async () => {
    const db = secret({ data: { password: base64('hunter2') } });
    const other = { ...db, metadata: { name: 'other', namespace: 'shop' } };
    const parts = await withDesiredChecks({ live: [db, other], desired: [db], index: emptyIndex });
    expect(parts.index.secrets).toEqual([
      { group: '', version: 'v1', kind: 'Secret', namespace: 'shop', name: 'db', desiredCheck: await desiredCheck(db) },
    ]);
  });

  test('stays what it was where the recording is recorded again, for another desired state', async () => {
    const db = secret({ data: { password: base64('hunter2') } });
    const ref: ResourceRef = { group: '', version: 'v1', kind: 'Secret', namespace: 'shop', name: 'db' };
    const first = await withDesiredChecks({ live: [db], desired: [db], index: emptyIndex });
    const folder = await temporaryFolder({ 'prod.json': writeRecording(first) });
    const { cluster, parts } = observeCluster(
      await openRecording(join(folder, 'prod.json'), { now: new Date('2026-11-30T12:00:00Z'), readStdin }),
    );
    await cluster.fetch([ref]);
    const again = await withDesiredChecks(parts([secret({ data: { password: base64('hunter3') } })]));
    expect(again.index.secrets).toEqual(first.index.secrets);
    expect(writeRecording(again)).toContain(RECORDED_EQUAL);
  });

  test('is not taken from the index for a copy of the Secret in another file', async () => {
    const db = secret({ data: { password: base64('hunter2') } });
    const ref: ResourceRef = { group: '', version: 'v1', kind: 'Secret', namespace: 'shop', name: 'db' };
    const recorded = writeRecording(await withDesiredChecks({ live: [db], desired: [db], index: emptyIndex }));
    const folder = await temporaryFolder({ 'a.json': recorded, 'b.json': printJson(maskSecret(db, db)) });
    const cluster = await openRecording(folder, { now: new Date(), readStdin });
    expect((await cluster.fetch([ref])).get(refKey(ref))).not.toHaveProperty('desiredCheck');
  });
});

const emptyIndex = {
  format: 1,
  recordedAt: '2026-11-30T12:00:00.000Z',
  destination: {},
  kinds: [],
  listed: [],
  missing: [],
  unreadable: [],
  secrets: [],
  apiVersions: [],
  schemas: { types: {}, kinds: {} },
} as const;

describe('a recording', () => {
  const deployment = { group: 'apps', version: 'v1', kind: 'Deployment' };
  const catalog: ResourceRef = { ...deployment, namespace: 'shop', name: 'catalog' };
  const absent: ResourceRef = { ...catalog, name: 'absent' };
  const locked: ResourceRef = { group: 'locked.test', version: 'v1', kind: 'Vault', namespace: 'shop', name: 'main' };
  const hpa = { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' };
  const pods = { group: '', version: 'v1', kind: 'Pod' };
  const basket = { group: 'shop.test', version: 'v1', kind: 'Basket' };
  const object: KubernetesObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'catalog', namespace: 'shop', managedFields: [{ manager: 'kubectl-set' }] },
    spec: { replicas: 3, huge: 9223372036854775807n },
  };

  const live: Cluster = {
    destination: { server: 'https://secret-address.test', context: 'prod', namespace: 'shop', version: 'v1.36.3' },
    now: new Date('2026-11-30T12:00:00Z'),
    recorded: false,
    warnings: [],
    kind: async (gvk) => (gvk.kind === 'Basket' ? { plural: 'baskets', namespaced: true } : undefined),
    apiVersions: async () => ['apps/v1', 'v1'],
    fetch: async (wanted) =>
      new Map(
        wanted.map((ref): [string, LiveResult] => [
          refKey(ref),
          ref.name === 'catalog'
            ? { kind: 'found', object }
            : ref.name === 'absent'
              ? { kind: 'missing', note: 'the namespace is new' }
              : { kind: 'unreadable', reason: 'forbidden: vaults' },
        ]),
      ),
    list: async (gvk): Promise<ListResult> =>
      gvk.kind === 'Pod'
        ? { kind: 'unavailable', reason: 'forbidden: pods' }
        : gvk.group === 'keda.sh'
          ? { kind: 'unavailable', reason: 'not served', notServed: true }
          : { kind: 'listed', objects: [] },
    schemas: async () => ({
      types: { Basket: { kind: 'any' } },
      kinds: { 'shop.test/v1/Basket': { type: 'Basket', namespaced: true, plural: 'baskets', custom: true } },
    }),
  };

  /** Everything that an analysis asks, as one value. */
  const ask = async (cluster: Cluster) => ({
    kind: await cluster.kind(basket),
    unknown: await cluster.kind({ ...basket, kind: 'Nothing' }),
    apiVersions: await cluster.apiVersions(),
    results: [...(await cluster.fetch([catalog, absent, locked]))],
    hpas: await cluster.list(hpa, 'shop'),
    pods: await cluster.list(pods, 'shop'),
    scaledObjects: await cluster.list({ group: 'keda.sh', version: 'v1alpha1', kind: 'ScaledObject' }, 'shop'),
    schemas: await cluster.schemas([basket]),
    now: cluster.now,
    warnings: cluster.warnings,
  });

  const record = async (): Promise<{ text: string; asked: unknown }> => {
    const { cluster, parts } = observeCluster(live);
    const asked = await ask(cluster);
    return { text: writeRecording(parts([])), asked };
  };

  test('gives the same answers again, the clock included', async () => {
    const { text, asked } = await record();
    const folder = await temporaryFolder({ 'prod.json': text });
    const replayed = await openRecording(join(folder, 'prod.json'), {
      now: new Date('2027-01-01T00:00:00Z'),
      readStdin,
    });
    expect(await ask(replayed)).toEqual(asked);
    expect(replayed.destination).toEqual({
      context: 'prod',
      namespace: 'shop',
      version: 'v1.36.3',
      recording: join(folder, 'prod.json'),
    });
  });

  test('is a List as kubectl reads it, without the address of the server, and the same each time', async () => {
    const { text } = await record();
    expect(JSON.parse(text)).toMatchObject({ apiVersion: 'v1', kind: 'List', items: [{ kind: 'Deployment' }] });
    expect(text).not.toContain('secret-address');
    expect((await record()).text).toBe(text);
  });

  test('can be recorded again', async () => {
    const { text } = await record();
    const folder = await temporaryFolder({ 'prod.json': text });
    const { cluster, parts } = observeCluster(
      await openRecording(join(folder, 'prod.json'), { now: live.now, readStdin }),
    );
    await ask(cluster);
    expect(writeRecording(parts([]))).toBe(text);
  });

  test('of a later format is refused', async () => {
    const { text } = await record();
    const folder = await temporaryFolder({ 'prod.json': text.replace('"format": 1', '"format": 2') });
    await expect(openRecording(join(folder, 'prod.json'), { now: live.now, readStdin })).rejects.toMatchObject({
      code: 'recording-invalid',
      message: expect.stringContaining('has format 2; 1 is known here'),
    });
  });

  test('of several in a folder all answer, at the time of the latest', async () => {
    const { text } = await record();
    const later = writeRecording({
      live: [],
      desired: [],
      index: { ...emptyIndex, recordedAt: '2026-12-01T00:00:00Z' },
    });
    const folder = await temporaryFolder({ 'a.json': later, 'b.json': text });
    const cluster = await openRecording(folder, { now: live.now, readStdin });
    expect(cluster.now).toEqual(new Date('2026-12-01T00:00:00Z'));
    expect((await cluster.fetch([absent])).get(refKey(absent))).toEqual({
      kind: 'missing',
      note: 'the namespace is new',
    });
  });
});
