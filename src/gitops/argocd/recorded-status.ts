import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoResourceVerdict } from '../../model/argo-verdict.js';
import { dig, field, type JsonValue, jsonEqual } from '../../model/json.js';
import type { Finding, RecordedStatus } from '../../model/report.js';
import { refKey, refText } from '../../model/resource.js';

/** What an Application's status says, as the report carries it; undefined where the controller never wrote one. */
export function recordedStatus({ status }: ArgoApplication): RecordedStatus | undefined {
  const { sync, health, operation, reconciledAt } = status;
  if (sync === undefined && health === undefined && status.conditions.length === 0) return undefined;
  return {
    revisions: status.revisions,
    ...(reconciledAt === undefined ? {} : { comparedAt: reconciledAt }),
    ...(sync === undefined ? {} : { sync }),
    ...(health === undefined ? {} : { health: health.status }),
    conditions: status.conditions.map(({ type, message }) => ({ type, message })),
    ...(operation === undefined
      ? {}
      : {
          operation: {
            phase: operation.phase,
            message: operation.message,
            ...(operation.finishedAt === undefined ? {} : { finishedAt: operation.finishedAt }),
            ...(operation.initiatedBy === undefined ? {} : { initiatedBy: operation.initiatedBy }),
            revisions: operation.revisions,
          },
        }),
  };
}

/** Our own verdicts on an application, and the revisions that they are of. */
export interface OwnVerdict {
  readonly sync: string;
  readonly health: string;
  readonly revisions: readonly string[];
  readonly resources: readonly ArgoResourceVerdict[];
  readonly now: Date;
}

/**
 * Says where the recorded status and ours are not the same, and why: another revision, an older look, another
 * specification, else a rule that one of the two does not know.
 */
export function recordedStatusFindings(application: ArgoApplication, own: OwnVerdict): readonly Finding[] {
  const { status } = application;
  if (status.sync === undefined) return [];
  const differing = [
    ...(status.sync === own.sync ? [] : [`sync ${status.sync} where this comparison says ${own.sync}`]),
    ...(status.health === undefined || status.health.status === own.health
      ? []
      : [`health ${status.health.status} where this comparison says ${own.health}`]),
    ...resourcesDiffering(application, own.resources),
  ];
  if (differing.length === 0) return [];
  const message = `Argo CD recorded ${differing.join('; ')}: ${whyDifferent(application, own)}`;
  return [{ code: 'recorded-status-differs', severity: 'warning', message }];
}

function resourcesDiffering(application: ArgoApplication, own: readonly ArgoResourceVerdict[]): readonly string[] {
  const recorded = new Map(application.status.resources.map((one) => [refKey(one.ref), one]));
  const differing = own.filter(({ ref, sync }) => {
    const one = recorded.get(refKey(ref));
    return one?.sync !== undefined && sync !== null && one.sync !== sync;
  });
  if (differing.length === 0) return [];
  const shown = differing
    .slice(0, SHOWN)
    .map(({ ref, sync }) => `${refText(ref)} ${recorded.get(refKey(ref))?.sync}, not ${sync}`);
  const more = differing.length - shown.length;
  return [`${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

const SHOWN = 3;

function whyDifferent(application: ArgoApplication, own: OwnVerdict): string {
  const { status } = application;
  const age = status.reconciledAt === undefined ? '' : ` ${ageText(status.reconciledAt, own.now)} ago`;
  const changed = specChangedSince(application);
  if (changed) return `the recorded one is stale, for the Application's ${changed} changed since`;
  const known = status.revisions.filter((revision) => /^[0-9a-f]{40}$/.test(revision));
  if (known.length > 0 && !known.every((revision) => own.revisions.includes(revision))) {
    return `it compared revision ${known.map(short).join(', ')}${age}, this comparison is of ${own.revisions.map(short).join(', ')}`;
  }
  if (status.reconciledAt === undefined) return 'when it last compared is not recorded';
  return isOld(status.reconciledAt, own.now)
    ? `the recorded one is${age.replace(' ago', '')} old, so live may have changed since`
    : `both are of the same revision, and it compared${age}: live changed since, or one of the two knows a rule that the other does not`;
}

/** Which part of the specification is another than the one that was last compared. */
function specChangedSince({ object }: ArgoApplication): string | undefined {
  const compared = dig(object, 'status', 'sync', 'comparedTo');
  if (compared === undefined) return undefined;
  const spec = field(object, 'spec');
  const same = (name: string): boolean => equal(field(spec, name), field(compared, name));
  if (!same('destination')) return 'destination';
  if (field(spec, 'sources') !== undefined ? !same('sources') : !same('source')) return 'source';
  return undefined;
}

function equal(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? true : jsonEqual(a, b);
}

/** Argo CD looks again after two minutes, and up to one more by chance. */
const STALE_MS = 5 * 60_000;

function isOld(time: string, now: Date): boolean {
  return now.getTime() - Date.parse(time) > STALE_MS;
}

function ageText(time: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(time)) / 1000));
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes}m`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours}h` : `${Math.round(hours / 24)}d`;
}

function short(revision: string): string {
  return /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 7) : revision;
}
