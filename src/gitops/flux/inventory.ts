import { field, type JsonValue } from '../../model/json.js';
import { type ResourceRef, refKey } from '../../model/resource.js';
import { objects, text } from '../argocd/text-fields.js';

/**
 * The objects of `status.inventory`; undefined where the status has none. An id is `<namespace>_<name>_<group>_<kind>`
 * (cli-utils pkg/object/objmetadata.go); what cannot be read as one is left out.
 */
export function readInventory(status: JsonValue | undefined): readonly ResourceRef[] | undefined {
  const inventory = field(status, 'inventory');
  if (inventory === undefined) return undefined;
  return objects(field(inventory, 'entries')).flatMap((entry) => {
    const ref = refOfId(text(entry, 'id'), text(entry, 'v'));
    return ref === undefined ? [] : [ref];
  });
}

/** True where the inventory names the object, at whatever version. */
export function isListed(inventory: readonly ResourceRef[], ref: ResourceRef): boolean {
  return inventory.some((one) => refKey(one) === refKey(ref));
}

/** The object that an inventory id names; a colon of its name is written `__` there. */
export function refOfId(id: string, version: string): ResourceRef | undefined {
  const first = id.indexOf('_');
  const last = id.lastIndexOf('_');
  const middle = id.lastIndexOf('_', last - 1);
  if (first < 0 || middle <= first) return undefined;
  const name = id.slice(first + 1, middle).replaceAll('__', ':');
  const kind = id.slice(last + 1);
  if (name === '' || kind === '') return undefined;
  return { group: id.slice(middle + 1, last), version, kind, namespace: id.slice(0, first), name };
}
