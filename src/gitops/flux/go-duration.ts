const UNIT_MS: Readonly<Record<string, number>> = {
  ...{ ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 },
};

const PART = String.raw`(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)`;
const WHOLE = new RegExp(`^[+-]?(?:0|(?:${PART})+)$`);

/** Milliseconds of a duration as Go writes it: `1h30m`, `10m0s`, `500ms`; undefined for any other text. */
export function goDuration(text: string): number | undefined {
  if (!WHOLE.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(new RegExp(PART, 'g'))) {
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  }
  const milliseconds = text.startsWith('-') ? -total : total;
  return Number.isFinite(milliseconds) ? milliseconds : undefined;
}
