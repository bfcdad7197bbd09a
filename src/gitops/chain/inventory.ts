import { dig, digString, isArray } from '../../model/json.js';
import type { KubernetesObject, ResourceRef } from '../../model/resource.js';

/**
 * The objects that a Flux object says it applied; undefined where it keeps no list. Ids are
 * `<namespace>_<name>_<group>_<kind>`, a colon in a name written as two underscores (fluxcd/cli-utils
 * pkg/object/objmetadata.go).
 */
export function inventoryOf(owner: KubernetesObject): readonly Omit<ResourceRef, 'version'>[] | undefined {
  const entries = dig(owner, 'status', 'inventory', 'entries');
  if (!isArray(entries)) return undefined;
  return entries.flatMap((entry) => {
    const ref = parseId(digString(entry, 'id') ?? '');
    return ref === undefined ? [] : [ref];
  });
}

function parseId(id: string): Omit<ResourceRef, 'version'> | undefined {
  const first = id.indexOf('_');
  const last = id.lastIndexOf('_');
  const third = id.lastIndexOf('_', last - 1);
  if (first < 0 || third <= first) return undefined;
  return {
    namespace: id.slice(0, first),
    name: id.slice(first + 1, third).replaceAll('__', ':'),
    group: id.slice(third + 1, last),
    kind: id.slice(last + 1),
  };
}

/** True where the inventory names the object, at whatever version. */
export function isListed(inventory: readonly Omit<ResourceRef, 'version'>[], ref: ResourceRef): boolean {
  return inventory.some(
    (one) =>
      one.group === ref.group && one.kind === ref.kind && one.namespace === ref.namespace && one.name === ref.name,
  );
}
