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
  const counted = new Set<string>();
  for (const [index, application] of applications.entries()) {
    for (const id of failOn.flatMap((term) => counts(application, term))) counted.add(`${index} ${id}`);
  }
  const failed = counted.size > 0;
  const incomplete = applications.some(
    ({ sync, resources }) => sync.status === 'Unknown' || resources.some((resource) => resource.sync === 'Unknown'),
  );
  const exitCode = failed && !noExitCode ? 1 : incomplete ? 3 : 0;
  return { failOn, counted: counted.size, passed: !failed && !incomplete, exitCode };
}

/** Ids of what one term counts in one application; the same thing has the same id under every term. */
function counts(application: ApplicationReport, term: FailOn): readonly string[] {
  switch (term) {
    case 'unexplained':
      return application.resources.flatMap(unexplained);
    case 'any':
      return application.resources.flatMap((resource) => [...object(resource), ...fields(resource, 'drift')]);
    case 'manual':
      return application.resources.flatMap((resource) => [
        ...fields(resource, 'drift', ({ writer }) => writer.category === 'manual'),
        ...fields(resource, 'undeclared', ({ writer }) => writer.category === 'manual'),
      ]);
    case 'undeclared':
      return application.resources.flatMap((resource) => fields(resource, 'undeclared'));
    case 'degraded':
      return application.health.status === 'Degraded' ? ['health'] : [];
    case 'error':
      return findings(application, ({ severity }) => severity === 'error');
    case 'none':
      return [];
    default:
      return findings(application, ({ code }) => code === term.slice('finding:'.length));
  }
}

function unexplained(resource: ResourceReport): readonly string[] {
  return [
    // An object that nothing was said about is as unexplained as one that was looked at in vain.
    ...(resource.explanation?.status === 'explained' ? [] : object(resource)),
    ...fields(resource, 'drift', ({ explanation }) => explanation.status !== 'explained'),
    ...fields(resource, 'undeclared', ({ explanation }) => explanation.status === 'unexplained'),
  ];
}

function object(resource: ResourceReport): readonly string[] {
  return resource.outcome === 'missing' || resource.outcome === 'extraneous' ? [`object ${refKey(resource)}`] : [];
}

function fields(
  resource: ResourceReport,
  list: 'drift' | 'undeclared',
  matches: (field: ResourceReport['drift'][number]) => boolean = () => true,
): readonly string[] {
  return resource[list].filter(matches).map(({ path, change }) => `${list} ${refKey(resource)} ${path} ${change}`);
}

function findings(
  application: ApplicationReport,
  matches: (finding: ApplicationReport['findings'][number]) => boolean,
): readonly string[] {
  return application.findings.flatMap((finding, index) => (matches(finding) ? [`finding ${index}`] : []));
}
