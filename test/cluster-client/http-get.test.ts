import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { GitdriftError } from '../../src/model/errors.js';
import type { LiveResult } from '../../src/model/resource.js';
import { refKey } from '../../src/model/resource.js';
import {
  CONFIG_MAP,
  CONFIG_MAPS,
  configMap,
  configMaps,
  connect,
  type FakeApiServer,
  fakeApiServer,
  type Script,
  status,
} from './fake-api-server.js';

const FLAGS = `${CONFIG_MAPS}/flags`;
const flags = { metadata: { name: 'flags', namespace: 'shop' }, data: { checkout: 'on' } };

/** Answers requests for the one ConfigMap, everything else as usual. */
const forFlags =
  (script: Script): Script =>
  (seen, response) =>
    seen.path === FLAGS ? script(seen, response) : undefined;

async function fetchFlags(
  script: Script,
  options: Parameters<typeof connect>[1] = {},
): Promise<{ result: LiveResult | undefined; waits: number[]; fake: FakeApiServer; requests: number }> {
  const fake = await fakeApiServer(forFlags(script));
  const { cluster, waits } = await connect(fake, options);
  const results = await cluster.fetch([configMap('flags')]);
  return { result: results.get(refKey(configMap('flags'))), waits, fake, requests: fake.to(FLAGS).length };
}

const failure = (promise: Promise<unknown>): Promise<GitdriftError> =>
  promise.then(
    () => expect.unreachable('it should fail'),
    (error) => error,
  );

describe('retries', () => {
  test.each([
    ['429 with Retry-After: 0', { ...status(429, 'slow down'), headers: { 'Retry-After': '0' } }, [0]],
    ['429 with Retry-After: 1', { ...status(429, 'slow down'), headers: { 'Retry-After': '1' } }, [1000]],
    [
      'a date, counted from the server’s own clock',
      {
        ...status(429, 'slow down'),
        headers: { 'Retry-After': 'Mon, 30 Nov 2026 09:00:07 GMT', Date: 'Mon, 30 Nov 2026 09:00:00 GMT' },
      },
      [7000],
    ],
    ['503 without Retry-After', status(503, 'starting'), [250]],
    ['500', status(500, 'etcd leader changed'), [250]],
  ])('%s is tried again', async (_, refusal, expected) => {
    const { result, waits } = await fetchFlags(({ nth }) => (nth === 1 ? refusal : { json: flags }));
    expect(result?.kind).toBe('found');
    expect(waits).toEqual(expected);
  });

  test('a body that breaks off is asked for again', async () => {
    const { result, requests } = await fetchFlags(({ nth }, response) => {
      if (nth > 1) return { json: flags };
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"metadata":', () => response.destroy());
      return 'by-hand';
    });
    expect([result?.kind, requests]).toEqual(['found', 2]);
  });

  test('they end, and the object is unreadable with what the server said', async () => {
    const { result, waits, requests } = await fetchFlags(() => status(503, 'the aggregated API is down'));
    expect(result).toEqual({ kind: 'unreadable', reason: 'HTTP 503: the aggregated API is down' });
    expect(waits).toEqual([250, 500, 1000, 2000]);
    expect(requests).toBe(5);
  });

  test('a server that asks to wait for too long is not waited for', async () => {
    const { result, waits } = await fetchFlags(() => ({ ...status(429, 'busy'), headers: { 'Retry-After': '3600' } }));
    expect(result).toEqual({ kind: 'unreadable', reason: 'HTTP 429: busy' });
    expect(waits).toEqual([]);
  });

  test('an answer that never gets through makes its object unreadable; a server that answers others is there', async () => {
    const { result, requests } = await fetchFlags((_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"metadata":', () => response.destroy());
      return 'by-hand';
    });
    expect(result).toEqual({
      kind: 'unreadable',
      reason: 'the connection broke off 5 times before the answer was whole (a proxy or load balancer in between?)',
    });
    expect(requests).toBe(5);
  });

  test('are told to whoever wants to know, with the reason', async () => {
    const notes: string[] = [];
    const progress: string[] = [];
    const fake = await fakeApiServer(
      forFlags(({ nth }) => {
        if (nth === 1) return status(503, 'starting');
        return nth === 2 ? { ...status(429, 'slow down'), headers: { 'Retry-After': '2' } } : { json: flags };
      }),
    );
    const io = { note: (text: string) => void notes.push(text), progress: (text: string) => void progress.push(text) };
    const { cluster } = await connect(fake, {}, io);
    await cluster.fetch([configMap('flags')]);
    expect(notes).toEqual([
      `${FLAGS} was asked for again after 250 ms (1 of 4 times): HTTP 503`,
      `${FLAGS} was asked for again after 2 s (2 of 4 times): HTTP 429, and the API server asks to wait`,
    ]);
    expect(progress).toContain('waiting 2 s: HTTP 429, and the API server asks to wait');
  });

  test('end for the whole run after five minutes of waits, whoever asks', async () => {
    const secrets = configMaps(40).map((ref) => ({ ...ref, kind: 'Secret' }));
    const busy = { ...status(429, 'busy'), headers: { 'Retry-After': '20' } };
    const fake = await fakeApiServer(({ path }) => (path.includes('/secrets/') ? busy : undefined));
    const { cluster, waits } = await connect(fake);
    const results = await cluster.fetch(secrets);
    expect([...results.values()]).toEqual(secrets.map(() => ({ kind: 'unreadable', reason: 'HTTP 429: busy' })));
    expect(waits).toHaveLength(300 / 20);
  });

  test('a server that falls silent is not asked a thousand times', async () => {
    const secrets = configMaps(200).map((ref) => ({ ...ref, kind: 'Secret' }));
    const fake = await fakeApiServer(({ path }) => (path.includes('/secrets/') ? 'by-hand' : undefined));
    const { cluster } = await connect(fake, { requestTimeoutMs: 30 });
    const results = [...(await cluster.fetch(secrets)).values()];
    const reasons = results.map((result) => (result.kind === 'unreadable' ? result.reason : result.kind));
    const late = 'the API server did not answer within 0.03 s';
    const given = 'not asked, for the API server left the last 16 requests without an answer';
    expect(new Set(reasons)).toEqual(new Set([late, given]));
    const asked = fake.seen.filter(({ path }) => path.includes('/secrets/')).length;
    expect(asked).toBeGreaterThanOrEqual(16);
    expect(asked).toBeLessThan(40);
  });

  test('a 403 and a 404 are answers, not faults', async () => {
    const forbidden = await fetchFlags(() => status(403, 'configmaps "flags" is forbidden: no RBAC policy matched'));
    expect(forbidden.result).toEqual({
      kind: 'unreadable',
      reason: 'forbidden: configmaps "flags" is forbidden: no RBAC policy matched',
    });
    expect(forbidden.requests).toBe(1);
    const missing = await fetchFlags(() => undefined);
    expect([missing.result, missing.requests]).toEqual([{ kind: 'missing' }, 1]);
  });
});

