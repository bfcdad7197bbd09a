import type { IncomingHttpHeaders } from 'node:http';

/** Milliseconds that `Retry-After` asks to wait, given in seconds or as a date; undefined where there is none. */
export function retryAfterMs(headers: IncomingHttpHeaders, now: Date): number | undefined {
  const text = headers['retry-after']?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  // The server's own clock made the date, so its clock is what it counts from.
  const from = Date.parse(headers.date ?? '');
  return Math.max(0, until - (Number.isNaN(from) ? now.getTime() : from));
}
