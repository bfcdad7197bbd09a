import type { ApplicationReport, Summary } from '../model/report.js';

/** Counts over all applications. Every resource is in exactly one of synced, outOfSync, unknown and notCompared. */
export function summarize(applications: readonly ApplicationReport[]): Summary {
  const resources = applications.flatMap((application) => application.resources);
  const drift = resources.flatMap((resource) => resource.drift);
  const undeclared = resources.flatMap((resource) => resource.undeclared);
  const explained = drift.filter(({ explanation }) => explanation.status === 'explained').length;
  return {
    applications: applications.length,
    resources: resources.length,
    synced: resources.filter(({ sync }) => sync === 'Synced').length,
    outOfSync: resources.filter(({ sync }) => sync === 'OutOfSync').length,
    unknown: resources.filter(({ sync }) => sync === 'Unknown').length,
    notCompared: resources.filter(({ sync }) => sync === 'None').length,
    missing: resources.filter(({ outcome }) => outcome === 'missing').length,
    extraneous: resources.filter(({ outcome }) => outcome === 'extraneous').length,
    drift: {
      total: drift.length,
      explained,
      unexplained: drift.length - explained,
      ignored: resources.reduce((sum, { ignored }) => sum + ignored.length, 0),
    },
    undeclared: {
      total: undeclared.length,
      unexplained: undeclared.filter(({ explanation }) => explanation.status === 'unexplained').length,
      noted: undeclared.filter(({ explanation }) => explanation.status === 'noted').length,
    },
  };
}
