import { dig, digString, isArray } from '../model/json.js';
import { type KubernetesObject, parseApiVersion } from '../model/resource.js';
import type { Evidence } from '../model/writer.js';

/** An object that the one at hand belongs to. */
export interface ObjectOwner {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** True for the one that controls it: its controller makes the object and keeps it as it wants it. */
  readonly controller: boolean;
}

/** The owners of an object, as its ownerReferences name them. */
export function ownersOfObject(object: KubernetesObject): readonly ObjectOwner[] {
  const owners = dig(object, 'metadata', 'ownerReferences');
  if (!isArray(owners)) return [];
  return owners.flatMap((owner): ObjectOwner[] => {
    const [kind, name] = [digString(owner, 'kind'), digString(owner, 'name')];
    if (kind === undefined || name === undefined) return [];
    const { group } = parseApiVersion(digString(owner, 'apiVersion') ?? '');
    return [{ group, kind, name, controller: dig(owner, 'controller') === true }];
  });
}

/** The controlling owner as evidence: whoever runs it makes the object, and may write any field of it. */
export function ownerFacts(owners: readonly ObjectOwner[]): Evidence[] {
  return owners
    .filter(({ controller }) => controller)
    .map(({ group, kind, name }) => ({
      kind: 'object',
      message: `this object belongs to ${kind} ${name}${group === '' ? '' : ` (${group})`}, whose controller makes it and may write any of its fields`,
    }));
}
