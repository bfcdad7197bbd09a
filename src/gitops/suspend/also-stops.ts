import { digString, field } from '../../model/json.js';
import type { ChainNode } from '../../model/owner-chain.js';
import { type KubernetesObject, type ResourceRef, refKey, refText } from '../../model/resource.js';
import type { AlsoStops } from '../../model/suspend-plan.js';
import { resourcesOf } from '../chain/confirm.js';
import { ownerKind } from '../chain/kinds.js';
import { readInventory } from '../flux/inventory.js';

/** What else stops with an owner; undefined where it stops nothing but what was asked for. */
export function alsoStops(
  node: ChainNode,
  subject: ResourceRef,
  /** Applications that the ApplicationSet makes; absent where they could not be listed. */
  children: readonly KubernetesObject[] | undefined,
  /** Names of the Applications that the plan suspends themselves. */
  exempted: readonly string[],
): AlsoStops | undefined {
  const { object, ref, role } = node;
  if (object === undefined) return undefined;
  if (role === 'argocd-applicationset') return stopsOfSet(ref, subject, exempted, children);
  const all = role === 'argocd-application' ? resourcesOf(object) : readInventory(field(object, 'status'));
  const name = refText(ref);
  if (all === undefined || all.length === 0) {
    return { owner: ref, objects: 0, applications: 0, message: `how much more ${name} applies is not recorded` };
  }
  const others = all.filter((one) => refKey(one) !== refKey(subject) && refKey(one) !== refKey(ref));
  const applications = others.filter((one) => (ownerKind(one)?.role ?? 'object') !== 'object').length;
  if (others.length === 0) return { owner: ref, objects: 0, applications: 0, message: `${name} applies nothing else` };
  const what = `${others.length} other ${others.length === 1 ? 'object' : 'objects'}`;
  const among =
    applications === 0 ? '' : `, ${applications} of them ${applications === 1 ? 'an application' : 'applications'}`;
  return {
    owner: ref,
    objects: others.length,
    applications,
    message: `${name} no longer applies or corrects ${what}${among}, and no new commit either`,
  };
}

/** Of a set that leaves one child alone the others go on; of one that is switched off none does. */
function stopsOfSet(
  ref: ResourceRef,
  subject: ResourceRef,
  exempted: readonly string[],
  children: readonly KubernetesObject[] | undefined,
): AlsoStops {
  const name = refText(ref);
  const none = { owner: ref, objects: 0, applications: 0 };
  if (children === undefined) return { ...none, message: `which Applications ${name} makes could not be listed` };
  const all = children.map((one) => digString(one.metadata, 'name') ?? '').sort();
  const shown = (names: readonly string[]): string =>
    `${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''}`;
  if (refKey(subject) === refKey(ref)) {
    return {
      ...none,
      applications: all.length,
      message: `automated sync of its Applications stops for ${all.length}: ${shown(all)}`,
    };
  }
  const others = all.filter((one) => !exempted.includes(one));
  return {
    ...none,
    message:
      others.length === 0
        ? `${name} makes no other Application`
        : `${name} goes on with its other Applications (${others.length}): ${shown(others)}`,
  };
}

const SHOWN = 8;
