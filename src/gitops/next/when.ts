/** `12:03:10Z`, with the date before it where that is another day than `now`'s. */
export function clockText(time: Date, now: Date): string {
  const [day = '', clock = ''] = time
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .split('T');
  return now.toISOString().startsWith(day) ? clock : `${day}T${clock}`;
}

/** `2s`, `10m`, `1h30m`; parts of a second only below one. */
export function durationText(milliseconds: number): string {
  if (milliseconds > 0 && milliseconds < 1000) return `${Math.round(milliseconds / 100) / 10}s`;
  const seconds = Math.round(milliseconds / 1000);
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'm'],
    [seconds % 60, 's'],
  ] as const;
  const said = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount}${unit}`);
  return said.length === 0 ? '0s' : said.join('');
}
