import { describe, expect, it } from 'vitest';
import { printPath } from '../../src/model/field-path.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import { refOf } from '../../src/model/resource.js';
import { decodeManagedFields } from '../../src/ownership/decode.js';
import { compareEntries, entryRef, ownersOf } from '../../src/ownership/owners.js';
import { at, CONFIG_MAP, DEPLOYMENT, entry, SECRET, world } from './worlds.js';

const HPA_V1 = { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler' };
const HPA_V2 = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' };

/** Owners as text: `manager as at`, `!` where the entry is recorded at another version; or the kind. */
function owners(
  gvk: typeof DEPLOYMENT,
  managedFields: JsonValue | undefined,
  path: string,
  wholeAt?: string,
): string | string[] {
  const object = world(gvk, managedFields);
  const found = ownersOf(
    decodeManagedFields(object),
    refOf(object),
    at(path),
    wholeAt === undefined ? undefined : at(wholeAt),
  );
  if (found.kind !== 'owned') return found.kind;
  return found.entries.map(
    (owner) => `${owner.manager} ${owner.as} ${printPath(owner.at)}${owner.versionDiffers ? ' !' : ''}`,
  );
}

interface Case {
  readonly name: string;
  readonly gvk?: typeof DEPLOYMENT;
  readonly managed: JsonObject[];
  readonly path: string;
  readonly wholeAt?: string;
  readonly owners: string | string[];
}

const web = (fields: JsonObject): JsonObject => ({
  'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': fields } } } },
});
const SPEC: JsonObject = { 'f:spec': { 'f:maxReplicas': {} } };
const WEB = '.spec.template.spec.containers[name="web"]';

