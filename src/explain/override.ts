import type { Explanation } from '../model/drift.js';
import { type FieldPath, startsWith, valueAt } from '../model/field-path.js';
import { type JsonValue, jsonEqual } from '../model/json.js';
import { parsePath } from '../model/parse-path.js';
import { pathBreadth } from '../model/path-breadth.js';
import type { OverrideRecord } from '../model/policy.js';
import type { ResourceRef } from '../model/resource.js';

/** The records of the policy, and the moment that decides which of them have ended. */
export interface Overrides {
  readonly records: readonly OverrideRecord[];
  readonly now: Date;
}

/** Where something differs: the object, the path (none is the object itself), and live as a whole where it is there. */
interface OverridePlace {
  readonly ref: ResourceRef;
  readonly path: FieldPath;
  readonly live?: JsonValue;
}

/** True where the record is for the object. */
export function isRecordOf({ resource }: OverrideRecord, ref: ResourceRef): boolean {
  return (
    (resource.group === undefined || resource.group === ref.group) &&
    resource.kind === ref.kind &&
    resource.namespace === ref.namespace &&
    resource.name === ref.name
  );
}

/** True where the record's path is the one given, or above it; the object, its spec and its metadata are only themselves. */
export function isRecordAt({ path }: OverrideRecord, given: FieldPath): boolean {
  const own = parsePath(path);
  return startsWith(given, own) && (own.length === given.length || pathBreadth(own) !== 'whole');
}

/**
 * What a record of the policy makes of an explanation: explained until the record ends, and named after, and where live
 * has another value than the record allows. What is explained or only noted anyway needs none.
 */
export function withOverride(
  explanation: Explanation,
  place: OverridePlace,
  overrides: Overrides | undefined,
): Explanation {
  if (overrides === undefined || explanation.status !== 'unexplained') return explanation;
  const found = overrides.records.filter((record) => isRecordOf(record, place.ref) && isRecordAt(record, place.path));
  const now = overrides.now.getTime();
  const lasting = found.filter(({ until }) => Date.parse(until) > now);
  const allowed = lasting.find((record) => allows(record, place.live));
  if (allowed !== undefined) {
    const { id, until } = allowed;
    return {
      status: 'explained',
      code: 'override',
      message: `an override allows it until ${until}: ${said(allowed)}`,
      rule: id,
    };
  }
  const [other] = lasting;
  if (other !== undefined) {
    return {
      ...explanation,
      message: `${explanation.message}; an override until ${other.until} is for another value than this one (${said(other)})`,
      rule: other.id,
    };
  }
  const ended = [...found]
    .filter((record) => allows(record, place.live))
    .sort(byEnd)
    .at(-1);
  if (ended === undefined) return explanation;
  return {
    ...explanation,
    code: 'override-expired',
    message: `its override ended ${ended.until} (${said(ended)}); ${explanation.message}`,
    rule: ended.id,
  };
}

const byEnd = (a: OverrideRecord, b: OverrideRecord): number => Date.parse(a.until) - Date.parse(b.until);

function allows({ path, value }: OverrideRecord, live: JsonValue | undefined): boolean {
  return value === undefined || jsonEqual(value, valueAt(live, parsePath(path)));
}

/** The record in the words of whoever made it. */
function said({ reason, ticket, approvedBy }: OverrideRecord): string {
  return [reason, ticket, approvedBy === undefined ? undefined : `approved by ${approvedBy}`]
    .filter((part) => part !== undefined)
    .join(', ');
}
