import type { AuditWrite } from '../model/audit.js';
import type { EntryRef } from '../model/writer.js';
import { type AuditedField, askedOf } from './audit-effect.js';

/** The entry of managedFields that a write makes or adds to; its time comes from the write itself. */
export function entryOf({ manager, operation, subresource, object }: AuditWrite): EntryRef {
  return { manager, operation, subresource, apiVersion: object.apiVersion };
}

type Identity = Partial<Pick<EntryRef, 'manager' | 'operation' | 'subresource' | 'apiVersion'>>;

/** True where the write was made as that manager, in that operation, on that subresource, at that version. */
export function isOfEntry(write: AuditWrite, entry: Identity): boolean {
  return (
    write.manager === entry.manager &&
    write.subresource === (entry.subresource ?? '') &&
    // The entry of a write to a subresource is recorded at the version of the object, as its address is.
    write.object.apiVersion === (entry.apiVersion ?? '') &&
    (write.operation === entry.operation || mayBeApply(write))
  );
}

/** Of a patch without a body the log does not tell whether it is a server-side apply. */
function mayBeApply({ verb, body }: AuditWrite): boolean {
  return verb === 'patch' && body === undefined;
}

/** True where the entry's time, which has whole seconds, lies between the request and its answer. */
export function isAtTime({ received, time }: AuditWrite, entryTime: string): boolean {
  const seconds = Date.parse(entryTime);
  return seconds >= Math.floor(Date.parse(received) / 1000) * 1000 && seconds <= Date.parse(time);
}

/**
 * The writes, oldest first, that may have made an entry hold the field: of its identity, not later than its time, and
 * not known to have left the field alone.
 */
export function writesOfEntry(
  writes: readonly AuditWrite[],
  entry: Identity & { readonly time?: string },
  audited: AuditedField,
): readonly AuditWrite[] {
  const before = entry.time === undefined ? Number.POSITIVE_INFINITY : Date.parse(entry.time) + 1000;
  return writes.filter(
    (write) =>
      isOfEntry(write, entry) &&
      Date.parse(write.received) < before &&
      askedOf(write, audited, undefined).kind !== 'none',
  );
}
