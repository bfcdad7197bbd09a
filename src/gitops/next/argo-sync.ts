import type { ArgoController } from '../../model/controller.js';
import { dig, digString, isArray, type JsonValue, jsonEqual } from '../../model/json.js';
import { type KubernetesObject, refOf, refText } from '../../model/resource.js';
import { readSyncWindows, windowVerdict } from './sync-windows.js';
import { clockText, durationText } from './when.js';

/**
 * What Argo CD would do about an object that is OutOfSync, by the order of its own decision (argo-cd
 * controller/appcontroller.go, autoSync). Sentences in `why` are the whole reason, with the when.
 */
export type ArgoSync =
  /** Nothing syncs by itself; `blocked` says that not even somebody's sync would run. */
  | { readonly kind: 'stays'; readonly why: string; readonly cause: StayCause }
  /** An operation is asked for or running. */
  | { readonly kind: 'running'; readonly why: string }
  /** A revision that was not tried yet: a full sync to it comes with the next comparison. */
  | { readonly kind: 'new-revision'; readonly why: string }
  /** A new commit syncs everything; until then nothing does. */
  | { readonly kind: 'next-commit'; readonly why: string }
  /** `since` is when the back-off ended, or ends. */
  | { readonly kind: 'self-heal'; readonly why: string; readonly since: Date; readonly attempts: number };

export type StayCause =
  | 'manual'
  | 'disabled'
  | 'skip-reconcile'
  | 'window'
  | 'error'
  | 'deleting'
  | 'rolling-sync'
  | 'project-unread';

/** Decides it for one Application at `now`. */
export function argoSync(controller: ArgoController, now: Date): ArgoSync {
  const { application } = controller;
  const { automated } = application.syncPolicy;
  const operation = runningOperation(controller, now);
  const skipped = skipReconcile(controller, now);
  if (digString(application.object.metadata, 'deletionTimestamp') !== undefined) {
    return stays('deleting', 'the Application is being deleted, and syncs nothing more');
  }
  if (operation !== undefined && !(skipped?.verified ?? false)) return operation;
  if (skipped?.verified === true) return stays('skip-reconcile', skipped.why);
  if (automated === undefined) return stays('manual', `sync is manual: no automated sync policy; ${BY_HAND}`);
  if (!automated.enabled) return disabled(controller);
  const errors = application.status.conditions.filter(({ type }) => BLOCKING.has(type));
  if (errors[0] !== undefined) {
    return stays('error', `nothing syncs while the Application has ${errors[0].type}: ${errors[0].message}`);
  }
  const window = blockedBy(controller, now);
  if (window !== undefined) return window;
  const decided = byLastOperation(controller, now);
  return skipped === undefined ? decided : { ...decided, why: `${decided.why}; ${skipped.why}` };
}

const BY_HAND = "somebody's sync overwrites it";
/** Conditions with which no sync starts. */
const BLOCKING: ReadonlySet<string> = new Set(['ComparisonError', 'InvalidSpecError']);

function stays(cause: StayCause, why: string): ArgoSync {
  return { kind: 'stays', cause, why };
}

/** A RollingSync switches its children off and starts their syncs itself. */
function disabled({ applicationSet }: ArgoController): ArgoSync {
  if (digString(applicationSet, 'spec', 'strategy', 'type') === 'RollingSync' && applicationSet !== undefined) {
    const name = refText(refOf(applicationSet));
    return stays(
      'rolling-sync',
      `automated.enabled is false because the RollingSync of ${name} starts the syncs itself, when its turn comes`,
    );
  }
  return stays('disabled', `automated.enabled is false: it stays until that is taken back, or ${BY_HAND}`);
}

/** Sets of a few seconds: what was enqueued before the annotation still runs. */
const SETTLED_MS = 60_000;

