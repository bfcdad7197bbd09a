import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openApiServer } from '../../src/cluster/api-server.js';
import { openRecording } from '../../src/cluster/recording/open-recording.js';
import type { ConnectionOptions } from '../../src/model/connection-options.js';
import type { JsonObject } from '../../src/model/json.js';
import { parseJson } from '../../src/model/json-text.js';
import type { Cluster } from '../../src/model/live.js';
import { type KubernetesObject, type ResourceRef, refKey } from '../../src/model/resource.js';
import { kubectlOk, until } from '../controlplane/kubectl.js';

const server = inject('cluster');
const id = randomUUID().slice(0, 8);
const namespace = `client-${id}`;
const group = `client-${id}.test`;
const kubectlAs = { kubeconfig: server.kubeconfig, context: 'gitdrift-test', program: server.kubectl };

/** More than one page of a LIST. */
const MANY = 520;

const ref = (group: string, version: string, kind: string, name: string, inNamespace = namespace): ResourceRef => ({
  group,
  version,
  kind,
  namespace: inNamespace,
  name,
});
const configMap = (at: number): ResourceRef => ref('', 'v1', 'ConfigMap', `flags-${String(at).padStart(4, '0')}`);
const catalog = ref('apps', 'v1', 'Deployment', 'catalog');
const basket = ref(group, 'v1', 'Basket', 'first');

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `baskets.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { kind: 'Basket', plural: 'baskets', singular: 'basket', listKind: 'BasketList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { serial: { type: 'integer', format: 'int64' } } } },
          },
        },
      },
    ],
  },
};
const workload = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'catalog' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'catalog' } },
    template: {
      metadata: { labels: { app: 'catalog' } },
      spec: { containers: [{ name: 'web', image: 'registry.test/web:1' }] },
    },
  },
};
const autoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'catalog' },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'catalog' }, maxReplicas: 3 },
};
const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db' }, stringData: { password: 'hunter2' } };

const create = (text: string) =>
  kubectlOk(['create', '--filename=-', `--namespace=${namespace}`], { ...kubectlAs, stdin: text });

const connect = (options: ConnectionOptions = {}): Promise<Cluster> =>
  openApiServer(
    { kubeconfig: server.kubeconfig, context: 'gitdrift-test', ...options },
    { env: {}, now: new Date('2026-11-30T12:00:00Z') },
  );

async function fetchOne(cluster: Cluster, wanted: ResourceRef): Promise<unknown> {
  return (await cluster.fetch([wanted])).get(refKey(wanted));
}

beforeAll(async () => {
  await kubectlOk(['create', 'namespace', namespace], kubectlAs);
  await create(JSON.stringify(crd));
  await kubectlOk(['wait', '--for=condition=Established', `crd/baskets.${group}`, '--timeout=60s'], kubectlAs);
  const maps = Array.from({ length: MANY }, (_, at) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: configMap(at).name },
    data: { at: String(at) },
  }));
  await create(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...maps, workload, autoscaler, secret] }));
  await until(
    () =>
      create(
        `{"apiVersion":"${group}/v1","kind":"Basket","metadata":{"name":"first"},"spec":{"serial":9223372036854775807}}`,
      ).then(
        () => true,
        () => false,
      ),
    'the custom resource is accepted',
  );
});

afterAll(async () => {
  await kubectlOk(['delete', 'namespace', namespace, '--wait=false'], kubectlAs);
  await kubectlOk(['delete', 'crd', `baskets.${group}`, '--wait=false'], kubectlAs);
});

describe('the API client on a real server', () => {
  test('knows where it is', async () => {
    const cluster = await connect();
    expect(cluster.destination).toEqual({
      server: server.server,
      context: 'gitdrift-test',
      namespace: 'default',
      version: server.version,
    });
  });

  test('reads objects as kubectl does, integers exact, whether by GET or by LIST', async () => {
    const cluster = await connect();
    const wanted = [
      ...Array.from({ length: 15 }, (_, at) => configMap(MANY - 1 - at)),
      ref('', 'v1', 'Secret', 'db'),
      basket,
    ];
    const results = await cluster.fetch(wanted);
    for (const one of [wanted[0], wanted[15], basket]) {
      if (one === undefined) return expect.unreachable();
      const resource = one.kind === 'Basket' ? `baskets.${group}` : one.kind;
      const printed = await kubectlOk(
        ['get', resource, one.name, `--namespace=${namespace}`, '-o=json', '--show-managed-fields'],
        kubectlAs,
      );
      expect(results.get(refKey(one))).toEqual({ kind: 'found', object: parseJson(printed) });
    }
    expect(results.get(refKey(basket))).toMatchObject({ object: { spec: { serial: 9223372036854775807n } } });
    expect([...results.values()].map(({ kind }) => kind)).toEqual(wanted.map(() => 'found'));
  });

  test('reads a list of several pages', async () => {
    const listed = await (await connect()).list({ group: '', version: 'v1', kind: 'ConfigMap' }, namespace);
    if (listed.kind !== 'listed') return expect.unreachable();
    const names = listed.objects
      .map(({ metadata }) => String(metadata.name))
      .filter((name) => name.startsWith('flags-'));
    expect(new Set(names).size).toBe(MANY);
    expect(listed.objects[0]).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
  });

  test('asks at the version that desired uses, and the server converts', async () => {
    const cluster = await connect();
    const v1 = await fetchOne(cluster, ref('autoscaling', 'v1', 'HorizontalPodAutoscaler', 'catalog'));
    const v2 = await fetchOne(cluster, ref('autoscaling', 'v2', 'HorizontalPodAutoscaler', 'catalog'));
    expect(v1).toMatchObject({ object: { apiVersion: 'autoscaling/v1', spec: { maxReplicas: 3 } } });
    expect(v2).toMatchObject({ object: { apiVersion: 'autoscaling/v2', spec: { maxReplicas: 3 } } });
  });

  test('tells apart what is missing and what is not served', async () => {
    const cluster = await connect();
    expect(await fetchOne(cluster, { ...catalog, name: 'absent' })).toEqual({ kind: 'missing' });
    expect(await fetchOne(cluster, { ...catalog, namespace: 'no-such-namespace' })).toEqual({
      kind: 'missing',
      note: 'the namespace no-such-namespace does not exist',
    });
    expect(await fetchOne(cluster, ref('nothing.test', 'v1', 'Nothing', 'one'))).toEqual({
      kind: 'unreadable',
      notServed: true,
      reason: 'the cluster does not serve nothing.test/v1 Nothing (is its CustomResourceDefinition installed?)',
    });
    expect(await fetchOne(cluster, ref('', 'v1', 'Namespace', namespace, ''))).toMatchObject({ kind: 'found' });
  });

  test('names kinds, versions and the schema of a custom kind', async () => {
    const cluster = await connect();
    expect(await cluster.kind(basket)).toEqual({ plural: 'baskets', namespaced: true });
    expect(await cluster.kind({ group: '', version: 'v1', kind: 'Node' })).toEqual({
      plural: 'nodes',
      namespaced: false,
    });
    expect(await cluster.kind({ group: 'apps', version: 'v9', kind: 'Deployment' })).toBeUndefined();
    const versions = await cluster.apiVersions();
    const printed = (await kubectlOk(['api-versions'], kubectlAs)).trim().split('\n');
    expect(versions.filter((version) => !/\/[A-Z]/.test(version))).toEqual([...printed].sort());
    expect(versions).toEqual(expect.arrayContaining(['v1', 'v1/Pod', 'apps/v1/Deployment', `${group}/v1/Basket`]));
    const kinds = await until(async () => {
      // The OpenAPI of a new CustomResourceDefinition comes a moment after the kind is served.
      const { kinds } = await (await connect()).schemas([basket]);
      return Object.keys(kinds).length > 0 && kinds;
    }, 'the schema is published');
    expect(kinds[`${group}/v1/Basket`]).toMatchObject({ namespaced: true, plural: 'baskets', custom: true });
  });
});

describe('rights and credentials', () => {
  test('what may not be read is unreadable, with what the server says', async () => {
    const cluster = await connect({ kubeconfig: server.restrictedKubeconfig });
    const wanted = Array.from({ length: 12 }, (_, at) => configMap(at));
    const results = await cluster.fetch(wanted);
    for (const result of results.values()) {
      expect(result).toMatchObject({
        kind: 'unreadable',
        reason: expect.stringMatching(/^forbidden: configmaps ".*" is forbidden/),
      });
    }
    expect(results.size).toBe(12);
  });

  test('--as and --as-group are who the server sees', async () => {
    const ana = await connect({ as: 'ana' });
    expect(await fetchOne(ana, catalog)).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringContaining('User "ana" cannot get resource "deployments"'),
    });
    const root = await connect({ as: 'ana', asGroups: ['dev', 'system:masters'] });
    expect(await fetchOne(root, catalog)).toMatchObject({ kind: 'found' });
  });

  test('a token that is not accepted ends the run without being named', async () => {
    await expect(connect({ token: 'hunter2-hunter2' })).rejects.toMatchObject({
      code: 'cluster-refused',
      message: expect.not.stringContaining('hunter2'),
    });
  });

  test('a certificate that nothing vouches for ends the run, unless that is accepted', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'gitdrift-client-'));
    try {
      const kubeconfig = join(dir, 'config');
      const config = JSON.parse(await kubectlOk(['config', 'view', '--raw', '--flatten', '-o=json'], kubectlAs));
      for (const { cluster } of config.clusters) delete cluster['certificate-authority-data'];
      await writeFile(kubeconfig, JSON.stringify(config), { mode: 0o600 });
      await expect(connect({ kubeconfig })).rejects.toMatchObject({
        code: 'cluster-unreachable',
        message: expect.stringContaining('its certificate is signed by nobody the kubeconfig trusts'),
      });
      const cluster = await connect({ kubeconfig, insecureSkipTlsVerify: true });
      expect(cluster.destination.version).toBe(server.version);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});

describe('what kubectl printed', () => {
  test.each(['json', 'yaml'])('as %s is read as the server gave it', async (format) => {
    const dir = await mkdtemp(join(tmpdir(), 'gitdrift-client-'));
    try {
      const file = join(dir, `live.${format}`);
      const get = (resources: string) =>
        kubectlOk(['get', resources, `--namespace=${namespace}`, `-o=${format}`, '--show-managed-fields'], kubectlAs);
      const separator = format === 'yaml' ? '---\n' : '';
      await writeFile(
        file,
        `${await get('deployments,horizontalpodautoscalers')}${separator}${await get(`baskets.${group}`)}`,
      );
      const recording = await openRecording(file, { now: new Date(), readStdin: async () => '' });
      const live = await connect();
      for (const wanted of [basket, ref('autoscaling', 'v2', 'HorizontalPodAutoscaler', 'catalog')]) {
        const [saved, now] = [await fetchOne(recording, wanted), await fetchOne(live, wanted)];
        expect(withoutStatus(saved)).toEqual(withoutStatus(now));
      }
      expect(recording.warnings).toEqual([]);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});

/** Controllers go on writing status (and their managedFields entry) between two reads. */
function withoutStatus(result: unknown): JsonObject {
  const { object } = result as { object: KubernetesObject };
  const { status: _, ...rest } = object;
  const { managedFields, resourceVersion: __, ...metadata } = object.metadata;
  const entries = (managedFields as JsonObject[]).filter(({ subresource }) => subresource !== 'status');
  return { ...rest, metadata: { ...metadata, managedFields: entries } };
}
