import { digString, field, isArray, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import { RECORDED_NOTHING, RECORDED_REMOVED } from '../../model/recorded-secret.js';
import type { KubernetesObject } from '../../model/resource.js';
import { COPY_ANNOTATIONS } from '../../model/secret-copy.js';
import { isEncrypted } from '../../model/withheld.js';

/**
 * A live object without the values that SOPS keeps encrypted in desired: whoever encrypts them in Git does not want them
 * in a file. Where list items cannot be told apart without them, none of their values is kept.
 */
export function maskEncrypted(live: KubernetesObject, desired: KubernetesObject | undefined): KubernetesObject {
  if (desired === undefined || !holdsEncrypted(desired)) return live;
  const masked = mask(live, desired) as KubernetesObject;
  const annotations = field(masked.metadata, 'annotations');
  if (!isObject(annotations)) return masked;
  const clean = mapFields(annotations, (text, key) => (COPY_ANNOTATIONS.has(key) ? RECORDED_REMOVED : text));
  return { ...masked, metadata: { ...masked.metadata, annotations: clean } };
}

/** True where SOPS keeps a value encrypted, here or below. */
export function holdsEncrypted(value: JsonValue): boolean {
  if (isArray(value)) return value.some(holdsEncrypted);
  return isObject(value) ? Object.values(value).some(holdsEncrypted) : isEncrypted(value);
}

function mask(live: JsonValue, desired: JsonValue | undefined): JsonValue {
  if (desired === undefined || live === desired || !holdsEncrypted(desired)) return live;
  if (isObject(live) && isObject(desired)) return mapFields(live, (value, key) => mask(value, field(desired, key)));
  if (!isArray(live) || !isArray(desired)) return withoutValues(live);
  const byName = new Map(desired.map((item) => [digString(item, 'name'), item]));
  const areNamed = [...byName.keys()].every((name) => name !== undefined && !isEncrypted(name));
  return live.map((item) => (areNamed ? mask(item, byName.get(digString(item, 'name'))) : withoutValues(item)));
}

function withoutValues(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(withoutValues);
  return isObject(value) ? mapFields(value, withoutValues) : RECORDED_NOTHING;
}

function mapFields(object: JsonObject, change: (value: JsonValue, key: string) => JsonValue): JsonObject {
  const changed: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(object)) setField(changed, key, change(value, key));
  return changed;
}