/** skip-reconcile keeps events out of the queues, not what is in them already. */
function skipReconcile(
  { application }: ArgoController,
  now: Date,
): { readonly verified: boolean; readonly why: string } | undefined {
  if (application.annotations['argocd.argoproj.io/skip-reconcile'] !== 'true') return undefined;
  const written = annotationTime(application.object);
  const { operation } = application.status;
  const finished = operation?.finishedAt === undefined ? undefined : new Date(operation.finishedAt);
  const isOld = (time: Date | undefined): boolean => time !== undefined && now.getTime() - time.getTime() > SETTLED_MS;
  if (application.operationRequested) {
    return {
      verified: true,
      why: 'skip-reconcile holds it, and a requested operation waits: it runs, and overwrites this, the moment the annotation goes',
    };
  }
  const recent = finished !== undefined && !isOld(finished);
  if (isOld(written) && !recent) {
    return { verified: true, why: 'skip-reconcile holds it: it stays until the annotation goes' };
  }
  const why =
    written === undefined
      ? 'when it was set is not recorded'
      : recent
        ? 'an operation finished less than a minute ago'
        : 'it was set less than a minute ago';
  return { verified: false, why: `skip-reconcile is set, and ${why}: what was queued before still runs` };
}

/** When the annotation was written at the latest, by the entry that owns it. */
function annotationTime(object: KubernetesObject): Date | undefined {
  const entries = dig(object.metadata, 'managedFields');
  const owning = (isArray(entries) ? entries : []).filter(
    (entry) =>
      dig(entry, 'fieldsV1', 'f:metadata', 'f:annotations', 'f:argocd.argoproj.io/skip-reconcile') !== undefined,
  );
  const times = owning.flatMap((entry) => digString(entry, 'time') ?? []).sort();
  const last = times.at(-1);
  return last === undefined ? undefined : new Date(last);
}

function runningOperation(controller: ArgoController, now: Date): ArgoSync | undefined {
  const { operation } = controller.application.status;
  const isRunning = operation?.phase === 'Running' || operation?.phase === 'Terminating';
  if (!controller.application.operationRequested && !isRunning) return undefined;
  if (isRunning && operation?.message.includes('blocked by sync window')) {
    const window = windowOf(controller, now);
    const when = window?.until === undefined ? 'as soon as it is allowed' : `at ${clockText(window.until, now)}`;
    return {
      kind: 'running',
      why: `a sync that somebody asked for waits for the sync window and runs by itself ${when}; it overwrites this`,
    };
  }
  if (isRunning && operation?.finishedAt !== undefined) {
    return {
      kind: 'running',
      why: `a sync failed and is being retried (${retryWords(controller)}); it overwrites this`,
    };
  }
  return {
    kind: 'running',
    why: isRunning ? 'a sync is running, and overwrites this' : 'a sync is asked for, and overwrites this',
  };
}

function retryWords({ application }: ArgoController): string {
  const limit = dig(application.syncPolicy.retry, 'limit');
  const tried = application.status.operation?.retryCount ?? 0;
  return typeof limit === 'number' && limit >= 0 ? `retry ${tried} of ${limit}` : `retry ${tried}`;
}

function windowOf(
  { application, project }: ArgoController,
  now: Date,
): { readonly why: string; readonly until?: Date; readonly manualAllowed: boolean } | undefined {
  if (project === undefined) return undefined;
  const verdict = windowVerdict(readSyncWindows(project), application, now);
  return verdict.kind === 'blocked' ? verdict : undefined;
}

function blockedBy(controller: ArgoController, now: Date): ArgoSync | undefined {
  const window = windowOf(controller, now);
  if (window === undefined) return undefined;
  const until =
    window.until === undefined
      ? 'it stays until that changes'
      : `it stays until ${clockText(window.until, now)}; the next comparison after that syncs it`;
  const manual = window.manualAllowed ? ", unless somebody's sync overwrites it" : '';
  return stays('window', `${window.why}: ${until}${manual}`);
}

/** Seconds between self-heals by the count of those before, from the end of the last operation. */
const BACK_OFF = [0, 2, 6, 18, 54, 162];
const LONGEST_BACK_OFF = 300;

