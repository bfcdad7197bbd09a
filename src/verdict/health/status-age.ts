import { dig, digString, isArray, isObject, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { staleness } from './generic/generation.js';

/**
 * Why a status may be older than the spec, as a sentence; undefined where nothing points to it. By observedGeneration
 * where the object has one; else by the times of managedFields, which are those of a manager's last change.
 */
export function statusAge(object: KubernetesObject): string | undefined {
  const stale = staleness(object);
  if (stale !== undefined || observes(object)) return stale;
  const [spec, status] = [lastWrite(object, 'f:spec'), lastWrite(object, 'f:status')];
  if (spec === undefined || status === undefined || spec <= status) return undefined;
  return `its status was written last at ${status}, before its spec was at ${spec} (at the latest)`;
}

/** True where the status itself tells which spec it describes. */
function observes(object: KubernetesObject): boolean {
  const conditions = dig(object, 'status', 'conditions');
  return (
    dig(object, 'status', 'observedGeneration') !== undefined ||
    (isArray(conditions) && conditions.some((one) => dig(one, 'observedGeneration') !== undefined))
  );
}

/** When a part of the object was written last (RFC 3339, UTC); undefined where nobody is known to have written it. */
function lastWrite(object: KubernetesObject, part: string): string | undefined {
  const entries = dig(object, 'metadata', 'managedFields');
  const times = isArray(entries) ? entries.flatMap((entry) => timeOf(entry, part)) : [];
  return times.sort().at(-1);
}

/** An entry that holds both parts may have its time from either: it counts for both, and so says nothing. */
function timeOf(entry: JsonValue, part: string): readonly string[] {
  const time = digString(entry, 'time');
  return time !== undefined && isObject(dig(entry, 'fieldsV1', part)) ? [time] : [];
}
