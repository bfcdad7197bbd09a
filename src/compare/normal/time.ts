/** RFC 3339 as Go's time package reads it: a comma may begin the fraction, and an offset may be 24 hours. */
const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

/**
 * Microseconds since 1970 of an RFC 3339 text, cut to `unit`: metav1.Time keeps whole seconds, metav1.MicroTime
 * microseconds. Undefined for a text that is none.
 */
export function instantInMicro(text: string, unit: 'second' | 'microsecond'): bigint | undefined {
  const [, year = '', month, day, hour, minute, second, fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    TIME.exec(text) ?? [];
  if (year === '' || Number(hour) > 23 || Number(offsetHour) > 24 || Number(offsetMinute) > 59) return undefined;
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(local) || new Date(local).getUTCDate() !== Number(day)) return undefined;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
  const seconds = BigInt((local - (sign === '-' ? -offset : offset)) / 1000);
  const micro = unit === 'second' ? 0n : BigInt(fraction.slice(0, 6).padEnd(6, '0'));
  return seconds * 1_000_000n + micro;
}
