import { type JsonObject, jsonEqual } from '../../model/json.js';
import { type KubernetesObject, refOf } from '../../model/resource.js';
import { gvkKey } from '../../model/schema.js';
import { applyOwnership } from './apply-ownership.js';
import { type Comparing, ComparisonFault } from './comparing.js';
import { objectType } from './object-type.js';
import { UndecodableFault, withSchemeDefaults } from './scheme-defaults.js';
import { PatchFault } from './strategic/three-way-patch.js';
import { applyTyped } from './structured/apply.js';
import { StructureFault } from './structured/typed.js';
import { validate } from './structured/validate.js';
import { type States, withoutLastApplied } from './three-way.js';

/**
 * What a server-side apply of desired would make of live, worked out here (gitops-engine structuredMergeDiff), with the defaults of
 * the Go type on both sides. `owners` says whether live recorded its fields' owners. Throws a ComparisonFault where an object does
 * not fit its schema, or no schema is known.
 */
export function compareStructured(
  desired: KubernetesObject,
  live: KubernetesObject,
  comparing: Comparing,
): States & { readonly owners: boolean } {
  const gvk = refOf(desired);
  const typed = objectType(gvk, comparing.schema);
  if (typed === undefined)
    throw new ComparisonFault(`unable to resolve the type of ${gvkKey(gvk)}: no schema of it is known`);
  try {
    validate(typed, live);
    validate(typed, desired);
    const owners = applyOwnership(live, comparing);
    const applied = applyTyped(typed, live, desired, owners ?? { others: [] });
    if (jsonEqual(applied, live)) return { live, predicted: live, owners: owners !== undefined };
    return { live: shown(live, comparing), predicted: shown(applied, comparing), owners: owners !== undefined };
  } catch (fault) {
    if (fault instanceof StructureFault)
      throw new ComparisonFault(`error calculating structured merge diff: ${fault.message}`);
    throw fault;
  }
}

function shown(object: JsonObject, comparing: Comparing): JsonObject {
  const plain = withoutLastApplied(object);
  try {
    return withSchemeDefaults(plain, refOf(plain), comparing);
  } catch (fault) {
    if (!(fault instanceof UndecodableFault || fault instanceof PatchFault)) throw fault;
    throw new ComparisonFault(`error applying default values: ${fault.message}`);
  }
}
