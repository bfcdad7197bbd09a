import type { Difference } from '../model/drift.js';
import type { FieldPath } from '../model/field-path.js';
import { isObject, type JsonValue, setField } from '../model/json.js';
import { printJson } from '../model/json-text.js';
import { isRecordedSecret } from '../model/recorded-secret.js';
import type { ResourceRef } from '../model/resource.js';
import { isWithheldText } from '../model/withheld.js';
import { isSecret } from './secret.js';

/**
 * Masks secret values of one object, found at a path below `data`: equal values get equal numbers, so equality stays
 * visible and nothing else does. The keys of `data` show, being the path of each value; those of a value never do.
 */
export type Mask = (value: JsonValue, path: FieldPath) => JsonValue;

/** A fresh mask; numbers count from 1 in the order in which values are first seen. */
export function createMask(): Mask {
  const numbers = new Map<string, number>();
  const one = (value: JsonValue): JsonValue => {
    if (value === null || isRecordedSecret(value) || isWithheldText(value)) return value;
    const text = typeof value === 'string' ? value : printJson(value);
    if (!numbers.has(text)) numbers.set(text, numbers.size + 1);
    return `(secret value ${numbers.get(text)})`;
  };
  return (value, path) => {
    if (path.length > 1 || !isObject(value)) return one(value);
    const masked: Record<string, JsonValue> = {};
    for (const [key, inner] of Object.entries(value)) setField(masked, key, one(inner));
    return masked;
  };
}

/** True where a path of this object holds secret values. */
export function isSecretPath(ref: Pick<ResourceRef, 'group' | 'kind'>, path: FieldPath): boolean {
  const [first] = path;
  return isSecret(ref) && first?.kind === 'field' && (first.name === 'data' || first.name === 'stringData');
}

/** The difference with its values masked where they are secret; `madeOfSecret` tells those that came from elsewhere. */
export function maskDifference(
  ref: ResourceRef,
  difference: Difference,
  mask: Mask,
  madeOfSecret: (difference: Difference) => boolean = () => false,
): Difference & { readonly masked?: true } {
  if (!isSecretPath(ref, difference.path) && !madeOfSecret(difference)) return difference;
  return {
    ...difference,
    ...(difference.desired === undefined ? {} : { desired: mask(difference.desired, difference.path) }),
    ...(difference.live === undefined ? {} : { live: mask(difference.live, difference.path) }),
    masked: true,
  };
}
