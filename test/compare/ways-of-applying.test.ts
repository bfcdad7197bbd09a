import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.js';
import { compareWorld, lines, type World } from '../support/worlds.js';

// What each way of applying makes of fields that others wrote, as test/differential found it on a real API server.

const STOREFRONT = load(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: shop.example
  scope: Namespaced
  names: {kind: Storefront, plural: storefronts}
  versions:
  - name: v1
    served: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas: {type: integer, default: 1}
              title: {type: string}
              motto: {type: string, nullable: true, default: none}
              regions: {type: array, x-kubernetes-list-type: set, items: {type: string}}
              shelves:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items: {type: object, properties: {name: {type: string}, size: {type: integer, default: 10}, note: {type: string}}}
              notes: {type: object, x-kubernetes-preserve-unknown-fields: true}
`) as JsonValue;

const storefront = (spec: string, lastApplied?: string): string => `
apiVersion: shop.example/v1
kind: Storefront
metadata:
  name: main
  namespace: shop
  ${lastApplied === undefined ? '' : `annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"spec":${lastApplied}}'}`}
spec: ${spec}
`;

const object = (apiVersion: string, kind: string, rest: string, lastApplied?: string): string => `
apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: catalog
  namespace: shop
  ${lastApplied === undefined ? '' : `annotations: {kubectl.kubernetes.io/last-applied-configuration: '${lastApplied}'}`}
${rest}
`;

const pods = (containers: string): string => `template: {spec: {containers: [${containers}]}}`;
const container = (fields: JsonValue): JsonValue => ({
  'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"shell"}': fields } } },
});

const WORLDS: readonly (World & { readonly title: string; readonly expected: readonly string[] })[] = [
  {
    title: 'an item that Git removed goes with all of it where others hold only fields in it',
    desired: object('v1', 'PodTemplate', pods('{name: web, image: "web:1"}')),
    live: object('v1', 'PodTemplate', pods('{name: web, image: "web:1"}, {name: shell, image: "shell:1", tty: true}')),
    applied: container({ '.': {}, 'f:name': {}, 'f:image': {} }),
    others: [container({ 'f:tty': {} })],
    expected: ['drift extra .template.spec.containers[name="shell"] (removed-from-desired)'],
  },
  {
    title: 'an item that Git removed and others hold too stays, without the part that only Git held',
    desired: object('v1', 'PodTemplate', pods('{name: web, image: "web:1"}')),
    live: object('v1', 'PodTemplate', pods('{name: web, image: "web:1"}, {name: shell, image: "shell:1", tty: true}')),
    applied: container({ '.': {}, 'f:name': {}, 'f:image': {}, 'f:tty': {} }),
    others: [container({ '.': {}, 'f:name': {}, 'f:image': {} })],
    expected: [
      'undeclared extra .template.spec.containers[name="shell"].image',
      'undeclared extra .template.spec.containers[name="shell"].name',
      'drift extra .template.spec.containers[name="shell"].tty (removed-from-desired)',
    ],
  },
  {
    title: 'a struct that Git removed goes with what the server filled in there',
    desired: object('v1', 'PodTemplate', pods('{name: shell, image: "shell:1"}')),
    live: object(
      'v1',
      'PodTemplate',
      pods(
        '{name: shell, image: "shell:1", livenessProbe: {exec: {command: [ls]}, timeoutSeconds: 1, periodSeconds: 10}}',
      ),
    ),
    applied: container({ '.': {}, 'f:name': {}, 'f:image': {}, 'f:livenessProbe': { 'f:exec': { 'f:command': {} } } }),
    expected: ['drift extra .template.spec.containers[name="shell"].livenessProbe (removed-from-desired)'],
  },
  {
    title: 'a struct that Git removed and others hold a part of stays, without the part that only Git held',
    desired: object('v1', 'PodTemplate', pods('{name: shell, image: "shell:1"}')),
    live: object(
      'v1',
      'PodTemplate',
      pods('{name: shell, image: "shell:1", livenessProbe: {exec: {command: [ls]}, timeoutSeconds: 7}}'),
    ),
    applied: container({ '.': {}, 'f:name': {}, 'f:image': {}, 'f:livenessProbe': { 'f:exec': { 'f:command': {} } } }),
    others: [container({ 'f:livenessProbe': { 'f:timeoutSeconds': {} } })],
    expected: [
      'drift extra .template.spec.containers[name="shell"].livenessProbe.exec (removed-from-desired)',
      'undeclared extra .template.spec.containers[name="shell"].livenessProbe.timeoutSeconds',
    ],
  },
  {
    title: 'a declared zero that the server replaces by its default',
    desired: object('v1', 'Secret', 'type: ""\ndata: {}'),
    live: object('v1', 'Secret', 'type: Opaque'),
    expected: [],
  },
  {
    title: 'a declared zero where live has something else than the default',
    desired: object('v1', 'Secret', 'type: ""'),
    live: object('v1', 'Secret', 'type: kubernetes.io/tls'),
    expected: ['drift changed .type (immutable)'],
  },
  {
    title: 'an empty text that is kept by the type and yet replaced by a default',
    desired: object('rbac.authorization.k8s.io/v1', 'RoleBinding', 'roleRef: {apiGroup: "", kind: Role, name: reader}'),
    live: object(
      'rbac.authorization.k8s.io/v1',
      'RoleBinding',
      'roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}',
    ),
    expected: [],
  },
  {
    title: 'an empty list for addresses that the server chooses',
    desired: object('v1', 'Service', 'spec: {ipFamilies: [], ports: [{port: 80, protocol: ""}]}'),
    live: object(
      'v1',
      'Service',
      'spec: {ipFamilies: [IPv4], ports: [{port: 80, protocol: TCP, targetPort: 80}], type: ClusterIP}',
    ),
    expected: [],
  },
  {
    title: 'null for a struct that others hold parts of asks for nothing',
    desired: object(
      'networking.k8s.io/v1',
      'IngressClass',
      'spec: {controller: shop.example/ingress, parameters: null}',
    ),
    live: object(
      'networking.k8s.io/v1',
      'IngressClass',
      'spec: {controller: shop.example/ingress, parameters: {kind: Settings, name: public}}',
    ),
    applied: { 'f:spec': { 'f:controller': {} } },
    others: [{ 'f:spec': { 'f:parameters': { 'f:kind': {}, 'f:name': {} } } }],
    expected: ['undeclared extra .spec.parameters.kind', 'undeclared extra .spec.parameters.name'],
  },
  {
    title: 'null for a struct that the server fills in: what differs from that',
    desired: object(
      'autoscaling/v2',
      'HorizontalPodAutoscaler',
      'spec: {maxReplicas: 5, behavior: {scaleUp: {selectPolicy: Disabled}, scaleDown: null}}',
    ),
    live: object(
      'autoscaling/v2',
      'HorizontalPodAutoscaler',
      'spec: {maxReplicas: 5, behavior: {scaleUp: {selectPolicy: Disabled}, scaleDown: {selectPolicy: Min, policies: [{type: Percent, value: 100, periodSeconds: 15}]}}}',
      '{"spec":{"behavior":{"scaleDown":null}}}',
    ),
    expected: ['drift changed .spec.behavior.scaleDown.selectPolicy (declared-null)'],
  },
  {
    title: 'null for requests that the server takes from the limits',
    desired: object(
      'v1',
      'Pod',
      'spec: {containers: [{name: web, image: "web:1", resources: {limits: {memory: 1Gi}, requests: null}}]}',
    ),
    live: object(
      'v1',
      'Pod',
      'spec: {containers: [{name: web, image: "web:1", resources: {limits: {memory: 1Gi}, requests: {memory: 1Gi}}}]}',
      '{"spec":{}}',
    ),
    expected: [],
  },
  {
    title: 'empty lists that the last client-side apply held',
    desired: object('v1', 'ServiceAccount', ''),
    live: object('v1', 'ServiceAccount', 'secrets: []', '{"secrets":[]}'),
    expected: ['drift extra .secrets (removed-from-desired)'],
  },
  {
    title: 'free-form JSON of a built-in kind is one leaf',
    desired: object('apps/v1', 'ControllerRevision', 'revision: 1\ndata: {spec: {notes: []}}'),
    live: object('apps/v1', 'ControllerRevision', 'revision: 1\ndata: {spec: {notes: [], replicas: 1}}'),
    expected: ['drift extra .data.spec.replicas (owned-as-whole)'],
  },
  {
    title: 'client-side apply replaces the selector of a disruption budget',
    desired: object(
      'policy/v1',
      'PodDisruptionBudget',
      'spec: {maxUnavailable: 1, selector: {matchLabels: {app: shop}}}',
    ),
    live: object(
      'policy/v1',
      'PodDisruptionBudget',
      'spec: {maxUnavailable: 1, selector: {matchLabels: {app: shop, tier: web}}}',
      '{"spec":{"selector":{"matchLabels":{"app":"shop"}}}}',
    ),
    expected: ['drift extra .spec.selector.matchLabels.tier (owned-as-whole)'],
  },
  {
    title: 'client-side apply adds to the selector of a Service',
    desired: object('v1', 'Service', 'spec: {selector: {app: shop}}'),
    live: object('v1', 'Service', 'spec: {selector: {app: shop, tier: web}}', '{"spec":{"selector":{"app":"shop"}}}'),
    expected: ['undeclared extra .spec.selector.tier (owned-as-whole)'],
  },
  {
    title: 'client-side apply that changes the type of a strategy drops the numbers of the other type',
    desired: object('apps/v1', 'Deployment', 'spec: {strategy: {type: Recreate}}'),
    live: object(
      'apps/v1',
      'Deployment',
      'spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}}',
      '{"spec":{"strategy":{"type":"Recreate"}}}',
    ),
    expected: ['drift extra .spec.strategy.rollingUpdate', 'drift changed .spec.strategy.type'],
  },
  {
    title: 'client-side apply that adds to a strategy what every object inherits in JavaScript changes it',
    desired: object('apps/v1', 'Deployment', 'spec: {strategy: {type: RollingUpdate, __proto__: {}}}'),
    live: object(
      'apps/v1',
      'Deployment',
      'spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}}',
      '{"spec":{"strategy":{"type":"RollingUpdate"}}}',
    ),
    expected: ['drift missing .spec.strategy.__proto__ (unknown-field)', 'drift extra .spec.strategy.rollingUpdate'],
  },
  {
    title: 'client-side apply leaves fields of a volume where it changes nothing in it',
    desired: object('apps/v1', 'DaemonSet', 'spec: {template: {spec: {volumes: [{name: tmp, emptyDir: {}}]}}}'),
    live: object(
      'apps/v1',
      'DaemonSet',
      'spec: {template: {spec: {volumes: [{name: tmp, emptyDir: {sizeLimit: 1Gi}}]}}}',
      '{"spec":{}}',
    ),
    expected: ['undeclared extra .spec.template.spec.volumes[name="tmp"].emptyDir.sizeLimit'],
  },
  {
    title: 'an empty list that a client-side apply sends, and the server replaces by its default',
    desired: object('storage.k8s.io/v1', 'CSIDriver', 'spec: {volumeLifecycleModes: []}'),
    live: object('storage.k8s.io/v1', 'CSIDriver', 'spec: {volumeLifecycleModes: [Persistent]}', '{"spec":{}}'),
    expected: [],
  },
  {
    title: 'an empty selector that the server takes from the template',
    desired: object('v1', 'ReplicationController', 'spec: {selector: {}, template: {metadata: {labels: {app: shop}}}}'),
    live: object(
      'v1',
      'ReplicationController',
      'spec: {replicas: 1, selector: {app: shop}, template: {metadata: {labels: {app: shop}}}}',
    ),
    expected: [],
  },
];

const CUSTOM: readonly (World & { readonly title: string; readonly expected: readonly string[] })[] = [
  {
    title: 'server-side apply leaves items of keyed lists and sets to others',
    desired: storefront('{regions: [eu], shelves: [{name: books}]}'),
    live: storefront(
      '{replicas: 1, motto: none, regions: [eu, us], shelves: [{name: books, size: 10, note: old}, {name: toys, size: 10}]}',
    ),
    expected: [
      'undeclared extra .spec.regions[="us"]',
      'undeclared extra .spec.shelves[name="books"].note',
      'undeclared extra .spec.shelves[name="toys"]',
    ],
  },
  {
    title: 'client-side apply replaces lists of custom kinds, whatever their keys',
    desired: storefront('{regions: [eu], shelves: [{name: books}]}'),
    live: storefront(
      '{replicas: 1, motto: none, regions: [eu, us], shelves: [{name: books, size: 10, note: old}, {name: toys, size: 10}]}',
      '{"regions":["eu"],"shelves":[{"name":"books"}]}',
    ),
    expected: [
      'drift extra .spec.regions[="us"]',
      'drift extra .spec.shelves[name="books"].note',
      'drift extra .spec.shelves[name="toys"]',
    ],
  },
  {
    title: 'client-side apply forgets a null that it sent before, and sends a new one',
    desired: storefront('{replicas: null, title: null}'),
    live: storefront('{replicas: 3, motto: none, title: Shop}', '{"replicas":null}'),
    expected: ['undeclared extra .spec.replicas', 'drift extra .spec.title (declared-null)'],
  },
  {
    title: 'null is a value where the schema allows it, and in free-form fields',
    desired: storefront('{motto: null, notes: {closed: null}}'),
    live: storefront('{replicas: 1, motto: none, notes: {closed: yes}}'),
    expected: ['drift changed .spec.motto', 'drift changed .spec.notes.closed'],
  },
  {
    title: 'a stored null that desired does not declare is no default',
    desired: storefront('{title: Shop}'),
    live: storefront('{replicas: 1, title: Shop, motto: null}'),
    expected: ['undeclared extra .spec.motto'],
  },
  {
    title: 'nothing is filled in inside free-form lists',
    desired: storefront('{notes: {pages: [{lines: []}]}}'),
    live: storefront('{replicas: 1, motto: none, notes: {pages: [{lines: [], number: 1}]}}'),
    expected: ['drift changed .spec.notes.pages (owned-as-whole)'],
  },
];

describe('ways of applying', () => {
  it.each(WORLDS)('$title', ({ expected, ...world }) => {
    expect(lines(compareWorld(world))).toEqual(expected);
  });
});

describe('ways of applying custom kinds', () => {
  it.each(CUSTOM)('$title', ({ expected, ...world }) => {
    expect(lines(compareWorld({ ...world, crds: [STOREFRONT] }))).toEqual(expected);
  });
});
