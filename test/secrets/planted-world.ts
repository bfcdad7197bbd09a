import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import { git, repository, scratch, write } from '../source/repositories.js';

/** Every secret of the world by where it is; unlike each other and anything else in every eight characters. */
export const PLANTED = {
  kubeconfigToken: 'kQ7vXw2mZr9pLd4sTb6n',
  kubeconfigPassword: 'hW3jRf8cYt5gNk1xVm0q',
  clientKey: 'PzE6uAo4iBs9wDy2lCh7',
  execEnv: 'rM5tGx1bKv8nQj3fSw6z',
  environmentToken: 'YdU2kHc7oLp4aWe9iXr1',
  secretData: 'gT8sBn3vJm6qZf1yRk5w',
  secretInGit: 'xO4lEh9dIu2cPa7jMt0b',
  secretOnServer: 'VwK1rYq6zGs3nFx8hDm5',
  lastApplied: 'CjL7pUe2tNo9bRi4kXg1',
  repositoryUrl: 'aS6wZv1fQh8mTd3yJn5c',
  applicationUrl: 'NeI9xGo4rCk7uWb2lPz0',
  argoCluster: 'mB3hFt8jDq5sVy1gKw6e',
  argoRepository: 'LiR2oXa7nZc4pUd9vHm1',
  helmValues: 'tE8yJg3kSb6wMf1qQx5r',
  fluxVariables: 'uN1cVp6lYi9aTo4hGd7z',
  keptRelease: 'WsX5bKe0mJr3fHn8tZq2',
} as const;

/** The texts that give a secret away: itself, a part of eight characters, and either in base64. */
export function tracesOf(secret: string): string[] {
  const parts = Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8));
  // Whatever stands before it moves base64 by one or two characters; the first and last four letters depend on neighbours.
  const encoded = ['', 'x', 'xx'].map((before) =>
    Buffer.from(before + secret)
      .toString('base64')
      .slice(4, -4),
  );
  return [...parts, ...encoded];
}

const b64 = (text: string): string => Buffer.from(text).toString('base64');

/** What a person changed: `manager` wrote these fields. */
function wroteBy(manager: string, fields: JsonObject): JsonObject {
  return {
    manager,
    operation: 'Update',
    apiVersion: 'v1',
    time: '2026-11-30T11:48:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
  };
}

const SHOP = 'https://git.example/team/shop.git';

