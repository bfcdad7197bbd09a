import { parsePath } from '../model/parse-path.js';
import type { OverrideRecord, Policy } from '../model/policy.js';
import type { ApplicationReport, Finding, ResourceReport } from '../model/report.js';
import { isRecordAt, isRecordOf } from './override.js';
import { placeOf } from './policy-place.js';

const DAY_MS = 24 * 3_600_000;

/** What is to be said of the policy's overrides on an application's objects: those that end soon, and those without a drift. */
export function overrideFindings(policy: Policy, { resources }: ApplicationReport, now: Date): Finding[] {
  return (policy.overrides ?? []).flatMap((record) =>
    resources
      .filter((resource) => isRecordOf(record, resource))
      .flatMap((resource) => {
        const said = saidOf(record, resource, now);
        const { group, version, kind, namespace, name } = resource;
        const about = { resource: { group, version, kind, namespace, name }, path: record.path };
        return said === undefined ? [] : [{ ...said, ...about, ...placeOf(policy, record.id) }];
      }),
  );
}

type Said = Pick<Finding, 'code' | 'severity' | 'message'>;

function saidOf(record: OverrideRecord, resource: ResourceReport, now: Date): Said | undefined {
  const { id, until, reason } = record;
  const left = Date.parse(until) - now.getTime();
  // Of what could not be compared nobody knows.
  if (resource.outcome === 'unreadable' || resource.outcome === 'not-compared') return undefined;
  if (!differs(record, resource)) {
    return {
      code: 'override-not-needed',
      severity: 'note',
      message: `nothing differs there any more: ${id} (${reason}) can be removed`,
    };
  }
  const counts = [resource.explanation, ...resource.drift, ...resource.undeclared].some(
    (one) => one !== undefined && ('explanation' in one ? one.explanation : one).rule === id,
  );
  if (!counts || left <= 0 || left > DAY_MS) return undefined;
  return {
    code: 'override-ending',
    severity: 'warning',
    message: `${id} (${reason}) ends ${until}, in less than a day: put the change into Git, take it back, or prolong the record`,
  };
}

function differs(record: OverrideRecord, { outcome, drift, ignored, undeclared }: ResourceReport): boolean {
  if (outcome === 'missing' || outcome === 'extraneous') return isRecordAt(record, []);
  return [...drift, ...ignored, ...undeclared].some(({ path }) => isRecordAt(record, parsePath(path)));
}
