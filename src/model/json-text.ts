import { LosslessNumber, parse, stringify } from 'lossless-json';
import type { JsonValue } from './json.js';

/** Sixteen digits in a row, where a value may start: the only texts that can hold an integer beyond 2^53. */
const MAY_HOLD_BIG_INTEGER = /(?:^|[:[,\s])-?\d{16}/;

/**
 * Parses JSON text exactly: integers that a double cannot hold become `bigint`.
 * Throws a SyntaxError for text that is not JSON.
 */
export function parseJson(text: string): JsonValue {
  if (!MAY_HOLD_BIG_INTEGER.test(text)) return JSON.parse(text) as JsonValue;
  return parse(text, undefined, exactNumber) as JsonValue;
}

/** Prints JSON; `bigint` as a plain integer. `indent` as in JSON.stringify. */
export function printJson(value: unknown, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null';
}

function exactNumber(text: string): number | bigint {
  const value = new LosslessNumber(text);
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text))) return BigInt(text);
  return Number(value.toString());
}
