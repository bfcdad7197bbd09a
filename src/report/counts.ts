import type { ApplicationReport, ResourceReport } from '../model/report.js';

/** How much of what an application holds; the numbers of its headline. */
export interface Counts {
  readonly resources: number;
  readonly synced: number;
  readonly drift: number;
  readonly explained: number;
  readonly unexplained: number;
  readonly undeclaredUnexplained: number;
  readonly undeclaredNoted: number;
  readonly ignored: number;
  readonly missing: number;
  readonly extraneous: number;
  /** Missing or extraneous objects that nothing accounts for. */
  readonly objectsUnexplained: number;
  readonly unknown: number;
  readonly notCompared: number;
  /** Values of compared objects that could not be compared by design. */
  readonly withheld: number;
}

/** Counts the resources of one application, or of several. */
export function countsOf(applications: readonly ApplicationReport[]): Counts {
  const resources = applications.flatMap((application) => application.resources);
  const drift = resources.flatMap((resource) => resource.drift);
  const undeclared = resources.flatMap((resource) => resource.undeclared);
  const having = (test: (resource: ResourceReport) => boolean): number => resources.filter(test).length;
  const isWhole = (resource: ResourceReport): boolean =>
    resource.outcome === 'missing' || resource.outcome === 'extraneous';
  // As the gate counts: of drift everything that is not explained, of undeclared fields what is unexplained.
  const unexplained = drift.filter((one) => one.explanation.status !== 'explained').length;
  const undeclaredUnexplained = undeclared.filter((one) => one.explanation.status === 'unexplained').length;
  return {
    resources: resources.length,
    synced: having((resource) => resource.sync === 'Synced'),
    drift: drift.length,
    explained: drift.length - unexplained,
    unexplained,
    undeclaredUnexplained,
    undeclaredNoted: undeclared.length - undeclaredUnexplained,
    ignored: resources.reduce((sum, resource) => sum + resource.ignored.length, 0),
    missing: having((resource) => resource.outcome === 'missing'),
    extraneous: having((resource) => resource.outcome === 'extraneous'),
    objectsUnexplained: having((resource) => isWhole(resource) && resource.explanation?.status !== 'explained'),
    unknown: having((resource) => resource.sync === 'Unknown'),
    notCompared: having((resource) => resource.outcome === 'not-compared'),
    withheld: resources.reduce((sum, resource) => sum + (resource.withheld?.length ?? 0), 0),
  };
}
