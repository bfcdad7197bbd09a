import { isBuiltInGroup } from '../model/built-in-groups.js';
import { field, isArray, isObject, type JsonArray } from '../model/json.js';
import type { KindInfo } from '../model/live.js';
import { apiVersionOf, type Gvk } from '../model/resource.js';
import { gvkKey } from '../model/schema.js';
import { groupVersionPath } from './api-paths.js';
import type { Get } from './http-get.js';
import { builtinSchema } from './schema/builtin.js';

/** What is known of a kind at a version after asking the API server. */
export type Discovered =
  | { readonly kind: 'served'; readonly info: ServedKind }
  | { readonly kind: 'not-served'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface ServedKind extends KindInfo {
  readonly verbs: readonly string[];
}

/** Answers what a kind is called and whether it is namespaced; asks once for each group-version that is needed. */
export type Discover = (gvk: Gvk) => Promise<Discovered>;

type GroupVersion =
  | { readonly kind: 'served'; readonly kinds: ReadonlyMap<string, ServedKind> }
  | Exclude<Discovered, { kind: 'served' }>;

/**
 * A kind that comes with Kubernetes, as every server that serves it does; undefined for others. Saves the question, not
 * the doubt: whether this server serves it is only known from an answer that is no refusal.
 */
export function presumed(gvk: Gvk): ServedKind | undefined {
  const { kinds } = builtinSchema();
  const key = gvkKey(gvk);
  const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
  return kind && { plural: kind.plural, namespaced: kind.namespaced, verbs: ['get', 'list'] };
}

/** Makes the discovery of one API server. */
export function createDiscovery(get: Get): Discover {
  const known = new Map<string, Promise<GroupVersion>>();
  return async (gvk) => {
    const apiVersion = apiVersionOf(gvk);
    const groupVersion = known.get(apiVersion) ?? askGroupVersion(get, gvk);
    known.set(apiVersion, groupVersion);
    const found = await groupVersion;
    if (found.kind !== 'served') return found.kind === 'failed' ? found : notServed(gvk);
    const info = found.kinds.get(gvk.kind);
    return info === undefined ? notServed(gvk) : { kind: 'served', info };
  };
}

async function askGroupVersion(get: Get, gv: { group: string; version: string }): Promise<GroupVersion> {
  const answer = await get(groupVersionPath(gv));
  if (answer.kind === 'ok') {
    const resources = field(answer.value, 'resources');
    if (isArray(resources)) return { kind: 'served', kinds: kindsOf(resources) };
    return { kind: 'failed', reason: `what ${apiVersionOf(gv)} holds cannot be asked: the answer is no list of kinds` };
  }
  if (answer.absent !== undefined) return { kind: 'not-served', reason: '' };
  return { kind: 'failed', reason: `what ${apiVersionOf(gv)} holds cannot be asked: ${answer.reason}` };
}

/** Subresources (`pods/eviction`) name kinds too, but not kinds of objects. */
function kindsOf(resources: JsonArray): ReadonlyMap<string, ServedKind> {
  const kinds = new Map<string, ServedKind>();
  for (const resource of resources) {
    if (!isObject(resource)) continue;
    const { name, kind, namespaced, verbs } = resource;
    if (typeof name !== 'string' || typeof kind !== 'string' || name.includes('/') || kinds.has(kind)) continue;
    kinds.set(kind, { plural: name, namespaced: namespaced === true, verbs: isArray(verbs) ? verbs.map(String) : [] });
  }
  return kinds;
}

function notServed(gvk: Gvk): Discovered {
  const why = isBuiltInGroup(gvk.group)
    ? 'is it of another Kubernetes version?'
    : 'is its CustomResourceDefinition installed?';
  return { kind: 'not-served', reason: `the cluster does not serve ${apiVersionOf(gvk)} ${gvk.kind} (${why})` };
}
