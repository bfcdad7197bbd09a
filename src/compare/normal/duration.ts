/** Nanoseconds of each unit that Go's time.ParseDuration knows. */
const UNIT_NANO: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

const DURATION = /^([+-]?)((?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g;

/** Nanoseconds of a Go duration such as `1h30m` (`0` has no unit), or undefined where `text` is none. */
export function durationInNano(text: string): bigint | undefined {
  if (/^[+-]?0$/.test(text)) return 0n;
  const match = DURATION.exec(text);
  if (!match) return undefined;
  let total = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of (match[2] ?? '').matchAll(PART)) {
    const nano = UNIT_NANO[unit] ?? 0n;
    total += (BigInt(whole + fraction) * nano) / 10n ** BigInt(fraction.length);
  }
  return match[1] === '-' ? -total : total;
}
