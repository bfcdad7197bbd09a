import type { Cluster, ListResult } from '../../model/live.js';
import { RELATED, type RelatedKind, type RelatedName } from './evidence-kinds.js';

/** Lists of related objects: each is fetched once for a kind and a namespace, whoever asks for it. */
export interface RelatedLists {
  /** Starts to fetch a list, if nobody has yet. */
  start(name: RelatedName, namespace: string): void;
  /** Resolves when all that was started has come. */
  settle(): Promise<void>;
  /** A list that has come; undefined where nothing asked for it. */
  get(name: RelatedName, namespace: string): ListResult | undefined;
}

/** Makes the lists of one run. */
export function relatedLists(cluster: Cluster): RelatedLists {
  const started = new Map<string, Promise<ListResult>>();
  const come = new Map<string, ListResult>();
  const keyOf = (name: RelatedName, namespace: string): string =>
    `${name} ${RELATED[name].namespaced ? namespace : ''}`;
  return {
    start(name, namespace) {
      const key = keyOf(name, namespace);
      if (started.has(key)) return;
      const list = listRelated(cluster, RELATED[name], RELATED[name].namespaced ? namespace : '');
      // Whoever waits for it is told; until somebody does, the failure must not end the process.
      list.catch(() => {});
      started.set(key, list);
    },
    async settle() {
      await Promise.all([...started].map(async ([key, list]) => come.set(key, await list)));
    },
    get: (name, namespace) => come.get(keyOf(name, namespace)),
  };
}

/** All objects of a related kind, at the first of its versions that the cluster serves. */
export async function listRelated(cluster: Cluster, related: RelatedKind, namespace: string): Promise<ListResult> {
  const { group, kind, versions } = related;
  let first: Extract<ListResult, { kind: 'unavailable' }> | undefined;
  for (const version of versions) {
    const result = await cluster.list({ group, version, kind }, namespace);
    if (result.kind === 'listed') return result;
    if (first === undefined || first.notServed === true) first = result;
    // Of saved objects another version may be there; a server converts, so that a refusal there holds for all.
    if (result.notServed !== true && !cluster.recorded) break;
  }
  return first ?? { kind: 'unavailable', reason: `no version of ${kind} is known` };
}
