import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deployment, settings } from '../scenarios/manifests.js';
import { application, resource } from '../scenarios/report-contract.js';
import { compared, world } from '../scenarios/world.js';
import { type Asked, type Fault, type FaultProxy, type Faults, faultProxy, status } from './fault-proxy.js';
import { plainly } from './plainly.js';

const { server, controlplane } = inject('cluster');
const here = world('faults');
const { apply, folder, namespace } = here;
const MAPS = `/api/v1/namespaces/${namespace}/configmaps`;

const names = Array.from({ length: 12 }, (_, index) => `map-${String(index).padStart(2, '0')}`);
const maps = names.map((name) => settings(name, { mode: 'day' })).join('---\n');
const others = `---\n${deployment({ name: 'web', replicas: 1 })}`;

/** A fault of the list of ConfigMaps, the others being well. */
const ofList =
  (fault: (asked: Asked) => Fault | undefined): Faults =>
  (asked) =>
    asked.path === MAPS ? fault(asked) : undefined;
/** A fault of everything but the first question of a run. */
const ofEverything =
  (fault: Fault): Faults =>
  ({ path }) =>
    path === '/version' ? undefined : fault;
const always = (fault: Fault) => ofList(() => fault);
const once = (fault: Fault) => ofList(({ nth }) => (nth === 1 ? fault : undefined));
const soon = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

