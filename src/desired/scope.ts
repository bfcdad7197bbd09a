import { field, type JsonObject } from '../model/json.js';
import type { DesiredObject, Gvk } from '../model/resource.js';

export interface DesiredOptions {
  /** Fills an empty namespace of a namespaced kind; never overrides one. */
  readonly namespace: string;
  /** The scope of a kind; undefined where nobody knows it. */
  readonly kindOf: (gvk: Gvk) => { readonly namespaced: boolean } | undefined;
}

/**
 * The object in the namespace that the server would put it in: an empty one filled in for a namespaced kind, any one
 * dropped for a cluster-scoped kind. Where nobody knows the kind it stays as written.
 */
export function scoped(declared: DesiredObject, options: DesiredOptions): DesiredObject {
  const kind = options.kindOf(declared.ref);
  if (kind === undefined) return declared;
  const namespace = kind.namespaced ? declared.ref.namespace || options.namespace : '';
  if (field(declared.object.metadata, 'namespace') === (namespace === '' ? undefined : namespace)) return declared;
  const { namespace: _written, ...rest } = declared.object.metadata;
  const metadata: JsonObject = namespace === '' ? rest : { ...rest, namespace };
  return { ...declared, ref: { ...declared.ref, namespace }, object: { ...declared.object, metadata } };
}
