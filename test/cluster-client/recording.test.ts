import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openRecording } from '../../src/cluster/recording/open-recording.js';
import type { GitdriftError } from '../../src/model/errors.js';
import type { Cluster } from '../../src/model/live.js';
import { type ResourceRef, refKey } from '../../src/model/resource.js';
import { temporaryFolder } from './temporary-folder.js';

const NOW = new Date('2026-11-30T12:00:00Z');
const readStdin = async (): Promise<string> => '';
const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' };
const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const HPA = { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' };

const catalog: ResourceRef = { ...DEPLOYMENT, namespace: 'shop', name: 'catalog' };
const flags: ResourceRef = { ...CONFIG_MAP, namespace: 'shop', name: 'flags' };

const managedFields = [{ manager: 'kubectl-set', operation: 'Update', apiVersion: 'apps/v1', fieldsV1: {} }];
const saved = (ref: ResourceRef, more: object = {}) => ({
  apiVersion: ref.group === '' ? ref.version : `${ref.group}/${ref.version}`,
  kind: ref.kind,
  metadata: { name: ref.name, ...(ref.namespace !== '' && { namespace: ref.namespace }), managedFields },
  ...more,
});
const json = (value: unknown): string => JSON.stringify(value, null, 4);
const list = (...items: unknown[]) => ({ apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items });

async function open(text: string, name = 'live.json'): Promise<Cluster> {
  const folder = await temporaryFolder({ [name]: text });
  return openRecording(join(folder, name), { now: NOW, readStdin });
}

const failure = (promise: Promise<unknown>): Promise<GitdriftError> =>
  promise.then(
    () => expect.unreachable('it should fail'),
    (error) => error,
  );

const found = async (cluster: Cluster, ref: ResourceRef) => (await cluster.fetch([ref])).get(refKey(ref));

describe('what kubectl prints', () => {
  const typed = (ref: ResourceRef) => {
    const { apiVersion, kind, ...item } = saved(ref);
    return { apiVersion, kind: `${kind}List`, metadata: { resourceVersion: '7' }, items: [item] };
  };
  test.each([
    ['one object', json(saved(catalog))],
    ['a List', json(list(saved(catalog), saved(flags)))],
    ['a typed list, whose items lack kind and apiVersion', json(typed(catalog))],
    ['objects in a row', `${json(saved(flags))}\n${json(list(saved(catalog)))}\n`],
    ['an array', json([saved(flags), saved(catalog)])],
    ['JSON documents with --- between', `${json(saved(flags))}\n---\n${json(saved(catalog))}`],
    ['a List in a List', json(list(list(saved(catalog))))],
    [
      'YAML documents',
      '---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: flags\n---\n# nothing\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: catalog\n  namespace: shop\n',
    ],
    [
      'a YAML List',
      'apiVersion: v1\nkind: List\nitems:\n- apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: catalog, namespace: shop}\n',
    ],
  ])('%s', async (_, text) => {
    const cluster = await open(text);
    expect(await found(cluster, catalog)).toMatchObject({
      kind: 'found',
      object: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'catalog' } },
    });
    expect(cluster).toMatchObject({ recorded: true, now: NOW });
  });

  test('braces and quotes in values do not end an object', async () => {
    const tricky = saved(flags, { data: { 'a"}{': '}]\\"{', path: 'C:\\' } });
    const cluster = await open(`${json(tricky)}${json(saved(catalog))}`);
    expect(await found(cluster, flags)).toMatchObject({ object: { data: { 'a"}{': '}]\\"{', path: 'C:\\' } } });
    expect((await found(cluster, catalog))?.kind).toBe('found');
  });

  test('YAML values keep their types', async () => {
    const cluster = await open(
      `apiVersion: v1
kind: ConfigMap
metadata:
  name: flags
  namespace: shop
  creationTimestamp: "2026-11-30T10:00:00Z"
  managedFields:
  - manager: kubectl-edit
    time: 2026-11-30T11:00:00Z
    fieldsV1:
      f:data:
        .: {}
        k:{"name":"web"}:
          f:y: {}
data:
  big: 9223372036854775807
  negative: -9223372036854775808
  small: 3
  float: 1e+06
  "yes": "no"
  quoted: "0777"
  __proto__: own
  block: |
    a: b
`,
      'live.yaml',
    );
    const result = await found(cluster, flags);
    if (result?.kind !== 'found') return expect.unreachable();
    expect(Object.entries(result.object.data as object)).toEqual([
      ['big', 9223372036854775807n],
      ['negative', -9223372036854775808n],
      ['small', 3],
      ['float', 1e6],
      ['yes', 'no'],
      ['quoted', '0777'],
      ['__proto__', 'own'],
      ['block', 'a: b\n'],
    ]);
    expect(result.object.metadata.managedFields).toEqual([
      {
        manager: 'kubectl-edit',
        time: '2026-11-30T11:00:00Z',
        fieldsV1: { 'f:data': { '.': {}, 'k:{"name":"web"}': { 'f:y': {} } } },
      },
    ]);
  });

  test('JSON integers are exact', async () => {
    const text = json(saved(flags, { data: { big: 'BIG' } })).replace('"BIG"', '9223372036854775807');
    expect(await found(await open(text), flags)).toMatchObject({ object: { data: { big: 9223372036854775807n } } });
  });

  test('a folder of files, also below it, but no hidden ones and no others', async () => {
    const folder = await temporaryFolder({
      'a.json': json(saved(catalog)),
      'notes.txt': 'hello',
      'b.yml': '# empty\n',
    });
    await mkdir(join(folder, 'shop'));
    await mkdir(join(folder, '.git'));
    await writeFile(join(folder, 'shop', 'cm.yaml'), json(saved(flags)));
    await writeFile(join(folder, '.git', 'broken.json'), '{');
    const cluster = await openRecording(folder, { now: NOW, readStdin });
    expect([(await found(cluster, catalog))?.kind, (await found(cluster, flags))?.kind]).toEqual(['found', 'found']);
    expect(cluster.destination).toEqual({ recording: folder });
  });
});

