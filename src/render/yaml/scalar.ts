import type { JsonScalar } from '../../model/json.js';
import { parseBinary } from './binary.js';
import { parseFloat64, parseInteger } from './number.js';

/** The type that go-yaml gives a scalar; `uint` is an integer beyond int64. `float` may be infinite or NaN. */
export type ScalarType = 'null' | 'bool' | 'int' | 'uint' | 'float' | 'str' | 'timestamp';

export interface ResolvedScalar {
  readonly type: ScalarType;
  readonly value: JsonScalar;
}

/** What the text of a plain scalar can mean besides a number; exactly these spellings (go-yaml v2 resolve.go). */
const WORDS: ReadonlyMap<string, ResolvedScalar> = new Map(
  (
    [
      ['bool', true, ['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON']],
      ['bool', false, ['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF']],
      ['null', null, ['', '~', 'null', 'Null', 'NULL']],
      ['float', Number.NaN, ['.nan', '.NaN', '.NAN']],
      ['float', Number.POSITIVE_INFINITY, ['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF']],
      ['float', Number.NEGATIVE_INFINITY, ['-.inf', '-.Inf', '-.INF']],
    ] as const
  ).flatMap(([type, value, spellings]) => spellings.map((spelling) => [spelling, { type, value }] as const)),
);

const TIMESTAMP = /^\d{4}-\d{1,2}-\d{1,2}([Tt]\d{1,2}:\d{1,2}:\d{1,2}(\.\d+)?(Z|[+-]\d\d:\d\d)| \d+:\d+:\d+(\.\d+)?)?$/;

/** Tags that resolve; every other tag on a scalar makes it text, as go-yaml v2 has it. */
const RESOLVABLE: ReadonlySet<string> = new Set(['str', 'bool', 'int', 'float', 'null', 'timestamp']);

/**
 * The value of a scalar as sigs.k8s.io/yaml (go-yaml v2) reads it. `tag` is the name of a `!!` tag, `other` for any
 * other tag, absent where there is none; `plain` is false for quoted and block scalars.
 * Throws a SyntaxError where text and tag do not fit.
 */
export function resolveScalar(text: string, tag: string | undefined, plain: boolean): ResolvedScalar {
  if (tag === undefined) return plain ? resolvePlain(text) : { type: 'str', value: text };
  if (tag === 'binary') return { type: 'str', value: parseBinary(text) };
  if (tag === 'str' || !RESOLVABLE.has(tag)) return { type: 'str', value: text };
  const resolved = resolvePlain(text);
  if (resolved.type === tag) return resolved;
  if (tag === 'float' && resolved.type === 'int') return { type: 'float', value: Number(resolved.value) };
  if (tag === 'int' && resolved.type === 'uint') return resolved;
  if (tag === 'timestamp' && TIMESTAMP.test(text)) return { type: 'timestamp', value: text };
  throw new SyntaxError(`\`${text}\` is no !!${tag}`);
}

/** Only texts that begin so can mean anything but themselves. */
const MAY_RESOLVE = /^[-+0-9.yYnNtTfFoO~]/;

function resolvePlain(text: string): ResolvedScalar {
  if (text !== '' && !MAY_RESOLVE.test(text)) return { type: 'str', value: text };
  return WORDS.get(text) ?? resolveNumber(text) ?? { type: 'str', value: text };
}

const INT64_MAX = 2n ** 63n - 1n;

function resolveNumber(text: string): ResolvedScalar | undefined {
  if (text.startsWith('.')) return floatOf(parseFloat64(text));
  if (!/^[-+0-9]/.test(text)) return undefined;
  const digits = text.replaceAll('_', '');
  const integer = parseInteger(digits);
  if (integer !== undefined)
    return typeof integer === 'bigint' && integer > INT64_MAX
      ? { type: 'uint', value: integer }
      : { type: 'int', value: integer };
  return floatOf(parseFloat64(digits));
}

function floatOf(value: number | undefined): ResolvedScalar | undefined {
  return value === undefined ? undefined : { type: 'float', value };
}
