import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT } from '../../../src/gitops/argocd/read-project.js';
import type { JsonValue } from '../../../src/model/json.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { edited, entry, judge, only, synced, thing, type Way, web } from './tiny-world.js';

type Sync = 'Synced' | 'OutOfSync' | 'Unknown';

interface Fact {
  readonly fact: string;
  readonly way?: Way;
  readonly desired: KubernetesObject;
  /** What was applied at the last sync, where Git has changed since. */
  readonly applied?: KubernetesObject;
  readonly edits?: readonly (readonly [readonly (string | number)[], JsonValue | undefined])[];
  readonly says: Sync;
}

const CONTAINER = ['spec', 'template', 'spec', 'containers', 0] as const;
const POD = ['spec', 'template', 'spec'] as const;
const env = (...names: string[]): JsonValue[] => names.map((name) => ({ name, value: name.toLowerCase() }));
const config = (rest = {}): KubernetesObject => thing('v1', 'ConfigMap', 'settings', rest);
const gadget = (spec: { readonly [key: string]: JsonValue }): KubernetesObject =>
  thing('workshop.test/v1', 'Gadget', 'one', { spec });
const service = (spec: { readonly [key: string]: JsonValue }): KubernetesObject =>
  thing('v1', 'Service', 'web', { spec: { selector: { app: 'web' }, ...spec } });
const account = (rest: { readonly [key: string]: JsonValue }): KubernetesObject =>
  thing('v1', 'ServiceAccount', 'web', rest);
const database = thing('apps/v1', 'StatefulSet', 'db', {
  spec: {
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'main', image: 'shop/db:1' }] } },
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
  },
});
const twoPorts = [
  { name: 'tcp', port: 53, protocol: 'TCP' },
  { name: 'udp', port: 53, protocol: 'UDP' },
];