describe('what saved objects cannot tell', () => {
  test('a kind that is not there at all is missing, with a warning', async () => {
    const cluster = await open(json(list(saved(flags))));
    expect(await found(cluster, { ...flags, name: 'other' })).toEqual({ kind: 'missing' });
    expect(cluster.warnings).toEqual([]);
    expect(await found(cluster, catalog)).toEqual({ kind: 'missing' });
    expect(cluster.warnings).toEqual(['no Deployment (apps) is saved at all: each counts as missing']);
  });

  test('an empty list of a kind is no warning', async () => {
    const cluster = await open(json({ apiVersion: 'apps/v1', kind: 'DeploymentList', metadata: {}, items: null }));
    expect(await found(cluster, catalog)).toEqual({ kind: 'missing' });
    expect(cluster.warnings).toEqual([]);
    expect(await cluster.list(DEPLOYMENT, 'shop')).toEqual({ kind: 'listed', objects: [] });
  });

  test('another version of the kind cannot be converted', async () => {
    const cluster = await open(json(saved({ ...catalog, version: 'v1beta1' })));
    expect(await found(cluster, catalog)).toEqual({
      kind: 'unreadable',
      reason: 'saved at apps/v1beta1, desired is apps/v1: only an API server can convert it',
    });
    expect(await cluster.list(DEPLOYMENT, '')).toMatchObject({ kind: 'unavailable' });
  });

  test('of two saved versions the one that desired uses is taken', async () => {
    const both = list(saved({ ...catalog, version: 'v1beta1' }), saved(catalog, { spec: { replicas: 3 } }));
    const cluster = await open(json(both));
    expect(await found(cluster, catalog)).toMatchObject({ object: { apiVersion: 'apps/v1', spec: { replicas: 3 } } });
    expect(cluster.warnings).toEqual([]);
  });

  test('lists: what is there, by namespace, sorted; a kind that is not there is unavailable', async () => {
    const names = ['b', 'a'].map((name) => saved({ ...flags, name }));
    const cluster = await open(json(list(...names, saved({ ...flags, namespace: 'billing' }))));
    const listed = await cluster.list(CONFIG_MAP, 'shop');
    expect(listed.kind === 'listed' && listed.objects.map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
    expect(await cluster.list(CONFIG_MAP, 'empty')).toEqual({ kind: 'listed', objects: [] });
    expect(await cluster.list(HPA, 'shop')).toEqual({
      kind: 'unavailable',
      reason: 'no HorizontalPodAutoscaler (autoscaling) is saved',
    });
  });

  test('writers, where all were printed without managedFields', async () => {
    const bare = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'flags', namespace: 'shop' } };
    const cluster = await open(json(list(bare)));
    expect(cluster.warnings).toEqual([
      expect.stringMatching(/live\.json was printed without --show-managed-fields: writers cannot be known$/),
    ]);
    expect((await open(json(list(bare, saved(catalog))))).warnings).toEqual([]);
  });

  test('which of two copies holds: the last, with a warning', async () => {
    const copies = list(saved(flags, { data: { on: 'a' } }), saved(flags, { data: { on: 'b' } }));
    const cluster = await open(json(copies));
    expect(await found(cluster, flags)).toMatchObject({ object: { data: { on: 'b' } } });
    expect(cluster.warnings).toEqual([
      expect.stringMatching(/^ConfigMap shop\/flags is saved more than once; the last one, in .*live\.json, is used$/),
    ]);
  });

  test('scope and plural of a kind: from the objects, or from a saved CustomResourceDefinition', async () => {
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'proxies.shop.test' },
      spec: {
        group: 'shop.test',
        scope: 'Cluster',
        names: { kind: 'Proxy', plural: 'proxies' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    };
    const policy: ResourceRef = { group: 'net.test', version: 'v1', kind: 'Policy', namespace: 'shop', name: 'deny' };
    const cluster = await open(json(list(crd, saved(policy), saved({ ...policy, kind: 'Gateway', namespace: '' }))));
    const kind = (group: string, name: string) => cluster.kind({ group, version: 'v1', kind: name });
    expect(await kind('shop.test', 'Proxy')).toEqual({ plural: 'proxies', namespaced: false });
    expect(await kind('net.test', 'Policy')).toEqual({ plural: 'policies', namespaced: true });
    expect(await kind('net.test', 'Gateway')).toEqual({ plural: 'gateways', namespaced: false });
    expect(await kind('net.test', 'Unknown')).toBeUndefined();
    expect(Object.keys((await cluster.schemas([])).kinds)).toEqual(['shop.test/v1/Proxy']);
  });
});

