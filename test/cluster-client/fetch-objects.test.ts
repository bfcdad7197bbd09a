import { describe, expect, test } from 'vitest';
import { type ResourceRef, refKey } from '../../src/model/resource.js';
import {
  CONFIG_MAP,
  CONFIG_MAPS,
  configMap,
  configMaps,
  connect,
  fakeApiServer,
  type Script,
  type Seen,
  status,
} from './fake-api-server.js';

/** Items as the server sends them in a list: without apiVersion and kind. */
const items = (from: number, to: number) =>
  configMaps(to)
    .slice(from)
    .map(({ name }) => ({ metadata: { name, namespace: 'shop' }, data: { on: 'yes' } }));

/** A list of 1200 ConfigMaps in pages. */
const pages = ({ query }: Seen): { json: unknown } => {
  const start = Number(query.get('continue') ?? 0);
  const end = Math.min(start + Number(query.get('limit')), 1200);
  return { json: { metadata: end < 1200 ? { continue: String(end) } : {}, items: items(start, end) } };
};

const served =
  (list: Script): Script =>
  (seen, response) => {
    if (seen.path === CONFIG_MAPS) return list(seen, response);
    const name = seen.path.startsWith(`${CONFIG_MAPS}/`) ? seen.path.slice(CONFIG_MAPS.length + 1) : '';
    return name.startsWith('flags-') ? { json: { metadata: { name } } } : undefined;
  };

const lastOf = (count: number, wanted: number): ResourceRef[] => configMaps(count).slice(count - wanted);

async function run(script: Script, wanted: readonly ResourceRef[]) {
  const fake = await fakeApiServer(script);
  const { cluster } = await connect(fake);
  const results = await cluster.fetch(wanted);
  const kinds = wanted.map((ref) => results.get(refKey(ref))?.kind);
  const gets = fake.seen.filter(({ path }) => path.startsWith(`${CONFIG_MAPS}/`)).length;
  return { fake, results, kinds: new Set(kinds), lists: fake.to(CONFIG_MAPS), gets };
}

