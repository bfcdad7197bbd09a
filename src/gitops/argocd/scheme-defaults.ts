import type { JsonObject } from '../../model/json.js';
import type { Gvk } from '../../model/resource.js';
import type { Comparing } from './comparing.js';
import { decoded, typedKind } from './remarshal.js';
import { diffObjects } from './strategic/diff.js';
import { applyStrategicPatch } from './strategic/three-way-patch.js';

/** Groups whose defaults Argo CD does not have compiled in (gitops-engine pkg/utils/kube/scheme/scheme.go). */
const WITHOUT_DEFAULTS: ReadonlySet<string> = new Set([
  'internal.apiserver.k8s.io',
  'resource.k8s.io',
  'storagemigration.k8s.io',
]);

/** The object is of another type than its kind's. */
export class UndecodableFault extends Error {}

/**
 * The object with the defaults of its Go type, put in by a strategic merge patch, so that what the type does not know is kept
 * (gitops-engine pkg/diff/diff.go, generateSchemeDefaultPatch). Throws a PatchFault where that patch does not fit: items with a merge
 * key need one; and an UndecodableFault where the object is not of its type.
 */
export function withSchemeDefaults(object: JsonObject, gvk: Gvk, { schema, tools }: Comparing): JsonObject {
  const kind = typedKind(gvk, schema);
  if (kind === undefined || WITHOUT_DEFAULTS.has(gvk.group)) return object;
  const typed = decoded(object, kind, schema);
  if (typed === undefined) throw new UndecodableFault(`the object does not fit the type ${gvk.kind}`);
  const type = { bundle: schema, type: kind.type };
  const patch = diffObjects(typed, tools.complete(typed, gvk, 'scheme'), type, {
    half: 'additions',
    retainKeys: false,
  });
  return Object.keys(patch).length === 0 ? object : applyStrategicPatch(object, patch, schema, kind.type);
}