describe('a file that cannot be used', () => {
  test.each([
    [
      'broken YAML, with its line',
      'apiVersion: v1\nkind: Secret\ndata: {key: aHVudGVyMg==\n',
      /neither JSON nor YAML: .* \(line \d\)$/,
    ],
    [
      'broken JSON, with its line',
      '{\n "kind": "Secret",\n "data": "hunter2" oops\n}',
      /neither JSON nor YAML: .* \(line 3\)$/,
    ],
    ['JSON that breaks off', '{"apiVersion":"v1","kind":"List","items":[{"data":"hunter2"', /neither JSON nor YAML/],
    ['no Kubernetes object', '{"hunter2": true}', /holds something that is no Kubernetes object/],
    ['text', 'hunter2', /holds something that is no Kubernetes object/],
    ['an object without a name', '{"apiVersion":"v1","kind":"Secret"}', /holds a Secret without metadata.name/],
    ['an item without a kind', json(list({ metadata: { name: 'x' } })), /no Kubernetes object/],
    [
      'an error of the API server',
      '{"apiVersion":"v1","kind":"Status","message":"not found"}',
      /holds an error of the API server, no objects: not found/,
    ],
  ])('%s', async (_, text, message) => {
    const error = await failure(open(text));
    expect(error).toMatchObject({ name: 'GitdriftError', code: 'recording-invalid' });
    expect(error.message).toMatch(message);
    expect(error.message).toContain('live.json');
    expect(error.message).not.toMatch(/hunter2|aHVudGVyMg/);
  });

  test('none, and an empty folder', async () => {
    const nowhere = await failure(openRecording('/nowhere/live.json', { now: NOW, readStdin }));
    expect(nowhere.message).toBe('cannot read the saved objects /nowhere/live.json: it does not exist');
    const empty = await failure(openRecording(await temporaryFolder(), { now: NOW, readStdin }));
    expect(empty.message).toContain('holds no JSON or YAML file');
  });

  test.each([
    ['an empty file', ''],
    ['white space', '\n\n'],
    ['null', 'null'],
    ['an empty array', '[]'],
    ['nothing but ---', '---\n---\n'],
    ['a List of null', '{"apiVersion":"v1","kind":"List","items":null}'],
    ['an array of nothing', '[[], []]'],
  ])('%s is no cluster without objects', async (_, text) => {
    const error = await failure(open(text));
    expect(error).toMatchObject({ name: 'GitdriftError', code: 'recording-invalid' });
    expect(error.message).toMatch(/live\.json holds no objects$/);
    expect(error.hint).toContain('kubectl get');
  });

  test('but an empty List is an answer: kubectl prints one where it finds nothing', async () => {
    expect(await found(await open(json(list())), catalog)).toMatchObject({ kind: 'missing' });
  });

  test('but a recording that says what it asked for', async () => {
    const index = { format: 1, recordedAt: '2026-11-30T12:00:00Z', missing: [catalog] };
    const cluster = await open(json({ ...list(), gitdrift: index }));
    expect(await found(cluster, catalog)).toEqual({ kind: 'missing' });
  });

  test('an empty file beside others is warned of', async () => {
    const folder = await temporaryFolder({ 'a.json': json(saved(flags)), 'deployments.json': '' });
    const cluster = await openRecording(folder, { now: NOW, readStdin });
    expect(cluster.warnings).toEqual([`${join(folder, 'deployments.json')} holds no objects`]);
  });

  test('a second copy of an object is an object', async () => {
    const folder = await temporaryFolder({ 'a.json': json(saved(flags)), 'b.json': json(saved(flags)) });
    const { warnings } = await openRecording(folder, { now: NOW, readStdin });
    expect(warnings).toEqual([expect.stringContaining('is saved more than once')]);
  });
});

