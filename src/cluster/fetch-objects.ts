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
import { type Discover, type Discovered, presumed, type ServedKind } from './discovery.js';
import type { Get } from './http-get.js';
import { itemsOf, readPages } from './list-pages.js';

/** What reading needs: the one function that asks, and what the server calls things. */
export interface Api {
  readonly get: Get;
  readonly discover: Discover;
  /** Answers are kept for others of the run, which may want other objects of the same lists. */
  readonly shared?: true;
  readonly progress?: (doing: string) => void;
}

/** From this many objects of one kind in one namespace on, a short page of them costs less than a GET for each. */
const PAGE_FROM = 3;
const SHORT_PAGE = 50;
/** From this many on, the whole list mostly does. */
const LIST_FROM = 10;
/** Where more than this many of a list are left for each object that is still wanted, a GET for each costs less. */
const LEFT_FOR_EACH = 50;
/** A list that many may want something of is read unless more than this is left. */
const LEFT_FOR_ALL = 2000;

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

/** All objects of a kind that a label selector picks; `namespace` empty is all of them. */
export async function listObjects(api: Api, gvk: Gvk, namespace: string, labels = ''): Promise<ListResult> {
  const info = presumed(gvk);
  const found = info === undefined ? await api.discover(gvk) : ({ kind: 'served', info } as const);
  if (found.kind !== 'served') return unavailable(found);
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
    labels,
  );
  if (failed === undefined) return { kind: 'listed', objects };
  const asked = await api.discover(gvk);
  return asked.kind === 'served' ? { kind: 'unavailable', reason: failed.reason } : unavailable(asked);
}

function unavailable({ kind, reason }: Exclude<Discovered, { kind: 'served' }>): ListResult {
  return { kind: 'unavailable', reason, ...(kind === 'not-served' ? { notServed: true as const } : {}) };
}

type Settle = (ref: ResourceRef, result: LiveResult) => void;

/** Refs of one kind, version and namespace. */
async function fetchGroup(api: Api, refs: readonly ResourceRef[], results: Map<string, LiveResult>): Promise<void> {
  const [first] = refs;
  if (first === undefined) return;
  const settle: Settle = (ref, result) => void results.set(refKey(ref), result);
  const info = presumed(first);
  const found = info === undefined ? await api.discover(first) : ({ kind: 'served', info } as const);
  if (found.kind !== 'served') {
    for (const ref of refs) settle(ref, notServed(found));
    return;
  }
  if (found.info.namespaced && first.namespace === '') {
    for (const ref of refs)
      settle(ref, { kind: 'unreadable', reason: `${first.kind} needs a namespace; none is known` });
    return;
  }
  api.progress?.(`reading ${found.info.plural}${first.namespace === '' ? '' : ` in ${first.namespace}`}`);
  const rest = await readLists(api, found.info, refs, settle);
  await Promise.all(rest.map(async (ref) => settle(ref, await getObject(api, found.info, ref))));
}

/** Settles what lists can tell; returns the refs that have to be asked for one by one. */
async function readLists(
  api: Api,
  info: ServedKind,
  refs: readonly ResourceRef[],
  settle: Settle,
): Promise<readonly ResourceRef[]> {
  const [first] = refs;
  // Definitions are long (a megabyte is no exception), and few declare any.
  const isShared = api.shared === true && first?.kind !== 'CustomResourceDefinition';
  const from = isShared ? 1 : PAGE_FROM;
  if (first === undefined || refs.length < from || !mayList(first, info)) return refs;
  return refs.length < LIST_FROM && !isShared
    ? pickFromPage(api, info, refs, settle)
    : pickFromList(api, info, refs, settle);
}

/** Secrets are never listed: nobody should have to grant the right to read all of a namespace's secrets. */
function mayList(gvk: Gvk, info: ServedKind): boolean {
  return info.verbs.includes('list') && !(gvk.group === '' && gvk.kind === 'Secret');
}

