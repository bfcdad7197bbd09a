import type { ApplicationReport, Outcome, ResourceReport } from '../model/report.js';
import { refText } from '../model/resource.js';
import type { SyncStatus } from '../model/status.js';
import { counted, listed } from './wording.js';

/** The explanation code of an extraneous object that Argo CD's IgnoreExtraneous keeps out of the application's verdict. */
const IGNORED_EXTRANEOUS = 'ignore-extraneous';

/**
 * Sync verdict of one resource (docs/report.md). `drift` counts what is left after ignore rules; explained drift is still
 * OutOfSync. `partly` says that something could not be read, so that no comparison of the whole was possible.
 */
export function resourceSync(parts: {
  readonly outcome: Outcome;
  readonly drift: number;
  readonly partly: boolean;
}): SyncStatus {
  switch (parts.outcome) {
    case 'not-compared':
      return 'None';
    case 'unreadable':
      return 'Unknown';
    case 'missing':
    case 'extraneous':
      return 'OutOfSync';
    case 'compared':
      if (parts.partly) return 'Unknown';
      return parts.drift > 0 ? 'OutOfSync' : 'Synced';
  }
}

/** Sync verdict of an application from its resources' verdicts, with what it rests on in numbers. */
export function applicationSync(resources: readonly ResourceReport[]): ApplicationReport['sync'] {
  if (resources.length === 0) return { status: 'Synced', message: 'desired holds no objects' };
  const judged = resources.filter(({ sync }) => sync !== 'None');
  const leftOut = resources.length - judged.length;
  if (judged.length === 0) {
    return { status: 'Synced', message: `nothing was compared: ${counted(leftOut, 'object')} left out by design` };
  }

  const unknown = judged.filter(({ sync }) => sync === 'Unknown');
  const outOfSync = judged.filter(({ sync }) => sync === 'OutOfSync');
  const total = counted(judged.length, 'resource');
  if (unknown.length > 0) {
    const which = listed(unknown.map((one) => `${refText(one)} (${one.message ?? 'no reason is known'})`));
    const rest = outOfSync.length === 0 ? '' : `; besides, ${outOfSync.length} OutOfSync: ${divergence(outOfSync)}`;
    return { status: 'Unknown', message: `${unknown.length} of ${total} could not be compared: ${which}${rest}` };
  }
  if (outOfSync.some(countsForApplication)) {
    return { status: 'OutOfSync', message: `${outOfSync.length} of ${total} OutOfSync: ${divergence(outOfSync)}` };
  }
  return { status: 'Synced', message: `${total} Synced${sideNotes(resources, outOfSync.length, leftOut)}` };
}

function countsForApplication(resource: ResourceReport): boolean {
  return resource.outcome !== 'extraneous' || resource.explanation?.code !== IGNORED_EXTRANEOUS;
}

function divergence(resources: readonly ResourceReport[]): string {
  const fields = resources.reduce((sum, { drift }) => sum + drift.length, 0);
  const missing = resources.filter(({ outcome }) => outcome === 'missing').length;
  const extraneous = resources.filter(({ outcome }) => outcome === 'extraneous').length;
  return [
    fields > 0 ? counted(fields, 'drifted field') : '',
    missing > 0 ? `${missing} missing` : '',
    extraneous > 0 ? `${extraneous} extraneous` : '',
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** What a Synced hides: it must not be believed of more than was compared. */
function sideNotes(resources: readonly ResourceReport[], extraneous: number, leftOut: number): string {
  const ignored = resources.reduce((sum, one) => sum + one.ignored.length, 0);
  const withheld = resources.reduce((sum, one) => sum + (one.withheld?.length ?? 0), 0);
  return [
    withheld > 0 ? `${counted(withheld, 'value')} not compared` : '',
    ignored > 0 ? `${counted(ignored, 'field')} ignored by rules` : '',
    extraneous > 0 ? `${extraneous} extraneous and ignored` : '',
    leftOut > 0 ? `${leftOut} not compared by design` : '',
  ]
    .filter((text) => text !== '')
    .map((text) => `; ${text}`)
    .join('');
}
