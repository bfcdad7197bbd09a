import type { ParentClaim } from '../../gitops/chain/claim.js';
import { parentClaims } from '../../gitops/chain/claims.js';
import { type Confirmation, confirmClaim } from '../../gitops/chain/confirm.js';
import { roleOf } from '../../gitops/chain/kinds.js';
import type { Cluster, KindInfo } from '../../model/live.js';
import type { ChainLink, ChainNode, OwnerChain } from '../../model/owner-chain.js';
import { type Gvk, type KubernetesObject, type ResourceRef, refKey, refOf, refText } from '../../model/resource.js';
import type { Evidence } from '../../model/writer.js';
import { type ReadOwner, readOwnerAt } from './read-owner.js';

/** What following owners needs of a cluster: reading them, and whether their kinds have namespaces. */
interface Surroundings {
  readonly cluster: Cluster;
  kind(gvk: Gvk): Promise<KindInfo | undefined>;
  /** Where Applications and Kustomizations are that deploy to `cluster` from outside; absent: it is `cluster` itself. */
  readonly home?: Cluster;
}

/** More levels than anybody builds; a chain that goes on is cut, and says so. */
const MOST_OWNERS = 32;

/**
 * Follows an object's owners up to the roots, nearest first, each link held against the owner itself. Owners are read
 * with get and list alone; what could not be read ends its trail and says so, and a circle is entered once.
 */
export async function ownerChain(start: KubernetesObject, surroundings: Surroundings): Promise<OwnerChain> {
  const { home = surroundings.cluster } = surroundings;
  // What an operator made is where its owner is; what GitOps applied may have its owner at home.
  const away = new Set<string>(home === surroundings.cluster ? [] : [refKey(refOf(start))]);
  const first: ChainNode = { ref: refOf(start), role: roleOf(refOf(start), 'object'), object: start };
  const nodes = new Map<string, ChainNode>([[refKey(first.ref), first]]);
  const links: ChainLink[] = [];
  const notes: string[] = [];
  const waiting: ChainNode[] = [first];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    const { object: child } = node;
    if (child === undefined) continue;
    const { claims, notes: unbelieved } = parentClaims(child);
    notes.push(...unbelieved);
    for (const claim of claims) {
      const isAway = away.has(refKey(node.ref));
      const found = await followed(claim, node.ref, isAway ? surroundings : { ...surroundings, cluster: home });
      const { parent, read } = found;
      if (isAway && claim.basis === 'owner-reference') away.add(refKey(parent));
      const said: Confirmation =
        read.kind === 'found' ? confirmClaim(claim, child, read.object) : { kind: 'doubtful', reason: read.reason };
      if (said.kind === 'refuted' || isTooWeak(claim, read)) {
        const reason = said.kind === 'refuted' ? said.reason : undefined;
        if (reason !== undefined) notes.push(`${refText(node.ref)}: ${claim.message}, but ${reason}`);
        continue;
      }
      addLink(links, node.ref, parent, claim, said);
      if (nodes.has(refKey(parent))) continue;
      if (nodes.size > MOST_OWNERS) {
        notes.push(`the owners of ${refText(node.ref)} were not followed further: there are more than ${MOST_OWNERS}`);
        continue;
      }
      const above: ChainNode = {
        ref: parent,
        role: roleOf(parent, claim.basis === 'owner-reference' ? 'operator' : 'object'),
        ...(read.kind === 'found' ? { object: read.object } : read.reason === '' ? {} : { unread: read.reason }),
      };
      nodes.set(refKey(parent), above);
      waiting.push(above);
    }
  }
  const all = [...nodes.values()];
  return { start: first.ref, nodes: all, links, roots: rootsOf(all, links), notes: [...notes, ...circles(all, links)] };
}

