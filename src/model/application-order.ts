import type { ApplicationReport } from './report.js';

/** Orders applications by name; those of one name by kind, destination and sources, so that no order of work shows. */
export function compareApplications(a: ApplicationReport, b: ApplicationReport): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  const [first, second] = [restOf(a), restOf(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function restOf({ kind, destination, sources }: ApplicationReport): string {
  const { server = '', context = '', recording = '', namespace = '' } = destination;
  const places = sources.map(({ repoURL = '', path, targetRevision = '' }) => [repoURL, path, targetRevision]);
  return JSON.stringify([kind, server, context, recording, namespace, places]);
}