/** The revision and sources of the last operation decide between a full sync, a heal, and nothing. */
function byLastOperation(controller: ArgoController, now: Date): ArgoSync {
  const { application, revisions } = controller;
  const { automated, retry } = application.syncPolicy;
  const { operation } = application.status;
  const at = revisions.map((revision) => revision.slice(0, 8)).join(', ');
  const ref = application.sources.map(({ targetRevision }) => targetRevision ?? 'HEAD').join(', ');
  if (operation === undefined || (revisions.length > 0 && !wasTried(controller))) {
    const paths = application.annotations['argocd.argoproj.io/manifest-generate-paths'];
    const unless = paths === undefined ? '' : `, unless its commits touch nothing of ${paths}`;
    return {
      kind: 'new-revision',
      why: `${at === '' ? 'the revision' : at} was not synced yet: auto-sync applies it with the next comparison (${POLL})${unless}`,
    };
  }
  if (operation.phase !== 'Succeeded') {
    const attempts = retry === undefined ? '' : ` (${retryWords(controller)})`;
    return {
      kind: 'next-commit',
      why: `the last sync of ${at} ended ${operation.phase}${attempts}, and Argo CD does not try a revision twice: it stays until the next commit on ${ref}, or somebody's sync`,
    };
  }
  if (automated?.selfHeal !== true) return { kind: 'next-commit', why: nextCommit(controller, ref) };
  const attempts = attemptsOf(operation.raw);
  const delay = (BACK_OFF[attempts] ?? LONGEST_BACK_OFF) * 1000;
  const finished = operation.finishedAt === undefined ? now : new Date(operation.finishedAt);
  const since = new Date(finished.getTime() + delay);
  const due = since.getTime() < now.getTime() ? now : since;
  return { kind: 'self-heal', since, attempts, why: healWords(due, attempts, delay, now) };
}

const POLL = 'within 3m, at once with a webhook';

/** Self-heal is off: any commit on the branch is a full sync, also one outside of the application's path. */
function nextCommit({ application }: ArgoController, ref: string): string {
  const paths = application.annotations['argocd.argoproj.io/manifest-generate-paths'];
  const which =
    paths === undefined
      ? `the next commit on ${ref}, also one outside of its path, is a full sync`
      : `the next commit on ${ref} that touches ${paths} is a full sync`;
  return `self-heal is off: it stays, OutOfSync, until then; ${which} and overwrites this`;
}

function healWords(due: Date, attempts: number, delay: number, now: Date): string {
  const wait = due.getTime() - now.getTime();
  const when = wait === 0 ? 'within 0.3s' : `in ${durationText(wait)}, at ${clockText(due, now)}`;
  const count =
    attempts === 0
      ? ''
      : ` (heal ${attempts + 1} in a row, back-off ${durationText(delay)}, which only a full sync resets)`;
  return `self-heal overwrites it ${when}${count}`;
}

/** How often self-heal has put the application back since its last other sync. */
function attemptsOf(operation: JsonValue): number {
  const attempts = dig(operation, 'operation', 'sync', 'autoHealAttemptsCount');
  return typeof attempts === 'number' ? attempts : 0;
}

/** The same revisions and, where the operation tells them, the same sources. */
function wasTried({ application, revisions }: ArgoController): boolean {
  const { operation } = application.status;
  if (operation === undefined) return false;
  // A finished operation that kept no result counts as an attempt.
  if (operation.revisions.length === 0) return operation.phase !== 'Running';
  if (operation.revisions.join() !== revisions.join()) return false;
  const result = dig(operation.raw, 'syncResult');
  const [before, now] = application.multiSource
    ? [dig(result, 'sources'), dig(application.object, 'spec', 'sources')]
    : [dig(result, 'source'), dig(application.object, 'spec', 'source')];
  return before === undefined || now === undefined || isArray(before) !== isArray(now) || jsonEqual(before, now);
}
