import { type Countable, isCounted } from '../model/counted.js';
import type { ApplicationReport, Gate, ResourceReport } from '../model/report.js';
import type { FailOn } from '../model/request.js';
import { refKey } from '../model/resource.js';

/**
 * Judges the run (docs/report.md). `counted` is the number of distinct fields, objects, applications and findings that
 * `failOn` names; each counts once, whatever names it. Exit code 1 where any is counted, else 3 where sync is Unknown
 * somewhere, else 0; `noExitCode` turns 1 into 0 and nothing else, so an incomplete run still is 3. A gate that could
 * not see everything has not passed.
 */
export function judgeGate(
  applications: readonly ApplicationReport[],
  failOn: readonly FailOn[],
  noExitCode: boolean,
): Gate {
  const counted = new Set(
    applications.flatMap((application, index) =>
      thingsOf(application)
        .filter(({ thing }) => isCounted(thing, failOn))
        .map(({ id }) => `${index} ${id}`),
    ),
  );
  const failed = counted.size > 0;
  const incomplete = applications.some(
    ({ sync, resources }) => sync.status === 'Unknown' || resources.some((resource) => resource.sync === 'Unknown'),
  );
  const exitCode = failed && !noExitCode ? 1 : incomplete ? 3 : 0;
  return { failOn, counted: counted.size, passed: !failed && !incomplete, exitCode };
}

interface Identified {
  readonly id: string;
  readonly thing: Countable;
}

/** All that any term could count in one application; the same thing has the same id. */
function thingsOf(application: ApplicationReport): readonly Identified[] {
  return [
    ...application.resources.flatMap((resource) => [
      ...objects(resource),
      ...fields(resource, 'drift'),
      ...fields(resource, 'undeclared'),
    ]),
    { id: 'health', thing: { kind: 'health', application } },
    ...application.findings.map(
      (finding, at): Identified => ({ id: `finding ${at}`, thing: { kind: 'finding', finding } }),
    ),
  ];
}

function objects(resource: ResourceReport): readonly Identified[] {
  const oneSided = resource.outcome === 'missing' || resource.outcome === 'extraneous';
  return oneSided ? [{ id: `object ${refKey(resource)}`, thing: { kind: 'object', resource } }] : [];
}

function fields(resource: ResourceReport, kind: 'drift' | 'undeclared'): readonly Identified[] {
  return resource[kind].map((field) => ({
    id: `${kind} ${refKey(resource)} ${field.path} ${field.change}`,
    thing: { kind, field },
  }));
}