function liveObjects(): JsonObject[] {
  const secret = (
    name: string,
    namespace: string,
    data: Record<string, string>,
    more: JsonObject = {},
  ): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace, ...more },
    type: 'Opaque',
    data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, b64(value)])),
  });
  const lastApplied = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'login', namespace: 'shop' },
    stringData: { password: PLANTED.lastApplied, same: PLANTED.secretData },
  });
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    secret(
      'login',
      'shop',
      { password: PLANTED.secretOnServer, same: PLANTED.secretData, extra: PLANTED.secretData },
      {
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': lastApplied },
        managedFields: [
          wroteBy('kubectl-patch', { 'f:data': { 'f:password': {}, 'f:extra': {} } }),
          wroteBy('kubectl-client-side-apply', { 'f:data': { '.': {}, 'f:same': {} } }),
        ],
      },
    ),
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'settings',
        namespace: 'shop',
        managedFields: [wroteBy('kubectl-edit', { 'f:data': { 'f:mode': {} } })],
      },
      data: { mode: 'slow' },
    },
    secret(
      'cluster-eu',
      'argocd',
      { name: 'eu', server: 'https://eu.example:6443', config: JSON.stringify({ bearerToken: PLANTED.argoCluster }) },
      { labels: { 'argocd.argoproj.io/secret-type': 'cluster' } },
    ),
    secret(
      'repo-shop',
      'argocd',
      { url: SHOP, username: 'ci', password: PLANTED.argoRepository },
      { labels: { 'argocd.argoproj.io/secret-type': 'repository' } },
    ),
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'shop', namespace: 'argocd' },
      spec: {
        project: 'default',
        source: {
          repoURL: `https://ci:${PLANTED.applicationUrl}@git.example/team/shop.git`,
          path: 'apps/shop',
          targetRevision: 'main',
        },
        destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
        syncPolicy: { automated: { selfHeal: true } },
      },
    },
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name: 'default', namespace: 'argocd' },
      spec: { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }] },
    },
    secret('variables', 'flux-system', { mode: PLANTED.fluxVariables }),
    secret('values', 'flux-system', { 'values.yaml': `mode: ${PLANTED.helmValues}` }),
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'shop', namespace: 'flux-system' },
      spec: { url: `https://ci:${PLANTED.applicationUrl}@git.example/team/shop.git`, ref: { branch: 'main' } },
    },
    {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'shop', namespace: 'flux-system' },
      spec: {
        interval: '10m',
        path: './apps/flux',
        prune: true,
        targetNamespace: 'shop',
        sourceRef: { kind: 'GitRepository', name: 'shop' },
        postBuild: { substituteFrom: [{ kind: 'Secret', name: 'variables' }] },
      },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'web', namespace: 'flux-system' },
      spec: {
        interval: '10m',
        targetNamespace: 'shop',
        chart: { spec: { chart: './charts/web', sourceRef: { kind: 'GitRepository', name: 'shop' } } },
        valuesFrom: [{ kind: 'Secret', name: 'values' }],
      },
    },
    secret(
      'sh.helm.release.v1.shop-web.v1',
      'flux-system',
      { release: PLANTED.keptRelease },
      { labels: { owner: 'helm', name: 'shop-web', status: 'deployed', version: '1' } },
    ),
  ];
}

const KINDS: readonly (readonly [group: string, version: string, plural: string, kind: string])[] = [
  ['', 'v1', 'namespaces', 'Namespace'],
  ['', 'v1', 'configmaps', 'ConfigMap'],
  ['', 'v1', 'secrets', 'Secret'],
  ['', 'v1', 'events', 'Event'],
  ['argoproj.io', 'v1alpha1', 'applications', 'Application'],
  ['argoproj.io', 'v1alpha1', 'appprojects', 'AppProject'],
  ['source.toolkit.fluxcd.io', 'v1', 'gitrepositories', 'GitRepository'],
  ['kustomize.toolkit.fluxcd.io', 'v1', 'kustomizations', 'Kustomization'],
  ['helm.toolkit.fluxcd.io', 'v2', 'helmreleases', 'HelmRelease'],
];

