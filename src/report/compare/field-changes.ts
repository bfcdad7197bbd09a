import type { FieldDrift } from '../../model/drift.js';
import { jsonEqual } from '../../model/json.js';
import type { ResourceReport } from '../../model/report.js';
import type { ResourceRef } from '../../model/resource.js';
import type { FieldList, ReportChange } from './report-change.js';

interface Listed {
  readonly list: FieldList;
  readonly field: FieldDrift;
}

/** What changed of one object's fields; `before` is undefined where the earlier report does not have the object. */
export function fieldChanges(
  application: string,
  resource: ResourceRef,
  before: ResourceReport | undefined,
  after: ResourceReport,
): readonly ReportChange[] {
  const [earlier, later] = [fieldsOf(before), fieldsOf(after)];
  const own = (path: string) => ({ application, resource, path });
  const still = [...later].flatMap(([path, { list, field }]): readonly ReportChange[] => {
    const known = earlier.get(path);
    if (known !== undefined && (counts(known) || !counts({ list, field }))) {
      return whatElse(known, { list, field }).map((change) => ({ ...own(path), ...change }));
    }
    return counts({ list, field }) ? [{ kind: 'drifted', ...own(path), list, after: field }] : [];
  });
  // An object that could not be read, or not whole, says nothing of what is missing from its list.
  const whole = after.outcome === 'compared' && after.sync !== 'Unknown';
  const healed = [...earlier].flatMap(([path, known]): readonly ReportChange[] =>
    whole && counts(known) && !later.has(path)
      ? [{ kind: 'healed', ...own(path), list: known.list, before: known.field }]
      : [],
  );
  return [...still, ...healed];
}

/** What somebody has to look at: drift, and undeclared fields that are not only noted. */
function counts({ list, field }: Listed): boolean {
  return list === 'drift' || (list === 'undeclared' && field.explanation.status === 'unexplained');
}

function fieldsOf(resource: ResourceReport | undefined): ReadonlyMap<string, Listed> {
  const lists = resource === undefined ? [] : (['ignored', 'undeclared', 'drift'] as const);
  return new Map(
    lists.flatMap((list) => (resource?.[list] ?? []).map((field): [string, Listed] => [field.path, { list, field }])),
  );
}

type Distribute<Change> = Change extends ReportChange ? Omit<Change, 'application' | 'resource' | 'path'> : never;

/** Of a difference that both reports have; several things may have changed of it at once. */
function whatElse(
  before: Listed,
  after: Listed,
): readonly Distribute<Extract<ReportChange, { kind: 'value' | 'writer' | 'explanation' }>>[] {
  const fields = { before: before.field, after: after.field };
  const [from, to] = [accountOf(before), accountOf(after)];
  // Noted and ignored fields move by themselves: only where they come to count, or no longer do, is that news.
  const quiet = !counts(before) && !counts(after);
  return [
    ...(quiet || sameValues(before.field, after.field) ? [] : [{ kind: 'value' as const, ...fields }]),
    ...(quiet || sameWriter(before.field, after.field) ? [] : [{ kind: 'writer' as const, ...fields }]),
    ...(quiet || from === to ? [] : [{ kind: 'explanation' as const, from, to, after: after.field }]),
  ];
}

const accountOf = ({ list, field: { explanation } }: Listed): string =>
  `${list === 'ignored' ? 'ignored' : explanation.status} ${explanation.code}`;

/** What stands in place of a secret value tells values apart within one report alone. */
function sameValues(before: FieldDrift, after: FieldDrift): boolean {
  if (before.change !== after.change) return false;
  if (before.masked === true || after.masked === true) return true;
  return jsonEqual(before.desired, after.desired) && jsonEqual(before.live, after.live);
}

/** A controller that writes again stays the same writer: times do not count. */
function sameWriter({ writer: a }: FieldDrift, { writer: b }: FieldDrift): boolean {
  return a.category === b.category && a.name === b.name && a.manager === b.manager;
}
