import { createMask, isSecretPath } from '../../compare/mask.js';
import type { FieldPath } from '../../model/field-path.js';
import { isArray, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import { isRecordedSecret } from '../../model/recorded-secret.js';
import type { DesiredObject, KubernetesObject, ResourceRef } from '../../model/resource.js';
import { isEncrypted, WITHHELD_TEXTS } from '../../model/withheld.js';
import { SECRET_COPY, secretCopies, withoutCopies } from '../live/secret-copies.js';

/** A value as it may be shown; `masked` where something else stands in its place. */
export interface ShownValue {
  readonly value: JsonValue;
  readonly masked?: true;
}

/** Shows the values of one object, of both sides: equal secrets get equal words. */
export type ShowValue = (value: JsonValue, path: FieldPath) => ShownValue;

/** How values of an object are shown: secrets masked unless `showSecrets`, what SOPS encrypted always as such. */
export function shownValues(
  ref: ResourceRef,
  sides: { readonly desired?: DesiredObject | undefined; readonly live?: KubernetesObject | undefined },
  showSecrets: boolean,
): ShowValue {
  const objects = [sides.desired?.object, sides.live].filter((side) => side !== undefined);
  const mask = createMask();
  const copies = showSecrets ? undefined : secretCopies(ref, objects);
  return (given, path) => {
    const value = sides.desired?.encrypted === true ? withoutCiphers(given) : given;
    if (!showSecrets && isSecretPath(ref, path)) {
      return { value: isRecordedSecret(value) ? value : mask(value, path), masked: true };
    }
    const shown = path.length === 0 && !showSecrets ? withoutSecrets(ref, value, mask) : value;
    const clean = withoutCopies(shown, path, copies);
    return clean === SECRET_COPY ? { value: clean, masked: true } : { value: clean };
  };
}

function withoutSecrets(ref: ResourceRef, value: JsonValue, mask: ReturnType<typeof createMask>): JsonValue {
  if (!isObject(value)) return value;
  const fields: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) {
    const path: FieldPath = [{ kind: 'field', name }];
    setField(fields, name, isSecretPath(ref, path) ? mask(inner, path) : inner);
  }
  return fields as JsonObject;
}

function withoutCiphers(value: JsonValue): JsonValue {
  if (isEncrypted(value)) return WITHHELD_TEXTS.encrypted;
  if (isArray(value)) return value.map(withoutCiphers);
  if (!isObject(value)) return value;
  const fields: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) setField(fields, name, withoutCiphers(inner));
  return fields;
}
