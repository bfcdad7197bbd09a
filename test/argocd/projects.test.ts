import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import type { ApplicationReport } from '../../src/model/report.js';
import { application, manifest, reportOf, reportsOf, SHOP, tracked } from './world.js';

const files = { 'apps/shop/a.yaml': manifest('settings', { mode: 'fast' }) };
const live = [tracked('settings', { mode: 'fast' })];
const project = (name: string, spec: JsonObject, labels: JsonObject = {}): JsonObject => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AppProject',
  metadata: { name, namespace: 'argocd', labels },
  spec,
});
const OPEN = { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }] };
const found = ({ findings }: ApplicationReport, code: string): string[] =>
  findings.filter((finding) => finding.code === code).map(({ message }) => message);

describe('the project of an Application', () => {
  it('that refuses the repository leaves nothing compared, and the finding names the rule', async () => {
    const narrow = project('default', { ...OPEN, sourceRepos: ['https://git.example.com/other/*'] });
    const report = await reportOf({ repositories: { [SHOP]: files }, live: [...live, narrow] });
    expect([report.sync.status, report.health.status]).toEqual(['Unknown', 'Unknown']);
    expect(found(report, 'project-refuses')).toEqual([
      `the project default does not permit the repository ${SHOP}, and Argo CD will not sync it: sourceRepos permits https://git.example.com/other/* only`,
    ]);
  });

  it('inherits what a global project denies, for its labels', async () => {
    const cm = (labels: JsonObject): JsonObject => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'argocd-cm', namespace: 'argocd' },
      data: { globalProjects: JSON.stringify([{ projectName: 'rules', labelSelector: { matchLabels: labels } }]) },
    });
    const rules = project('rules', { namespaceResourceBlacklist: [{ group: '', kind: 'ConfigMap' }] });
    const own = project('default', OPEN, { tier: 'prod' });
    const of = (labels: JsonObject) =>
      reportOf({ repositories: { [SHOP]: files }, live: [...live, own, rules, cm(labels)] });
    const denied = await of({ tier: 'prod' });
    expect(denied.resources[0]?.sync).toBe('Unknown');
    expect(found(denied, 'project-refuses')).toHaveLength(1);
    const other = await of({ tier: 'test' });
    expect(other.sync.status).toBe('Synced');
    expect(found(other, 'project-refuses')).toEqual([]);
    expect(found(other, 'project-permits-everything')).toHaveLength(1);
  });

  it('names clusters by server where the Application names one: Secrets tell, and nothing else of them shows', async () => {
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const secret: JsonObject = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'north', namespace: 'argocd', labels: { 'argocd.argoproj.io/secret-type': 'cluster' } },
      data: {
        name: base64('north'),
        server: base64('https://north.example'),
        config: base64('{"bearerToken":"hidden-token"}'),
      },
    };
    const own = project('default', { ...OPEN, destinations: [{ server: 'https://north.example', namespace: '*' }] });
    const app = application({ spec: { destination: { name: 'north', namespace: 'shop' } } });
    const of = (objects: readonly JsonObject[]) =>
      reportOf({ applications: [app], repositories: { [SHOP]: files }, live: [...live, own, ...objects] });
    const known = await of([secret]);
    expect(known.sync.status).toBe('Synced');
    expect(JSON.stringify(known)).not.toContain('hidden-token');
    const unknown = await of([]);
    expect(unknown.sync.status).toBe('Synced');
    expect(found(unknown, 'argocd-not-judged')).toEqual([
      'the project default names clusters by server, and the server of the cluster north is not known',
    ]);
  });
});

it('Applications that lack what they need are Unknown, and the others go on', async () => {
  const broken = (name: string, spec: JsonObject): JsonObject => ({ ...application({ name }), spec });
  const applications = [
    application(),
    broken('no-source', { project: 'default', destination: { server: 'https://kubernetes.default.svc' } }),
    broken('no-destination', { project: 'default', source: { repoURL: SHOP, path: 'apps/shop' } }),
    broken('no-spec', {}),
  ];
  const reports = await reportsOf({ applications, repositories: { [SHOP]: files }, live, args: ['--all-apps'] });
  expect(reports.map(({ name, sync }) => `${name} ${sync.status}`)).toEqual([
    'no-destination Unknown',
    'no-source Unknown',
    'no-spec Unknown',
    'shop Synced',
  ]);
});

it('a Secret that everybody can read, and an image of no tag, are said of an Application as of files', async () => {
  const more = {
    'apps/shop/b.yaml': JSON.stringify({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login' },
      stringData: { password: 'swordfish' },
    }),
    'apps/shop/c.yaml': JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'job' },
      spec: { containers: [{ name: 'main', image: 'registry.example/job' }] },
    }),
  };
  const report = await reportOf({ repositories: { [SHOP]: { ...files, ...more } }, live });
  const codes = report.findings.map(({ code, resource }) => `${code} ${resource?.name}`);
  expect(codes).toEqual(expect.arrayContaining(['plaintext-secret login', 'image-latest job']));
  expect(JSON.stringify(report)).not.toContain('swordfish');
});
