import type { FieldDrift } from '../model/drift.js';
import { jsonEqual } from '../model/json.js';
import type { ApplicationReport, Report, ResourceReport } from '../model/report.js';
import { type ResourceRef, refKey } from '../model/resource.js';

/** What is otherwise at the second of two looks. */
export type LookChange =
  /** An application's verdict; `why` is the second look's own word. */
  | {
      readonly kind: 'verdict';
      readonly application: string;
      readonly of: 'sync' | 'health';
      readonly from: string;
      readonly to: string;
      readonly why: string;
    }
  /** An object came, went, or can or cannot be read any more. */
  | { readonly kind: 'outcome'; readonly resource: ResourceRef; readonly from: string; readonly to: string }
  /** A difference that was not there, or had another live value. */
  | {
      readonly kind: 'differs';
      readonly resource: ResourceRef;
      readonly before?: FieldDrift;
      readonly after: FieldDrift;
    }
  /** A difference that is gone: live was set back, or Git says the same now. `context` is the cluster's. */
  | { readonly kind: 'gone'; readonly resource: ResourceRef; readonly before: FieldDrift; readonly context?: string };

/** What changed from one look to the next, in the order of the report. Objects that could not be read tell nothing of fields. */
export function changesBetween(before: Report, after: Report): readonly LookChange[] {
  return after.applications.flatMap((application) => {
    const known = before.applications.find(({ name, kind }) => name === application.name && kind === application.kind);
    return known === undefined ? [] : ofApplication(known, application);
  });
}

function ofApplication(before: ApplicationReport, after: ApplicationReport): readonly LookChange[] {
  const known = new Map(before.resources.map((resource) => [refKey(resource), resource]));
  const resources = after.resources.flatMap((resource) => {
    const earlier = known.get(refKey(resource));
    return earlier === undefined ? [] : ofResource(earlier, resource, after.destination.context);
  });
  const verdicts = (['sync', 'health'] as const).flatMap((of): LookChange[] => {
    const [from, to] = [before[of].status, after[of].status];
    return from === to
      ? []
      : [{ kind: 'verdict', application: after.name, of, from, to, why: to === 'Unknown' ? after[of].message : '' }];
  });
  return [...resources, ...verdicts];
}

function ofResource(before: ResourceReport, after: ResourceReport, context: string | undefined): readonly LookChange[] {
  const { group, version, kind, namespace, name } = after;
  const resource = { group, version, kind, namespace, name };
  if (before.outcome !== after.outcome) return [{ kind: 'outcome', resource, from: before.outcome, to: after.outcome }];
  if (after.outcome !== 'compared') return [];
  const [earlier, later] = [fieldsOf(before), fieldsOf(after)];
  const appeared = [...later].flatMap(([path, entry]): LookChange[] => {
    const known = earlier.get(path);
    if (known !== undefined && sameLive(known, entry)) return [];
    return [{ kind: 'differs', resource, ...(known === undefined ? {} : { before: known }), after: entry }];
  });
  const gone = [...earlier].flatMap(([path, entry]): LookChange[] =>
    later.has(path) ? [] : [{ kind: 'gone', resource, before: entry, ...(context === undefined ? {} : { context }) }],
  );
  return [...gone, ...appeared];
}

/** Every difference by its path: ignored and undeclared ones may be what somebody fixed, too. */
function fieldsOf({ drift, ignored, undeclared }: ResourceReport): ReadonlyMap<string, FieldDrift> {
  return new Map([...drift, ...ignored, ...undeclared].map((entry) => [entry.path, entry]));
}

/** Masked values are told apart within one look alone. */
function sameLive(before: FieldDrift, after: FieldDrift): boolean {
  if (before.masked === true || after.masked === true)
    return (before.live === undefined) === (after.live === undefined);
  return before.change === after.change && jsonEqual(before.live, after.live);
}
