import type { JsonValue } from '../../../src/model/json.js';
import type { KubernetesObject } from '../../../src/model/resource.js';

/** A live object in namespace shop; `parts` are its fields beside identity, `metadata` is merged. */
export function liveObject(
  apiVersion: string,
  kind: string,
  parts: Readonly<Record<string, JsonValue>> = {},
): KubernetesObject {
  const { metadata, ...rest } = parts;
  return {
    apiVersion,
    kind,
    metadata: { name: 'checkout', namespace: 'shop', generation: 1, ...(metadata as object) },
    ...rest,
  };
}

/** A condition; `reason` and `message` are left out where not given. */
export function condition(type: string, status: string, reason?: string, message?: string): JsonValue {
  return { type, status, ...(reason === undefined ? {} : { reason }), ...(message === undefined ? {} : { message }) };
}
