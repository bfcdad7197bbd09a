import { GitdriftError } from '../model/errors.js';
import type { JsonValue } from '../model/json.js';
import { parseJson } from '../model/json-text.js';
import { parseDuration } from './duration.js';
import { endOf, shortTime } from './policy/policy-time.js';
import type { Settings } from './settings.js';

/** What is said of every record that a command prints. */
export interface OverrideOptions {
  readonly reason: string;
  /** RFC 3339 in UTC. */
  readonly until: string;
  readonly ticket?: string;
  readonly approvedBy?: string;
  /** The value of `--value`. */
  readonly value?: JsonValue;
  /** The record is to hold for any value. */
  readonly anyValue: boolean;
}

/** The flags of `override` and `baseline`. Throws `usage` where one is missing, or says a time that is over. */
export function overrideOptions(settings: Settings, now: Date): OverrideOptions {
  const { reason, until, ticket, 'approved-by': approvedBy, value, 'any-value': anyValue = false } = settings.values;
  if (reason === undefined) {
    throw usage('an override needs a reason', "say what broke and why the change mends it: --reason '…'");
  }
  if (value !== undefined && anyValue) {
    throw usage(
      `${settings.saidAs('value')} and ${settings.saidAs('any-value')} exclude each other`,
      'leave out one of the two',
    );
  }
  return {
    reason,
    until: endGiven(until, settings.saidAs('until'), now),
    ...(ticket === undefined ? {} : { ticket }),
    ...(approvedBy === undefined ? {} : { approvedBy }),
    ...(value === undefined ? {} : { value: jsonOrText(value) }),
    anyValue,
  };
}

function endGiven(text: string | undefined, saidAs: string, now: Date): string {
  const hint = 'write it as 8h, as 2026-12-01T08:00:00Z, or as a date';
  if (text === undefined) throw usage('an override has to end: --until is missing', hint);
  // A bare number is no time that a person means.
  const duration = /^\d+$/.test(text) ? undefined : parseDuration(text);
  const end = duration === undefined ? endOf(text) : shortTime(new Date(now.getTime() + duration));
  if (end === undefined) throw usage(`${saidAs} cannot read the time ${JSON.stringify(text)}`, hint);
  if (Date.parse(end) > now.getTime()) return end;
  throw usage(`${saidAs} ${text} is over already`, 'name a time to come');
}

function jsonOrText(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function usage(message: string, hint: string): GitdriftError {
  return new GitdriftError('usage', message, { hint });
}
