import type { JsonObject } from '../../../src/model/json.js';
import type { Cluster } from '../../../src/model/live.js';
import {
  type KubernetesObject,
  type LiveResult,
  type ResourceRef,
  refKey,
  refOf,
} from '../../../src/model/resource.js';

const object = (
  apiVersion: string,
  kind: string,
  place: string,
  metadata: JsonObject = {},
  rest: JsonObject = {},
): KubernetesObject => {
  const [namespace = '', name = ''] = place.split('/');
  return {
    apiVersion,
    kind,
    metadata: { name, ...(namespace === '' ? {} : { namespace }), uid: `uid-${name}`, ...metadata },
    ...rest,
  };
};

/** The annotation by which Argo CD knows what it applied. */
export const tracked = (id: string): JsonObject => ({ annotations: { 'argocd.argoproj.io/tracking-id': id } });

/** The fields of an entry that names these dotted paths. */
export function owns(manager: string, operation: 'Apply' | 'Update', ...paths: readonly string[]): JsonObject {
  const fields: JsonObject = {};
  for (const path of paths) {
    let here = fields as Record<string, JsonObject>;
    for (const part of path.split('.')) {
      const below = here[`f:${part}`] ?? {};
      here[`f:${part}`] = below;
      here = below as Record<string, JsonObject>;
    }
  }
  return {
    manager,
    operation,
    apiVersion: 'v1',
    time: '2026-11-30T10:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
  };
}

/** A Deployment that the Application `shop` applies. */
export const catalog = object('apps/v1', 'Deployment', 'shop/catalog', tracked('shop:apps/Deployment:shop/catalog'), {
  spec: { replicas: 3 },
});

const AUTOMATED = { automated: { prune: true, selfHeal: true } };

/** An Application that applies `catalog`. */
export function shop(metadata: JsonObject = {}, spec: JsonObject = {}, name = 'shop'): KubernetesObject {
  return object('argoproj.io/v1alpha1', 'Application', `argocd/${name}`, metadata, {
    spec: {
      project: 'default',
      source: { repoURL: 'https://git.example.com/team/shop.git', path: 'apps/shop', targetRevision: 'main' },
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
      syncPolicy: AUTOMATED,
      ...spec,
    },
    status: {
      sync: { status: 'Synced', revision: '4f2c1f0a9f6d4a6f9c7f2d1e8b3a5c6d7e8f9a0b' },
      resources: [
        { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'catalog', status: 'Synced' },
        { version: 'v1', kind: 'Service', namespace: 'shop', name: 'catalog', status: 'Synced' },
      ],
    },
  });
}

/** The ownerReference that an ApplicationSet sets on its children. */
export const OF_SET: JsonObject = {
  ownerReferences: [
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'ApplicationSet',
      name: 'shops',
      uid: 'uid-shops',
      controller: true,
      blockOwnerDeletion: true,
    },
  ],
};

/** The ApplicationSet that makes `shop`. */
export function shops(metadata: JsonObject = {}, spec: JsonObject = {}): KubernetesObject {
  return object('argoproj.io/v1alpha1', 'ApplicationSet', 'argocd/shops', metadata, {
    spec: { generators: [], template: { spec: { syncPolicy: AUTOMATED } }, ...spec },
  });
}

/** An Application that applies others, as in app-of-apps. */
export function platform(spec: JsonObject = {}): KubernetesObject {
  return { ...shop({}, spec, 'platform'), status: { resources: [] } };
}

/** The labels that Flux sets on what a Kustomization applies. */
export const fluxLabels = (name: string, namespace = 'flux-system'): JsonObject => ({
  labels: {
    'kustomize.toolkit.fluxcd.io/name': name,
    'kustomize.toolkit.fluxcd.io/namespace': namespace,
  },
});

/** A Kustomization whose inventory lists these ids. */
export function kustomization(
  name: string,
  inventory: readonly string[],
  metadata: JsonObject = {},
  spec: JsonObject = {},
): KubernetesObject {
  return object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', `flux-system/${name}`, metadata, {
    spec: {
      interval: '10m',
      path: `./${name}`,
      prune: true,
      sourceRef: { kind: 'GitRepository', name: 'flux-system' },
      ...spec,
    },
    status: {
      inventory: { entries: inventory.map((id) => ({ id, v: 'v1' })) },
      history: [{ lastReconciled: '2026-11-30T11:52:10Z' }],
    },
  });
}

export { object };

const NAMESPACED = new Set(['Deployment', 'ReplicaSet', 'Application', 'ApplicationSet', 'Kustomization']);

/** A cluster of these objects. */
export function clusterOf(objects: readonly KubernetesObject[], refuses: readonly string[] = []): Cluster {
  const answer = (ref: ResourceRef): LiveResult => {
    if (refuses.includes(ref.kind)) return { kind: 'unreadable', reason: 'forbidden' };
    const found = objects.find((one) => refKey(refOf(one)) === refKey(ref) && refOf(one).version === ref.version);
    return found === undefined ? { kind: 'missing' } : { kind: 'found', object: found };
  };
  return {
    destination: {},
    now: new Date('2026-11-30T12:00:00Z'),
    recorded: false,
    kind: async ({ kind }) => ({ plural: `${kind.toLowerCase()}s`, namespaced: NAMESPACED.has(kind) }),
    apiVersions: async () => [],
    fetch: async (wanted) => new Map(wanted.map((ref) => [refKey(ref), answer(ref)])),
    list: async (gvk) =>
      refuses.includes(gvk.kind)
        ? { kind: 'unavailable', reason: 'forbidden' }
        : { kind: 'listed', objects: objects.filter((one) => one.kind === gvk.kind) },
    schemas: async () => ({ types: {}, kinds: {} }),
    warnings: [],
  };
}
