import { describe, expect, it } from 'vitest';
import { projectFindings } from '../../../src/gitops/argocd/project-findings.js';
import { readApplication } from '../../../src/gitops/argocd/read-application.js';
import { readClusters } from '../../../src/gitops/argocd/read-clusters.js';
import { DEFAULT_PROJECT, readProject, withInherited } from '../../../src/gitops/argocd/read-project.js';
import type { ArgoCluster, ArgoProject } from '../../../src/model/argo-project.js';
import type { JsonObject } from '../../../src/model/json.js';
import { gvkKey } from '../../../src/model/schema.js';
import { edited, judge, SCHEMA, shop, synced, thing } from './tiny-world.js';

const project = (spec: JsonObject): ArgoProject =>
  readProject({ apiVersion: 'argoproj.io/v1alpha1', kind: 'AppProject', metadata: { name: 'team' }, spec });
const OPEN = { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }] };
const NARROW = { ...OPEN, destinations: [{ server: '*', namespace: 'shop' }] };
const ref = (group: string, kind: string, namespace: string, name: string) => ({
  ...{ group, version: 'v1', kind, namespace, name },
});
const config = (namespace: string, name = 'settings') => ref('', 'ConfigMap', namespace, name);
const role = (name: string) => ref('rbac.authorization.k8s.io', 'ClusterRole', '', name);

function said(
  spec: JsonObject,
  {
    declared = [],
    application = shop(),
    clusters,
  }: {
    declared?: readonly ReturnType<typeof ref>[];
    application?: ReturnType<typeof shop>;
    clusters?: readonly ArgoCluster[];
  } = {},
): string[] {
  return projectFindings({
    application: readApplication(application, { where: 'the test', controlPlaneNamespace: 'argocd' }),
    project: project(spec),
    clusters,
    declared,
    isNamespaced: (gvk) => SCHEMA.kinds[gvkKey(gvk)]?.namespaced,
  }).map(({ message }) =>
    message.replace('the project team does not permit ', '').replace(', and Argo CD will not sync it', ''),
  );
}

describe('what a project refuses, with the rule', () => {
  it.each<[string, string[], string[]]>([
    [
      'a source',
      said({ ...NARROW, sourceRepos: ['https://git.example.test/other/*'] }),
      ['the repository https://git.example.test/shop.git: sourceRepos permits https://git.example.test/other/* only'],
    ],
    [
      'a source that is denied',
      said({ ...NARROW, sourceRepos: ['*', '!https://git.example.test/*'] }),
      ['the repository https://git.example.test/shop.git: sourceRepos denies it (!https://git.example.test/*)'],
    ],
    [
      'a destination',
      said({ ...OPEN, destinations: [{ server: '*', namespace: 'team-*' }] }),
      ["the namespace shop of Argo CD's own cluster: destinations permits namespace team-* of * only"],
    ],
    [
      'a destination that is denied',
      said({ ...OPEN, destinations: [...OPEN.destinations, { server: '*', namespace: '!shop' }] }),
      ["the namespace shop of Argo CD's own cluster: destinations[1] denies it (namespace !shop of *)"],
    ],
    [
      'no destination at all',
      said({ ...OPEN, destinations: [] }),
      ["the namespace shop of Argo CD's own cluster: destinations permits nothing"],
    ],
    [
      'a namespace of an object',
      said(NARROW, { declared: [config('shop'), config('kube-system')] }),
      ["the namespace kube-system of Argo CD's own cluster: destinations permits namespace shop of * only"],
    ],
    [
      'kinds, one finding a rule',
      said(
        { ...NARROW, namespaceResourceBlacklist: [{ group: '', kind: 'ConfigMap' }] },
        { declared: [config('shop', 'a'), config('shop', 'b'), role('reader')] },
      ),
      [
        'the kind ConfigMap: namespaceResourceBlacklist denies it; of it: ConfigMap shop/a, ConfigMap shop/b',
        'the kind ClusterRole (rbac.authorization.k8s.io): clusterResourceWhitelist permits nothing',
      ],
    ],
    [
      'a name of a kind',
      said(
        { ...NARROW, clusterResourceWhitelist: [{ group: '*', kind: 'ClusterRole', name: 'team-*' }] },
        { declared: [role('reader')] },
      ),
      [
        'the kind ClusterRole (rbac.authorization.k8s.io): clusterResourceWhitelist permits */ClusterRole named team-* only',
      ],
    ],
    [
      'an application of another namespace',
      said(
        { ...NARROW, sourceNamespaces: ['team-*'] },
        { application: edited(shop(), ['metadata', 'namespace'], 'web') },
      ),
      ['applications of the namespace web: sourceNamespaces does not name it'],
    ],
    [
      'one of a namespace that it takes',
      said(
        { ...NARROW, sourceNamespaces: ['/^we[ab]$/'] },
        { application: edited(shop(), ['metadata', 'namespace'], 'web') },
      ),
      [],
    ],
    [
      'a cluster that is not its own',
      said({ ...NARROW, permitOnlyProjectScopedClusters: true }, { clusters: [] }),
      [
        "the namespace shop of Argo CD's own cluster: permitOnlyProjectScopedClusters, and the cluster is not registered for this project",
      ],
    ],
    [
      'nothing where that rests on what could not be read',
      said({ ...NARROW, permitOnlyProjectScopedClusters: true }),
      [],
    ],
  ])('%s', (_, findings, expected) => {
    expect(findings).toEqual(expected);
  });
});

