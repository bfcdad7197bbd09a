import { dig, digString, isArray } from '../../model/json.js';
import { type KubernetesObject, refOf, refText } from '../../model/resource.js';
import { parseGoDuration } from './go-duration.js';
import { clockText, durationText } from './when.js';

/** What a Flux object would do next; `why` is the whole sentence, with the when. */
export type FluxSync =
  | { readonly kind: 'suspended'; readonly why: string }
  /** It fails before it applies anything. */
  | { readonly kind: 'failing'; readonly why: string }
  /** A HelmRelease that corrects nothing between two upgrades. */
  | { readonly kind: 'upgrade-only'; readonly why: string }
  | { readonly kind: 'reconciles'; readonly when: string };

/** Reasons of Ready=False that come before anything is applied (kustomize-controller api/v1, helm-controller). */
const BEFORE_APPLY: ReadonlySet<string> = new Set([
  ...['ArtifactFailed', 'BuildFailed', 'DependencyNotReady', 'InvalidPath', 'SourceNotReady', 'AccessDenied'],
]);

/** Decides it for a Kustomization at `now`. */
export function kustomizationSync(object: KubernetesObject, now: Date): FluxSync {
  return suspended(object) ?? failing(object) ?? { kind: 'reconciles', when: nextReconcile(object, now) };
}

/** Decides it for a HelmRelease: between upgrades it corrects drift only where driftDetection says so. */
export function helmReleaseSync(object: KubernetesObject, now: Date): FluxSync {
  const mode = digString(object, 'spec', 'driftDetection', 'mode') ?? 'disabled';
  const held = suspended(object) ?? failing(object);
  if (held !== undefined) return held;
  if (mode === 'enabled') return { kind: 'reconciles', when: nextReconcile(object, now) };
  const only = mode === 'warn' ? 'driftDetection only warns' : 'driftDetection is off';
  return {
    kind: 'upgrade-only',
    why: `${only}: it stays until ${refText(refOf(object))} upgrades (another chart, values or post-renderer), which sets it back`,
  };
}

function suspended(object: KubernetesObject): FluxSync | undefined {
  if (dig(object, 'spec', 'suspend') !== true) return undefined;
  return {
    kind: 'suspended',
    why: `${refText(refOf(object))} is suspended: it stays until that is resumed, which reconciles at once`,
  };
}

function failing(object: KubernetesObject): FluxSync | undefined {
  const conditions = dig(object, 'status', 'conditions');
  const ready = (isArray(conditions) ? conditions : []).find((one) => digString(one, 'type') === 'Ready');
  const reason = digString(ready, 'reason') ?? '';
  if (digString(ready, 'status') !== 'False' || !BEFORE_APPLY.has(reason)) return undefined;
  const retry = digString(object, 'spec', 'retryInterval') ?? digString(object, 'spec', 'interval');
  const again = retry === undefined ? '' : `, tried again every ${retry}`;
  return {
    kind: 'failing',
    why: `${refText(refOf(object))} fails before it applies anything (${reason}${again}): it stays until that is mended`,
  };
}

/** The interval is jittered by a tenth at most. */
const JITTER = 1.1;

/** When the next reconcile comes at the latest: an interval after the last one; source events come before. */
function nextReconcile(object: KubernetesObject, now: Date): string {
  const text = digString(object, 'spec', 'interval') ?? '';
  const interval = parseGoDuration(text);
  if (interval === undefined) return 'at the next reconcile';
  const last = lastReconciled(object);
  const said = `interval ${durationText(interval)}`;
  if (last === undefined) return `at the next reconcile, within ${durationText(interval * JITTER)} (${said})`;
  const latest = new Date(last.getTime() + interval * JITTER);
  if (latest.getTime() < now.getTime()) {
    return `at the next reconcile, which is late: due by ${clockText(latest, now)} (${said}); check that the controller runs`;
  }
  return `at the next reconcile, by ${clockText(latest, now)} at the latest (${said})`;
}

function lastReconciled(object: KubernetesObject): Date | undefined {
  const times = [
    digString(object, 'status', 'history', 0, 'lastReconciled'),
    digString(object, 'status', 'lastHandledReconcileAt'),
  ];
  const [last] = times.flatMap((time) =>
    time === undefined || Number.isNaN(Date.parse(time)) ? [] : [new Date(time)],
  );
  return last;
}
