import { describe, expect, it } from 'vitest';
import { nextTime, parseSchedule } from '../../../src/gitops/next/cron.js';

const after = (schedule: string, time: string): string | undefined => {
  const parsed = parseSchedule(schedule);
  if (parsed === undefined) return 'none';
  return nextTime(parsed, new Date(time))?.toISOString();
};

describe('a schedule', () => {
  // 2026-11-30 is a Monday.
  it.each([
    ['* * * * *', '2026-11-30T12:00:00Z', '2026-11-30T12:01:00.000Z'],
    ['* * * * *', '2026-11-30T12:00:59Z', '2026-11-30T12:01:00.000Z'],
    ['0 22 * * *', '2026-11-30T12:00:00Z', '2026-11-30T22:00:00.000Z'],
    ['0 22 * * *', '2026-11-30T22:00:00Z', '2026-12-01T22:00:00.000Z'],
    ['*/15 * * * *', '2026-11-30T12:16:00Z', '2026-11-30T12:30:00.000Z'],
    ['5/15 * * * *', '2026-11-30T12:51:00Z', '2026-11-30T13:05:00.000Z'],
    ['0 9-17/4 * * *', '2026-11-30T10:00:00Z', '2026-11-30T13:00:00.000Z'],
    ['0 0 * * SAT,sun', '2026-11-30T12:00:00Z', '2026-12-05T00:00:00.000Z'],
    ['30 6 1 JAN *', '2026-11-30T12:00:00Z', '2027-01-01T06:30:00.000Z'],
    // Both day fields restricted: one is enough.
    ['0 0 13 * 5', '2026-11-30T12:00:00Z', '2026-12-04T00:00:00.000Z'],
    // A star with a step restricts, as robfig/cron reads it.
    ['0 0 */2 * 1', '2026-11-30T12:00:00Z', '2026-12-01T00:00:00.000Z'],
    ['0 0 29 2 *', '2026-11-30T12:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['0 0 30 2 *', '2026-11-30T12:00:00Z', undefined],
  ])('%s after %s is %s', (schedule, time, expected) => {
    expect(after(schedule, time)).toBe(expected);
  });

  it.each(['', '* * * *', '* * * * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *', '* * * * 7', '@daily'])(
    '%j is none',
    (text) => {
      expect(parseSchedule(text)).toBeUndefined();
    },
  );

  it.each(['5-1 * * * *', '*/0 * * * *', 'a * * * *', '1-2-3 * * * *'])('%j is none either', (text) => {
    expect(parseSchedule(text)).toBeUndefined();
  });
});