/** Looks for a few refs in the first few objects: a namespace mostly holds little else, and where it does, not more is read. */
async function pickFromPage(
  api: Api,
  info: ServedKind,
  refs: readonly ResourceRef[],
  settle: Settle,
): Promise<readonly ResourceRef[]> {
  const [first] = refs;
  if (first === undefined) return [];
  const page = await api.get(`${listPath(first, info, first.namespace)}?limit=${SHORT_PAGE}`);
  if (page.kind === 'failed') return page.status === 404 && (await settleNotServed(api, refs, settle)) ? [] : refs;
  const items = itemsOf(page.value);
  if (items === undefined) return refs;
  const open = new Map(refs.map((ref) => [ref.name, ref]));
  settleItems(items, open, settle);
  if ((digString(page.value, 'metadata', 'continue') ?? '') !== '') return [...open.values()];
  for (const ref of open.values()) settle(ref, { kind: 'missing' });
  return [];
}

/** The server has no list of a kind that comes with Kubernetes: asks whether it serves the kind, and settles if not. */
async function settleNotServed(api: Api, refs: readonly ResourceRef[], settle: Settle): Promise<boolean> {
  const [first] = refs;
  const found = first === undefined ? undefined : await api.discover(first);
  if (found === undefined || found.kind === 'served') return false;
  for (const ref of refs) settle(ref, notServed(found));
  return true;
}

/** Settles the refs that are among the items, and takes them out of `open`. */
function settleItems(items: readonly JsonObject[], open: Map<string, ResourceRef>, settle: Settle): void {
  for (const item of items) {
    const ref = open.get(digString(item, 'metadata', 'name') ?? '');
    if (ref === undefined) continue;
    settle(ref, { kind: 'found', object: withType(item, ref) });
    open.delete(ref.name);
  }
}

/**
 * Reads lists page by page until all refs are found, or until so much is left for so few that they are asked for one by
 * one: ten objects among fifty thousand of others are not worth two hundred megabytes.
 */
async function pickFromList(
  api: Api,
  info: ServedKind,
  refs: readonly ResourceRef[],
  settle: Settle,
): Promise<readonly ResourceRef[]> {
  const [first] = refs;
  if (first === undefined) return [];
  const open = new Map(refs.map((ref) => [ref.name, ref]));
  let scattered = false;
  const failed = await readPages(
    api.get,
    listPath(first, info, first.namespace),
    (items, left = 0) => {
      settleItems(items, open, settle);
      scattered = left > (api.shared === true ? LEFT_FOR_ALL : open.size * LEFT_FOR_EACH);
      return open.size === 0 || scattered ? 'enough' : 'more';
    },
    // What was found stays valid: each object is judged by itself.
    () => {},
  );
  if (failed === undefined) {
    if (scattered) return [...open.values()];
    for (const ref of open.values()) settle(ref, { kind: 'missing' });
    return [];
  }
  // Listing may be forbidden, or too slow to page through, where reading single objects is not.
  if ([403, 405, 410].includes(failed.status)) return [...open.values()];
  if (failed.status === 404 && (await settleNotServed(api, [...open.values()], settle))) return [];
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
  // What is refused may also not be served at all, of which nobody was asked yet.
  if ([403, 404, 405].includes(answer.status)) {
    const found = await api.discover(ref);
    if (found.kind !== 'served') return notServed(found);
  }
  return answer.absent === 'object' ? { kind: 'missing' } : { kind: 'unreadable', reason: answer.reason };
}

/** What is said of an object whose kind is not served, or of which nobody can tell. */
function notServed(found: Exclude<Discovered, { kind: 'served' }>): LiveResult {
  const { kind, reason } = found;
  return kind === 'not-served' ? { kind: 'unreadable', reason, notServed: true } : { kind: 'unreadable', reason };
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
  const byNamespace = new Map<string, ResourceRef[]>();
  for (const ref of wanted) {
    const refs = byNamespace.get(ref.namespace);
    if (refs === undefined) byNamespace.set(ref.namespace, [ref]);
    else refs.push(ref);
  }
  byNamespace.delete('');
  const missing = (ref: ResourceRef): boolean => results.get(refKey(ref))?.kind === 'missing';
  await Promise.all(
    [...byNamespace].map(async ([namespace, refs]) => {
      if (!refs.every(missing)) return;
      const answer = await api.get(`/api/v1/namespaces/${encodeURIComponent(namespace)}`);
      if (answer.kind === 'ok' || answer.absent !== 'object') return;
      const note = `the namespace ${namespace} does not exist`;
      for (const ref of refs) results.set(refKey(ref), { kind: 'missing', note });
    }),
  );
}
