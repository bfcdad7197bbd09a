import { Buffer } from 'node:buffer';
import { type JsonValue, jsonEqual } from '../../model/json.js';
import type { ScalarType } from '../../model/schema.js';
import { durationInNano } from './duration.js';
import { quantityInNano } from './quantity.js';
import { instantInMicro } from './time.js';

/**
 * True where the API server stores `desired` as `live` for a field of that scalar type. Never converts between text
 * and number but for quantities: the server refuses `targetPort: "53"` for 53 (seen on a 1.36 server).
 */
export function sameScalar(type: ScalarType, desired: JsonValue, live: JsonValue): boolean {
  if (jsonEqual(desired, live)) return true;
  switch (type) {
    case 'quantity':
      return sameQuantity(desired, live);
    case 'duration':
      return sameBy(durationInNano, desired, live);
    case 'time':
      return sameBy((text) => instantInMicro(text, 'second'), desired, live);
    case 'micro-time':
      return sameBy((text) => instantInMicro(text, 'microsecond'), desired, live);
    case 'bytes':
      return sameBy(decodedBytes, desired, live);
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'int-or-string':
      return false;
  }
}

/** True where both are quantities of one value, in whatever text: `1000m` and 1. */
export function sameQuantity(desired: JsonValue, live: JsonValue): boolean {
  return sameBy(quantityInNano, numberText(desired), numberText(live));
}

function numberText(value: JsonValue): JsonValue {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
}

function sameBy<T>(normal: (text: string) => T | undefined, desired: JsonValue, live: JsonValue): boolean {
  if (typeof desired !== 'string' || typeof live !== 'string') return false;
  const value = normal(desired);
  return value !== undefined && value === normal(live);
}

/** The bytes of base64 text, as latin-1; line breaks do not count (Go's base64.StdEncoding skips them). */
function decodedBytes(text: string): string | undefined {
  const joined = text.replace(/[\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(joined) || joined.length % 4 !== 0) return undefined;
  return Buffer.from(joined, 'base64').toString('latin1');
}