describe('one page of a longer list', () => {
  const page = (items: object) => ({ ...items, metadata: { resourceVersion: '7', continue: 'eyJ2Ijoi' } });

  test('of any kind: what it does not hold is unreadable, not missing', async () => {
    const cluster = await open(json(page(list(saved(flags)))));
    expect((await found(cluster, flags))?.kind).toBe('found');
    expect(await found(cluster, catalog)).toEqual({
      kind: 'unreadable',
      reason: expect.stringMatching(/^not found in .*live\.json, which is one page of a longer list$/),
    });
    expect(await cluster.list(CONFIG_MAP, 'shop')).toEqual({
      kind: 'unavailable',
      reason: expect.stringMatching(/live\.json is one page of a longer list$/),
    });
    expect(cluster.warnings).toEqual([]);
  });

  test('of one kind: of that kind only', async () => {
    const typed = page({ apiVersion: 'v1', kind: 'ConfigMapList', items: [saved(flags)] });
    const cluster = await open(json([typed, saved(catalog)]));
    expect((await found(cluster, { ...flags, name: 'other' }))?.kind).toBe('unreadable');
    expect(await found(cluster, { ...catalog, name: 'other' })).toEqual({ kind: 'missing' });
  });
});

describe('what is no file', () => {
  test('standard input', async () => {
    for (const location of ['-', '/dev/stdin']) {
      const cluster = await openRecording(location, { now: NOW, readStdin: async () => json(saved(flags)) });
      expect((await found(cluster, flags))?.kind).toBe('found');
    }
    const empty = await failure(openRecording('-', { now: NOW, readStdin }));
    expect(empty.message).toBe('standard input holds no objects');
  });

  const pipe = async (): Promise<string> => {
    const file = join(await temporaryFolder(), 'pipe');
    await promisify(execFile)('mkfifo', [file]);
    return file;
  };

  test('a pipe is read to its end', async () => {
    const file = await pipe();
    const write = createWriteStream(file, { flags: 'r+' });
    const opening = openRecording(file, { now: NOW, readStdin });
    await new Promise((done) => write.write(json(saved(flags)), done));
    write.close();
    expect((await found(await opening, flags))?.kind).toBe('found');
  });

  test.each([
    ['that nobody writes to', false],
    ['that stays open', true],
  ])('waiting for a pipe %s ends at Ctrl-C', async (_, isOpen) => {
    const file = await pipe();
    const write = isOpen ? createWriteStream(file, { flags: 'r+' }) : undefined;
    if (write !== undefined) await once(write, 'open');
    const interrupt = new AbortController();
    const opening = failure(openRecording(file, { now: NOW, readStdin, signal: interrupt.signal }));
    setImmediate(() => interrupt.abort());
    expect((await opening).code).toBe('interrupted');
    write?.close();
  });

  test('a device is refused', async () => {
    const error = await failure(openRecording('/dev/zero', { now: NOW, readStdin }));
    expect(error).toMatchObject({
      code: 'recording-invalid',
      message: 'the saved objects /dev/zero are neither a file nor a folder',
    });
  });
});
