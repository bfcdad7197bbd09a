import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import { fieldOwners } from '../../src/ownership/annotate.js';
import { loadCatalogue } from '../../src/ownership/catalogue.js';
import { decodeManagedFields } from '../../src/ownership/decode.js';
import { CONFIG_MAP, DEPLOYMENT, entry, SECRET, SERVICE, world } from './worlds.js';

const catalogue = loadCatalogue();

/** Fields outside of identity as `path: managers`, and the ghosts. */
function annotated(object: KubernetesObject): { fields: string[]; ghosts: string[] } {
  const { fields, ghosts } = fieldOwners({ object, managed: decodeManagedFields(object), catalogue });
  const text = ({ path, writers }: { path: string; writers: readonly { manager?: string }[] }): string =>
    `${path}: ${writers.map(({ manager }) => manager ?? '?').join(', ') || 'nobody'}`;
  const identity = /^\.(apiVersion|kind|metadata\.(name|namespace)):/;
  return { fields: fields.map(text).filter((line) => !identity.test(line)), ghosts: ghosts.map(text) };
}

interface Case {
  readonly name: string;
  readonly gvk: typeof DEPLOYMENT;
  readonly managed: JsonValue | undefined;
  readonly rest: Parameters<typeof world>[2];
  readonly fields: string[];
  readonly ghosts?: string[];
}

const v1 = { apiVersion: 'v1' };
const inPod = (fields: JsonObject): JsonObject => ({ 'f:spec': { 'f:template': { 'f:spec': fields } } });
const pod = (spec: JsonObject): { spec: JsonObject } => ({ spec: { template: { spec } } });
const POD = '.spec.template.spec';

