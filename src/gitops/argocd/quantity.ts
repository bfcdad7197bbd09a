/** Suffixes of decimal quantities, by power of ten (apimachinery pkg/api/resource/suffix.go). */
const DECIMAL: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);

/** Suffixes of binary quantities, by power of 1024. */
const BINARY: ReadonlyMap<string, number> = new Map([
  ['Ki', 1],
  ['Mi', 2],
  ['Gi', 3],
  ['Ti', 4],
  ['Pi', 5],
  ['Ei', 6],
]);

const QUANTITY = /^([+-]?)(\d*)(?:\.(\d*))?(Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?\d+|[numkMGTPE]?)$/;

/** Nine decimal digits are kept; what is smaller is rounded up. */
const NANO = 9;
const MAX_NANO = (2n ** 63n - 1n) * 10n ** 9n;

/**
 * A quantity in the one text in which Kubernetes writes its value (Quantity.CanonicalizeBytes): no fraction, the largest suffix of
 * its own family that needs none. Undefined for a text that is no quantity.
 */
export function canonicalQuantity(text: string): string | undefined {
  const [, sign, whole = '', fraction = '', suffix = ''] = QUANTITY.exec(text.trim()) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const nano = inNano(BigInt(whole + fraction), fraction.length, suffix);
  if (nano === 0n) return '0';
  const prefix = sign === '-' ? '-' : '';
  if (BINARY.has(suffix) && nano >= 1024n * 10n ** 9n && nano % 10n ** 9n === 0n)
    return prefix + binaryText(nano / 10n ** 9n);
  return prefix + decimalText(nano, /^[eE][+-]?\d/.test(suffix));
}

function inNano(digits: bigint, fractionDigits: number, suffix: string): bigint {
  const binary = BINARY.get(suffix);
  const exponent = /^[eE][+-]?\d/.test(suffix) ? Number(suffix.slice(1)) : (DECIMAL.get(suffix) ?? 0);
  const value = binary === undefined ? digits : digits << BigInt(10 * binary);
  const power = NANO + (binary === undefined ? exponent : 0) - fractionDigits;
  const scaled = power >= 0 ? value * 10n ** BigInt(Math.min(power, 60)) : roundedUp(value, -power);
  return scaled > MAX_NANO ? MAX_NANO : scaled;
}

function roundedUp(value: bigint, power: number): bigint {
  const divisor = 10n ** BigInt(Math.min(power, 120));
  return (value + divisor - 1n) / divisor;
}

function binaryText(value: bigint): string {
  let [rest, power] = [value, 0];
  while (rest % 1024n === 0n && power < 6) {
    rest /= 1024n;
    power++;
  }
  const suffix = [...BINARY].find(([, one]) => one === power)?.[0] ?? '';
  return `${rest}${suffix}`;
}

function decimalText(nano: bigint, isExponential: boolean): string {
  let [rest, power] = [nano, -NANO];
  while (rest % 1000n === 0n && (isExponential || power < 18)) {
    rest /= 1000n;
    power += 3;
  }
  if (isExponential) return power === 0 ? String(rest) : `${rest}e${power}`;
  const suffix = [...DECIMAL].find(([, one]) => one === power)?.[0] ?? '';
  return `${rest}${suffix}`;
}
