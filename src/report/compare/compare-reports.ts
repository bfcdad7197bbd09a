import type { ApplicationReport, Report, ResourceReport } from '../../model/report.js';
import { type ResourceRef, refKey } from '../../model/resource.js';
import { fieldChanges } from './field-changes.js';
import type { ReportChange, ReportComparison } from './report-change.js';

/**
 * What changed from one report to a later one: what drifted, healed, or changed its value, writer, explanation or verdict.
 * Keyed by application (name and kind), object and field path. Nothing is called healed that was not looked at again.
 */
export function compareReports(before: Report, after: Report): ReportComparison {
  const known = new Map(before.applications.map((application) => [applicationKey(application), application]));
  const there = new Set(after.applications.map(applicationKey));
  const changes = [
    ...before.applications
      .filter((application) => !there.has(applicationKey(application)))
      .map(({ name }): ReportChange => ({ kind: 'application-gone', application: name })),
    ...after.applications.flatMap((application): readonly ReportChange[] => {
      const earlier = known.get(applicationKey(application));
      if (earlier !== undefined) return ofApplication(earlier, application);
      return [
        { kind: 'application-appeared', application: application.name },
        ...ofApplication({ ...application, resources: [] }, application),
      ];
    }),
  ];
  return {
    schemaVersion: '1',
    kind: 'comparison',
    tool: after.tool,
    before: { generatedAt: before.generatedAt },
    after: { generatedAt: after.generatedAt },
    counts: countsOf(changes),
    changes,
  };
}

const applicationKey = ({ name, kind }: ApplicationReport): string => `${kind} ${name}`;

function countsOf(changes: readonly ReportChange[]): ReportComparison['counts'] {
  const of = (kind: ReportChange['kind']): number => changes.filter((change) => change.kind === kind).length;
  return {
    drifted: of('drifted'),
    healed: of('healed'),
    value: of('value'),
    writer: of('writer'),
    explanation: of('explanation'),
    object: of('object'),
    verdict: of('verdict'),
    'application-appeared': of('application-appeared'),
    'application-gone': of('application-gone'),
  };
}

function ofApplication(before: ApplicationReport, after: ApplicationReport): readonly ReportChange[] {
  const application = after.name;
  const earlier = new Map(before.resources.map((resource) => [refKey(resource), resource]));
  const later = new Set(after.resources.map(refKey));
  return [
    ...(['sync', 'health'] as const).flatMap((of): readonly ReportChange[] => {
      const [from, to] = [before[of].status, after[of].status];
      return from === to ? [] : [{ kind: 'verdict', application, of, from, to, message: after[of].message }];
    }),
    ...after.resources.flatMap((resource) => {
      const known = earlier.get(refKey(resource));
      return [
        ...objectChanges(application, known, resource),
        ...fieldChanges(application, refOf(resource), known, resource),
      ];
    }),
    // What neither Git nor a rule names any more; whether it is still in the cluster is not known.
    ...before.resources
      .filter((resource) => !later.has(refKey(resource)))
      .map(
        (resource): ReportChange => ({
          ...{ kind: 'object', application, resource: refOf(resource), of: 'outcome' },
          ...{ from: resource.outcome, to: 'absent' },
        }),
      ),
  ];
}

function objectChanges(
  application: string,
  before: ResourceReport | undefined,
  after: ResourceReport,
): readonly ReportChange[] {
  const resource = refOf(after);
  // A new object that is in order is the application's concern, not news.
  if (before === undefined && (after.sync === 'Synced' || after.sync === 'None')) return [];
  const change = (of: 'outcome' | 'sync' | 'health', from: string, to: string): readonly ReportChange[] =>
    from === to ? [] : [{ kind: 'object', application, resource, of, from, to }];
  const outcome = change('outcome', before?.outcome ?? 'absent', after.outcome);
  if (before === undefined) return outcome;
  return [
    ...outcome,
    ...change('sync', before.sync, after.sync),
    ...change('health', before.health?.status ?? 'none', after.health?.status ?? 'none'),
  ];
}

function refOf({ group, version, kind, namespace, name }: ResourceReport): ResourceRef {
  return { group, version, kind, namespace, name };
}
