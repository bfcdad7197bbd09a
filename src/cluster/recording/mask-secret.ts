import { field, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import {
  isRecordedSecret,
  RECORDED_DIFFERENT,
  RECORDED_EQUAL,
  RECORDED_REMOVED,
  RECORDED_UNDECLARED,
} from '../../model/recorded-secret.js';
import type { KubernetesObject } from '../../model/resource.js';
import { isSecretCopy, secretTexts } from '../../model/secret-copy.js';

/** True for the core Secret. */
export function isSecret(object: KubernetesObject): boolean {
  return object.kind === 'Secret' && object.apiVersion === 'v1';
}

/**
 * A live Secret with no secret in it: each value becomes a word that says whether it equals desired's, and annotations
 * that copy values lose their text. Keys, type, labels and managedFields stay.
 */
export function maskSecret(live: KubernetesObject, desired: KubernetesObject | undefined): KubernetesObject {
  const masked: Record<string, JsonValue> = { ...live };
  for (const part of ['data', 'stringData'] as const) {
    const values = live[part];
    if (values === undefined || values === null) continue;
    masked[part] = isObject(values)
      ? mapValues(values, (value, key) =>
          // A recording of a recording cannot compare again.
          isRecordedSecret(value) ? value : compared(bytesOf(part, value), declaredBytes(desired, key)),
        )
      : RECORDED_UNDECLARED;
  }
  const annotations = field(live.metadata, 'annotations');
  if (isObject(annotations)) {
    const secrets = [live, desired ?? {}].flatMap(secretTexts);
    const cleaned = mapValues(annotations, (text, key) => (isSecretCopy(key, text, secrets) ? RECORDED_REMOVED : text));
    masked.metadata = { ...live.metadata, annotations: cleaned };
  }
  return masked as unknown as KubernetesObject;
}

function compared(live: Buffer | undefined, desired: Buffer | 'unreadable' | undefined): string {
  if (desired === undefined) return RECORDED_UNDECLARED;
  return desired !== 'unreadable' && live?.equals(desired) === true ? RECORDED_EQUAL : RECORDED_DIFFERENT;
}

/** What desired declares for a key of a Secret; `stringData` wins over `data`, as on the server. */
export function declaredBytes(desired: KubernetesObject | undefined, key: string): Buffer | 'unreadable' | undefined {
  for (const part of ['stringData', 'data'] as const) {
    const value = field(field(desired, part), key);
    if (value !== undefined) return bytesOf(part, value) ?? 'unreadable';
  }
  return undefined;
}

function bytesOf(part: 'data' | 'stringData', value: JsonValue): Buffer | undefined {
  // A null is stored as an empty value.
  if (value === null) return Buffer.alloc(0);
  if (typeof value !== 'string') return undefined;
  if (part === 'stringData') return Buffer.from(value);
  const compact = value.replace(/[\r\n]/g, '');
  const bytes = Buffer.from(compact, 'base64');
  return bytes.toString('base64') === compact ? bytes : undefined;
}

function mapValues(object: JsonObject, change: (value: JsonValue, key: string) => JsonValue): JsonObject {
  const changed: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(object)) setField(changed, key, change(value, key));
  return changed;
}