const cases: Case[] = [
  {
    name: 'the entry that names the leaf, not the one that owns the item around it',
    managed: [
      entry('gitops-sync', 'Apply', web({ '.': {}, 'f:name': {} })),
      entry('kubectl-set', 'Update', web({ 'f:image': {} })),
    ],
    path: `${WEB}.image`,
    owners: [`kubectl-set leaf ${WEB}.image`],
  },
  {
    name: 'who wrote a Secret key in data after another wrote it in stringData, for that entry never lets go of it',
    gvk: SECRET,
    managed: [
      entry(
        'gitops-sync',
        'Apply',
        { 'f:stringData': { 'f:token': {} } },
        { apiVersion: 'v1', time: '2026-11-30T12:00:00Z' },
      ),
      entry(
        'kubectl-edit',
        'Update',
        { 'f:data': { 'f:token': {} } },
        { apiVersion: 'v1', time: '2026-11-30T12:05:00Z' },
      ),
    ],
    path: '.data.token',
    owners: ['kubectl-edit leaf .data.token'],
  },
  {
    name: 'both who named a Secret key in data and who wrote it in stringData after that',
    gvk: SECRET,
    managed: [
      entry(
        'gitops-sync',
        'Apply',
        { 'f:stringData': { 'f:token': {} } },
        { apiVersion: 'v1', time: '2026-11-30T12:09:00Z' },
      ),
      entry(
        'kubectl-edit',
        'Update',
        { 'f:data': { 'f:token': {} } },
        { apiVersion: 'v1', time: '2026-11-30T12:05:00Z' },
      ),
    ],
    path: '.data.token',
    owners: ['kubectl-edit leaf .data.token', 'gitops-sync leaf .stringData.token'],
  },
  {
    name: 'nobody, where only ancestors are owned: an item',
    managed: [entry('gitops-sync', 'Apply', web({ '.': {}, 'f:name': {} }))],
    path: `${WEB}.imagePullPolicy`,
    owners: 'unowned',
  },
  {
    name: 'nobody, where only ancestors are owned: an empty map that somebody filled without being recorded',
    managed: [entry('gitops-sync', 'Apply', { 'f:metadata': { 'f:labels': {} } })],
    path: '.metadata.labels.injected',
    owners: 'unowned',
  },
  {
    name: 'all who share the leaf, Update before Apply, then by name; an entry without time counts like any other',
    managed: [
      entry('platform-base', 'Apply', { 'f:data': { 'f:region': {} } }),
      entry('gitops-sync', 'Apply', { 'f:data': { 'f:region': {} } }, { time: '2026-11-30T12:00:00Z' }),
      entry('zz-importer', 'Update', { 'f:data': { 'f:region': {} } }, { time: '2026-11-29T12:00:00Z' }),
    ],
    path: '.data.region',
    owners: ['zz-importer leaf .data.region', 'gitops-sync leaf .data.region', 'platform-base leaf .data.region'],
  },
  {
    name: 'a subtree that is a member itself',
    managed: [
      entry('kubectl-edit', 'Update', web({ 'f:env': { 'k:{"name":"MODE"}': { '.': {}, 'f:value': {} } } })),
      entry('helm', 'Update', web({ 'f:env': { 'k:{"name":"MODE"}': { 'f:name': {} } } })),
    ],
    path: `${WEB}.env[name="MODE"]`,
    owners: [`kubectl-edit leaf ${WEB}.env[name="MODE"]`],
  },
  {
    name: 'a subtree of which only parts are members',
    managed: [entry('helm', 'Update', { 'f:spec': { 'f:strategy': { 'f:type': {} } } })],
    path: '.spec.strategy',
    owners: ['helm below .spec.strategy'],
  },
  {
    name: 'an atomic map that is owned as a whole',
    managed: [entry('spot-webhook', 'Update', { 'f:spec': { 'f:nodeSelector': {} } })],
    path: '.spec.nodeSelector.lifecycle',
    wholeAt: '.spec.nodeSelector',
    owners: ['spot-webhook whole .spec.nodeSelector'],
  },
  {
    name: 'an atomic list itself: whoever changes one item owns all',
    managed: [entry('kubectl-patch', 'Update', web({ 'f:args': {} }))],
    path: `${WEB}.args`,
    wholeAt: `${WEB}.args`,
    owners: [`kubectl-patch whole ${WEB}.args`],
  },
  {
    name: 'an item with a key of its own, where the asker knows of others with the same key',
    managed: [entry('helm', 'Update', web({ 'f:env': { 'k:{"name":"MODE"}': { '.': {}, 'f:value': {} } } }))],
    path: `${WEB}.env[name="MODE"]`,
    wholeAt: `${WEB}.env[name="MODE"]`,
    owners: [`helm leaf ${WEB}.env[name="MODE"]`],
  },
  {
    name: 'a group of items with one key',
    managed: [entry('helm', 'Update', web({ 'f:env': { 'k:{"name":"REPEATED"}': {} } }))],
    path: `${WEB}.env[name="REPEATED"].value`,
    wholeAt: `${WEB}.env[name="REPEATED"]`,
    owners: [`helm whole ${WEB}.env[name="REPEATED"]`],
  },
  {
    name: 'nobody, where the asker does not know the map to be atomic',
    managed: [entry('spot-webhook', 'Update', { 'f:spec': { 'f:nodeSelector': {} } })],
    path: '.spec.nodeSelector.lifecycle',
    owners: 'unowned',
  },
  {
    name: 'nobody as a whole, where the container is owned in parts',
    managed: [entry('helm', 'Update', { 'f:spec': { 'f:nodeSelector': { '.': {}, 'f:disk': {} } } })],
    path: '.spec.nodeSelector.lifecycle',
    wholeAt: '.spec.nodeSelector',
    owners: 'unowned',
  },
  {
    name: 'unknown, where an entry could not be read and the others are silent',
    managed: [entry('helm', 'Update', { broken: {} }), entry('flux', 'Apply', { 'f:data': { 'f:a': {} } })],
    path: '.data.b',
    owners: 'unknown',
  },
  {
    name: 'the readable entry, where another could not be read',
    managed: [entry('helm', 'Update', { broken: {} }), entry('flux', 'Apply', { 'f:data': { 'f:a': {} } })],
    path: '.data.a',
    owners: ['flux leaf .data.a'],
  },
  {
    name: 'a Secret value through stringData',
    gvk: SECRET,
    managed: [
      entry(
        'gitops-sync',
        'Apply',
        { 'f:data': { 'f:token': {} }, 'f:stringData': { 'f:user': {} } },
        { apiVersion: 'v1' },
      ),
    ],
    path: '.data.user',
    owners: ['gitops-sync leaf .stringData.user'],
  },
  {
    name: 'not stringData of another kind',
    gvk: CONFIG_MAP,
    managed: [entry('gitops-sync', 'Apply', { 'f:stringData': { 'f:user': {} } }, { apiVersion: 'v1' })],
    path: '.data.user',
    owners: 'unowned',
  },
  {
    name: 'the same path at another version, marked',
    gvk: HPA_V2,
    managed: [
      entry('kubectl-autoscale', 'Update', { 'f:spec': { 'f:maxReplicas': {} } }, { apiVersion: 'autoscaling/v1' }),
    ],
    path: '.spec.maxReplicas',
    owners: ['kubectl-autoscale leaf .spec.maxReplicas !'],
  },
  {
    name: 'metrics of an HPA recorded at v1',
    gvk: HPA_V2,
    managed: [
      entry(
        'kubectl-autoscale',
        'Update',
        { 'f:spec': { 'f:targetCPUUtilizationPercentage': {} } },
        { apiVersion: 'autoscaling/v1' },
      ),
      entry('gitops-sync', 'Apply', { 'f:spec': { 'f:maxReplicas': {} } }, { apiVersion: 'autoscaling/v2' }),
    ],
    path: '.spec.metrics',
    owners: ['kubectl-autoscale leaf .spec.targetCPUUtilizationPercentage !'],
  },
  {
    name: 'one metric of an HPA recorded at v1: the old field stands for all',
    gvk: HPA_V2,
    managed: [
      entry(
        'kubectl-autoscale',
        'Update',
        { 'f:spec': { 'f:targetCPUUtilizationPercentage': {} } },
        { apiVersion: 'autoscaling/v1' },
      ),
    ],
    path: '.spec.metrics[0].resource.target',
    owners: ['kubectl-autoscale whole .spec.targetCPUUtilizationPercentage !'],
  },
  {
    name: 'the CPU target of an HPA fetched at v1 and recorded at v2',
    gvk: HPA_V1,
    managed: [entry('gitops-sync', 'Apply', { 'f:spec': { 'f:metrics': {} } }, { apiVersion: 'autoscaling/v2' })],
    path: '.spec.targetCPUUtilizationPercentage',
    owners: ['gitops-sync leaf .spec.metrics !'],
  },
  {
    name: 'nothing from another version of a kind that we know no conversion of',
    managed: [entry('helm', 'Update', { 'f:spec': { 'f:rollbackTo': {} } }, { apiVersion: 'extensions/v1beta1' })],
    path: '.spec.metrics',
    owners: 'unowned',
  },
];