describe('fetch', () => {
  test('few objects are asked for one by one, at the version that desired uses', async () => {
    const { fake, kinds, lists, gets } = await run(served(pages), configMaps(2));
    expect([kinds, lists.length, gets]).toEqual([new Set(['found']), 0, 2]);
    // Every server that serves ConfigMaps calls them so.
    expect(fake.to('/api/v1')).toEqual([]);
  });

  test('some are looked for among the first fifty, and no further', async () => {
    const wanted = [...configMaps(8), configMap('flags-060')];
    const { kinds, lists, gets } = await run(served(pages), wanted);
    expect([kinds, gets]).toEqual([new Set(['found']), 1]);
    expect(lists.map(({ query }) => query.toString())).toEqual(['limit=50']);
  });

  test('some that a list of no more than fifty does not hold are missing', async () => {
    const list: Script = () => ({ json: { items: items(0, 4) } });
    const { results, gets } = await run(served(list), [...configMaps(3), configMap('renamed')]);
    expect([results.get(refKey(configMap('renamed'))), gets]).toEqual([{ kind: 'missing' }, 0]);
  });

  test.each([403, 404, 405, 504])(
    'where the first fifty cannot be had (%s) some are asked for one by one',
    async (code) => {
      const { kinds, lists, gets } = await run(
        served(() => status(code, 'no list')),
        configMaps(5),
      );
      expect([kinds, gets, new Set(lists.map(({ query }) => query.get('limit')))]).toEqual([
        new Set(['found']),
        5,
        new Set(['50']),
      ]);
    },
  );

  test.each([1, 5, 30])(
    'a kind of Kubernetes that this server does not serve is unreadable (%s of them)',
    async (count) => {
      const jobs = configMaps(count).map((ref) => ({ ...ref, group: 'batch', version: 'v1', kind: 'CronJob' }));
      const { fake, results, kinds } = await run(() => undefined, jobs);
      expect(kinds).toEqual(new Set(['unreadable']));
      expect([...results.values()][0]).toEqual({
        kind: 'unreadable',
        reason: 'the cluster does not serve batch/v1 CronJob (is it of another Kubernetes version?)',
        notServed: true,
      });
      expect(fake.to('/apis/batch/v1')).toHaveLength(1);
      expect(fake.seen.filter(({ path }) => path.includes('/cronjobs'))).toHaveLength(1);
    },
  );

  test('a kind of Kubernetes is not called absent where nobody can say that it is served', async () => {
    const job = { ...configMap('nightly'), group: 'batch', version: 'v1', kind: 'CronJob' };
    const { results } = await run(
      ({ path }) => (path === '/apis/batch/v1' ? status(503, 'service unavailable') : undefined),
      [job],
    );
    expect(results.get(refKey(job))).toEqual({
      kind: 'unreadable',
      reason: 'what batch/v1 holds cannot be asked: HTTP 503: service unavailable',
    });
  });

  test('many are picked from a list in pages, which get their apiVersion and kind back', async () => {
    const wanted = lastOf(1200, 10);
    const { results, kinds, lists, gets } = await run(served(pages), wanted);
    expect([kinds, lists.length, gets]).toEqual([new Set(['found']), 3, 0]);
    expect(lists.map(({ query }) => query.toString())).toEqual([
      'limit=500',
      'limit=500&continue=500',
      'limit=500&continue=1000',
    ]);
    expect(results.get(refKey(configMap('flags-1199')))).toMatchObject({
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'flags-1199' } },
    });
  });

  test('a few far down a long list are asked for one by one, as soon as the server says how long it is', async () => {
    const long: Script = (seen) => {
      const { json } = pages(seen) as { json: { metadata: object } };
      return { json: { ...json, metadata: { ...json.metadata, remainingItemCount: 49_500 } } };
    };
    const { results, kinds, lists, gets } = await run(served(long), lastOf(1200, 10));
    expect([kinds, lists.length, gets]).toEqual([new Set(['found']), 1, 10]);
    expect(results.size).toBe(10);
  });

  test('where no more is left than is worth reading, the list is read on', async () => {
    const short: Script = (seen) => {
      const { json } = pages(seen) as { json: { metadata: object } };
      return { json: { ...json, metadata: { ...json.metadata, remainingItemCount: 500 } } };
    };
    const { kinds, lists, gets } = await run(served(short), lastOf(1200, 10));
    expect([kinds, lists.length, gets]).toEqual([new Set(['found']), 3, 0]);
  });

  test('the list is read no further than needed', async () => {
    const { kinds, lists } = await run(served(pages), configMaps(20));
    expect([kinds, lists.length]).toEqual([new Set(['found']), 1]);
  });

  test('what the whole list does not hold is missing', async () => {
    const wanted = [...configMaps(10), configMap('renamed')];
    const { results, lists, gets } = await run(served(pages), wanted);
    expect(results.get(refKey(configMap('renamed')))).toEqual({ kind: 'missing' });
    expect([lists.length, gets]).toEqual([3, 0]);
  });

  test('an expired list is read from the beginning, once', async () => {
    const { kinds, lists } = await run(
      served((seen) => (seen.nth === 2 ? status(410, 'the provided continue parameter is too old') : pages(seen))),
      lastOf(1200, 12),
    );
    expect(kinds).toEqual(new Set(['found']));
    expect(lists.map(({ query }) => query.get('continue'))).toEqual([null, '500', null, '500', '1000']);
  });

  test('a list that expires again gives way to single requests', async () => {
    const { kinds, lists, gets } = await run(
      served((seen) => (seen.query.has('continue') ? status(410, 'too old') : pages(seen))),
      lastOf(1200, 12),
    );
    expect([kinds, lists.length, gets]).toEqual([new Set(['found']), 4, 12]);
  });

  test('where listing is forbidden objects are asked for one by one', async () => {
    const { kinds, lists, gets } = await run(
      served(() => status(403, 'cannot list resource "configmaps"')),
      configMaps(12),
    );
    expect([kinds, lists.length, gets]).toEqual([new Set(['found']), 1, 12]);
  });

  test('a list that stays broken makes its objects unreadable', async () => {
    const { kinds, gets } = await run(
      served(() => status(504, 'timeout')),
      configMaps(12),
    );
    expect([kinds, gets]).toEqual([new Set(['unreadable']), 0]);
  });

  test.each([
    ['gives the same page again', () => ({ json: { metadata: { continue: 'again' }, items: items(0, 2) } })],
    ['goes round in circles', ({ nth }: Seen) => ({ json: { metadata: { continue: `${nth % 3}` }, items: [] } })],
  ])('a list that %s ends, and its objects are unreadable', async (_, list) => {
    const { results, lists } = await run(served(list), lastOf(20, 12));
    expect(results.get(refKey(configMap('flags-019')))).toEqual({
      kind: 'unreadable',
      reason: 'the API server gives the same page of the list again',
    });
    expect(lists.length).toBeLessThan(6);
  });

  test.each([{ hello: 'world' }, { kind: 'Table', items: null }, [], null])(
    'an answer that is no list does not make objects missing: %j',
    async (json) => {
      const { kinds } = await run(
        served(() => ({ json })),
        lastOf(20, 12),
      );
      expect(kinds).toEqual(new Set(['unreadable']));
    },
  );

  test('a list of null is empty', async () => {
    const empty = { kind: 'ConfigMapList', metadata: {}, items: null };
    const { kinds } = await run(({ path }) => (path === CONFIG_MAPS ? { json: empty } : undefined), lastOf(20, 12));
    expect(kinds).toEqual(new Set(['missing']));
  });

  test('Secrets are never listed', async () => {
    const secrets = configMaps(30).map((ref) => ({ ...ref, kind: 'Secret' }));
    const { fake, kinds } = await run(
      ({ path }) => (path.includes('/secrets/') ? { json: { metadata: { name: path.split('/').at(-1) } } } : undefined),
      secrets,
    );
    expect(kinds).toEqual(new Set(['found']));
    expect(fake.to('/api/v1/namespaces/shop/secrets')).toEqual([]);
    expect(fake.seen.filter(({ path }) => path.includes('/secrets/'))).toHaveLength(30);
  });

  test.each([
    [
      { group: 'apps', version: 'v2', kind: 'Deployment' },
      'the cluster does not serve apps/v2 Deployment (is it of another Kubernetes version?)',
    ],
    [
      { group: 'kafka.strimzi.io', version: 'v1', kind: 'KafkaTopic' },
      'the cluster does not serve kafka.strimzi.io/v1 KafkaTopic (is its CustomResourceDefinition installed?)',
    ],
    [
      { group: 'snapshot.storage.k8s.io', version: 'v1', kind: 'VolumeSnapshot' },
      'the cluster does not serve snapshot.storage.k8s.io/v1 VolumeSnapshot (is its CustomResourceDefinition installed?)',
    ],
    [
      { group: 'storage.k8s.io', version: 'v9', kind: 'StorageClass' },
      'the cluster does not serve storage.k8s.io/v9 StorageClass (is it of another Kubernetes version?)',
    ],
  ])('a kind that is not served is unreadable', async (gvk, reason) => {
    const ref = { ...gvk, namespace: 'shop', name: 'orders' };
    const { fake, results } = await run(() => undefined, [ref, { ...ref, name: 'payments' }]);
    expect(results.get(refKey(ref))).toEqual({ kind: 'unreadable', reason, notServed: true });
    expect(fake.to(`/apis/${gvk.group}/${gvk.version}`)).toHaveLength(1);
  });

  test('a group whose discovery fails is unreadable, not absent', async () => {
    const ref = { group: 'metrics.k8s.io', version: 'v1beta1', kind: 'NodeMetrics', namespace: '', name: 'node-1' };
    const { results } = await run(
      ({ path }) => (path.startsWith('/apis/metrics') ? status(503, 'service unavailable') : undefined),
      [ref],
    );
    expect(results.get(refKey(ref))).toEqual({
      kind: 'unreadable',
      reason: 'what metrics.k8s.io/v1beta1 holds cannot be asked: HTTP 503: service unavailable',
    });
  });

  test('a namespace that does not exist is said where all of it is missing', async () => {
    const ref = { ...configMap('flags'), namespace: 'shop-typo' };
    const { results } = await run(() => undefined, [ref, configMap('absent')]);
    expect(results.get(refKey(ref))).toEqual({ kind: 'missing', note: 'the namespace shop-typo does not exist' });
    expect(results.get(refKey(configMap('absent')))).toEqual({ kind: 'missing' });
  });

  test('names are escaped in the path', async () => {
    const ref = { ...configMap('system:node/../x'), name: 'system:node/../x' };
    const { fake } = await run(() => undefined, [ref]);
    expect(fake.to(`${CONFIG_MAPS}/system%3Anode%2F..%2Fx`)).toHaveLength(1);
  });
});