describe.skipIf(controlplane === undefined)('an API server whose answers', () => {
  let proxy: FaultProxy;
  let path: string;
  beforeAll(async () => {
    proxy = await faultProxy(server, { page: 5 });
    await apply(`${maps}${others}`);
    path = folder({ 'all.yaml': `${maps}${others}` });
  });
  afterAll(() => proxy.close());

  const diff = async (faults: Faults, ...flags: readonly string[]) => {
    proxy.set(faults);
    const before = proxy.heard.length;
    const ended = await here.gitdrift(['diff', path, '-n', namespace, '--server', proxy.url, '-o', 'json', ...flags]);
    return { ended: plainly(ended), asked: proxy.heard.slice(before) };
  };
  /** How many of the twelve could not be compared, why, and that nothing else suffers. */
  const unread = ({ ended }: Awaited<ReturnType<typeof diff>>): { count: number; reasons: (string | undefined)[] } => {
    const { report, code } = compared(ended);
    const { resources, sync, action } = application(report);
    const unreadable = resources.filter(({ outcome }) => outcome === 'unreadable');
    for (const one of unreadable) expect(one).toMatchObject({ kind: 'ConfigMap', sync: 'Unknown' });
    expect(resource(report, 'Deployment', 'web')).toMatchObject({ outcome: 'compared', sync: 'Synced' });
    expect(resources.filter(({ outcome }) => outcome === 'missing')).toEqual([]);
    if (unreadable.length > 0) {
      expect(code).toBe(3);
      expect(sync.status).toBe('Unknown');
      expect(action.code).toBe('investigate');
    } else {
      expect(code).toBe(0);
      expect(sync.status).toBe('Synced');
    }
    return { count: unreadable.length, reasons: [...new Set(unreadable.map(({ message }) => message))] };
  };
  const ALL_READ = { count: 0, reasons: [] };

  describe('are faulty once are asked for again, and all is compared:', () => {
    it.each<[string, () => Fault, string]>([
      ['429 with Retry-After in seconds', () => status(429, 'slow down', { 'Retry-After': '1' }), '1 s'],
      [
        '429 with Retry-After as a date',
        () => status(429, 'slow down', { 'Retry-After': soon(1), Date: soon(0) }),
        's',
      ],
      ['500', () => status(500, 'etcdserver: leader changed'), '250 ms'],
      ['503', () => status(503, 'apiserver is shutting down'), '250 ms'],
      ['a reset in the middle of a page', () => ({ kind: 'cut', after: 700 }), '250 ms'],
    ])('%s', async (_, fault, wait) => {
      const run = await diff(once(fault()), '-v');
      expect(unread(run)).toEqual(ALL_READ);
      expect(run.ended.err).toMatch(
        new RegExp(`^note: ${MAPS} was asked for again after .*${wait} \\(1 of 4 times\\): `, 'm'),
      );
      expect(run.asked.filter((asked) => asked.path === MAPS && !asked.query.has('continue')).length).toBeGreaterThan(
        1,
      );
    });

    it('a reset in the middle of a later page', async () => {
      const run = await diff(
        ofList(({ query, nth }) => (query.has('continue') && nth === 2 ? { kind: 'cut', after: 9 } : undefined)),
      );
      expect(unread(run)).toEqual(ALL_READ);
      expect(run.ended.err).not.toContain('note:');
    });
  });

  describe('stay faulty make Unknown what they hold, and nothing else:', () => {
    it.each<[string, Fault, RegExp]>([
      ['429', status(429, 'slow down', { 'Retry-After': '0' }), /HTTP 429: slow down/],
      ['429 that asks for an hour', status(429, 'slow down', { 'Retry-After': '3600' }), /HTTP 429: slow down/],
      ['500', status(500, 'etcdserver: request timed out'), /HTTP 500: etcdserver: request timed out/],
      ['resets', { kind: 'cut', after: 700 }, /the connection broke off 5 times before the answer was whole/],
      ['JSON that is cut off', { kind: 'rewritten', change: (body) => body.slice(0, 900) }, /the answer is no JSON/],
      [
        'the page of a login',
        { kind: 'answer', status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>Sign in</html>' },
        /the answer is no JSON \(of a proxy, or broken off\?\)/,
      ],
      [
        'JSON of something else',
        { kind: 'answer', status: 200, body: '{"hello":"world"}' },
        /is not the list that was asked for/,
      ],
      ['a silence', { kind: 'silence' }, /did not answer within 1 s/],
      ['a byte at a time', { kind: 'trickle', everyMs: 20 }, /did not answer within 1 s/],
    ])('%s', async (_, fault, reason) => {
      // Where the list fails single objects are not asked for: they would be a thousand requests more for such a server.
      const run = await diff(always(fault), '--request-timeout=1s');
      const { count, reasons } = unread(run);
      expect(count).toBe(12);
      expect(reasons).toEqual([expect.stringMatching(reason)]);
      expect(run.asked.filter((asked) => asked.path === MAPS).length).toBeLessThanOrEqual(5);
      expect(run.ended.err + run.ended.out).not.toContain('Sign in');
    });

    it('names in the text what was not read, and why', async () => {
      proxy.set(always(status(500, 'etcdserver: request timed out')));
      const ended = plainly(await here.gitdrift(['diff', path, '-n', namespace, '--server', proxy.url]));
      expect(ended.code).toBe(3);
      expect(ended.out).toContain('etcdserver: request timed out');
      expect(ended.out).toMatch(/Unknown/);
      expect(ended.out).toContain('ConfigMap');
    });
  });

  describe('lists', () => {
    it('whose continue token expired begin again', async () => {
      const run = await diff(
        ofList(({ query, nth }) => (query.has('continue') && nth === 2 ? status(410, 'expired') : undefined)),
      );
      expect(unread(run)).toEqual(ALL_READ);
      const pages = run.asked.filter((asked) => asked.path === MAPS).map(({ query }) => query.has('continue'));
      expect(pages.slice(0, 3)).toEqual([false, true, false]);
    });

    it('whose tokens expire always are read one by one', async () => {
      const run = await diff(ofList(({ query }) => (query.has('continue') ? status(410, 'expired') : undefined)));
      expect(unread(run)).toEqual(ALL_READ);
      expect(run.asked.filter((asked) => asked.path.startsWith(`${MAPS}/`)).length).toBeGreaterThan(0);
    });

    it('that give the same page for ever end', async () => {
      let first = '';
      const run = await diff(
        ofList(({ nth }) => ({
          kind: 'rewritten',
          change: (body) => {
            if (nth === 1) first = body;
            return first;
          },
        })),
      );
      const { count, reasons } = unread(run);
      expect(count).toBeGreaterThan(0);
      expect(reasons).toEqual([expect.stringContaining('gives the same page of the list again')]);
    });
  });

  describe('send elsewhere', () => {
    it('are not followed, and no token goes to another host', async () => {
      const thief = await faultProxy(server);
      try {
        const away = (asked: Asked): Fault => ({
          kind: 'answer',
          status: 307,
          headers: { Location: `${thief.url}${asked.path}` },
        });
        const run = await diff(ofList(away));
        const { count, reasons } = unread(run);
        expect(count).toBe(12);
        expect(reasons).toEqual([expect.stringContaining('HTTP 307: sent elsewhere (the sign-in page of a proxy?)')]);
        expect(thief.heard).toEqual([]);
      } finally {
        thief.close();
      }
    });
  });

  it('stop to come end the run long before each request had its time', async () => {
    const many = Array.from(
      { length: 60 },
      (_, index) => `apiVersion: v1\nkind: Secret\nmetadata: {name: key-${index}}\n`,
    ).join('---\n');
    const secrets = folder({ 'secrets.yaml': many });
    proxy.set(ofEverything({ kind: 'silence' }));
    const before = proxy.heard.length;
    const flags = ['-n', namespace, '--server', proxy.url, '--request-timeout=300ms', '-o', 'json'];
    const { report, code } = compared(plainly(await here.gitdrift(['diff', secrets, ...flags])));
    expect(code).toBe(3);
    expect(report.summary).toMatchObject({ resources: 60, unknown: 60 });
    expect(proxy.heard.length - before).toBeLessThan(40);
    const reasons = new Set(application(report).resources.map(({ message }) => message));
    expect(
      [...reasons].filter((reason) => reason?.includes('left the last 16 requests without an answer')),
    ).toHaveLength(1);
  });
});