const cases: Case[] = [
  {
    name: 'fields in document order, all owners each, nobody where none is recorded',
    gvk: CONFIG_MAP,
    managed: [
      entry('platform-base', 'Apply', { 'f:data': { 'f:region': {} } }, v1),
      entry('kubectl-edit', 'Update', { 'f:data': { 'f:tier': {} } }, v1),
      entry('gitops-sync', 'Apply', { 'f:data': { 'f:region': {} } }, v1),
    ],
    rest: { data: { tier: 'gold', region: 'eu', injected: 'yes' } },
    fields: ['.data.tier: kubectl-edit', '.data.region: gitops-sync, platform-base', '.data.injected: nobody'],
  },
  {
    name: 'items by the key that the entries use; an item of nobody by the same key; key fields without an entry are nobody’s',
    gvk: DEPLOYMENT,
    managed: [
      entry('gitops-sync', 'Apply', inPod({ 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {} } } })),
    ],
    rest: pod({
      containers: [
        { name: 'proxy', image: 'proxy:1' },
        { name: 'web', image: 'web:1' },
      ],
    }),
    fields: [
      `${POD}.containers[name="proxy"].name: nobody`,
      `${POD}.containers[name="proxy"].image: nobody`,
      `${POD}.containers[name="web"].name: nobody`,
      `${POD}.containers[name="web"].image: gitops-sync`,
    ],
  },
  {
    name: 'a defaulted protocol in the key',
    gvk: SERVICE,
    managed: [
      entry(
        'gitops-sync',
        'Apply',
        { 'f:spec': { 'f:ports': { 'k:{"port":53,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } } },
        v1,
      ),
      entry(
        'dns-operator',
        'Update',
        { 'f:spec': { 'f:ports': { 'k:{"port":53,"protocol":"UDP"}': { '.': {}, 'f:port': {} } } } },
        v1,
      ),
    ],
    rest: { spec: { ports: [{ port: 53, protocol: 'UDP' }, { port: 53 }] } },
    fields: [
      '.spec.ports[port=53,protocol="UDP"].port: dns-operator',
      '.spec.ports[port=53,protocol="UDP"].protocol: nobody',
      '.spec.ports[port=53,protocol="TCP"].port: gitops-sync',
    ],
  },
  {
    name: 'a key field of a custom resource that its schema defaults',
    gvk: { apiVersion: 'shop.test/v1', kind: 'Gadget' },
    managed: [
      entry(
        'gitops-sync',
        'Apply',
        { 'f:spec': { 'f:ends': { 'k:{"host":"a","port":80}': { '.': {}, 'f:host': {} } } } },
        { apiVersion: 'shop.test/v1' },
      ),
    ],
    rest: { spec: { ends: [{ host: 'a' }] } },
    fields: ['.spec.ends[host="a",port=80].host: gitops-sync'],
  },
  {
    name: 'sets by value',
    gvk: CONFIG_MAP,
    managed: [
      entry(
        'cleanup-operator',
        'Update',
        { 'f:metadata': { 'f:finalizers': { '.': {}, 'v:"shop.test/drain"': {} } } },
        v1,
      ),
    ],
    rest: { metadata: { finalizers: ['shop.test/other', 'shop.test/drain'] } },
    fields: ['.metadata.finalizers[0]: nobody', '.metadata.finalizers[="shop.test/drain"]: cleanup-operator'],
  },
  {
    name: 'an atomic list as one field, a list of nobody by index',
    gvk: DEPLOYMENT,
    managed: [entry('gitops-sync', 'Apply', inPod({ 'f:tolerations': {} }))],
    rest: pod({ tolerations: [{ key: 'spot' }], hostAliases: [{ ip: '10.0.0.1' }] }),
    fields: [`${POD}.tolerations: gitops-sync`, `${POD}.hostAliases[0].ip: nobody`],
  },
  {
    name: 'an atomic map by key, each owned through the whole',
    gvk: DEPLOYMENT,
    managed: [entry('spot-webhook', 'Update', inPod({ 'f:nodeSelector': {} }))],
    rest: pod({ nodeSelector: { disk: 'ssd', lifecycle: 'spot' } }),
    fields: [`${POD}.nodeSelector.disk: spot-webhook`, `${POD}.nodeSelector.lifecycle: spot-webhook`],
  },
  {
    name: 'a map that somebody declared empty and nobody is recorded to have filled',
    gvk: DEPLOYMENT,
    managed: [entry('helm', 'Update', inPod({ 'f:securityContext': {} }))],
    rest: pod({ securityContext: { runAsUser: 1000 } }),
    fields: [`${POD}.securityContext.runAsUser: nobody`],
  },
  {
    name: 'an empty map is a field',
    gvk: DEPLOYMENT,
    managed: [entry('helm', 'Update', inPod({ 'f:securityContext': {} }))],
    rest: pod({ securityContext: {} }),
    fields: [`${POD}.securityContext: helm`],
  },
  {
    name: 'items with one key, owned as a group',
    gvk: DEPLOYMENT,
    managed: [entry('helm', 'Update', inPod({ 'f:hostAliases': { '.': {}, 'k:{"ip":"10.1.2.3"}': {} } }))],
    rest: pod({
      hostAliases: [
        { ip: '10.1.2.3', hostnames: ['a'] },
        { ip: '10.1.2.3', hostnames: ['b'] },
      ],
    }),
    fields: [`${POD}.hostAliases[ip="10.1.2.3"]: helm`, `${POD}.hostAliases[ip="10.1.2.3"]: helm`],
  },
  {
    name: 'Secret values through stringData, which is no ghost then',
    gvk: SECRET,
    managed: [
      entry(
        'gitops-sync',
        'Apply',
        { 'f:data': { 'f:token': {} }, 'f:stringData': { 'f:user': {}, 'f:gone': {} } },
        v1,
      ),
    ],
    rest: { data: { token: 'dG9r', user: 'YWRtaW4=' } },
    fields: ['.data.token: gitops-sync', '.data.user: gitops-sync'],
    ghosts: ['.stringData.gone: gitops-sync'],
  },
  {
    name: 'ghosts: owned and not in live, all owners',
    gvk: DEPLOYMENT,
    managed: [
      entry('gitops-sync', 'Apply', { 'f:metadata': { 'f:labels': {} }, 'f:spec': { 'f:paused': {} } }),
      entry('kubectl-rollout', 'Update', { 'f:spec': { 'f:paused': {} } }),
    ],
    rest: { spec: { replicas: 2 } },
    fields: ['.spec.replicas: nobody'],
    ghosts: ['.metadata.labels: gitops-sync', '.spec.paused: kubectl-rollout, gitops-sync'],
  },
  {
    name: 'a field recorded at another version is no ghost',
    gvk: { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' },
    managed: [
      entry(
        'kubectl-autoscale',
        'Update',
        { 'f:spec': { 'f:targetCPUUtilizationPercentage': {} } },
        { apiVersion: 'autoscaling/v1' },
      ),
    ],
    rest: { spec: { metrics: [{ type: 'Resource' }] } },
    fields: ['.spec.metrics[0].type: kubectl-autoscale'],
  },
  {
    name: 'no managedFields: nobody anywhere',
    gvk: CONFIG_MAP,
    managed: undefined,
    rest: { data: { tier: 'gold' } },
    fields: ['.data.tier: nobody'],
  },
  {
    name: 'an entry that cannot be read: unknown rather than nobody',
    gvk: CONFIG_MAP,
    managed: [entry('helm', 'Update', { broken: {} }), entry('kubectl-edit', 'Update', { 'f:data': { 'f:tier': {} } })],
    rest: { data: { tier: 'gold', region: 'eu' } },
    fields: ['.data.tier: kubectl-edit', '.data.region: ?'],
  },
];

describe('the writers of every field', () => {
  it.each(cases)('$name', ({ gvk, managed, rest, fields, ghosts = [] }) => {
    const withoutEntries = annotated(world(gvk, managed, rest));
    expect(withoutEntries).toEqual({ fields, ghosts });
  });

  it('leaves managedFields out, and names nobody for what the server never records', () => {
    const object = world(CONFIG_MAP, [entry('helm', 'Update', { 'f:data': { 'f:a': {} } }, v1)], { data: { a: '1' } });
    const { fields } = fieldOwners({ object, managed: decodeManagedFields(object), catalogue });
    expect(fields.map(({ path, writers }) => [path, writers.length])).toEqual([
      ['.apiVersion', 0],
      ['.kind', 0],
      ['.metadata.name', 0],
      ['.metadata.namespace', 0],
      ['.data.a', 1],
    ]);
  });

  it('points at the very item, and says where an entry stands for all below', () => {
    const object = world(
      DEPLOYMENT,
      [entry('helm', 'Update', inPod({ 'f:hostAliases': { 'k:{"ip":"10.1.2.3"}': {} } }))],
      {
        ...pod({ hostAliases: [{ ip: '10.1.2.3', hostnames: ['a'] }, { ip: '10.1.2.3' }] }),
        metadata: { labels: { 'a/b~c': 'x' } },
      },
    );
    const { fields } = fieldOwners({ object, managed: decodeManagedFields(object), catalogue });
    expect(fields.slice(4).map(({ pointer, whole }) => [pointer, whole])).toEqual([
      ['/metadata/labels/a~1b~0c', undefined],
      ['/spec/template/spec/hostAliases/0', true],
      ['/spec/template/spec/hostAliases/1', true],
    ]);
  });
});