describe('owners of a path', () => {
  it.each(cases)('$name', (row) => {
    expect(owners(row.gvk ?? DEPLOYMENT, row.managed, row.path, row.wholeAt)).toEqual(row.owners);
  });

  it.each<[string, typeof DEPLOYMENT, JsonObject, string, readonly string[] | undefined]>([
    [
      'another version',
      HPA_V1,
      entry('sync', 'Apply', SPEC, { apiVersion: 'autoscaling/v2' }),
      '.spec.minReplicas',
      ['autoscaling/v2'],
    ],
    [
      'the same version',
      HPA_V1,
      entry('sync', 'Apply', SPEC, { apiVersion: 'autoscaling/v1' }),
      '.spec.minReplicas',
      undefined,
    ],
    [
      'another version, whose name is known',
      HPA_V2,
      entry('sync', 'Apply', SPEC, { apiVersion: 'autoscaling/v1' }),
      '.spec.metrics',
      undefined,
    ],
    [
      'another version, but metadata is the same in all',
      HPA_V1,
      entry('sync', 'Apply', SPEC, { apiVersion: 'autoscaling/v2' }),
      '.metadata.labels.team',
      undefined,
    ],
    [
      'a subresource',
      HPA_V1,
      entry('sync', 'Update', SPEC, { apiVersion: 'autoscaling/v2', subresource: 'status' }),
      '.spec.minReplicas',
      undefined,
    ],
  ])('are nobody beside an entry of %s, and that is told', (_, gvk, managed, path, otherVersions) => {
    const object = world(gvk, [managed]);
    const found = ownersOf(decodeManagedFields(object), refOf(object), at(path));
    expect(found).toEqual({ kind: 'unowned', ...(otherVersions === undefined ? {} : { otherVersions }) });
  });

  it('are unknown without managedFields', () => {
    expect(owners(DEPLOYMENT, undefined, '.spec.replicas')).toBe('unknown');
  });
});

describe('order of entries', () => {
  it('does not depend on the order they come in, with or without times', () => {
    const refs = [
      { manager: 'kubectl', operation: 'Update', subresource: 'scale', apiVersion: 'apps/v1' },
      { manager: 'kube-controller-manager', operation: 'Update', subresource: 'scale', apiVersion: 'apps/v1' },
      { manager: 'argocd-controller', operation: 'Apply', subresource: '', apiVersion: 'apps/v1' },
      { manager: 'helm', operation: 'Update', subresource: '', apiVersion: 'apps/v1', time: '2026-11-30T12:00:00Z' },
    ] as const;
    const order = ['helm', 'kube-controller-manager', 'kubectl', 'argocd-controller'];
    expect([...refs].sort(compareEntries).map(({ manager }) => manager)).toEqual(order);
    expect(
      [...refs]
        .reverse()
        .sort(compareEntries)
        .map(({ manager }) => manager),
    ).toEqual(order);
  });

  it('entryRef leaves the fields out', () => {
    const managed = decodeManagedFields(world(DEPLOYMENT, [entry('helm', 'Update', { 'f:spec': {} })]));
    const [first] = managed.kind === 'entries' ? managed.entries : [];
    expect(first && entryRef(first)).toEqual({
      manager: 'helm',
      operation: 'Update',
      subresource: '',
      apiVersion: 'apps/v1',
    });
  });
});
