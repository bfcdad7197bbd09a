import { digString, field } from '../../model/json.js';
import type { KindInfo, ListResult } from '../../model/live.js';
import {
  apiVersionOf,
  compareRefs,
  type Gvk,
  type KubernetesObject,
  type LiveResult,
  type ResourceRef,
  refKey,
  refOf,
} from '../../model/resource.js';
import { gvkKey, type SchemaBundle } from '../../model/schema.js';
import { schemaFromCrds } from '../schema/from-crds.js';
import { mergeSchemas } from '../schema/merge.js';
import type { RecordingIndex } from './recording-index.js';
import { type SavedObjects, type SavedPage, savedKey } from './saved-objects.js';

/** The answers of saved objects to what is asked of a cluster. */
export interface Replay {
  kind(gvk: Gvk): KindInfo | undefined;
  fetch(wanted: readonly ResourceRef[]): ReadonlyMap<string, LiveResult>;
  list(gvk: Gvk, namespace: string): ListResult;
  /** Every object, each in every version that was saved of it, sorted. */
  all(): readonly KubernetesObject[];
  schemas(): SchemaBundle;
  /** About the questions so far: kinds that the files do not hold. */
  warnings(): readonly string[];
}

/** Answers from saved objects and, where a recording has one, from its index. */
export function replay(saved: SavedObjects, index: RecordingIndex | undefined): Replay {
  const all = [...saved.objects.values()].flatMap((versions) => [...versions.values()]);
  const byKind = groupByKind(all);
  const crds = schemaFromCrds(byKind.get('apiextensions.k8s.io/CustomResourceDefinition') ?? []);
  const schemas = mergeSchemas(index?.schemas ?? { types: {}, kinds: {} }, crds);
  const missing = new Map(index?.missing.map((entry) => [refKey(entry), entry]));
  const unreadable = new Map(index?.unreadable.map((entry) => [refKey(entry), entry.reason]));
  const warnings = new Set<string>();

  /** The page that may have cut the object off, or objects of the kind. */
  const pageOf = (gvk: Gvk): SavedPage | undefined =>
    saved.pages.find(({ of }) => of === undefined || groupKind(of) === groupKind(gvk));

  const wasListed = (gvk: Gvk, namespace: string): boolean =>
    saved.typedLists.some((list) => groupKind(list) === groupKind(gvk)) ||
    (index?.listed ?? []).some(
      (list) =>
        list.complete && groupKind(list) === groupKind(gvk) && (list.namespace === '' || list.namespace === namespace),
    );

  const fetchOne = (ref: ResourceRef): LiveResult => {
    const versions = saved.objects.get(refKey(ref));
    const object = versions?.get(apiVersionOf(ref));
    if (object !== undefined) {
      const desiredCheck = saved.desiredChecks.get(savedKey(ref));
      return { kind: 'found', object, ...(desiredCheck !== undefined && { desiredCheck }) };
    }
    if (versions !== undefined) return { kind: 'unreadable', reason: otherVersion([...versions.keys()], ref) };
    const reason = unreadable.get(refKey(ref));
    if (reason !== undefined) return { kind: 'unreadable', reason };
    const known = missing.get(refKey(ref));
    if (known !== undefined)
      return known.note === undefined ? { kind: 'missing' } : { kind: 'missing', note: known.note };
    const page = pageOf(ref);
    if (page !== undefined) return { kind: 'unreadable', reason: cutOff(page) };
    if (!byKind.has(groupKind(ref)) && !wasListed(ref, ref.namespace)) {
      warnings.add(`no ${kindText(ref)} is saved at all: each counts as missing`);
    }
    return { kind: 'missing' };
  };

  return {
    kind(gvk) {
      const recorded = index?.kinds.find((kind) => gvkKey(kind) === gvkKey(gvk));
      if (recorded === undefined) return kindOf(gvk, schemas, byKind);
      return { plural: recorded.plural, namespaced: recorded.namespaced };
    },
    fetch: (wanted) => new Map(wanted.map((ref) => [refKey(ref), fetchOne(ref)])),
    list(gvk, namespace) {
      const page = pageOf(gvk);
      if (page !== undefined) return { kind: 'unavailable', reason: `${page.file} is one page of a longer list` };
      const ofKind = byKind.get(groupKind(gvk)) ?? [];
      const objects = ofKind
        .filter((object) => object.apiVersion === apiVersionOf(gvk))
        .filter((object) => namespace === '' || digString(object.metadata, 'namespace') === namespace)
        .sort((a, b) => compareRefs(refOf(a), refOf(b)));
      if (objects.length > 0 || wasListed(gvk, namespace)) return { kind: 'listed', objects };
      if (ofKind.some((object) => object.apiVersion === apiVersionOf(gvk))) return { kind: 'listed', objects };
      if (ofKind.length > 0) {
        return {
          kind: 'unavailable',
          reason: otherVersion(
            ofKind.map((object) => object.apiVersion),
            gvk,
          ),
        };
      }
      const failed = index?.listed.filter((list) => !list.complete && groupKind(list) === groupKind(gvk)) ?? [];
      const same = failed.find((list) => list.version === gvk.version);
      const reason = (same ?? failed[0])?.reason ?? `no ${kindText(gvk)} is saved`;
      return { kind: 'unavailable', reason, ...(same?.notServed ? { notServed: true as const } : {}) };
    },
    all: () => [...all].sort((a, b) => compareRefs(refOf(a), refOf(b))),
    schemas: () => schemas,
    warnings: () => [...warnings].sort(),
  };
}

function kindOf(
  gvk: Gvk,
  schemas: SchemaBundle,
  byKind: ReadonlyMap<string, readonly KubernetesObject[]>,
): KindInfo | undefined {
  const key = gvkKey(gvk);
  const defined = Object.hasOwn(schemas.kinds, key) ? schemas.kinds[key] : undefined;
  if (defined !== undefined) return { plural: defined.plural, namespaced: defined.namespaced };
  const sample = byKind.get(groupKind(gvk))?.[0];
  if (sample === undefined) return undefined;
  return { plural: guessPlural(gvk.kind), namespaced: field(sample.metadata, 'namespace') !== undefined };
}

function groupByKind(objects: readonly KubernetesObject[]): ReadonlyMap<string, readonly KubernetesObject[]> {
  const byKind = new Map<string, KubernetesObject[]>();
  for (const object of objects) {
    const key = groupKind(refOf(object));
    const ofKind = byKind.get(key);
    if (ofKind === undefined) byKind.set(key, [object]);
    else ofKind.push(object);
  }
  return byKind;
}

/**
 * The plural that a kind most likely has, where nothing can be asked: like apimachinery's UnsafeGuessKindToResource
 * (pkg/api/meta/restmapper.go), but `Gateway` makes `gateways`.
 */
function guessPlural(kind: string): string {
  const name = kind.toLowerCase();
  if (name === 'endpoints') return name;
  if (/(s|x|ch|sh)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

function otherVersion(saved: readonly string[], asked: Gvk): string {
  const versions = [...new Set(saved)].sort().join(', ');
  return `saved at ${versions}, desired is ${apiVersionOf(asked)}: only an API server can convert it`;
}

function cutOff({ file }: SavedPage): string {
  return `not found in ${file}, which is one page of a longer list`;
}

function groupKind(gvk: { readonly group: string; readonly kind: string }): string {
  return `${gvk.group}/${gvk.kind}`;
}

function kindText(gvk: Gvk): string {
  return gvk.group === '' ? gvk.kind : `${gvk.kind} (${gvk.group})`;
}
