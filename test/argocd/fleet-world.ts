import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { engine } from '../../src/engine.js';
import type { JsonObject } from '../../src/model/json.js';
import type { Report } from '../../src/model/report.js';
import { type Transcript, transcript } from '../cli/fake-io.js';
import { repository, scratch } from '../source/repositories.js';
import { application } from './world.js';

/** Applications spread over repositories and namespaces, and the cluster that holds them. */
export interface Fleet {
  readonly applications: readonly JsonObject[];
  readonly objects: readonly JsonObject[];
  /** Clones by address. */
  readonly repositories: Readonly<Record<string, string>>;
}

const DATA = { currency: 'EUR' };
export const two = (at: number): string => String(at).padStart(2, '0');
const three = (at: number): string => String(at).padStart(3, '0');

/** `count` Applications `app-000` and on, each with a ConfigMap, a Service and a ConfigMap that live has otherwise for every 10th. */
export function fleet(count: number, over: { repositories: number; namespaces: number }): Fleet {
  const files: Record<string, string>[] = Array.from({ length: over.repositories }, () => ({}));
  const applications: JsonObject[] = [];
  const objects: JsonObject[] = [];
  for (let at = 0; at < count; at++) {
    const [name, namespace, repo] = [`app-${three(at)}`, `team-${two(at % over.namespaces)}`, at % over.repositories];
    const repoURL = urlOf(repo);
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: DATA };
    const service = {
      ...{ apiVersion: 'v1', kind: 'Service', metadata: { name } },
      spec: { clusterIP: 'None', ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 80 }] },
    };
    Object.assign(files[repo] ?? {}, {
      [`apps/${name}/map.json`]: JSON.stringify(map),
      [`apps/${name}/service.json`]: JSON.stringify(service),
    });
    const live = (object: JsonObject, kind: string): JsonObject => ({
      ...object,
      metadata: {
        ...{ name, namespace, uid: `${kind}-${at}` },
        annotations: { 'argocd.argoproj.io/tracking-id': `${name}:/${kind}:${namespace}/${name}` },
      },
    });
    objects.push(
      live(at % 10 === 3 ? { ...map, data: { currency: 'USD' } } : map, 'ConfigMap'),
      live(service, 'Service'),
    );
    const source = { repoURL, path: `apps/${name}`, targetRevision: 'main' };
    applications.push(
      application({ name, spec: { source, destination: { server: 'https://kubernetes.default.svc', namespace } } }),
    );
  }
  const repositories = Object.fromEntries(files.map((one, at) => [urlOf(at), repository(one)]));
  return { applications, objects, repositories };
}

const urlOf = (at: number): string => `https://git.example.com/team/shop-${at}.git`;

/** What a run over a fleet asked for. */
export interface Spent extends Transcript {
  readonly report: Report;
  /** Paths with their queries, in order. */
  readonly requests: readonly string[];
  /** The most requests that were in flight at once. */
  readonly atOnce: number;
  /** The words after `git`. */
  readonly git: readonly string[];
}

/** Runs `diff --all-apps` against a fake API server that serves the fleet, with a git that counts itself. */
export async function runFleet(
  world: Fleet,
  given: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Spent> {
  const folder = scratch();
  const log = join(folder, 'git.log');
  writeFileSync(
    join(folder, 'git'),
    `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nPATH='${process.env.PATH}' exec git "$@"\n`,
  );
  chmodSync(join(folder, 'git'), 0o755);
  const api = await served(world);
  const before = api.requests.length;
  const maps = Object.entries(world.repositories).flatMap(([url, clone]) => ['--repo-map', `${url}=${clone}`]);
  const argv = ['diff', '--all-apps', '--server', api.url, '--token', 'ey-the-token', ...maps, '-o', 'json'];
  const ran = await transcript([...argv, ...(given.args ?? [])], engine, {
    cwd: folder,
    env: {
      ...{ PATH: `${folder}${delimiter}${process.env.PATH}`, HOME: folder, TMPDIR: folder, GIT_CONFIG_NOSYSTEM: '1' },
      ...given.env,
    },
  });
  if (ran.out === '') throw new Error(ran.err);
  const git = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return {
    ...ran,
    report: JSON.parse(ran.out) as Report,
    requests: api.requests.slice(before),
    atOnce: api.atOnce(),
    git,
  };
}

const servers = new WeakMap<Fleet, ReturnType<typeof serve>>();

/** All runs over a fleet ask the same server, for its address is part of what they say. */
function served(world: Fleet): ReturnType<typeof serve> {
  const known = servers.get(world) ?? serve(world);
  servers.set(world, known);
  return known;
}

const PLURALS: Readonly<Record<string, string>> = {
  ConfigMap: 'configmaps',
  Service: 'services',
  Application: 'applications',
  AppProject: 'appprojects',
};

async function serve({ applications, objects }: Fleet) {
  const project: JsonObject = {
    ...{ apiVersion: 'argoproj.io/v1alpha1', kind: 'AppProject', metadata: { name: 'default', namespace: 'argocd' } },
    spec: { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }] },
  };
  const byPath = new Map<string, JsonObject>();
  const lists = new Map<string, JsonObject[]>();
  for (const object of [...applications, ...objects, project]) {
    const { name, namespace } = object.metadata as { name: string; namespace: string };
    const version = String(object.apiVersion);
    const base = version === 'v1' ? '/api/v1' : `/apis/${version}`;
    const plural = PLURALS[String(object.kind)] ?? '';
    byPath.set(`${base}/namespaces/${namespace}/${plural}/${name}`, object);
    for (const list of [`${base}/namespaces/${namespace}/${plural}`, `${base}/${plural}`]) {
      lists.set(list, [...(lists.get(list) ?? []), object]);
    }
    byPath.set(`/api/v1/namespaces/${namespace}`, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
  }
  const discovery: Readonly<Record<string, readonly string[]>> = {
    '/api/v1': ['ConfigMap', 'Service'],
    '/apis/argoproj.io/v1alpha1': ['Application', 'AppProject'],
  };
  const answer = (path: string): object | undefined => {
    if (path === '/version') return { gitVersion: 'v1.36.3' };
    const kinds = discovery[path];
    const verbs = ['get', 'list'];
    const entry = (kind: string) => ({ name: PLURALS[kind], kind, namespaced: true, verbs });
    if (kinds !== undefined) return { kind: 'APIResourceList', resources: kinds.map(entry) };
    const list = lists.get(path);
    return list === undefined ? byPath.get(path) : { kind: 'List', metadata: {}, items: list };
  };
  const requests: string[] = [];
  let [now, most] = [0, 0];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://fake');
    requests.push(`${pathname}${search}`);
    now += 1;
    most = Math.max(most, now);
    const found = answer(pathname);
    const nothing = { kind: 'Status', status: 'Failure', message: `nothing at ${pathname}`, code: 404 };
    setImmediate(() => {
      now -= 1;
      response.writeHead(found === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(found ?? nothing));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, atOnce: () => most };
}
