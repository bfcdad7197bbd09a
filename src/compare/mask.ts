import type { Difference } from '../model/drift.js';
import type { FieldPath } from '../model/field-path.js';
import { isArray, isObject, type JsonValue } from '../model/json.js';
import { isRecordedSecret } from '../model/recorded-secret.js';
import type { ResourceRef } from '../model/resource.js';
import { isWithheldText } from '../model/withheld.js';
import { isSecret } from './secret.js';

/** Masks one object's secret values: equal values get equal numbers, so equality stays visible and nothing else does. */
export type Mask = (value: JsonValue) => JsonValue;

/** A fresh mask; numbers count from 1 in the order in which values are first seen. */
export function createMask(): Mask {
  const numbers = new Map<string, number>();
  const mask: Mask = (value) => {
    if (isArray(value)) return value.map(mask);
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mask(inner)]));
    if (value === null || isRecordedSecret(value) || isWithheldText(value)) return value;
    const text = String(value);
    if (!numbers.has(text)) numbers.set(text, numbers.size + 1);
    return `(secret value ${numbers.get(text)})`;
  };
  return mask;
}

/** True where a path of this object holds secret values. */
export function isSecretPath(ref: Pick<ResourceRef, 'group' | 'kind'>, path: FieldPath): boolean {
  const [first] = path;
  return isSecret(ref) && first?.kind === 'field' && (first.name === 'data' || first.name === 'stringData');
}

/** The difference with its values masked where they are secret. */
export function maskDifference(
  ref: ResourceRef,
  difference: Difference,
  mask: Mask,
): Difference & { readonly masked?: true } {
  if (!isSecretPath(ref, difference.path)) return difference;
  return {
    ...difference,
    ...(difference.desired === undefined ? {} : { desired: mask(difference.desired) }),
    ...(difference.live === undefined ? {} : { live: mask(difference.live) }),
    masked: true,
  };
}
