import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Tools } from '../../../src/cli/engine.js';
import { owners } from '../../../src/compositions/owners/owners.js';
import { printJson } from '../../../src/model/json-text.js';
import type { OwnersReport, OwnersRequest } from '../../../src/model/owners-report.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { temporaryFolder } from '../../cluster-client/temporary-folder.js';
import { hpa } from '../../explain/worlds.js';
import { DEPLOYMENT, entry, SECRET, world } from '../../ownership/worlds.js';
import { LAST_APPLIED } from '../worlds.js';

const warnings: string[] = [];
const TOOLS: Tools = {
  env: {},
  cwd: process.cwd(),
  now: new Date('2026-11-30T12:00:00Z'),
  readStdin: async () => '',
  progress: () => {},
  warn: (warning) => void warnings.push(warning),
  signal: new AbortController().signal,
};

async function ownersOf(
  objects: readonly KubernetesObject[],
  request: Partial<OwnersRequest> & { readonly kind: string },
): Promise<OwnersReport> {
  const items = { apiVersion: 'v1', kind: 'List', items: objects };
  const folder = await temporaryFolder({ 'live.json': printJson(items) });
  return owners(
    { name: 'catalog', namespace: 'marketplace', showSecrets: false, toolVersion: '0.0.0-test', ...request },
    { kind: 'recording', path: join(folder, 'live.json'), schemaFiles: [] },
    TOOLS,
  );
}

const CATALOG = world(
  DEPLOYMENT,
  [
    entry('argocd-controller', 'Apply', { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } }),
    entry('kubectl', 'Update', { 'f:spec': { 'f:replicas': {} } }, { subresource: 'scale' }),
  ],
  { spec: { replicas: 4, paused: true, minReadySeconds: 5 } },
);

describe('the owners of a live object', () => {
  it('are named field by field, nobody where nobody is recorded', async () => {
    const report = await ownersOf([CATALOG], { kind: 'deploy' });
    expect(report.resource).toMatchObject({ group: 'apps', kind: 'Deployment', namespace: 'marketplace' });
    expect(report.managedFields).toBe('recorded');
    const managers = Object.fromEntries(
      report.fields.map(({ path, writers }) => [path, writers.map(({ manager }) => manager)]),
    );
    expect(managers).toMatchObject({
      '.spec.replicas': ['kubectl', 'argocd-controller'],
      '.spec.paused': ['argocd-controller'],
      '.spec.minReadySeconds': [],
    });
  });

  it('name the autoscaler behind the replicas, where the control plane or nobody is recorded', async () => {
    const replicas = { 'f:spec': { 'f:replicas': {} } };
    const scaled = (manager: string): KubernetesObject =>
      world(DEPLOYMENT, [entry(manager, 'Update', replicas, { subresource: 'scale' })], { spec: { replicas: 4 } });
    const writersOf = async (objects: readonly KubernetesObject[]): Promise<unknown> => {
      const { fields } = await ownersOf(objects, { kind: 'deploy' });
      const found = fields.find(({ path }) => path === '.spec.replicas');
      return found?.writers.map(({ name, confidence }) => `${name}, ${confidence}`);
    };
    expect(await writersOf([scaled('kube-controller-manager'), hpa()])).toEqual(['HPA catalog, certain']);
    expect(await writersOf([scaled('kubectl'), hpa()])).toEqual(['kubectl scale, likely']);
    expect(await writersOf([scaled('kube-controller-manager')])).toEqual(['kube-controller-manager (scale), likely']);
    const unrecorded = world(DEPLOYMENT, [entry('argocd-controller', 'Apply', { 'f:metadata': {} })], {
      spec: { replicas: 4 },
    });
    expect(await writersOf([unrecorded, hpa()])).toEqual(['HPA catalog, possible']);
  });

  it('sort their fields by path and leave managedFields out', async () => {
    const report = await ownersOf([CATALOG], { kind: 'Deployment' });
    const paths = report.fields.map(({ path }) => path);
    expect(paths).toEqual([...paths].sort());
    expect(printJson(report.object)).not.toContain('managedFields');
    expect(paths.filter((path) => path.includes('managedFields'))).toEqual([]);
  });

  it('cannot be known without managedFields', async () => {
    const report = await ownersOf([world(DEPLOYMENT, undefined, { spec: { replicas: 4 } })], { kind: 'Deployment' });
    expect(report.managedFields).toBe('absent');
    expect(report.fields.every(({ writers }) => writers.length === 0)).toBe(true);
    expect(warnings.join('\n')).toMatch(/writers cannot be known/);
  });

  it('of a cluster-scoped kind need no namespace', async () => {
    const node = world({ apiVersion: 'v1', kind: 'Namespace' }, [entry('kubectl-create', 'Update', {})], {
      metadata: { namespace: '' },
    });
    const { namespace: _, ...metadata } = node.metadata;
    const report = await ownersOf([{ ...node, metadata } as KubernetesObject], { kind: 'ns' });
    expect(report.resource.namespace).toBe('');
  });

  it('keep a Secret’s values secret, and say what the last apply holds without it', async () => {
    const password = Buffer.from('live-password').toString('base64');
    const secret = world(SECRET, [entry('helm', 'Update', { 'f:data': { 'f:password': {} } }, { apiVersion: 'v1' })], {
      metadata: {
        annotations: { [LAST_APPLIED]: `{"data":{"password":"${password}"}}`, 'kapp.k14s.io/original': 'x' },
      },
      data: { password, again: password, empty: '' },
    });
    const report = await ownersOf([secret], { kind: 'secret' });
    expect(report.object).toMatchObject({
      metadata: {
        annotations: {
          [LAST_APPLIED]: '(not shown: a copy of the Secret)',
          'kapp.k14s.io/original': '(not shown: a copy of the Secret)',
        },
      },
      // Equal values stay recognisable as equal.
      data: { password: '(secret value 1)', again: '(secret value 1)', empty: '(secret value 2)' },
    });
    expect(printJson(report)).not.toContain(password);
    expect(report.fields.find(({ path }) => path === '.data.password')?.writers[0]?.manager).toBe('helm');

    const shown = await ownersOf([secret], { kind: 'secret', showSecrets: true });
    expect(printJson(shown.object)).toContain(password);
  });

  it('of an object that is not there are an error that says where it looked', async () => {
    await expect(ownersOf([CATALOG], { kind: 'Deployment', name: 'checkout' })).rejects.toMatchObject({
      code: 'source-not-found',
      message: expect.stringMatching(/^the saved objects of .*live\.json have no Deployment marketplace\/checkout$/),
      hint: 'check the name and the namespace (marketplace)',
    });
    await expect(ownersOf([CATALOG], { kind: 'ns', name: 'staging' })).rejects.toMatchObject({
      hint: 'check the name',
    });
  });
});
