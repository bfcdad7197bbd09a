import { describe, expect, it } from 'vitest';
import { compareWorld, lines, type World } from '../support/worlds.js';

const deployment = (spec: string, podSpec = '', container = ''): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: catalog, namespace: shop}
spec:
  selector: {matchLabels: {app: catalog}}
  ${spec}
  template:
    metadata: {labels: {app: catalog}}
    spec:
      ${podSpec}
      containers:
      - {name: web, image: "registry.test/catalog:1"${container}}
`;
const configMap = (data: string): string => `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
${data}
`;
const service = (spec: string): string => `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {${spec}}
`;

const WORLDS: readonly (World & { readonly title: string; readonly expected: readonly string[] })[] = [
  { title: 'nothing differs', desired: deployment('replicas: 2'), live: deployment('replicas: 2'), expected: [] },
  {
    title: 'a scalar',
    desired: deployment('replicas: 2'),
    live: deployment('replicas: 5'),
    expected: ['drift changed .spec.replicas'],
  },
  {
    title: 'defaults that only live has',
    desired: deployment(''),
    live: deployment(
      'replicas: 1\n  revisionHistoryLimit: 10\n  progressDeadlineSeconds: 600\n  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}',
      'restartPolicy: Always\n      dnsPolicy: ClusterFirst\n      schedulerName: default-scheduler\n      securityContext: {}\n      terminationGracePeriodSeconds: 30',
      ', imagePullPolicy: IfNotPresent, resources: {}, terminationMessagePath: /dev/termination-log, terminationMessagePolicy: File',
    ),
    expected: [],
  },
  {
    title: 'a live-only value that is no default',
    desired: deployment(''),
    live: deployment('revisionHistoryLimit: 3', 'terminationGracePeriodSeconds: 60'),
    expected: [
      'undeclared extra .spec.revisionHistoryLimit',
      'undeclared extra .spec.template.spec.terminationGracePeriodSeconds',
    ],
  },
  {
    title: 'the pull policy that an image had before somebody changed the tag',
    desired: deployment('').replace('catalog:1', 'catalog:latest'),
    live: deployment('', '', ', imagePullPolicy: IfNotPresent'),
    expected: ['drift changed .spec.template.spec.containers[name="web"].image'],
  },
  {
    title: 'an item of a keyed list that live lacks, and one that only live has',
    desired: deployment('', '', ', env: [{name: MODE, value: fast}]'),
    live: deployment('', '', ', env: [{name: DEBUG, value: "1"}]'),
    expected: [
      'undeclared extra .spec.template.spec.containers[name="web"].env[name="DEBUG"]',
      'drift missing .spec.template.spec.containers[name="web"].env[name="MODE"]',
    ],
  },
  {
    title: 'one port number with two protocols',
    desired: service('ports: [{name: tcp, port: 53}, {name: udp, port: 53, protocol: UDP}]'),
    live: service('ports: [{name: tcp, port: 53, protocol: TCP, targetPort: 53}]'),
    expected: ['drift missing .spec.ports[port=53,protocol="UDP"]'],
  },
  {
    title: 'a renumbered port',
    desired: service('ports: [{name: http, port: 80}]'),
    live: service('ports: [{name: http, port: 83, protocol: TCP, targetPort: 80}]'),
    expected: [
      'drift missing .spec.ports[port=80,protocol="TCP"] (renumbered)',
      'undeclared extra .spec.ports[port=83,protocol="TCP"] (renumbered)',
    ],
  },
  {
    title: 'an atomic list is one difference',
    desired: deployment('', '', ', args: [--fast, --safe]'),
    live: deployment('', '', ', args: [--fast]'),
    expected: ['drift changed .spec.template.spec.containers[name="web"].args (owned-as-whole)'],
  },
  {
    title: 'an atomic map is one difference per key',
    desired: service('selector: {app: web, tier: front}'),
    live: service('selector: {app: shop, canary: "true"}'),
    expected: [
      'drift changed .spec.selector.app (owned-as-whole)',
      'drift extra .spec.selector.canary (owned-as-whole)',
      'drift missing .spec.selector.tier (owned-as-whole)',
    ],
  },
  {
    title: 'null in a map of strings',
    desired: configMap('data: {chain: null, gone: null, host: a}'),
    live: configMap('data: {chain: "", host: a}'),
    expected: [],
  },
  {
    title: 'null for a value that is not what the server would fill in',
    desired: deployment('replicas: null\n  minReadySeconds: null'),
    live: deployment('replicas: 1\n  minReadySeconds: 7'),
    expected: ['drift extra .spec.minReadySeconds (declared-null)'],
  },
  {
    title: 'a field that the kind does not have',
    desired: deployment('replica: 2'),
    live: deployment(''),
    expected: ['drift missing .spec.replica (unknown-field)'],
  },
  {
    title: 'an immutable field',
    desired: deployment('').replace('matchLabels: {app: catalog}', 'matchLabels: {app: shop}'),
    live: deployment(''),
    expected: ['drift changed .spec.selector.matchLabels.app (owned-as-whole) (immutable)'],
  },
  {
    title: 'a field that Git applied before and no longer declares',
    desired: configMap('data: {a: "1"}'),
    live: configMap('data: {a: "1", b: "2", c: "3"}'),
    applied: { 'f:data': { 'f:a': {}, 'f:b': {}, 'f:c': {} } },
    others: [{ 'f:data': { 'f:c': {} } }],
    expected: ['drift extra .data.b (removed-from-desired)', 'undeclared extra .data.c'],
  },
  {
    title: 'a whole item that Git applied before and no longer declares',
    desired: deployment(''),
    live: deployment('', 'volumes: [{name: cache, emptyDir: {}}]'),
    applied: {
      'f:spec': {
        'f:template': {
          'f:spec': { 'f:volumes': { 'k:{"name":"cache"}': { '.': {}, 'f:name': {}, 'f:emptyDir': {} } } },
        },
      },
    },
    expected: ['drift extra .spec.template.spec.volumes[name="cache"] (removed-from-desired)'],
  },
  {
    title: 'a field that the last client-side apply held',
    desired: configMap('data: {a: "1"}'),
    live: configMap('data: {a: "1", b: "2", c: "3"}').replace(
      'namespace: shop',
      `namespace: shop, annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"data":{"a":"1","b":"1"}}'}`,
    ),
    expected: ['drift extra .data.b (removed-from-desired)', 'undeclared extra .data.c'],
  },
  {
    title: 'secret values, in either notation',
    desired: `
apiVersion: v1
kind: Secret
metadata: {name: login, namespace: shop}
stringData: {user: admin, pass: new}
data: {token: dG9rZW4=}
`,
    live: `
apiVersion: v1
kind: Secret
metadata: {name: login, namespace: shop}
type: Opaque
data: {user: YWRtaW4=, pass: b2xk, token: dG9rZW4=, extra: eA==}
`,
    expected: ['undeclared extra .data.extra', 'drift changed .data.pass'],
  },
];

