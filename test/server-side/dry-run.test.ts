import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openApiServer } from '../../src/cluster/api-server.js';
import { refusalOf } from '../../src/cluster/dry-run-refusal.js';
import { type DesiredObject, type KubernetesObject, refOf } from '../../src/model/resource.js';
import {
  CONFIG_MAPS,
  type FakeApiServer,
  fakeApiServer,
  type Script,
  status,
} from '../cluster-client/fake-api-server.js';

const FLAGS = `${CONFIG_MAPS}/flags`;
const BIG = 9_223_372_036_854_775_807n;

function desired(data: object): DesiredObject {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'flags', namespace: 'shop' },
    data,
  } as unknown as KubernetesObject;
  return { ref: refOf(object), object, origins: { file: 'flags.yaml', lines: new Map() } };
}

async function world(script: Script, manager = 'argocd-controller', data: object = { mode: 'day' }) {
  const bodies: string[] = [];
  const fake = await fakeApiServer((seen, response) => {
    if (seen.method !== 'PATCH') return script(seen, response);
    void buffer(response.req).then((body) => {
      bodies.push(body.toString('utf8'));
      const reply = script(seen, response);
      if (reply === 'by-hand' || reply === undefined) return;
      response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers });
      response.end(JSON.stringify(reply.json));
    });
    return 'by-hand';
  });
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  const io = { env: {}, now: new Date('2026-11-30T12:00:00Z'), wait };
  const cluster = await openApiServer(
    { server: fake.url, token: 'ey-the-token', as: 'ana', requestTimeoutMs: 500 },
    io,
  );
  const result = await (await cluster.dryRun())(desired(data), manager);
  return { fake, bodies, waits, result };
}

const patches = (fake: FakeApiServer) => fake.seen.filter(({ method }) => method === 'PATCH');
const stored = { metadata: { name: 'flags', namespace: 'shop' } };

describe('a dry run', () => {
  it('is one PATCH that stores nothing, with the credentials of every request', async () => {
    const { fake, result } = await world(
      ({ method }) => (method === 'PATCH' ? { json: stored } : undefined),
      'a&dryRun=',
    );
    expect(result).toEqual({ kind: 'applied', object: stored });
    const [patch, ...more] = patches(fake);
    expect(more).toEqual([]);
    expect(patch?.path).toBe(FLAGS);
    expect(Object.fromEntries(patch?.query ?? [])).toEqual({ dryRun: 'All', force: 'true', fieldManager: 'a&dryRun=' });
    expect(patch?.headers).toMatchObject({
      'content-type': 'application/apply-patch+yaml',
      authorization: 'Bearer ey-the-token',
      'impersonate-user': 'ana',
      'user-agent': 'gitdrift',
    });
  });

  it('is never sent by what only reads', async () => {
    const { fake } = await world(({ method }) => (method === 'PATCH' ? { json: stored } : undefined));
    expect(fake.seen.filter(({ method }) => method !== 'PATCH').map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  it('sends numbers exactly and no character that a YAML reader refuses or folds', async () => {
    const text = 'a\u0085b\u2028c\u007fd\ufeffe – f\n\u{1f600}';
    const { bodies } = await world(({ method }) => (method === 'PATCH' ? { json: stored } : undefined), 'm', {
      text,
      big: BIG,
    });
    expect(bodies[0]).toContain('"big":9223372036854775807');
    expect(bodies[0]).not.toMatch(/[\u007f-\u009f\u2028\u2029\ufeff\n]/);
    expect(JSON.parse(bodies[0] ?? '').data.text).toBe(text);
  });

  it('is tried again where the server asks for it, and not where a webhook failed', async () => {
    const busy = await world(({ method, nth }) =>
      method !== 'PATCH'
        ? undefined
        : nth === 1
          ? { ...status(429, 'later'), headers: { 'Retry-After': '2' } }
          : { json: stored },
    );
    expect(busy.result.kind).toBe('applied');
    expect(busy.waits).toEqual([2000]);
    const webhook = 'Internal error occurred: failed calling webhook "pods.example": no endpoints available';
    const failing = await world(({ method }) => (method === 'PATCH' ? status(500, webhook) : undefined));
    expect(failing.result).toEqual({ kind: 'refused', reason: webhook, onlyServerSide: false });
    expect(patches(failing.fake)).toHaveLength(1);
  });

  it('is unavailable where nothing comes, or something else than an object', async () => {
    const late = await world(({ method }) => (method === 'PATCH' ? 'by-hand' : undefined));
    expect(late.result).toEqual({ kind: 'unavailable', reason: 'the API server did not answer within 0.5 s' });
    const other = await world(({ method }) => (method === 'PATCH' ? { json: 'hello' } : undefined));
    expect(other.result).toEqual({ kind: 'unavailable', reason: 'the answer is not the object that was sent' });
  });

  it('is not sent for a kind that the server does not have', async () => {
    const { result, fake } = await world(({ path }) => (path === '/api/v1' ? { json: { resources: [] } } : undefined));
    expect(result).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('does not serve v1 ConfigMap'),
    });
    expect(patches(fake)).toEqual([]);
  });
});

describe('an answer that is no object', () => {
  const kind = (code: number, message: string | undefined) => {
    const said = refusalOf(code, message);
    return said.kind === 'refused' && said.onlyServerSide ? 'refused server-side' : said.kind;
  };
  const user = 'configmaps "x" is forbidden: User "ana" cannot';
  it.each<[number, string | undefined, string]>([
    [422, 'Deployment.apps "x" is invalid: spec.selector: Invalid value: field is immutable', 'refused'],
    [403, 'admission webhook "policy.example" denied the request: no latest tags', 'refused'],
    [403, 'pods "x" is forbidden: violates PodSecurity "restricted:latest"', 'refused'],
    [403, 'pods "x" is forbidden: exceeded quota: small, requested: pods=1', 'refused'],
    [
      422,
      "deployments.apps \"x\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no",
      'refused',
    ],
    [400, 'metadata.managedFields must be nil', 'refused'],
    [409, 'Operation cannot be fulfilled on configmaps "x": the object has been modified', 'refused'],
    [500, 'Internal error occurred: failed calling webhook "policy.example": connection refused', 'refused'],
    [
      500,
      'failed to create typed patch object (shop/x; /v1, Kind=Service): .spec.prots: field not declared in schema',
      'refused server-side',
    ],
    [403, `${user} patch resource "configmaps" in API group "" in the namespace "shop"`, 'unavailable'],
    [403, `${user} create resource "configmaps" in API group "" in the namespace "shop"`, 'unavailable'],
    [
      403,
      'roles "x" is forbidden: user "ana" (groups=["a"]) is attempting to grant RBAC permissions not currently held:',
      'unavailable',
    ],
    [400, 'admission webhook "policy.example" does not support dry run', 'unavailable'],
    [404, 'namespaces "shop" not found', 'unavailable'],
    [405, 'the server does not allow this method on the requested resource', 'unavailable'],
    [415, 'the body of the request was in an unknown format', 'unavailable'],
    [429, 'too many requests', 'unavailable'],
    [500, 'etcdserver: leader changed', 'unavailable'],
    [503, 'apiserver is shutting down', 'unavailable'],
    [302, 'Found', 'unavailable'],
    [400, undefined, 'unavailable'],
  ])('%i %s is %s', (code, message, expected) => {
    expect(kind(code, message)).toBe(expected);
  });
});
