import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Tools } from '../../src/cli/engine.js';
import { openCluster } from '../../src/compositions/live/open-cluster.js';
import type { JsonObject } from '../../src/model/json.js';
import { type DesiredObject, type KubernetesObject, refOf } from '../../src/model/resource.js';
import { resolveType, type SchemaBundle } from '../../src/model/schema.js';
import { type FakeApiServer, fakeApiServer } from '../cluster-client/fake-api-server.js';

const TOOLS: Tools = {
  env: {},
  cwd: process.cwd(),
  now: new Date('2026-11-30T12:00:00Z'),
  readStdin: async () => '',
  progress: () => {},
  warn: () => {},
  signal: new AbortController().signal,
};

const deployment = (spec: JsonObject): DesiredObject => {
  const metadata = { name: 'catalog', namespace: 'shop' };
  const object: KubernetesObject = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec };
  return { ref: refOf(object), object, origins: { file: 'deployment.yaml', lines: new Map() } };
};

/** A server of that version whose Deployments also have `shards`, and no `paused` any more. */
function serverOf(gitVersion: string): Promise<FakeApiServer> {
  const schema = (name: string) => ({ $ref: `#/components/schemas/io.k8s.api.apps.v1.${name}` });
  const openApi = {
    openapi: '3.0.0',
    paths: {
      '/apis/apps/v1/namespaces/{namespace}/deployments/{name}': {
        get: {
          'x-kubernetes-group-version-kind': { group: 'apps', version: 'v1', kind: 'Deployment' },
          responses: { 200: { content: { 'application/json': { schema: schema('Deployment') } } } },
        },
      },
    },
    components: {
      schemas: {
        'io.k8s.api.apps.v1.Deployment': { type: 'object', properties: { spec: schema('DeploymentSpec') } },
        'io.k8s.api.apps.v1.DeploymentSpec': {
          type: 'object',
          properties: {
            replicas: { type: 'integer' },
            minReadySeconds: { type: 'integer' },
            shards: { type: 'integer' },
          },
        },
      },
    },
  };
  const answers: Readonly<Record<string, unknown>> = {
    '/version': { gitVersion },
    '/openapi/v3': { paths: { 'apis/apps/v1': { serverRelativeURL: '/openapi/v3/apis/apps/v1?hash=1F' } } },
    '/openapi/v3/apis/apps/v1': openApi,
  };
  return fakeApiServer(({ path }) => (path in answers ? { json: answers[path] } : undefined));
}

async function schemaFrom(fake: FakeApiServer, declared: DesiredObject): Promise<SchemaBundle> {
  const connection = { server: fake.url, token: 'ey-the-token' };
  const open = await openCluster({ kind: 'cluster', connection, schemaFiles: [] }, TOOLS);
  return open.schema([declared]);
}

function specFields(bundle: SchemaBundle): string[] {
  const spec = resolveType(bundle, 'apps/v1.DeploymentSpec');
  return spec.kind === 'struct' ? Object.keys(spec.fields) : [];
}

const kindOf = (bundle: SchemaBundle) => bundle.kinds['apps/v1/Deployment'];

describe('a server that is newer than every shipped schema', () => {
  it('is not asked for its schema where the shipped one knows all that is declared', async () => {
    const fake = await serverOf('v1.38.0');
    expect(specFields(await schemaFrom(fake, deployment({ replicas: 3 })))).toContain('paused');
    expect(fake.seen.filter(({ path }) => path.startsWith('/openapi'))).toEqual([]);
  });

  it('is asked for the one group-version in which something is declared that the shipped schema does not know', async () => {
    const fake = await serverOf('v1.38.0');
    const bundle = await schemaFrom(fake, deployment({ shards: 3 }));
    expect(fake.seen.map(({ path }) => path).filter((path) => path.startsWith('/openapi'))).toEqual([
      '/openapi/v3',
      '/openapi/v3/apis/apps/v1',
    ]);
    expect(specFields(bundle).sort()).toEqual(['minReadySeconds', 'replicas', 'shards']);
    // What only the shipped schema knows stays.
    expect(bundle.types['apps/v1.DeploymentSpec']).toHaveProperty('fields.minReadySeconds.dropsZero', true);
    expect(kindOf(bundle)).not.toHaveProperty('standIn');
  });

  it('is stood in for, and that is kept, where it does not give its schema', async () => {
    const fake = await fakeApiServer(({ path }) =>
      path === '/version' ? { json: { gitVersion: 'v1.38.0' } } : undefined,
    );
    expect(kindOf(await schemaFrom(fake, deployment({ shards: 3 })))).toHaveProperty('standIn', '1.36');
  });
});

describe('a server whose own schema is shipped', () => {
  it.each([
    ['v1.36.3', true],
    ['v1.34.3', false],
  ])('is never asked: %s', async (version, hasSchedulingGroup) => {
    const fake = await serverOf(version);
    const bundle = await schemaFrom(fake, deployment({ replica: 3 }));
    expect(fake.seen.filter(({ path }) => path.startsWith('/openapi'))).toEqual([]);
    expect(Object.hasOwn(podFields(bundle), 'schedulingGroup')).toBe(hasSchedulingGroup);
    expect(kindOf(bundle)).not.toHaveProperty('standIn');
  });
});

function podFields(bundle: SchemaBundle): object {
  const pod = resolveType(bundle, 'core/v1.PodSpec');
  return pod.kind === 'struct' ? pod.fields : {};
}

describe('saved objects', () => {
  async function saved(version: string | undefined, extra: JsonObject = {}): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'gitdrift-saved-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const gitdrift = { format: 1, recordedAt: '2026-11-30T12:00:00Z', destination: { version }, ...extra };
    const list = { apiVersion: 'v1', kind: 'List', items: [], ...(version === undefined ? {} : { gitdrift }) };
    await writeFile(join(folder, 'live.json'), JSON.stringify(list));
    return join(folder, 'live.json');
  }

  it.each([
    ['of a cluster that is not known', undefined, '1.36'],
    ['of a newer one', 'v1.38.0', '1.36'],
    ['of one between', 'v1.35.2', '1.34'],
    ['of a shipped version', 'v1.36.1', undefined],
  ])('%s: the schema that stands in is named', async (_, version, standIn) => {
    const path = await saved(version);
    const open = await openCluster({ kind: 'recording', path, schemaFiles: [] }, TOOLS);
    expect(kindOf(await open.schema([deployment({ shards: 3 })]))?.standIn).toBe(standIn);
    expect(kindOf(await open.schema([deployment({ replicas: 3 })]))).not.toHaveProperty('standIn');
  });

  it("take the server's schema that was recorded with them", async () => {
    const fields = { shards: { type: { kind: 'scalar', type: 'integer' } } };
    const schemas = {
      types: { 'apps/v1.DeploymentSpec': { kind: 'struct', fields } },
      kinds: {
        'apps/v1/Deployment': { type: 'apps/v1.Deployment', namespaced: true, plural: 'deployments', custom: false },
      },
    };
    const path = await saved('v1.38.0', { schemas });
    const open = await openCluster({ kind: 'recording', path, schemaFiles: [] }, TOOLS);
    const bundle = await open.schema([deployment({ shards: 3 })]);
    expect(specFields(bundle)).toEqual(['shards']);
    expect(kindOf(bundle)).not.toHaveProperty('standIn');
  });
});
