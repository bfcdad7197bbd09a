import type { JsonObject, JsonValue } from './json.js';
import type { Origins } from './manifest.js';

/** Names a kind at a version. `group` is empty for the core group. */
export interface Gvk {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Names one object; `namespace` is empty for a cluster-scoped one. */
export interface ResourceRef extends Gvk {
  readonly namespace: string;
  readonly name: string;
}

/** An object as JSON: always with `apiVersion`, `kind` and `metadata`. */
export interface KubernetesObject extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonObject;
}

/** One object that desired declares. */
export interface DesiredObject {
  readonly ref: ResourceRef;
  /** As declared, with the namespace filled in or dropped. */
  readonly object: KubernetesObject;
  /** Where each field is declared. */
  readonly origins: Origins;
  /** SOPS encrypted some of its values; its notes (`sops`) are taken out of the object. */
  readonly encrypted?: true;
  /** Pointers to values that the renderer gives anew each time; absent where none. */
  readonly volatile?: readonly string[];
  /** Pointers to values that were made of a Secret's; absent where none. */
  readonly secret?: readonly string[];
}

/** An object in desired that is left out of the comparison by design. */
export interface NotCompared {
  readonly ref: ResourceRef;
  readonly reason: 'hook' | 'generate-name' | 'random-name' | 'encrypted' | 'local-config';
  readonly message: string;
}

/** What the cluster (or a recording) says of one wanted object. */
export type LiveResult =
  /** `desiredCheck`: of a recorded Secret, whose words in place of values hold for that desired state only. */
  | { readonly kind: 'found'; readonly object: KubernetesObject; readonly desiredCheck?: string }
  | { readonly kind: 'missing'; readonly note?: string }
  /** `notServed`: the cluster has no such kind at that version, and so no such object. */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly notServed?: true };

/** Group and version of an `apiVersion`: `apps/v1` → apps, v1; `v1` → '', v1. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/');
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The `apiVersion` of a group and version. */
export function apiVersionOf(gv: { readonly group: string; readonly version: string }): string {
  return gv.group === '' ? gv.version : `${gv.group}/${gv.version}`;
}

/** The identity of an object across versions: group, kind, namespace and name. */
export function refKey(ref: Omit<ResourceRef, 'version'>): string {
  const known = keys.get(ref);
  if (known !== undefined) return known;
  const key = `${ref.group}/${ref.kind}/${ref.namespace}/${ref.name}`;
  keys.set(ref, key);
  return key;
}

/** Each stage looks an object up by its key; a text made anew each time would be hashed anew. */
const keys = new WeakMap<Omit<ResourceRef, 'version'>, string>();

/** For people: `Deployment marketplace/catalog`, `ClusterRole reader`. */
export function refText(ref: Omit<ResourceRef, 'version' | 'group'>): string {
  return `${ref.kind} ${ref.namespace === '' ? '' : `${ref.namespace}/`}${ref.name}`;
}

/** Sorts by group, kind, namespace, name, then version. */
export function compareRefs(a: ResourceRef, b: ResourceRef): number {
  for (const key of ['group', 'kind', 'namespace', 'name', 'version'] as const) {
    if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  }
  return 0;
}

/** The ref of an object that carries its own identity. Missing parts are empty strings. */
export function refOf(object: JsonObject): ResourceRef {
  const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
  const metadata = object.metadata as JsonObject | undefined;
  return {
    ...parseApiVersion(text(object.apiVersion)),
    kind: text(object.kind),
    namespace: text(metadata?.namespace),
    name: text(metadata?.name),
  };
}
