import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/cluster/http-get.js';
import { keepAnswers, type SizedAnswer as Sized } from '../../src/cluster/kept-answers.js';
import { refKey } from '../../src/model/resource.js';
import { CONFIG_MAPS, configMap, configMaps, connect, fakeApiServer, type Script, status } from './fake-api-server.js';

type SizedAnswer = Sized<Answer>;

const ok = (value: string, characters = 10): SizedAnswer => ({ answer: { kind: 'ok', value }, characters });
const failed = (code: number): SizedAnswer => ({
  answer: { kind: 'failed', status: code, reason: 'no' },
  characters: 5,
});

/** Reads a key at a time; what of it was asked for. */
async function asked(keys: readonly string[], answer: (key: string) => SizedAnswer, most?: number): Promise<string[]> {
  const kept = keepAnswers<Answer>(most);
  const seen: string[] = [];
  for (const key of keys) {
    await kept.read(key, async () => {
      seen.push(key);
      return answer(key);
    });
  }
  return seen;
}

describe('kept answers', () => {
  it('are asked for once', async () => {
    expect(await asked(['/a', '/b', '/a', '/b'], ok)).toEqual(['/a', '/b']);
  });

  it('are asked for once also by those who come while the first waits', async () => {
    const kept = keepAnswers<Answer>();
    let asks = 0;
    const ask = async (): Promise<SizedAnswer> => ok(String(++asks));
    const answers = await Promise.all([kept.read('/a', ask), kept.read('/a', ask)]);
    expect([asks, answers[0]]).toEqual([1, answers[1]]);
  });

  it('go when they are too long together, the one that was last asked for last', async () => {
    expect(await asked(['/a', '/b', '/a', '/c', '/a', '/b'], (key) => ok(key, 40), 100)).toEqual([
      ...['/a', '/b', '/c', '/b'],
    ]);
    expect(await asked(['/long', '/long'], (key) => ok(key, 200), 100)).toEqual(['/long', '/long']);
  });

  it.each([
    [403, 1],
    [404, 1],
    [405, 1],
    [0, 2],
    [429, 2],
    [500, 2],
    [503, 2],
  ])('of status %i are asked for %i times by two', async (code, times) => {
    expect(await asked(['/a', '/a'], () => failed(code))).toHaveLength(times);
  });

  it('of a list are asked for anew when one of its pages expired', async () => {
    const page = (key: string): SizedAnswer => (key === '/a?continue=1' ? failed(410) : ok(key));
    expect(await asked(['/a?limit=5', '/b', '/a?continue=1', '/a?limit=5', '/b'], page)).toEqual([
      ...['/a?limit=5', '/b', '/a?continue=1', '/a?limit=5'],
    ]);
  });

  it('do not keep a failure of the connection', async () => {
    const kept = keepAnswers<Answer>();
    await expect(kept.read('/a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await kept.read('/a', async () => ok('there'))).toEqual({ kind: 'ok', value: 'there' } satisfies Answer);
  });
});

const SHARED = { shared: true } as const;
const listOf =
  (names: readonly string[], left = 0): Script =>
  (seen) => {
    const item = (name: string) => ({ metadata: { name, namespace: 'shop' } });
    if (seen.path === CONFIG_MAPS) {
      const metadata = left === 0 ? {} : { continue: 'more', remainingItemCount: left };
      return { json: { kind: 'ConfigMapList', metadata, items: names.map(item) } };
    }
    return seen.path.startsWith(`${CONFIG_MAPS}/`)
      ? { json: item(seen.path.slice(CONFIG_MAPS.length + 1)) }
      : undefined;
  };

describe('a cluster that many applications share', () => {
  it('gives each its objects from one list', async () => {
    const wanted = configMaps(40);
    const fake = await fakeApiServer(listOf(wanted.map(({ name }) => name)));
    const { cluster } = await connect(fake, SHARED);
    for (const ref of wanted) expect((await cluster.fetch([ref])).get(refKey(ref))?.kind).toBe('found');
    expect((await cluster.fetch([configMap('renamed')])).get(refKey(configMap('renamed')))).toEqual({
      kind: 'missing',
    });
    expect(fake.seen.map(({ path }) => path)).toEqual(['/version', CONFIG_MAPS, '/api/v1/namespaces/shop']);
  });

  it('is asked for each object where too much else is in the list, and for none twice', async () => {
    const fake = await fakeApiServer(listOf(['others'], 50_000));
    const { cluster } = await connect(fake, SHARED);
    for (const ref of [...configMaps(3), ...configMaps(3)]) await cluster.fetch([ref]);
    expect(fake.to(CONFIG_MAPS)).toHaveLength(1);
    expect(fake.seen.filter(({ path }) => path.startsWith(`${CONFIG_MAPS}/`))).toHaveLength(3);
  });

  it('is asked for each object where listing is forbidden, which is asked once', async () => {
    const list = listOf([]);
    const fake = await fakeApiServer((seen, response) =>
      seen.path === CONFIG_MAPS ? status(403, 'no') : list(seen, response),
    );
    const { cluster } = await connect(fake, SHARED);
    for (const ref of configMaps(3)) expect((await cluster.fetch([ref])).get(refKey(ref))?.kind).toBe('found');
    expect(fake.to(CONFIG_MAPS)).toHaveLength(1);
  });

  it('has Secrets and definitions read one by one', async () => {
    const secret = { group: '', version: 'v1', kind: 'Secret', namespace: 'shop', name: 'login' };
    const definition = {
      ...{ group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition', namespace: '' },
      name: 'rates.shop.example.com',
    };
    const fake = await fakeApiServer(() => undefined);
    const { cluster } = await connect(fake, SHARED);
    await cluster.fetch([secret, definition]);
    const paths = fake.seen.map(({ path }) => path);
    expect(paths).toContain('/api/v1/namespaces/shop/secrets/login');
    expect(paths).not.toContain('/api/v1/namespaces/shop/secrets');
    expect(paths).not.toContain('/apis/apiextensions.k8s.io/v1/customresourcedefinitions');
  });
});