describe('answers', () => {
  test('integers beyond 2^53 are exact', async () => {
    const { result } = await fetchFlags((_, response) => {
      response.end('{"metadata":{"name":"flags"},"spec":{"serial":9223372036854775807,"small":3}}');
      return 'by-hand';
    });
    expect(result).toMatchObject({ object: { spec: { serial: 9223372036854775807n, small: 3 } } });
  });

  test('a compressed answer is read', async () => {
    const { result, fake } = await fetchFlags((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(flags)));
      return 'by-hand';
    });
    expect(result).toMatchObject({ kind: 'found', object: { data: { checkout: 'on' } } });
    // A proxy may compress all the same; on the own machine nobody is asked to.
    expect(fake.to(FLAGS)[0]?.headers['accept-encoding']).toBe('identity');
  });

  test.each([
    [
      'a page instead of JSON',
      '<html>sign in, token=hunter2</html>',
      'the answer is no JSON (of a proxy, or broken off?)',
    ],
    ['JSON of something else', '{"hello":"world"}', 'the answer is not the object that was asked for'],
  ])('%s makes the object unreadable', async (_, body, reason) => {
    const { result } = await fetchFlags((__, response) => {
      response.end(body);
      return 'by-hand';
    });
    expect(result).toEqual({ kind: 'unreadable', reason });
  });

  test.each([
    ['a page of a proxy', '<html>not found</html>'],
    ['the plain text of a proxy', '404 page not found\n'],
    ['JSON of something else', '{"error":"not found"}'],
    ['nothing', ''],
  ])('a 404 that is no Status makes the object unreadable, not missing: %s', async (_, body) => {
    const { result } = await fetchFlags((__, response) => {
      response.writeHead(404, { 'Content-Type': 'text/html' });
      response.end(body);
      return 'by-hand';
    });
    expect(result).toEqual({ kind: 'unreadable', reason: expect.stringMatching(/^HTTP 404/) });
  });

  test('nor does it say that a namespace does not exist', async () => {
    const fake = await fakeApiServer(({ path }, response) => {
      if (path !== '/api/v1/namespaces/shop') return undefined;
      response.writeHead(404).end('<html>');
      return 'by-hand';
    });
    const { cluster } = await connect(fake);
    expect((await cluster.fetch([configMap('flags')])).get(refKey(configMap('flags')))).toEqual({ kind: 'missing' });
  });

  test('a damaged compressed answer makes the object unreadable, not the run', async () => {
    const { result } = await fetchFlags((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      response.end('not gzip');
      return 'by-hand';
    });
    expect(result?.kind).toBe('unreadable');
  });

  test('a server that does not answer within the time limit makes the object unreadable', async () => {
    const { result, requests } = await fetchFlags(() => 'by-hand', { requestTimeoutMs: 60 });
    expect(result).toEqual({ kind: 'unreadable', reason: 'the API server did not answer within 0.06 s' });
    expect(requests).toBe(1);
  });

  test('deprecation warnings are passed on once', async () => {
    const fake = await fakeApiServer(
      forFlags(() => ({ json: flags, headers: { Warning: '299 - "policy/v1beta1 is \\"old\\""' } })),
    );
    const { cluster } = await connect(fake);
    await cluster.fetch([configMap('flags')]);
    await cluster.fetch([configMap('flags')]);
    expect(cluster.warnings).toEqual(['the API server warns: policy/v1beta1 is "old"']);
  });
});

