import { digString, type JsonObject } from '../model/json.js';
import type { ListResult } from '../model/live.js';
import {
  apiVersionOf,
  type Gvk,
  type KubernetesObject,
  type LiveResult,
  type ResourceRef,
  refKey,
} from '../model/resource.js';
import { listPath } from './api-paths.js';
import type { Discover, ServedKind } from './discovery.js';
import type { Get } from './http-get.js';
import { readPages } from './list-pages.js';

/** What reading needs: the one function that asks, and what the server calls things. */
export interface Api {
  readonly get: Get;
  readonly discover: Discover;
  readonly progress?: (doing: string) => void;
}

/** From this many objects of one kind in one namespace on, a LIST costs less than a GET for each. */
const LIST_FROM = 10;

/** One result per wanted ref, keyed by `refKey`; each object is asked for at its ref's own apiVersion. */
export async function fetchObjects(api: Api, wanted: readonly ResourceRef[]): Promise<ReadonlyMap<string, LiveResult>> {
  const groups = new Map<string, ResourceRef[]>();
  for (const ref of wanted) {
    const key = `${apiVersionOf(ref)}/${ref.kind}/${ref.namespace}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [ref]);
    else group.push(ref);
  }
  const results = new Map<string, LiveResult>();
  await Promise.all([...groups.values()].map((group) => fetchGroup(api, group, results)));
  await noteMissingNamespaces(api, wanted, results);
  return results;
}

/** All objects of a kind; `namespace` empty is all of them. */
export async function listObjects(api: Api, gvk: Gvk, namespace: string): Promise<ListResult> {
  const found = await api.discover(gvk);
  if (found.kind !== 'served') return { kind: 'unavailable', reason: found.reason };
  const objects: KubernetesObject[] = [];
  const failed = await readPages(
    api.get,
    listPath(gvk, found.info, namespace),
    (items) => {
      objects.push(...items.map((item) => withType(item, gvk)));
      return 'more';
    },
    () => {
      objects.length = 0;
    },
  );
  return failed === undefined ? { kind: 'listed', objects } : { kind: 'unavailable', reason: failed.reason };
}

/** Refs of one kind, version and namespace. */
async function fetchGroup(api: Api, refs: readonly ResourceRef[], results: Map<string, LiveResult>): Promise<void> {
  const [first] = refs;
  if (first === undefined) return;
  const settle = (ref: ResourceRef, result: LiveResult): void => void results.set(refKey(ref), result);
  const found = await api.discover(first);
  if (found.kind !== 'served') {
    for (const ref of refs) settle(ref, { kind: 'unreadable', reason: found.reason });
    return;
  }
  if (found.info.namespaced && first.namespace === '') {
    for (const ref of refs)
      settle(ref, { kind: 'unreadable', reason: `${first.kind} needs a namespace; none is known` });
    return;
  }
  api.progress?.(`reading ${found.info.plural}${first.namespace === '' ? '' : ` in ${first.namespace}`}`);
  const rest = mayList(first, refs, found.info) ? await pickFromList(api, found.info, refs, settle) : refs;
  await Promise.all(rest.map(async (ref) => settle(ref, await getObject(api, found.info, ref))));
}

/** Secrets are never listed: nobody should have to grant the right to read all of a namespace's secrets. */
function mayList(gvk: Gvk, refs: readonly ResourceRef[], info: ServedKind): boolean {
  return refs.length >= LIST_FROM && info.verbs.includes('list') && !(gvk.group === '' && gvk.kind === 'Secret');
}

/** Settles what a LIST can tell; returns the refs that have to be asked for one by one. */
async function pickFromList(
  api: Api,
  info: ServedKind,
  refs: readonly ResourceRef[],
  settle: (ref: ResourceRef, result: LiveResult) => void,
): Promise<readonly ResourceRef[]> {
  const [first] = refs;
  if (first === undefined) return [];
  const open = new Map(refs.map((ref) => [ref.name, ref]));
  const failed = await readPages(
    api.get,
    listPath(first, info, first.namespace),
    (items) => {
      for (const item of items) {
        const ref = open.get(digString(item, 'metadata', 'name') ?? '');
        if (ref === undefined) continue;
        settle(ref, { kind: 'found', object: withType(item, ref) });
        open.delete(ref.name);
      }
      return open.size === 0 ? 'enough' : 'more';
    },
    // What was found stays valid: each object is judged by itself.
    () => {},
  );
  if (failed === undefined) {
    for (const ref of open.values()) settle(ref, { kind: 'missing' });
    return [];
  }
  // Listing may be forbidden, or too slow to page through, where reading single objects is not.
  if (failed.status === 403 || failed.status === 405 || failed.status === 410) return [...open.values()];
  for (const ref of open.values()) settle(ref, { kind: 'unreadable', reason: failed.reason });
  return [];
}

async function getObject(api: Api, info: ServedKind, ref: ResourceRef): Promise<LiveResult> {
  const answer = await api.get(`${listPath(ref, info, ref.namespace)}/${encodeURIComponent(ref.name)}`);
  if (answer.kind === 'ok') {
    const object = answer.value as JsonObject;
    // Anything else than the object itself comes from something in between that answers 200 to everything.
    return digString(object, 'metadata', 'name') === ref.name
      ? { kind: 'found', object: withType(object, ref) }
      : { kind: 'unreadable', reason: 'the answer is not the object that was asked for' };
  }
  return answer.absent === 'object' ? { kind: 'missing' } : { kind: 'unreadable', reason: answer.reason };
}

/** Items of a list carry no apiVersion and kind (kubernetes/kubernetes#3030); they are the list's own. */
function withType(item: JsonObject, gvk: Gvk): KubernetesObject {
  return { ...item, apiVersion: apiVersionOf(gvk), kind: gvk.kind } as unknown as KubernetesObject;
}

/** Where a namespace holds nothing that is wanted of it, says so if the namespace itself does not exist. */
async function noteMissingNamespaces(
  api: Api,
  wanted: readonly ResourceRef[],
  results: Map<string, LiveResult>,
): Promise<void> {
  const missing = (ref: ResourceRef): boolean => results.get(refKey(ref))?.kind === 'missing';
  const namespaces = new Set(wanted.map((ref) => ref.namespace).filter((namespace) => namespace !== ''));
  const empty = [...namespaces].filter((namespace) =>
    wanted.every((ref) => ref.namespace !== namespace || missing(ref)),
  );
  await Promise.all(
    empty.map(async (namespace) => {
      const answer = await api.get(`/api/v1/namespaces/${encodeURIComponent(namespace)}`);
      if (answer.kind === 'ok' || answer.absent !== 'object') return;
      for (const ref of wanted) {
        if (ref.namespace !== namespace) continue;
        results.set(refKey(ref), { kind: 'missing', note: `the namespace ${namespace} does not exist` });
      }
    }),
  );
}
