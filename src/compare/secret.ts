import { Buffer } from 'node:buffer';
import { field, isObject, type JsonObject, type JsonValue, setField } from '../model/json.js';
import type { ResourceRef } from '../model/resource.js';

/** True for the core Secret, whose values never show. */
export function isSecret(ref: Pick<ResourceRef, 'group' | 'kind'>): boolean {
  return ref.group === '' && ref.kind === 'Secret';
}

/**
 * A Secret as the server stores it: `stringData` written over `data` in base64 (core/v1 conversion.go), null values as
 * empty ones. Anything else is returned as it is.
 */
export function storedSecret<T extends JsonObject>(ref: ResourceRef, object: T): T {
  if (!isSecret(ref)) return object;
  const texts = field(object, 'stringData');
  const data: Record<string, JsonValue> = {};
  const given = field(object, 'data');
  if (isObject(given))
    for (const [key, value] of Object.entries(given)) setField(data, key, value === null ? '' : value);
  if (isObject(texts)) {
    for (const [key, value] of Object.entries(texts)) {
      setField(data, key, typeof value === 'string' ? Buffer.from(value, 'utf8').toString('base64') : (value ?? ''));
    }
  }
  const { stringData: _, ...rest } = object;
  return (Object.keys(data).length === 0 && given === undefined ? rest : { ...rest, data }) as unknown as T;
}
