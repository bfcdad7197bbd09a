import type { Owner, Owners } from '../../src/explain/attribution.js';
import type { AutoscalerEvidence } from '../../src/explain/autoscaler.js';
import { autoscalersOf } from '../../src/explain/autoscaler.js';
import type { Difference } from '../../src/model/drift.js';
import type { JsonObject } from '../../src/model/json.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { KubernetesObject, ResourceRef } from '../../src/model/resource.js';
import type { Writer, WriterCategory } from '../../src/model/writer.js';

export const CATALOG: ResourceRef = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  namespace: 'marketplace',
  name: 'catalog',
};

export const IMAGE = '.spec.template.spec.containers[name="web"].image';

/** A drifted image, unless `parts` say otherwise. */
export function difference(path: string = IMAGE, parts: Partial<Difference> = {}): Difference {
  return {
    path: parsePath(path),
    kind: 'drift',
    change: 'changed',
    desired: 'catalog:2',
    live: 'catalog:1',
    notes: [],
    ...parts,
  };
}

/** A field that only live has. */
export function undeclared(path: string, live: Difference['live'] = 'on', notes: Difference['notes'] = []): Difference {
  return { path: parsePath(path), kind: 'undeclared', change: 'extra', live, notes };
}

export function writer(category: WriterCategory, parts: Partial<Writer> = {}): Writer {
  return { category, name: `the ${category}`, confidence: 'likely', evidence: [], ...parts };
}

/** One owner: `category manager`, with an Update entry on the main resource unless `parts` say otherwise. */
export function owner(
  category: WriterCategory,
  manager: string,
  parts: { operation?: 'Apply' | 'Update'; subresource?: string; time?: string } = {},
): Owner {
  const entry = { manager, operation: 'Update' as const, subresource: '', apiVersion: 'apps/v1', ...parts };
  return { entry, writer: writer(category, { name: manager, ...entry }), gitops: category === 'gitops' };
}

export const ownedBy = (...owners: readonly Owner[]): Owners => ({ kind: 'owned', owners });

export const NO_HPA: AutoscalerEvidence = { kind: 'known', autoscalers: [] };
export const HPAS_UNREADABLE: AutoscalerEvidence = { kind: 'unavailable', reason: 'listing is forbidden' };

/** A HorizontalPodAutoscaler of the Deployment marketplace/catalog with the bounds 2–10. */
export function hpa(spec: JsonObject = {}, status: JsonObject = {}, name = 'catalog'): KubernetesObject {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace: 'marketplace' },
    spec: {
      minReplicas: 2,
      maxReplicas: 10,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'catalog' },
      ...spec,
    },
    status,
  };
}

export const scaledBy = (...objects: readonly KubernetesObject[]): AutoscalerEvidence =>
  autoscalersOf({ kind: 'listed', objects }, CATALOG);
