import { dig, digString, field, isArray } from '../../model/json.js';
import { type KubernetesObject, type ResourceRef, refOf, refText } from '../../model/resource.js';
import { isListed, readInventory } from '../flux/inventory.js';
import type { ParentClaim } from './claim.js';

/** What an owner says of an object that claims it. `refuted` with no reason: a claim too weak to be worth a word. */
export type Confirmation =
  | { readonly kind: 'confirmed'; readonly message?: string }
  | { readonly kind: 'doubtful'; readonly reason: string }
  | { readonly kind: 'refuted'; readonly reason?: string };

/** Holds a claim against the owner itself: its uid, its inventory, the resources of its status. */
export function confirmClaim(claim: ParentClaim, child: KubernetesObject, owner: KubernetesObject): Confirmation {
  const ref = refOf(child);
  switch (claim.basis) {
    case 'owner-reference':
      return byUid(claim, owner);
    case 'tracking-id':
      return byStatus(ref, owner);
    case 'instance-label':
      return byStatus(ref, owner).kind === 'confirmed' && listsAny(owner)
        ? { kind: 'confirmed', message: `the status of ${nameOf(owner)} lists it` }
        : { kind: 'refuted' };
    case 'flux-labels':
      return byInventory(claim, ref, child, owner);
    case 'helm-annotations':
    case 'config-sync':
    case 'field-manager':
      return { kind: 'confirmed' };
  }
}

function byUid({ uid }: ParentClaim, owner: KubernetesObject): Confirmation {
  const own = digString(owner.metadata, 'uid');
  if (uid === undefined || own === undefined || uid === own) return { kind: 'confirmed' };
  return {
    kind: 'refuted',
    reason: `the ownerReference names another ${nameOf(owner)}, which is gone (uid ${uid}, not ${own})`,
  };
}

function byStatus(ref: ResourceRef, owner: KubernetesObject): Confirmation {
  if (!listsAny(owner)) return { kind: 'confirmed' };
  const listed = resourcesOf(owner).some(
    (one) => one.group === ref.group && one.kind === ref.kind && one.name === ref.name && isSamePlace(one, ref),
  );
  if (listed) return { kind: 'confirmed', message: `the status of ${nameOf(owner)} lists it` };
  return {
    kind: 'doubtful',
    reason: `the status of ${nameOf(owner)} does not list it: not looked at yet, or excluded`,
  };
}

function isSamePlace(one: Omit<ResourceRef, 'version'>, ref: ResourceRef): boolean {
  return ref.namespace === '' || one.namespace === ref.namespace;
}

function listsAny(owner: KubernetesObject): boolean {
  return resourcesOf(owner).length > 0;
}

/** The objects that an Application's status names. */
export function resourcesOf(application: KubernetesObject): readonly Omit<ResourceRef, 'version'>[] {
  const resources = dig(application, 'status', 'resources');
  if (!isArray(resources)) return [];
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return resources.map((one) => ({
    group: text(dig(one, 'group')),
    kind: text(dig(one, 'kind')),
    namespace: text(dig(one, 'namespace')),
    name: text(dig(one, 'name')),
  }));
}

/** Flux's labels without an entry in the inventory are leftovers, or copies. */
function byInventory(
  claim: ParentClaim,
  ref: ResourceRef,
  child: KubernetesObject,
  owner: KubernetesObject,
): Confirmation {
  const inventory = readInventory(field(owner, 'status'));
  if (inventory !== undefined) {
    if (isListed(inventory, ref)) return { kind: 'confirmed', message: `the inventory of ${nameOf(owner)} lists it` };
    const why = claim.copied === true ? 'they were copied from what controls it' : 'they are leftovers';
    return { kind: 'refuted', reason: `the inventory of ${nameOf(owner)} does not list it: ${why}` };
  }
  if (owner.kind === 'HelmRelease') return byRelease(child, owner);
  return { kind: 'doubtful', reason: `${nameOf(owner)} keeps no inventory that would list it` };
}

function byRelease(child: KubernetesObject, owner: KubernetesObject): Confirmation {
  const [made, current] = [
    digString(child.metadata, 'annotations', 'meta.helm.sh/release-name'),
    digString(owner, 'status', 'history', 0, 'name'),
  ];
  if (made === undefined || current === undefined) {
    return { kind: 'doubtful', reason: `that ${nameOf(owner)} made it is known from its labels alone` };
  }
  if (made === current)
    return { kind: 'confirmed', message: `${nameOf(owner)} made the release ${made} that holds it` };
  return { kind: 'refuted', reason: `it is of the release ${made}, and ${nameOf(owner)} makes ${current}` };
}

function nameOf(owner: KubernetesObject): string {
  return refText(refOf(owner));
}
