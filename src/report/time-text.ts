/** How times are shown: counted from now, or as RFC 3339. */
export type TimeStyle = 'relative' | 'full';

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/**
 * `12m ago`, `3d ago`, or the time itself with `full`, for a text that is no time, and for a time ahead of `now` (the
 * clocks disagree: a span would mislead).
 */
export function timeText(time: string, now: Date, style: TimeStyle): string {
  const seconds = Math.floor((now.getTime() - Date.parse(time)) / 1000);
  if (style === 'full' || Number.isNaN(seconds) || seconds < 0) return time;
  for (const [unit, size] of UNITS) {
    // Two units' worth before the larger one takes over: 90m says more than 1h.
    if (seconds >= size * (unit === 's' ? 1 : 2)) return `${Math.floor(seconds / size)}${unit} ago`;
  }
  return 'just now';
}