describe('list', () => {
  const listAll = async (script: Script) => {
    const { cluster } = await connect(await fakeApiServer(script));
    return cluster.list(CONFIG_MAP, 'shop');
  };

  test('gives all pages', async () => {
    const result = await listAll(served(pages));
    expect(result.kind === 'listed' && result.objects.length).toBe(1200);
  });

  test('gives each object once after it had to start again', async () => {
    const result = await listAll(served((seen) => (seen.nth === 3 ? status(410, 'too old') : pages(seen))));
    expect(result.kind === 'listed' && result.objects.length).toBe(1200);
  });

  test('is unavailable where the kind is not served', async () => {
    const { cluster } = await connect(await fakeApiServer(() => undefined));
    expect(await cluster.list({ group: 'batch', version: 'v1', kind: 'CronJob' }, 'shop')).toEqual({
      kind: 'unavailable',
      reason: 'the cluster does not serve batch/v1 CronJob (is it of another Kubernetes version?)',
      notServed: true,
    });
    const scaledObject = { group: 'keda.sh', version: 'v1alpha1', kind: 'ScaledObject' };
    expect(await cluster.list(scaledObject, 'shop')).toMatchObject({ kind: 'unavailable', notServed: true });
  });

  test('is unavailable where it is forbidden', async () => {
    expect(await listAll(served(() => status(403, 'cannot list')))).toEqual({
      kind: 'unavailable',
      reason: 'forbidden: cannot list',
    });
  });
});