describe('requests', () => {
  test('nothing but GET is ever sent', async () => {
    const empty = [CONFIG_MAPS, '/api', '/apis'];
    const fake = await fakeApiServer(({ path }) => (empty.includes(path) ? { json: { items: [] } } : undefined));
    const { cluster } = await connect(fake);
    await cluster.fetch([...configMaps(12), configMap('flags')]);
    await cluster.list(CONFIG_MAP, '');
    await cluster.kind(CONFIG_MAP);
    await cluster.apiVersions();
    await cluster.schemas([CONFIG_MAP]);
    expect(new Set(fake.seen.map(({ method }) => method))).toEqual(new Set(['GET']));
    const asked = new Set(fake.seen.map(({ path }) => path));
    for (const path of ['/version', '/api/v1', CONFIG_MAPS, '/api/v1/configmaps', '/api', '/apis', '/openapi/v3']) {
      expect(asked).toContain(path);
    }
  });

  test('credentials and impersonation go with each, one header a group', async () => {
    const fake = await fakeApiServer(() => undefined);
    await connect(fake, { as: 'ana', asGroups: ['dev', 'on-call'] });
    const { headers, rawHeaders } = fake.to('/version')[0] ?? expect.unreachable();
    expect(headers.authorization).toBe('Bearer ey-the-token');
    expect(headers['impersonate-user']).toBe('ana');
    const groups = rawHeaders.filter((_, at) => rawHeaders[at - 1]?.toLowerCase() === 'impersonate-group');
    expect(groups).toEqual(['dev', 'on-call']);
  });

  test('a server with a path keeps it', async () => {
    const fake = await fakeApiServer(({ path }) =>
      path === '/k8s/clusters/c-42/version' ? { json: { gitVersion: 'v1.35.0' } } : undefined,
    );
    const { cluster } = await connect({ ...fake, url: `${fake.url}/k8s/clusters/c-42/` });
    expect(cluster.destination.version).toBe('v1.35.0');
  });

  test('no more than --concurrency are in flight', async () => {
    let [now, most] = [0, 0];
    const fake = await fakeApiServer((seen, response) => {
      if (!seen.path.startsWith(`${CONFIG_MAPS}/`)) return undefined;
      most = Math.max(most, ++now);
      setImmediate(() => {
        now--;
        response.end(JSON.stringify({ metadata: { name: seen.path.split('/').at(-1) } }));
      });
      return 'by-hand';
    });
    const { cluster } = await connect(fake, { concurrency: 3 });
    const results = await cluster.fetch(configMaps(9));
    expect([...results.values()].every(({ kind }) => kind === 'found')).toBe(true);
    expect(most).toBeLessThanOrEqual(3);
    expect(most).toBeGreaterThan(1);
  });
});

