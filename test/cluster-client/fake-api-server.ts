import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { openApiServer } from '../../src/cluster/api-server.js';
import type { ClusterIo } from '../../src/cluster/cluster-io.js';
import type { ConnectionOptions } from '../../src/model/connection-options.js';
import type { Cluster } from '../../src/model/live.js';
import type { Gvk, ResourceRef } from '../../src/model/resource.js';

/** One request as the fake server saw it. `nth` counts requests for the same path from 1. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly nth: number;
}

/** What to answer: JSON with a status, or anything done by hand; undefined is a 404 Status. */
type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly json: unknown };
export type Script = (seen: Seen, response: ServerResponse) => Reply | 'by-hand' | undefined;

export interface FakeApiServer {
  readonly url: string;
  readonly seen: Seen[];
  /** Requests for a path, in order. */
  to(path: string): Seen[];
}

/** What every fake server answers unless the script does: version and discovery of a few kinds. */
const BASICS: Readonly<Record<string, unknown>> = {
  '/version': { gitVersion: 'v1.36.3' },
  '/api/v1': resourceList(['configmaps', 'ConfigMap'], ['secrets', 'Secret'], ['services', 'Service']),
  '/apis/apps/v1': resourceList(['deployments', 'Deployment']),
  '/api/v1/namespaces/shop': { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'shop' } },
};

/** Starts a plain-HTTP imitation of an API server on loopback, for faults that a real one does not make on demand. */
export async function fakeApiServer(script: Script): Promise<FakeApiServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const path = url.pathname;
    const nth = seen.filter((other) => other.path === path).length + 1;
    const { method = '', headers, rawHeaders } = request;
    const now: Seen = { method, path, query: url.searchParams, headers, rawHeaders, nth };
    seen.push(now);
    const reply = script(now, response) ?? (path in BASICS ? { json: BASICS[path] } : notFound(path));
    if (reply === 'by-hand') return;
    response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, to: (path) => seen.filter((request) => request.path === path) };
}

/** A cluster on a fake server; waits are written down instead of waited. */
export async function connect(
  fake: FakeApiServer,
  options: ConnectionOptions = {},
  io: Partial<ClusterIo> = {},
): Promise<{ cluster: Cluster; waits: number[] }> {
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  const cluster = await openApiServer(
    { server: fake.url, token: 'ey-the-token', ...options },
    { env: {}, now: new Date('2026-11-30T12:00:00Z'), wait, ...io },
  );
  return { cluster, waits };
}

/** A failure as the API server words it. */
export function status(code: number, message: string): { status: number; json: unknown } {
  return { status: code, json: { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code } };
}

export function configMap(name: string): ResourceRef {
  return { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'shop', name };
}

export function configMaps(count: number): ResourceRef[] {
  return Array.from({ length: count }, (_, index) => configMap(`flags-${String(index).padStart(3, '0')}`));
}

export const CONFIG_MAP: Gvk = { group: '', version: 'v1', kind: 'ConfigMap' };
export const CONFIG_MAPS = '/api/v1/namespaces/shop/configmaps';

function resourceList(...kinds: readonly (readonly [plural: string, kind: string])[]): unknown {
  const resources = kinds.map(([name, kind]) => ({ name, kind, namespaced: true, verbs: ['get', 'list', 'patch'] }));
  const eviction = { name: 'pods/eviction', kind: 'Eviction', namespaced: true, verbs: ['create'] };
  return { kind: 'APIResourceList', resources: [...resources, eviction] };
}

function notFound(path: string): Reply {
  return status(404, `nothing at ${path}`);
}
