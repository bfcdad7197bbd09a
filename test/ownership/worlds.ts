import type { JsonObject, JsonValue } from '../../src/model/json.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { KubernetesObject } from '../../src/model/resource.js';

/** An entry of managedFields as the server writes it; `fields` is the object under fieldsV1. */
export function entry(
  manager: string,
  operation: 'Apply' | 'Update',
  fields: JsonObject,
  more: { apiVersion?: string; subresource?: string; time?: string } = {},
): JsonObject {
  return { manager, operation, apiVersion: 'apps/v1', fieldsType: 'FieldsV1', fieldsV1: fields, ...more };
}

/** An object with those managedFields; `rest` is merged into it, `metadata` too. */
export function world(
  gvk: { apiVersion: string; kind: string },
  managedFields: JsonValue | undefined,
  rest: { metadata?: JsonObject; [key: string]: JsonValue | undefined } = {},
): KubernetesObject {
  const { metadata, ...body } = rest;
  return {
    ...gvk,
    metadata: {
      name: 'catalog',
      namespace: 'marketplace',
      ...metadata,
      ...(managedFields === undefined ? {} : { managedFields }),
    },
    ...(body as JsonObject),
  };
}

export const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment' };
export const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };
export const SECRET = { apiVersion: 'v1', kind: 'Secret' };
export const SERVICE = { apiVersion: 'v1', kind: 'Service' };

export const at = parsePath;