/** An imitation of an API server that holds the world; `refuses` repeats the token in its answer, as a careless proxy does. */
async function apiServer(objects: readonly JsonObject[]): Promise<string> {
  const versions = [...new Set(KINDS.map(([group, version]) => `${group}/${version}`))];
  const answer = (path: string): unknown => {
    if (path === '/version') return { gitVersion: 'v1.36.3' };
    if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
    if (path === '/apis') {
      const groups = versions
        .filter((one) => !one.startsWith('/'))
        .map((one) => {
          const [name = '', version = ''] = one.split('/');
          const entry = { groupVersion: one, version };
          return { name, versions: [entry], preferredVersion: entry };
        });
      return { kind: 'APIGroupList', groups };
    }
    const [, , group = '', version = '', , namespace, plural = '', name] =
      /^\/(api|apis)(?:\/([^/]*\.[^/]*))?\/(v[^/]+)((?:\/namespaces\/([^/]+))(?=\/))?\/?([^/]*)\/?([^/]*)$/.exec(
        path,
      ) ?? [];
    if (plural === '') {
      const resources = KINDS.filter((one) => one[0] === group && one[1] === version).map(([, , resource, kind]) => ({
        name: resource,
        kind,
        namespaced: kind !== 'Namespace',
        verbs: ['get', 'list'],
      }));
      return resources.length === 0
        ? undefined
        : { kind: 'APIResourceList', groupVersion: `${group}/${version}`, resources };
    }
    const kind = KINDS.find((one) => one[0] === group && one[2] === plural)?.[3];
    const found = objects.filter((object) => {
      const metadata = object.metadata as JsonObject;
      return (
        object.kind === kind && (!namespace || metadata.namespace === namespace) && (!name || metadata.name === name)
      );
    });
    return name
      ? found[0]
      : kind && {
          kind: `${kind}List`,
          apiVersion: group === '' ? version : `${group}/${version}`,
          metadata: {},
          items: found,
        };
  };
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    if (!authorization.includes(PLANTED.kubeconfigToken) && !authorization.includes(PLANTED.environmentToken)) {
      response.writeHead(401, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ kind: 'Status', message: `Unauthorized: ${authorization}`, code: 401 }));
      return;
    }
    const found = answer(new URL(request.url ?? '/', 'http://x').pathname);
    response.writeHead(found === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(found ?? { kind: 'Status', message: 'not found', code: 404 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface PlantedWorld {
  /** The working directory, which is a clone of the repository. */
  readonly cwd: string;
  readonly server: string;
  readonly kubeconfig: string;
  /** `--repo-map` for the applications. */
  readonly map: readonly string[];
  readonly live: string;
}

/** A cluster, a kubeconfig and a repository with a secret in every place that has room for one. */
export async function plantedWorld(): Promise<PlantedWorld> {
  const objects = liveObjects();
  const server = await apiServer(objects);
  const login = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'login', namespace: 'shop' },
    stringData: { password: PLANTED.secretInGit, same: PLANTED.secretData },
  };
  const settings = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'shop' },
    data: { mode: 'fast' },
  };
  const substituted = { ...settings, metadata: { name: 'settings' }, data: { mode: '$' + '{mode}' } };
  const cwd = repository({
    'apps/shop/all.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [login, settings] }),
    'apps/flux/settings.yaml': JSON.stringify(substituted),
    'apps/broken/secret.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: login}\nstringData:\n  password: "${PLANTED.secretInGit}\n bad: [${PLANTED.secretData}\n`,
    'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'charts/web/values.yaml': 'mode: fast\n',
    'charts/web/templates/a.yaml': 'x',
  });
  git(cwd, 'remote', 'add', 'origin', `https://ci:${PLANTED.repositoryUrl}@git.example/team/shop.git`);
  const kubeconfig = join(scratch(), 'config');
  write(join(kubeconfig, '..'), {
    config: JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'shop',
      clusters: [{ name: 'shop', cluster: { server } }],
      contexts: [
        { name: 'shop', context: { cluster: 'shop', user: 'ops', namespace: 'shop' } },
        { name: 'basic', context: { cluster: 'shop', user: 'basic' } },
        { name: 'key', context: { cluster: 'shop', user: 'key' } },
        { name: 'exec', context: { cluster: 'shop', user: 'exec' } },
      ],
      users: [
        { name: 'ops', user: { token: PLANTED.kubeconfigToken } },
        { name: 'basic', user: { username: 'ops', password: PLANTED.kubeconfigPassword } },
        { name: 'key', user: { 'client-key-data': b64(PLANTED.clientKey), 'client-certificate-data': b64('none') } },
        {
          name: 'exec',
          user: {
            exec: {
              apiVersion: 'client.authentication.k8s.io/v1',
              command: '/bin/sh',
              args: ['-c', 'echo "refused $TOKEN" >&2; exit 1'],
              env: [{ name: 'TOKEN', value: PLANTED.execEnv }],
              interactiveMode: 'Never',
            },
          },
        },
      ],
    }),
    'live.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
  });
  return { cwd, server, kubeconfig, map: ['--repo-map', `${SHOP}=${cwd}`], live: join(kubeconfig, '../live.json') };
}
