const SMALL_DECIMAL = /^(?:0|-?[1-9]\d{0,14})$/;

/** Go's strconv.ParseInt with base 0: decimal, 0x, 0o, 0b, and a leading zero for octal. */
const INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]*|[1-9][0-9]*)$/;

/** go-yaml v2 falls back to base 2 for what follows `0b`, and so takes a sign there. */
const SIGN_AFTER_PREFIX = /^0b([-+])([01]+)$/;

const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;

/**
 * The integer that go-yaml v2 reads from text without underscores; `bigint` beyond 2^53, undefined where the text is
 * none or no 64 bits hold it.
 */
export function parseInteger(text: string): number | bigint | undefined {
  if (SMALL_DECIMAL.test(text)) return Number(text);
  const [, sign, digits] = INTEGER.exec(text) ?? [];
  if (digits !== undefined) return within64Bits(sign, BigInt(withJsPrefix(digits)), UINT64_MAX);
  const [, innerSign, bits] = SIGN_AFTER_PREFIX.exec(text) ?? [];
  return bits === undefined ? undefined : within64Bits(innerSign, BigInt(`0b${bits}`), 2n ** 63n - 1n);
}

function withJsPrefix(digits: string): string {
  return /^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits;
}

function within64Bits(sign: string | undefined, magnitude: bigint, max: bigint): number | bigint | undefined {
  const value = sign === '-' ? -magnitude : magnitude;
  // ParseUint takes no sign, so `+` reaches no further than int64.
  if (value < INT64_MIN || value > (sign === '' ? max : 2n ** 63n - 1n)) return undefined;
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

/** A leading point goes to Go's ParseFloat as written: underscores may stand between digits. */
const POINT_FLOAT = /^\.\d+(?:_\d+)*(?:[eE][-+]?\d+(?:_\d+)*)?$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** The float that go-yaml v2 reads; undefined where the text is none or too large for a double. */
export function parseFloat64(text: string): number | undefined {
  if (!(text.startsWith('.') ? POINT_FLOAT : FLOAT).test(text)) return undefined;
  const value = Number(text.replaceAll('_', ''));
  return Number.isFinite(value) ? value : undefined;
}

/**
 * A float as it is after a journey through JSON text, on which Go writes a whole number below 1e21 without exponent and
 * in the fewest digits: beyond 2^53 an integer like any other.
 */
export function floatAsPrinted(value: number): number | bigint {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21
    ? BigInt(String(value))
    : value;
}

/**
 * A float as sigs.k8s.io/yaml writes it where it is a key: Go's FormatFloat 'g' at 32 bits, so digits that a float32
 * cannot hold are lost.
 */
export function floatKeyText(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return '.nan';
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  if (single === 0) return Object.is(single, -0) ? '-0' : '0';
  const [mantissa = '', exponentText = ''] = shortestFloat32(single).split('e');
  const exponent = Number(exponentText);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '').replace(/0+$/, '') || '0';
  // Go prints an exponent below -4 and from 6 on where the shortest form was asked for.
  if (exponent < -4 || exponent >= 6) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const rest = digits.slice(exponent + 1);
  return `${sign}${whole}${rest === '' ? '' : `.${rest}`}`;
}

/** The fewest digits that read back as the same float32 (nine always do). */
function shortestFloat32(single: number): string {
  for (let places = 0; places < 8; places++) {
    const text = single.toExponential(places);
    if (Math.fround(Number(text)) === single) return text;
  }
  return single.toExponential(8);
}