describe('comparing one object', () => {
  it.each(WORLDS)('$title', ({ expected, ...world }) => {
    expect(lines(compareWorld(world))).toEqual(expected);
  });

  it('masks secret values and keeps their equality visible', () => {
    const secret = (data: string): string => `
apiVersion: v1
kind: Secret
metadata: {name: login, namespace: shop}
data: {${data}}
`;
    const { differences } = compareWorld({ desired: secret('a: b25l, b: dHdv'), live: secret('a: dHdv, b: b25l') });
    expect(differences.map(({ desired, live, masked }) => [desired, live, masked])).toEqual([
      ['(secret value 1)', '(secret value 2)', true],
      ['(secret value 2)', '(secret value 1)', true],
    ]);
  });

  it('tells duplicate items and another order of a keyed list', () => {
    const comparison = compareWorld({
      desired: deployment('', '', ', env: [{name: A, value: "1"}, {name: B, value: "2"}, {name: A, value: "3"}]'),
      live: deployment('', '', ', env: [{name: B, value: "2"}, {name: A, value: "1"}, {name: A, value: "3"}]'),
    });
    expect(lines(comparison)).toEqual([]);
    expect(comparison.duplicates).toMatchObject([{ key: 'name="A"', count: 2 }]);
    expect(comparison.reordered).toHaveLength(1);
  });
});