/** The owner that a claim names, at the place where it was found. */
async function followed(
  claim: ParentClaim,
  child: ResourceRef,
  { cluster, kind, home = cluster }: Surroundings,
): Promise<{ readonly parent: ResourceRef; readonly read: ReadOwner }> {
  const { parent } = claim;
  // A release or a run is no object that could be read.
  if (claim.basis === 'helm-annotations' || claim.basis === 'field-manager')
    return { parent, read: { kind: 'unreadable', reason: '' } };
  const isClusterScoped =
    claim.basis === 'owner-reference' && parent.namespace !== '' && (await kind(parent))?.namespaced === false;
  const place = isClusterScoped ? { ...parent, namespace: '' } : parent;
  // An Application that applies Applications is looked for beside them first.
  if (place.namespace === '' && child.group === place.group && child.namespace !== '') {
    const beside = { ...place, namespace: child.namespace };
    const read = await readOwnerAt(beside, cluster);
    if (read.kind === 'found') return { parent: beside, read };
  }
  const outside = home !== cluster && claim.basis !== 'owner-reference' ? await readOwnerAt(place, home) : undefined;
  const read = outside?.kind === 'found' ? outside : await readOwnerAt(place, cluster);
  return { parent: read.kind === 'found' ? { ...place, ...placeOf(read.object) } : place, read };
}

function placeOf(object: KubernetesObject): { version: string; namespace: string } {
  const { version, namespace } = refOf(object);
  return { version, namespace };
}

/** The instance label is set by charts too: without an Application of that name it says nothing. */
function isTooWeak({ basis }: ParentClaim, read: ReadOwner): boolean {
  return basis === 'instance-label' && read.kind === 'unreadable';
}

/** Two marks that name one owner are two pieces of evidence for one link. */
function addLink(
  links: ChainLink[],
  child: ResourceRef,
  parent: ResourceRef,
  claim: ParentClaim,
  said: Confirmation,
): void {
  const evidence: readonly Evidence[] = [
    { kind: claim.basis === 'owner-reference' ? 'object' : 'annotation', message: claim.message, resource: child },
    ...(said.kind === 'confirmed' && said.message !== undefined
      ? [{ kind: 'object' as const, message: said.message, resource: parent }]
      : []),
  ];
  const doubt = said.kind === 'doubtful' && said.reason !== '' ? { doubt: said.reason } : {};
  const at = links.findIndex((link) => refKey(link.child) === refKey(child) && refKey(link.parent) === refKey(parent));
  const known = links[at];
  if (known === undefined) links.push({ child, parent, evidence, ...doubt });
  // The mark that the owner confirms takes the doubt of the other away.
  else {
    const { doubt: before, ...rest } = known;
    const both = before !== undefined && said.kind === 'doubtful' ? { doubt: before } : {};
    links[at] = { ...rest, evidence: [...known.evidence, ...evidence], ...both };
  }
}

/** What nothing manages but itself: the Kustomization of a bootstrap applies itself. */
function rootsOf(nodes: readonly ChainNode[], links: readonly ChainLink[]): readonly ResourceRef[] {
  return nodes
    .map(({ ref }) => ref)
    .filter((ref) => links.every(({ child, parent }) => refKey(child) !== refKey(ref) || isSame(child, parent)));
}

function circles(nodes: readonly ChainNode[], links: readonly ChainLink[]): readonly string[] {
  const above = (key: string): readonly string[] =>
    links
      .filter(({ child, parent }) => refKey(child) === key && !isSame(child, parent))
      .map((one) => refKey(one.parent));
  const isInCircle = (key: string): boolean => {
    const seen = new Set<string>();
    const open = [...above(key)];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === key) return true;
      if (!seen.has(next)) open.push(...above(next));
      seen.add(next);
    }
    return false;
  };
  const inCircle = nodes.filter(({ ref }) => isInCircle(refKey(ref))).map(({ ref }) => refText(ref));
  return inCircle.length === 0 ? [] : [`${inCircle.sort().join(' and ')} manage each other`];
}

function isSame(a: ResourceRef, b: ResourceRef): boolean {
  return refKey(a) === refKey(b);
}
