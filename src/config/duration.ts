const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Milliseconds of a duration: `30s`, `1h30m`, `7d`, `250ms`, and as kubectl has it a bare number of seconds. Undefined
 * for any other text.
 */
export function parseDuration(text: string): number | undefined {
  if (/^\d+$/.test(text)) return finite(Number(text) * 1000);
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  }
  return finite(Math.round(total));
}

function finite(milliseconds: number): number | undefined {
  return Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
}
