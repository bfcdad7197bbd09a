const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

const DAY_MS = 24 * 3_600_000;

/**
 * The moment that an RFC 3339 time means, or the end of a day in UTC for a date, as RFC 3339 in UTC. Undefined for any
 * other text, also for a day that no calendar has.
 */
export function endOf(text: string): string | undefined {
  const parts = DATE.exec(text) ?? TIME.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day] = parts.map(Number);
  if (new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() !== day) return undefined;
  const time = Date.parse(DATE.test(text) ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(time)) return undefined;
  return shortTime(new Date(DATE.test(text) ? time + DAY_MS : time));
}

/** RFC 3339 in UTC, to the second. */
export function shortTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
