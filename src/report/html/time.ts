import { timeText } from '../time-text.js';
import { type Html, html } from './markup.js';

/** A time as it is to be compared with other logs, in UTC, and how long before the report that is as its title. */
export function timeOf(time: string, now?: Date): Html {
  const text = clockText(time);
  if (now === undefined || text === time) return html`<time datetime="${time}">${text}</time>`;
  return html`<time datetime="${time}" title="${timeText(time, now, 'relative')}, counted from this report">${text}</time>`;
}

/** `2026-11-30 11:48:00 UTC`, with the fraction where there is one; a text that is no time as it is. */
export function clockText(time: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)Z$/.exec(time);
  if (parts !== null) return `${parts[1]} ${parts[2]?.replace(/\.0+$/, '')} UTC`;
  const at = Date.parse(time);
  return Number.isNaN(at) ? time : `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
