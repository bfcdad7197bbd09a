import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import { refOf } from '../../model/resource.js';
import type { SchemaBundle } from '../../model/schema.js';
import type { Comparing } from './comparing.js';
import { canonicalQuantity } from './quantity.js';
import { remarshalValue } from './remarshal.js';

/** What Argo CD knows without being told: a Rollout holds a pod's specification. */
const SHIPPED: Comparing['settings']['knownTypeFields'] = {
  'argoproj.io/Rollout': [{ field: 'spec.template.spec', type: 'core/v1/PodSpec' }],
};

/**
 * Fields of a custom kind that hold a built-in type, in that type's canonical form
 * (argo-cd util/argo/normalizers/knowntypes_normalizer.go).
 */
export function withKnownTypes(object: JsonObject, { settings, schema }: Comparing): JsonObject {
  const { group, kind } = refOf(object);
  const key = group === '' ? kind : `${group}/${kind}`;
  const fields = settings.knownTypeFields[key] ?? SHIPPED[key] ?? [];
  return fields.reduce<JsonObject>((left, { field, type }) => {
    const changed = atPath(left, field.split('.'), (value) => canonical(value, type, schema));
    return isObject(changed) ? changed : left;
  }, object);
}

/** The value with the fields at a path changed; lists on the way are entered. */
function atPath(value: JsonValue, path: readonly string[], change: (value: JsonValue) => JsonValue): JsonValue {
  const [name, ...rest] = path;
  if (isArray(value)) return value.map((item) => (isObject(item) ? atPath(item, path, change) : item)) as JsonArray;
  if (name === undefined) return change(value);
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const copy: Record<string, JsonValue> = {};
  for (const [key, inner] of Object.entries(value)) {
    setField(copy, key, key === name ? atPath(inner, rest, change) : inner);
  }
  return copy;
}

function canonical(value: JsonValue, type: string, schema: SchemaBundle): JsonValue {
  if (type === 'core/Quantity') {
    const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
    return (typeof text === 'string' ? canonicalQuantity(text) : undefined) ?? value;
  }
  // `core/v1/PodSpec` is our `core/v1.PodSpec`.
  return remarshalValue(value, type.replace(/\/([^/]+)$/, '.$1'), schema);
}