describe('discovery of everything', () => {
  const versions = async (script: Script) => (await connect(await fakeApiServer(script))).cluster.apiVersions();

  test('names group-versions and kinds as helm does', async () => {
    const group = (name: string, version: string, ...kinds: string[]) => ({
      items: [
        {
          metadata: { name },
          versions: [{ version, resources: kinds.map((kind) => ({ responseKind: { kind } })) }],
        },
      ],
    });
    const script: Script = ({ path, headers }) => {
      if (headers.accept?.includes('as=APIGroupDiscoveryList') !== true) return undefined;
      if (path === '/api') return { json: group('', 'v1', 'Pod') };
      return path === '/apis' ? { json: group('apps', 'v1', 'Deployment', 'StatefulSet') } : undefined;
    };
    expect(await versions(script)).toEqual(['apps/v1', 'apps/v1/Deployment', 'apps/v1/StatefulSet', 'v1', 'v1/Pod']);
  });

  test('an old server gives group-versions only', async () => {
    const script: Script = ({ path }) => {
      if (path === '/api') return { json: { kind: 'APIVersions', versions: ['v1'] } };
      const groups = [{ name: 'apps', versions: [{ groupVersion: 'apps/v1', version: 'v1' }] }];
      return path === '/apis' ? { json: { kind: 'APIGroupList', groups } } : undefined;
    };
    expect(await versions(script)).toEqual(['apps/v1', 'v1']);
  });

  test('is empty where it is forbidden, and says what that may change', async () => {
    const fake = await fakeApiServer(({ path }) => (path.startsWith('/api') ? status(403, 'no') : undefined));
    const { cluster } = await connect(fake);
    expect(await cluster.apiVersions()).toEqual([]);
    expect(cluster.warnings).toEqual([
      'what the cluster serves is not known, and charts that look at it may be rendered otherwise: forbidden: no',
    ]);
  });

  test.each([
    ['a failure', status(503, 'starting'), 'HTTP 503: starting'],
    ['something else', { json: { hello: 'world' } }, 'the answer is no list of API groups'],
  ])('is no list of less than there is: %s', async (_, reply, reason) => {
    const failing = versions(({ path }) => {
      if (path === '/api') return { json: { kind: 'APIVersions', versions: ['v1'] } };
      return path === '/apis' ? reply : undefined;
    });
    await expect(failing).rejects.toMatchObject({
      code: 'cluster-unreachable',
      message: expect.stringContaining(`does not say what it serves: ${reason}`),
    });
  });
});

describe('schemas', () => {
  test('only the documents that are needed are asked for, once', async () => {
    const document = { openapi: '3.0.0', components: { schemas: {} } };
    const fake = await fakeApiServer(({ path }) => {
      if (path === '/openapi/v3') {
        const paths = { 'apis/shop.test/v1': { serverRelativeURL: '/openapi/v3/apis/shop.test/v1?hash=AB' } };
        return { json: { paths } };
      }
      return path === '/openapi/v3/apis/shop.test/v1' ? { json: document } : undefined;
    });
    const { cluster } = await connect(fake);
    const basket = { group: 'shop.test', version: 'v1', kind: 'Basket' };
    const other = { group: 'other.test', version: 'v1', kind: 'Other' };
    await cluster.schemas([basket, other]);
    expect(await cluster.schemas([basket, other])).toEqual({ types: {}, kinds: {} });
    const asked = fake.seen.filter(({ path }) => path.startsWith('/openapi'));
    expect(asked.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/openapi/v3?',
      '/openapi/v3/apis/shop.test/v1?hash=AB',
    ]);
  });
});
