/** Decimal suffixes as powers of ten (apimachinery pkg/api/resource/suffix.go). */
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };

/** Binary suffixes as powers of two. */
const BINARY: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };

const QUANTITY = /^([+-]?)(\d*)(?:\.(\d*))?(Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?\d+|[numkMGTPE]?)$/;

const NANO_DIGITS = 9;

/** No quantity is larger: the server cuts the value (quantity.go, `maxAllowed`). */
const MAX_NANO = (2n ** 63n - 1n) * 10n ** BigInt(NANO_DIGITS);

/** Beyond this exponent every value is cut or rounded anyway, and the power of ten would only cost memory. */
const MAX_EXPONENT = 60;

/**
 * The value of a Kubernetes quantity in units of 10^-9, or undefined where `text` is none. Digits below a nano are
 * rounded away from zero, and values are cut at 2^63-1, as apimachinery's `resource.Quantity` does.
 */
export function quantityInNano(text: string): bigint | undefined {
  const match = QUANTITY.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', suffix = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const magnitude = scale(BigInt(whole + fraction), fraction.length, suffix);
  const cut = magnitude > MAX_NANO ? MAX_NANO : magnitude;
  return sign === '-' ? -cut : cut;
}

function scale(digits: bigint, fractionDigits: number, suffix: string): bigint {
  const binary = BINARY[suffix];
  if (binary !== undefined) return shift(digits << BigInt(binary), NANO_DIGITS - fractionDigits);
  const exponent = /^[eE][+-]?\d/.test(suffix) ? Number(suffix.slice(1)) : (DECIMAL[suffix] ?? 0);
  return shift(digits, NANO_DIGITS + exponent - fractionDigits);
}

/** `digits` times 10^`power`, rounded up where the power is negative. */
function shift(digits: bigint, power: number): bigint {
  if (digits === 0n) return 0n;
  if (power >= 0) return digits * 10n ** BigInt(Math.min(power, MAX_EXPONENT));
  const divisor = 10n ** BigInt(Math.min(-power, String(digits).length + MAX_EXPONENT));
  return (digits + divisor - 1n) / divisor;
}
