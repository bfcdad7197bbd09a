import type { FieldDrift } from '../model/drift.js';
import { type JsonValue, jsonEqual } from '../model/json.js';
import { type ResourceRef, refText } from '../model/resource.js';
import type { Writer } from '../model/writer.js';
import type { LookChange } from './changes.js';
import { printable } from './safe-text.js';
import { valueText } from './value-text.js';
import { writerName } from './writer-text.js';

/** What live holds now at a field that no longer differs; `unread` says why that is not known. */
export type FieldNow =
  | { readonly kind: 'read'; readonly value?: JsonValue; readonly writer?: Writer }
  | { readonly kind: 'unread'; readonly reason: string };

/** One line: `12:03:10Z Deployment shop/catalog .spec…image reverted to 1.4.2 by Argo CD, sync`. */
export function changeLine(change: LookChange, at: Date, now: FieldNow | undefined): string {
  return `${clock(at)} ${printable(textOf(change, now))}`;
}

/** `12:03:10Z`. */
export function clock(time: Date): string {
  return `${time.toISOString().slice(11, 19)}Z`;
}

function textOf(change: LookChange, now: FieldNow | undefined): string {
  switch (change.kind) {
    case 'verdict':
      return `application ${change.application}: ${change.of} ${change.from} → ${change.to}${change.why === '' ? '' : `: ${change.why}`}`;
    case 'outcome':
      return `${refText(change.resource)} ${OUTCOMES[change.to] ?? change.to} (it was ${change.from})`;
    case 'differs':
      return differs(change.resource, change.before, change.after);
    case 'gone':
      return gone(change.resource, change.before, now);
  }
}

const OUTCOMES: Readonly<Record<string, string>> = {
  compared: 'is there',
  missing: 'is gone',
  extraneous: 'is no longer declared',
  unreadable: 'cannot be read any more',
  'not-compared': 'is no longer compared',
};

function differs(resource: ResourceRef, before: FieldDrift | undefined, after: FieldDrift): string {
  const what = `${refText(resource)} ${after.path}`;
  const by = ` by ${writerName(after.writer)}`;
  if (after.masked === true) return `${what} differs from Git now${by}`;
  if (after.live === undefined) return `${what} was taken away`;
  const from = before?.live ?? after.desired;
  return `${what} changed${from === undefined ? '' : ` from ${valueText(from)}`} to ${valueText(after.live)}${by}`;
}

/** A field that no longer differs was set back, or Git says now what live says. */
function gone(resource: ResourceRef, before: FieldDrift, now: FieldNow | undefined): string {
  const what = `${refText(resource)} ${before.path}`;
  if (now === undefined || now.kind === 'unread') {
    return `${what} no longer differs; who did that is not known: ${now?.reason ?? 'it was not read'}`;
  }
  const time = now.writer?.time === undefined ? '' : `, at the latest ${now.writer.time}`;
  const by = now.writer === undefined ? '; nobody is recorded' : ` by ${writerName(now.writer)}${time}`;
  if (before.masked === true) return `${what} no longer differs; written${by}`;
  if (before.live !== undefined && jsonEqual(now.value, before.live)) {
    return `${what} is still ${valueText(before.live)}, and Git says the same now`;
  }
  if (now.value === undefined) return `${what} was removed, by whom managedFields cannot tell`;
  const verb = jsonEqual(now.value, before.desired) ? 'reverted' : 'set';
  return `${what} ${verb} to ${valueText(now.value)}${by}`;
}
