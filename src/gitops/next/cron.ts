/** A schedule of five fields: the values that each of them allows; `any` where a field is `*`. */
export interface Schedule {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  readonly anyDay: boolean;
  readonly anyWeekday: boolean;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * Reads a schedule as Argo CD's parser does (robfig/cron v3 with minute, hour, day of month, month, day of week; no
 * descriptors such as @daily). Undefined where it is none.
 */
export function parseSchedule(text: string): Schedule | undefined {
  const fields = text.trim().split(/\s+/);
  const [minute, hour, day, month, weekday] = fields;
  if (fields.length !== 5 || minute === undefined || hour === undefined) return undefined;
  if (day === undefined || month === undefined || weekday === undefined) return undefined;
  const [minutes, hours, days] = [parseField(minute, 0, 59), parseField(hour, 0, 23), parseField(day, 1, 31)];
  const [months, weekdays] = [parseField(month, 1, 12, MONTHS, 1), parseField(weekday, 0, 6, WEEKDAYS, 0)];
  if (minutes === undefined || hours === undefined || days === undefined) return undefined;
  if (months === undefined || weekdays === undefined) return undefined;
  return { minutes, hours, days, months, weekdays, anyDay: hasStar(day), anyWeekday: hasStar(weekday) };
}

/** A field with a star, with or without a step, leaves the other of the two day fields to decide. */
function hasStar(field: string): boolean {
  return field.split(',').some((part) => /^[*?](?:\/1)?$/.test(part));
}

function parseField(
  field: string,
  least: number,
  most: number,
  names: readonly string[] = [],
  firstName = 0,
): ReadonlySet<number> | undefined {
  const values = new Set<number>();
  const number = (text: string): number | undefined => {
    if (/^\d+$/.test(text)) return Number(text);
    const at = names.indexOf(text.toLowerCase());
    return at < 0 ? undefined : at + firstName;
  };
  for (const part of field.split(',')) {
    const match = /^(?:([*?])|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(part);
    if (match === null) return undefined;
    const [, star, from = '', to, step] = match;
    const start = star === undefined ? number(from) : least;
    // `5/15` runs from 5 to the end.
    const end = star !== undefined ? most : to !== undefined ? number(to) : step === undefined ? start : most;
    const by = step === undefined ? 1 : Number(step);
    if (start === undefined || end === undefined || by === 0) return undefined;
    if (start < least || end > most || start > end) return undefined;
    for (let value = start; value <= end; value += by) values.add(value);
  }
  return values;
}

const MINUTE_MS = 60_000;
/** robfig/cron gives up after five years. */
const MOST_DAYS = 5 * 366;

/** The first time after `after` that fits, both read as UTC; undefined where there is none (30 February). */
export function nextTime(schedule: Schedule, after: Date): Date | undefined {
  const start = new Date(Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS);
  const [hours, minutes] = [sorted(schedule.hours), sorted(schedule.minutes)];
  for (let day = 0; day <= MOST_DAYS; day++) {
    const midnight = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + day));
    if (!fitsDay(schedule, midnight)) continue;
    for (const hour of hours) {
      for (const minute of minutes) {
        const time = midnight.getTime() + (hour * 60 + minute) * MINUTE_MS;
        if (time >= start.getTime()) return new Date(time);
      }
    }
  }
  return undefined;
}

/** Where both day fields are restricted, one of them is enough. */
function fitsDay({ days, months, weekdays, anyDay, anyWeekday }: Schedule, date: Date): boolean {
  if (!months.has(date.getUTCMonth() + 1)) return false;
  const [byDay, byWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
  return anyDay || anyWeekday ? byDay && byWeekday : byDay || byWeekday;
}

function sorted(values: ReadonlySet<number>): readonly number[] {
  return [...values].sort((a, b) => a - b);
}