test('many requests in flight cause no warning of Node', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  const held: (() => void)[] = [];
  const secrets = configMaps(20).map((ref) => ({ ...ref, kind: 'Secret' }));
  const fake = await fakeApiServer(({ path }, response) => {
    if (!path.includes('/secrets/')) return undefined;
    held.push(() => response.end(JSON.stringify({ metadata: { name: path.split('/').at(-1) } })));
    if (held.length === secrets.length) for (const release of held) release();
    return 'by-hand';
  });
  const { cluster } = await connect(fake, { concurrency: 20 }, { signal: new AbortController().signal });
  const results = await cluster.fetch(secrets);
  process.off('warning', note);
  expect(results.size).toBe(20);
  expect(warnings).toEqual([]);
});

describe('a run that cannot go on', () => {
  test('nobody listens', async () => {
    const fake = { url: 'http://127.0.0.1:1', seen: [], to: () => [] };
    const error = await failure(connect(fake));
    expect(error).toMatchObject({ name: 'GitdriftError', code: 'cluster-unreachable' });
    expect(error.message).toBe('cannot reach the API server http://127.0.0.1:1: connection refused');
    expect(error.hint).toContain('is the cluster running');
  });

  test('a host name that does not exist', async () => {
    const error = await failure(connect({ url: 'https://no-such-host.invalid', seen: [], to: () => [] }));
    expect(error.code).toBe('cluster-unreachable');
    expect(error.message).toContain('its host name cannot be resolved');
  });

  test('credentials that are not accepted, without naming them', async () => {
    const fake = await fakeApiServer(() => status(401, 'Unauthorized'));
    const error = await failure(connect(fake));
    expect(error.code).toBe('cluster-refused');
    expect(error.message).toContain('does not accept the credentials of the user of --token');
    expect(error.message + error.hint).not.toContain('ey-the-token');
    // Once with the credentials there were, once with new ones.
    expect(fake.to('/version')).toHaveLength(2);
  });

  test('a connection that closes again and again', async () => {
    const fake = await fakeApiServer((_, response) => {
      response.destroy();
      return 'by-hand';
    });
    const error = await failure(connect(fake));
    expect(error).toMatchObject({ code: 'cluster-unreachable' });
    expect(error.message).toContain('the connection was closed');
    expect(fake.seen).toHaveLength(5);
  });

  test('something that is no API server', async () => {
    const fake = await fakeApiServer((_, response) => {
      response.end('<html></html>');
      return 'by-hand';
    });
    expect(await failure(connect(fake))).toMatchObject({ code: 'cluster-refused' });
  });

  test('a server that takes no more requests', async () => {
    const error = await failure(connect(await fakeApiServer(() => status(429, 'too many requests'))));
    expect(error.code).toBe('cluster-unreachable');
    expect(error.message).toMatch(/takes no more requests now: HTTP 429: too many requests$/);
    expect(error.hint).toContain('try again later');
  });

  test('a sign-in page', async () => {
    const fake = await fakeApiServer(() => ({ status: 302, json: {}, headers: { Location: 'https://login.test' } }));
    const error = await failure(connect(fake));
    expect(error.message).toContain('HTTP 302: sent elsewhere (the sign-in page of a proxy?)');
  });

  test('a first answer that does not come', async () => {
    const fake = await fakeApiServer(() => 'by-hand');
    const error = await failure(connect(fake, { requestTimeoutMs: 60 }));
    expect(error).toMatchObject({ code: 'cluster-unreachable' });
    expect(error.message).toContain('did not answer within 0.06 s');
  });

  test('Ctrl-C while waiting for an answer', async () => {
    const interrupt = new AbortController();
    const fake = await fakeApiServer(
      forFlags(() => {
        interrupt.abort();
        return 'by-hand';
      }),
    );
    const { cluster } = await connect(fake, {}, { signal: interrupt.signal });
    expect(await failure(cluster.fetch([configMap('flags')]))).toMatchObject({ code: 'interrupted' });
  });

  test('whoever may not ask for the version may still read objects', async () => {
    const fake = await fakeApiServer(({ path }) => (path === '/version' ? status(403, 'no') : undefined));
    const { cluster } = await connect(fake);
    expect(cluster.destination).toEqual({ server: fake.url, namespace: 'default' });
  });
});