/** What was seen on real controllers, by the numbers of the rules' list; each with what makes it tick and what does not. */
const FACTS: readonly Fact[] = [
  {
    fact: '1: a live object without the tracking annotation',
    desired: config(),
    edits: [[['metadata', 'annotations', 'argocd.argoproj.io/tracking-id'], undefined]],
    says: 'OutOfSync',
  },
  {
    fact: '1: the same, but live still carries the instance label',
    desired: config(),
    edits: [
      [['metadata', 'annotations', 'argocd.argoproj.io/tracking-id'], undefined],
      [['metadata', 'labels'], { 'app.kubernetes.io/instance': 'shop' }],
    ],
    says: 'Synced',
  },
  {
    fact: '1: an annotation that names another application',
    desired: config(),
    edits: [[['metadata', 'annotations', 'argocd.argoproj.io/tracking-id'], 'other:/ConfigMap:shop/settings']],
    says: 'OutOfSync',
  },
  ...(['client', 'server', 'server-dry-run'] as const).flatMap((way): Fact[] => [
    {
      fact: '2: env in another order',
      way,
      desired: web({}, { env: env('A', 'B') }),
      edits: [[[...CONTAINER, 'env'], env('B', 'A')]],
      says: 'OutOfSync',
    },
    {
      fact: '2: a foreign variable in front',
      way,
      desired: web({}, { env: env('A', 'B') }),
      edits: [[[...CONTAINER, 'env'], env('X', 'A', 'B')]],
      says: 'Synced',
    },
  ]),
  {
    fact: '2: a keyed list of a custom resource in another order',
    desired: gadget({
      ports: [
        { name: 'a', port: 1 },
        { name: 'b', port: 2 },
      ],
    }),
    edits: [
      [
        ['spec', 'ports'],
        [
          { name: 'b', port: 2, protocol: 'tcp' },
          { name: 'a', port: 1, protocol: 'tcp' },
        ],
      ],
    ],
    says: 'OutOfSync',
  },
  {
    fact: '3: an empty map in Git, later filled',
    desired: config({ data: {} }),
    edits: [[['data'], { mode: 'fast' }]],
    says: 'OutOfSync',
  },
  {
    fact: '3: the same, applied on the server side',
    way: 'server',
    desired: config({ data: {} }),
    edits: [
      [['data'], { mode: 'fast' }],
      [['metadata', 'managedFields', 1], entry('filler', 'Update', config({ data: { mode: 'fast' } }))],
    ],
    says: 'Synced',
  },
  {
    fact: '3: an empty list in Git, later filled',
    desired: web({}, {}, { tolerations: [] }),
    edits: [[[...POD, 'tolerations'], [{ operator: 'Exists' }]]],
    says: 'OutOfSync',
  },
  {
    fact: '3: an empty security context in Git, later filled',
    desired: web({}, { securityContext: {} }),
    edits: [[[...CONTAINER, 'securityContext'], { runAsNonRoot: true }]],
    says: 'Synced',
  },
  { fact: '3: null in Git', desired: web({ replicas: null }), edits: [[['spec', 'replicas'], 5]], says: 'OutOfSync' },
  {
    fact: '3: null in Git, applied on the server side',
    way: 'server',
    desired: web({ replicas: null }),
    edits: [[['spec', 'replicas'], 5]],
    says: 'Synced',
  },
  {
    fact: '3: null for a port, which leaves 0 there and becomes the port again',
    desired: service({ ports: [{ port: 80, targetPort: null }] }),
    edits: [[['spec', 'ports', 0, 'targetPort'], 8080]],
    says: 'OutOfSync',
  },
  {
    fact: '3: the same over an object that was never applied by a client',
    way: 'server',
    desired: service({ ports: [{ port: 80, targetPort: null }] }),
    applied: service({ ports: [{ port: 80, targetPort: 8080 }] }),
    says: 'OutOfSync',
  },
  {
    fact: '3: the same where live has the default',
    desired: service({ ports: [{ port: 80, targetPort: null }] }),
    applied: service({ ports: [{ port: 80 }] }),
    says: 'Synced',
  },
  {
    fact: '3: null for a selector that a person set',
    desired: service({ selector: null, ports: [{ port: 80 }] }),
    edits: [[['spec', 'selector'], { app: 'other' }]],
    says: 'OutOfSync',
  },
  {
    fact: '4: a number of the declared rollout type',
    desired: web({ strategy: { type: 'RollingUpdate' } }),
    edits: [[['spec', 'strategy', 'rollingUpdate', 'maxSurge'], 3]],
    says: 'OutOfSync',
  },
  {
    fact: '4: the same where Git declares no strategy',
    desired: web(),
    edits: [[['spec', 'strategy', 'rollingUpdate', 'maxSurge'], 3]],
    says: 'Synced',
  },
  { fact: '5: claim templates, applied on the server side', way: 'server', desired: database, says: 'OutOfSync' },
  { fact: '5: claim templates, applied by the client', desired: database, says: 'Synced' },
  {
    fact: '6: a field that Git gave up, by dry run over a client-side sync',
    way: 'dry-run',
    applied: config({ data: { a: '1', b: '2' } }),
    desired: config({ data: { a: '1' } }),
    says: 'Synced',
  },
  {
    fact: '6: the same over a server-side sync',
    way: 'server-dry-run',
    applied: config({ data: { a: '1', b: '2' } }),
    desired: config({ data: { a: '1' } }),
    says: 'OutOfSync',
  },
  {
    fact: '6: a dry run that is refused',
    way: 'dry-run',
    applied: database,
    desired: edited(database, ['spec', 'serviceName'], 'other'),
    says: 'Unknown',
  },
  {
    fact: '13: one more key in a selector',
    desired: service({ ports: [{ port: 80 }] }),
    edits: [[['spec', 'selector', 'tier'], 'front']],
    says: 'Synced',
  },
  {
    fact: '13: the same, applied on the server side',
    way: 'server',
    desired: service({ ports: [{ port: 80 }] }),
    edits: [[['spec', 'selector', 'tier'], 'front']],
    says: 'OutOfSync',
  },
  {
    fact: '14: a field that Git gave up',
    applied: config({ data: { a: '1', b: '2' } }),
    desired: config({ data: { a: '1' } }),
    says: 'OutOfSync',
  },
  {
    fact: '14: the same where the annotation was lost',
    applied: config({ data: { a: '1', b: '2' } }),
    desired: config({ data: { a: '1' } }),
    edits: [[['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration'], undefined]],
    says: 'Synced',
  },
  {
    fact: '15: an item added to a keyed list of a custom resource',
    desired: gadget({ ports: [{ name: 'a', port: 1 }] }),
    edits: [[['spec', 'ports', 1], { name: 'b', port: 2, protocol: 'tcp' }]],
    says: 'OutOfSync',
  },
  {
    fact: '15: a default inside an item of it, changed',
    desired: gadget({ ports: [{ name: 'a', port: 1 }] }),
    edits: [[['spec', 'ports', 0, 'protocol'], 'udp']],
    says: 'Synced',
  },
  {
    fact: '15: a default that Git does not declare, changed',
    desired: gadget({ mode: 'slow' }),
    edits: [[['spec', 'size'], 9]],
    says: 'Synced',
  },
  {
    fact: '16: one more pull secret',
    desired: account({ imagePullSecrets: [{ name: 'registry' }] }),
    edits: [[['imagePullSecrets', 1], { name: 'other' }]],
    says: 'OutOfSync',
  },
  {
    fact: '16: one more secret',
    desired: account({ secrets: [{ name: 'token' }] }),
    edits: [[['secrets', 1], { name: 'other' }]],
    says: 'Synced',
  },
  { fact: '17: one port number with two protocols', desired: service({ ports: twoPorts }), says: 'Synced' },
  {
    fact: '17: the same, the second half changed',
    desired: service({ ports: twoPorts }),
    edits: [[['spec', 'ports', 1, 'targetPort'], 5353]],
    says: 'Synced',
  },
  {
    fact: 'quantities are compared by value in built-in kinds',
    desired: web({}, { resources: { limits: { cpu: '1000m', memory: '1024Mi' } } }),
    edits: [[[...CONTAINER, 'resources', 'limits'], { cpu: '1', memory: '1Gi' }]],
    says: 'Synced',
  },
  {
    fact: 'quantities are text in custom kinds',
    desired: gadget({ memory: '1024Mi' }),
    edits: [[['spec', 'memory'], '1Gi']],
    says: 'OutOfSync',
  },
  {
    fact: 'a field that the schema does not know differs for ever',
    desired: gadget({ colour: 'red' }),
    edits: [[['spec', 'colour'], undefined]],
    says: 'OutOfSync',
  },
  {
    fact: 'the same, applied on the server side, fails the comparison',
    way: 'server',
    desired: gadget({ mode: 'slow', colour: 'red' }),
    applied: gadget({ mode: 'slow' }),
    says: 'Unknown',
  },
  {
    fact: 'an added sidecar',
    desired: web(),
    edits: [[[...POD, 'containers', 1], { name: 'spy', image: 'other:1' }]],
    says: 'Synced',
  },
  {
    fact: 'a secret written as text',
    desired: thing('v1', 'Secret', 'login', { stringData: { user: 'shop' } }),
    applied: thing('v1', 'Secret', 'login', { data: { user: 'c2hvcA==' } }),
    says: 'Synced',
  },
  {
    fact: 'an empty list of rules is no list',
    desired: thing('rbac.authorization.k8s.io/v1', 'Role', 'none', { rules: [] }),
    edits: [[['rules'], null]],
    says: 'Synced',
  },
];