describe('a project that permits everything', () => {
  it.each([
    [
      { ...OPEN, clusterResourceWhitelist: [{ group: '*', kind: '*' }] },
      'every namespaced kind and every cluster-scoped one',
    ],
    [OPEN, 'every namespaced kind and no cluster-scoped one'],
    [
      { ...OPEN, namespaceResourceWhitelist: [{ group: 'apps', kind: '*' }] },
      '1 namespaced kinds and no cluster-scoped one',
    ],
    [
      { ...OPEN, namespaceResourceBlacklist: [{ group: '', kind: 'Secret' }] },
      'every namespaced kind but those of 1 rules',
    ],
  ])('says what: %j', (spec, kinds) => {
    expect(said(spec)).toEqual([expect.stringContaining(kinds)]);
  });

  it.each([
    NARROW,
    { ...OPEN, sourceRepos: ['*', '!https://git.example.test/x/*'] },
    { ...OPEN, destinations: [...OPEN.destinations, { server: '*', namespace: '!kube-system' }] },
  ])('is not %j', (spec) => {
    expect(said(spec)).toEqual([]);
  });
});

describe('a specification that Argo CD refuses', () => {
  const cluster = (name: string, server: string, of = ''): ArgoCluster => ({
    name,
    server,
    project: of,
    namespaces: [],
  });
  const north = cluster('north', 'https://north.example', 'team');
  const spec = (destination: JsonObject): JsonObject => ({ destination });
  const found = (of: JsonObject) => ({ project: { kind: 'found', project: project(of) } }) as const;

  it.each([
    ['no source', { source: null }, {}, /source\.repoURL/],
    ['no repository', { source: { path: 'a' } }, {}, /no repoURL/],
    ['no destination', { destination: null }, {}, /Destination server missing/],
    [
      'two destinations',
      spec({ name: 'north', server: 'https://north.example', namespace: 'shop' }),
      {},
      /both name and server/,
    ],
    [
      'an unknown cluster',
      spec({ name: 'south', namespace: 'shop' }),
      { clusters: [north] },
      /no clusters with this name: south/,
    ],
    [
      'an unknown server',
      spec({ server: 'https://south.example', namespace: 'shop' }),
      { clusters: [north] },
      /by server "https:\/\/south/,
    ],
    [
      'two of one name',
      spec({ name: 'north', namespace: 'shop' }),
      { clusters: [north, cluster('north', 'https://other.example')] },
      /2 clusters with the same name/,
    ],
    [
      'a server that the project does not name',
      spec({ name: 'north', namespace: 'shop' }),
      { clusters: [north], ...found({ ...OPEN, destinations: [{ server: 'https://south.example', namespace: '*' }] }) },
      /'north' and namespace 'shop'/,
    ],
    [
      'the dry repository of a hydrated one',
      {
        sourceHydrator: {
          drySource: { repoURL: 'https://dry.example/a' },
          syncSource: { repoURL: 'https://git.example.test/wet', targetBranch: 'main', path: 'p' },
        },
      },
      found({ ...OPEN, sourceRepos: ['https://git.example.test/*'] }),
      /dry\.example\/a is not permitted/,
    ],
  ] as const)('%s', (_, asked, more, message) => {
    const verdict = judge({ spec: asked as JsonObject, desired: [], live: [], more });
    expect(verdict.sync).toEqual({ status: 'Unknown', message: expect.stringMatching(message) });
    expect(verdict.invalidSpec).toBe(true);
  });

  it.each([
    [
      'by name, as the project names it by server',
      { name: 'north', namespace: 'shop' },
      { ...OPEN, destinations: [{ server: 'https://north.*', namespace: '*' }] },
      [north],
    ],
    [
      'of a project that permits only its own',
      { name: 'north', namespace: 'shop' },
      { ...OPEN, permitOnlyProjectScopedClusters: true },
      [north],
    ],
  ])('not a known cluster %s', (_, destination, of, clusters) => {
    expect(judge({ spec: { destination }, desired: [], live: [], more: { ...found(of), clusters } }).sync.status).toBe(
      'Synced',
    );
  });

  it('is not guessed where the project goes by what is not known of the cluster: the controller’s own word counts', () => {
    const more = found({ ...OPEN, destinations: [{ server: 'https://north.*', namespace: '*' }] });
    const world = { spec: spec({ name: 'north', namespace: 'shop' }), desired: [], live: [], more };
    const silent = judge(world);
    expect(silent.sync.status).toBe('Synced');
    expect(silent.limits).toEqual([
      'the project team names clusters by server, and the server of the cluster north is not known',
    ]);
    const conditions = [{ type: 'InvalidSpecError', message: 'there are no clusters with this name: north' }];
    expect(judge({ ...world, status: { conditions } }).sync.status).toBe('Unknown');
  });

  it('is told by the controller where the project is assumed; what it only found while comparing is no refusal', () => {
    const more = { project: { kind: 'found', project: DEFAULT_PROJECT, assumed: true } } as const;
    const settings = thing('v1', 'ConfigMap', 'settings', { data: { a: '1' } });
    const status = (message: string) => ({ conditions: [{ type: 'InvalidSpecError', message }] });
    const of = (message: string) =>
      judge({ desired: [settings], live: [synced(settings)], more, status: status(message) }).sync.status;
    expect(of("application destination server 'https://x' and namespace 'y' do not match")).toBe('Unknown');
    expect(of('Namespace for settings /v1, Kind=ConfigMap is missing.')).toBe('Synced');
  });
});

