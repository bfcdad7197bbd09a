import { APPLICATION, ownerKind } from '../../gitops/chain/kinds.js';
import type { Cluster } from '../../model/live.js';
import { type KubernetesObject, type ResourceRef, refKey, refOf, refText } from '../../model/resource.js';

/**
 * An owner as the cluster has it, or why it could not be read; `absent` where it is known not to be there, `notServed`
 * where the cluster has no such kind.
 */
export type ReadOwner =
  | { readonly kind: 'found'; readonly object: KubernetesObject }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly absent?: true; readonly notServed?: true };

/**
 * Reads an owner with a get, at the versions that its kind was served at; one whose namespace is not known is looked for
 * everywhere. Saved objects are looked through without a warning that they hold none.
 */
export async function readOwnerAt(ref: ResourceRef, cluster: Cluster): Promise<ReadOwner> {
  if (cluster.saved !== undefined) return amongSaved(ref, cluster.saved());
  if (ref.namespace === '' && ref.group === APPLICATION.group) return inUsualPlace(ref, cluster);
  let answer: ReadOwner = unread('the cluster gave no answer');
  for (const version of ownerKind(ref)?.versions ?? [ref.version]) {
    const at = { ...ref, version };
    const found = (await cluster.fetch([at])).get(refKey(at));
    if (found?.kind === 'found') return { kind: 'found', object: found.object };
    if (found?.kind === 'missing') return { ...unread(`there is no ${refText(ref)}`), absent: true };
    answer = unread(found?.reason ?? 'the cluster gave no answer');
    if (found?.notServed !== true) return answer;
    answer = { ...answer, notServed: true };
  }
  return answer;
}

function amongSaved(ref: ResourceRef, saved: readonly KubernetesObject[]): ReadOwner {
  const named = saved.filter((object) => {
    const own = refOf(object);
    const isHere = ref.namespace === '' || own.namespace === ref.namespace;
    return own.group === ref.group && own.kind === ref.kind && own.name === ref.name && isHere;
  });
  return onlyOne(ref, named, `${refText(ref)} is not among the saved objects`);
}

/** Where Argo CD is installed where nobody says otherwise; a get costs less than the list of all Applications. */
const USUAL_NAMESPACE = 'argocd';

async function inUsualPlace(ref: ResourceRef, cluster: Cluster): Promise<ReadOwner> {
  const there = { ...ref, namespace: USUAL_NAMESPACE };
  const found = (await cluster.fetch([there])).get(refKey(there));
  return found?.kind === 'found' ? { kind: 'found', object: found.object } : readByName(ref, cluster);
}

/** Reads an owner whose namespace is not known; `unreadable` where there are several of that name. */
export async function readByName(ref: ResourceRef, cluster: Cluster): Promise<ReadOwner> {
  if (cluster.saved !== undefined) return amongSaved(ref, cluster.saved());
  const list = await cluster.list(ref, '');
  if (list.kind === 'unavailable') return unread(list.reason);
  const named = list.objects.filter((one) => refOf(one).name === ref.name);
  const found = onlyOne(ref, named, `there is no ${refText(ref)} in any namespace`);
  return found.kind === 'unreadable' && named.length === 0 ? { ...found, absent: true } : found;
}

function onlyOne(ref: ResourceRef, named: readonly KubernetesObject[], none: string): ReadOwner {
  const places = [...new Map(named.map((one) => [refKey(refOf(one)), one])).values()];
  const [first] = places;
  if (first === undefined) return unread(none);
  if (places.length === 1) return { kind: 'found', object: first };
  const which = places.map((one) => refText(refOf(one))).sort();
  return unread(`several ${ref.kind}s have that name: ${which.join(', ')}`);
}

function unread(reason: string): { readonly kind: 'unreadable'; readonly reason: string } {
  return { kind: 'unreadable', reason };
}
