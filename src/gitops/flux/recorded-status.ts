import type { FluxApplication } from '../../model/flux.js';
import type { Finding, RecordedStatus } from '../../model/report.js';
import { durationText } from '../next/when.js';
import { commitOf } from './read-source.js';
import { conditionOf } from './run-state.js';

/** What the status of a Kustomization or HelmRelease says; undefined where no controller ever wrote one. */
export function fluxRecordedStatus(application: FluxApplication): RecordedStatus | undefined {
  const { status, suspended } = application;
  if (status.conditions.length === 0 && status.appliedRevision === undefined) return undefined;
  const ready = conditionOf(application, 'Ready');
  const health = conditionOf(application, 'Healthy');
  return {
    revisions: status.appliedRevision === undefined ? [] : [status.appliedRevision],
    ...(status.lastReconciled === undefined ? {} : { comparedAt: status.lastReconciled }),
    ...(health === undefined ? {} : { health: HEALTH[health.status] ?? 'Unknown' }),
    conditions: status.conditions.map(({ type, status: is, reason, message }) => ({
      type,
      message: `${is}${reason === '' ? '' : `, ${reason}`}${message === '' ? '' : `: ${message}`}`,
    })),
    ...(ready === undefined ? {} : { ready: ready.status }),
    ...(status.attemptedRevision === undefined ? {} : { attemptedRevision: status.attemptedRevision }),
    ...(status.generation === undefined ? {} : { generation: status.generation }),
    ...(status.observedGeneration === undefined ? {} : { observedGeneration: status.observedGeneration }),
    ...(suspended ? { suspended: true as const } : {}),
  };
}

const HEALTH: Readonly<Record<string, string>> = { True: 'Healthy', False: 'Degraded', Unknown: 'Progressing' };

/** Our own verdicts, the revision that they are of, and the clock. */
export interface OwnFluxVerdict {
  readonly sync: string;
  readonly health: string;
  readonly revision?: string;
  readonly now: Date;
}

/** Says where the recorded status is stale, and where it and ours are not the same, with the reason as far as it is known. */
export function fluxStatusFindings(application: FluxApplication, own: OwnFluxVerdict): readonly Finding[] {
  const stale = staleness(application, own.now);
  const differing = differences(application, own);
  return [
    ...(stale === undefined ? [] : [{ code: 'recorded-status-stale', severity: 'warning', message: stale } as const]),
    ...(differing.length === 0
      ? []
      : [
          {
            code: 'recorded-status-differs',
            severity: 'warning',
            message: `Flux recorded ${differing.join('; ')}: ${whyDifferent(application, own)}`,
          } as const,
        ]),
    ...(application.suspended
      ? [{ code: 'flux-suspended', severity: 'note', message: suspendedText(application) } as const]
      : []),
  ];
}

function suspendedText({ kind, status }: FluxApplication): string {
  const what = kind === 'kustomization' ? 'Kustomization' : 'HelmRelease';
  const since = status.lastReconciled === undefined ? '' : `, last run ${status.lastReconciled}`;
  return `the ${what} is suspended (spec.suspend${since}): Flux neither applies nor corrects anything, and its status is that of the last run`;
}

function differences(application: FluxApplication, own: OwnFluxVerdict): readonly string[] {
  const ready = conditionOf(application, 'Ready');
  const healthy = conditionOf(application, 'Healthy');
  const recorded = healthy === undefined ? undefined : HEALTH[healthy.status];
  return [
    ...(ready?.status === 'True' && own.sync === 'OutOfSync' ? ['Ready where this comparison says OutOfSync'] : []),
    ...(ready?.status === 'False' && own.sync === 'Synced'
      ? [`not Ready (${ready.reason}) where this comparison says Synced`]
      : []),
    ...(recorded !== undefined && recorded !== own.health
      ? [`health ${recorded} where this comparison says ${own.health}`]
      : []),
  ];
}

function whyDifferent(application: FluxApplication, own: OwnFluxVerdict): string {
  const { status } = application;
  const age = status.lastReconciled === undefined ? '' : ` ${ageText(status.lastReconciled, own.now)} ago`;
  if (application.suspended) return 'it is suspended, so the recorded one is that of its last run';
  if (status.observedGeneration !== undefined && status.generation !== undefined) {
    if (status.observedGeneration < status.generation) return 'the recorded one is of an older specification';
  }
  const applied = status.appliedRevision === undefined ? '' : commitOf(status.appliedRevision);
  if (applied !== '' && own.revision !== undefined && applied !== own.revision) {
    return `it applied ${applied.slice(0, 7)}${age}, this comparison is of ${own.revision.slice(0, 7)}`;
  }
  if (status.appliedRevision === undefined) return `which revision it applied${age} is not recorded`;
  if (application.kind === 'helmrelease' && application.driftDetection !== 'enabled') {
    return `driftDetection is ${application.driftDetection}, so Ready says only that the release was installed`;
  }
  return `both are of the same revision, and it ran${age || ' before'}: live changed since`;
}

/** Why the recorded status no longer says anything; undefined where it is as young as its interval lets expect. */
function staleness(application: FluxApplication, now: Date): string | undefined {
  const { status, suspended, intervalMs } = application;
  if (suspended) return undefined;
  if (status.generation !== undefined && status.observedGeneration !== undefined) {
    if (status.observedGeneration < status.generation) {
      return `the controller has not looked at generation ${status.generation} yet, only at ${status.observedGeneration}`;
    }
  }
  if (application.kind === 'helmrelease' || status.lastReconciled === undefined || intervalMs === undefined) {
    return undefined;
  }
  const limit = intervalMs * 1.1 + (application.timeoutMs ?? Math.max(30_000, intervalMs - 30_000));
  if (now.getTime() - Date.parse(status.lastReconciled) <= limit) return undefined;
  const age = ageText(status.lastReconciled, now);
  return `the last recorded run is ${age} old, and the interval is ${durationText(intervalMs)}: the controller does not run, cannot write, or runs fail before they apply`;
}

function ageText(time: string, now: Date): string {
  return durationText(Math.max(0, Math.floor((now.getTime() - Date.parse(time)) / 1000)) * 1000);
}