describe('what a real Argo CD was seen to say', () => {
  it.each(FACTS)('$fact ($way): $says', ({ way = 'client', desired, applied = desired, edits = [], says }) => {
    const live = edits.reduce((object, [path, value]) => edited(object, path, value), synced(applied, way));
    const verdict = judge({ way, desired: [desired], live: [live] });
    expect({ object: only(verdict).sync, application: verdict.sync.status }).toEqual({
      object: says,
      application: says,
    });
    if (says === 'OutOfSync') expect(only(verdict).differences).not.toEqual([]);
  });

  it('7: a label changed on the managed namespace is no difference, another wish than at the last sync is one', () => {
    const wish = (colour: string) => ({ managedNamespaceMetadata: { labels: { cost: colour } } });
    const live = thing('v1', 'Namespace', 'shop', { metadata: { namespace: '', labels: { cost: 'red' } } });
    const since = (last: string) =>
      judge({
        desired: [],
        live: [live],
        spec: { syncPolicy: wish('blue') },
        status: { operationState: { phase: 'Succeeded', syncResult: wish(last) } },
      });
    expect(since('blue').sync.status).toBe('Synced');
    expect(since('green').sync.status).toBe('OutOfSync');
  });

  it('9: a kind that the project denies is Unknown, the application is not', () => {
    const project = { ...DEFAULT_PROJECT, namespaceResourceBlacklist: [{ group: '', kind: 'ConfigMap' }] };
    const more = { project: { kind: 'found', project } } as const;
    const verdict = judge({ desired: [config(), web()], live: [synced(config()), synced(web())], more });
    expect(only(verdict, 'settings').sync).toBe('Unknown');
    expect(only(verdict, 'web').sync).toBe('Synced');
    expect(verdict.sync.status).toBe('OutOfSync');
  });

  it('11: where desired cannot be had everything is Unknown, and what would be pruned says so', () => {
    const more = { rendered: { kind: 'failed', message: 'no such path' } } as const;
    const verdict = judge({ desired: [], live: [synced(config())], more });
    expect(verdict.sync.status).toBe('Unknown');
    expect(verdict.conditions).toEqual([
      { type: 'ComparisonError', message: 'Failed to load target state: no such path' },
    ]);
    expect(only(verdict)).toMatchObject({ sync: 'Unknown', requiresPruning: true });
  });

  it.each([
    {
      what: 'an atomic list of a built-in kind',
      desired: web({}, { args: ['--fast'] }),
      path: [...CONTAINER, 'args'],
      value: ['--slow'],
      says: 'Synced',
    },
    {
      what: 'an item of a keyed list of a custom kind',
      desired: gadget({ ports: [{ name: 'a', port: 1 }] }),
      path: ['spec', 'ports', 0, 'port'],
      value: 7,
      says: 'Synced',
    },
    {
      what: 'a field that live lost',
      desired: config({ data: { a: '1', b: '2' } }),
      path: ['data', 'b'],
      value: undefined,
      says: 'OutOfSync',
    },
  ])('12: a trusted manager and $what', ({ desired, path, value, says }) => {
    const live = edited(synced(desired), path, value);
    const writes = edited(live, ['metadata', 'managedFields', 1], entry('tuner', 'Update', live));
    const rule = (manager: string) => ({
      ignoreDifferences: [{ group: '*', kind: '*', managedFieldsManagers: [manager] }],
    });
    const sync = (manager: string) => judge({ desired: [desired], live: [writes], spec: rule(manager) }).sync.status;
    expect(sync('tuner')).toBe(says);
    expect(sync('Tuner')).toBe('OutOfSync');
    expect(sync('tune*')).toBe('OutOfSync');
  });

  it('14: under server-side apply a field that a person took over stays unseen when Git gives it up', () => {
    const applied = config({ data: { a: '1', b: '2' } });
    const live = synced(applied, 'server');
    const taken = edited(
      live,
      ['metadata', 'managedFields', 1],
      entry('kubectl', 'Apply', config({ data: { b: '2' } })),
    );
    const desired = [config({ data: { a: '1' } })];
    expect(judge({ way: 'server', desired, live: [live] }).sync.status).toBe('OutOfSync');
    expect(judge({ way: 'server', desired, live: [taken] }).sync.status).toBe('Synced');
  });
});
