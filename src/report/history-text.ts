import type { DriftHistory, FieldDrift } from '../model/drift.js';
import { type JsonValue, jsonEqual } from '../model/json.js';
import { NAMED_SECRET } from './named-secrets.js';
import { printable } from './safe-text.js';
import { timeText } from './time-text.js';
import { valueText } from './value-text.js';
import type { WriterTextOptions } from './writer-text.js';

/**
 * Since when a field is as live has it, and what was there before, from the Pod templates that the cluster keeps:
 * `since 12m ago, revision 12; revision 11 had "2.4.0"`. None where nothing is kept.
 */
export function historyFacts(
  drift: Pick<FieldDrift, 'history' | 'change' | 'desired'>,
  options: WriterTextOptions,
): string[] {
  const { history, change } = drift;
  if (history === undefined) return [];
  const since = sinceText(history, change === 'missing', options);
  return [`${since}${beforeText(history, drift.desired)}`];
}

function sinceText({ since, revision, before }: DriftHistory, gone: boolean, options: WriterTextOptions): string {
  const told = (time: string): string => printable(timeText(time, options.now, options.time));
  const when = whenText(since, told);
  if (revision === undefined) return `no revision of the Pod template ${gone ? 'lacks' : 'has'} it yet`;
  const number = `revision ${revision.number}`;
  if (before === 'created')
    return gone ? `in no revision since the first, ${when}` : `from the first revision on, ${when}`;
  if (before === 'not-kept') return `${gone ? 'gone ' : ''}since ${when}; ${number} is the oldest that is kept`;
  return `${gone ? 'gone ' : ''}since ${when}, ${number}`;
}

function whenText(since: DriftHistory['since'], told: (time: string) => string): string {
  if (since.at !== undefined) return told(since.at);
  const latest = since.before === undefined ? '' : `${told(since.before)} at the latest`;
  if (since.after === undefined) return latest === '' ? 'an unknown time' : latest;
  const earliest = `${told(since.after)} at the earliest`;
  return latest === '' ? earliest : `${earliest} and ${latest}`;
}

/** Longer values are not told: the JSON report has them. */
const LENGTH = 80;

function beforeText({ previous }: DriftHistory, desired: JsonValue | undefined): string {
  if (previous === undefined) return '';
  const { number, value } = previous;
  if (value === undefined) return `; revision ${number} did not have it`;
  if (desired !== undefined && desired !== NAMED_SECRET && jsonEqual(value, desired)) {
    return `; revision ${number} had what Git declares`;
  }
  const text = value === NAMED_SECRET ? NAMED_SECRET : valueText(value);
  return `; revision ${number} had ${text.length > LENGTH ? 'another value' : printable(text)}`;
}