it('a project inherits lists, scoped clusters, and the restriction of a list that it lacks', () => {
  const global = project({
    sourceRepos: ['https://shared.example/*'],
    namespaceResourceBlacklist: [{ group: '', kind: 'Secret' }],
  });
  const clusters = [{ name: 'n', server: 'https://n', project: 'team', namespaces: ['a', 'b'] }];
  const merged = withInherited(project(NARROW), [global], clusters);
  expect(merged.sourceRepos).toEqual(['*', 'https://shared.example/*']);
  expect(merged.namespaceResourceBlacklist).toEqual([{ group: '', kind: 'Secret' }]);
  expect(merged.destinations.map(({ server, namespace }) => `${server} ${namespace}`)).toEqual([
    '* shop',
    'https://n a',
    'https://n b',
  ]);
  expect(merged).not.toHaveProperty('namespaceResourceWhitelist');
  const listing = withInherited(
    project(NARROW),
    [project({ namespaceResourceWhitelist: [{ group: 'apps', kind: '*' }] })],
    [],
  );
  expect(listing.namespaceResourceWhitelist).toEqual([{ group: 'apps', kind: '*' }]);
});

it('of the Secrets of clusters only four keys are read', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const secret = (labels: JsonObject, data: JsonObject) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'x', labels },
    data,
  });
  const label = { 'argocd.argoproj.io/secret-type': 'cluster' };
  const read = readClusters([
    secret(label, {
      name: base64('north'),
      server: base64('https://north.example/'),
      config: base64('{"bearerToken":"t"}'),
      namespaces: base64('a, b'),
    }),
    secret(label, { server: base64('https://bare.example'), project: base64('team') }),
    secret(label, { name: base64('no server') }),
    secret({}, { name: base64('other'), server: base64('https://x') }),
  ]);
  expect(read).toEqual([
    { name: 'https://bare.example', server: 'https://bare.example', project: 'team', namespaces: [] },
    { name: 'north', server: 'https://north.example', project: '', namespaces: ['a', 'b'] },
  ]);
});
