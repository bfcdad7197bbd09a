import type { JsonObject } from '../model/json.js';
import type { DesiredObject } from '../model/resource.js';
import type { DesiredOptions } from './build-desired.js';

/**
 * The object in the namespace that the server would put it in: an empty one filled in for a namespaced kind, any one
 * dropped for a cluster-scoped kind. Where nobody knows the kind it stays as written.
 */
export function scoped(declared: DesiredObject, options: DesiredOptions): DesiredObject {
  const kind = options.kindOf(declared.ref);
  if (kind === undefined) return declared;
  const namespace = kind.namespaced ? declared.ref.namespace || options.namespace : '';
  if (namespace === declared.ref.namespace) return declared;
  const { namespace: _written, ...rest } = declared.object.metadata;
  const metadata: JsonObject = namespace === '' ? rest : { ...rest, namespace };
  return { ...declared, ref: { ...declared.ref, namespace }, object: { ...declared.object, metadata } };
}
