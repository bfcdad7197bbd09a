import { dig } from '../model/json.js';
import type { ApplicationReport, ResourceReport } from '../model/report.js';
import { type KubernetesObject, type LiveResult, type ResourceRef, refKey, refText } from '../model/resource.js';
import { HEALTH_ORDER, type Health, type HealthStatus } from '../model/status.js';
import { assessHealth, canHaveHealth } from './health/assess.js';
import { ALL_KINDS, type HealthRules } from './health/health-rules.js';
import { counted, listed } from './wording.js';

/** Argo CD's mark of an object whose health must not count for its application. */
const IGNORE_HEALTHCHECK = 'argocd.argoproj.io/ignore-healthcheck';

/**
 * Health of one resource by what the cluster says of it: Missing where it is not there, Unknown where it could not be
 * read and its kind has a health at all, else `assessHealth` of the live object.
 */
export function resourceHealth(ref: ResourceRef, live: LiveResult, rules: HealthRules = ALL_KINDS): Health | null {
  switch (live.kind) {
    case 'found':
      return assessHealth(live.object, rules);
    case 'missing':
      return { status: 'Missing', message: 'not in the cluster', source: 'built-in' };
    case 'unreadable':
      return canHaveHealth(ref, rules)
        ? { status: 'Unknown', message: `could not be read: ${live.reason}`, source: 'built-in' }
        : null;
  }
}

/** True for a live object whose health is shown and does not count for its application. */
export function ignoresHealthcheck(object: KubernetesObject): boolean {
  return dig(object, 'metadata', 'annotations', IGNORE_HEALTHCHECK) === 'true';
}

/**
 * Health of an application: the worst of its resources by Argo CD's order and exceptions (controller/health.go).
 * `aside` holds the `refKey`s of objects that `ignoresHealthcheck`. Applications of Argo CD are judged by `argoHealth`.
 */
export function applicationHealth(
  resources: readonly ResourceReport[],
  aside: ReadonlySet<string>,
): ApplicationReport['health'] {
  const own = resources.filter(({ outcome }) => outcome !== 'not-compared');
  const missing = own.filter(({ outcome }) => outcome === 'missing');
  const judged = own.filter((resource) => counts(resource, aside));

  let worst: HealthStatus = 'Healthy';
  for (const { health } of judged) {
    if (health !== null && isWorse(health.status, worst)) worst = health.status;
  }
  if (own.length > 0 && missing.length === own.length) {
    return { status: 'Missing', message: `none of ${counted(own.length, 'resource')} is in the cluster` };
  }
  if (worst === 'Healthy') return healthy(own, judged.length);
  const causes = judged.flatMap((resource) =>
    resource.health?.status === worst ? [`${refText(resource)}: ${resource.health.message}`] : [],
  );
  return { status: worst, message: `Caused by ${listed(causes, '; ')}` };
}

function counts(resource: ResourceReport, aside: ReadonlySet<string>): boolean {
  const { health } = resource;
  if (health === null || aside.has(refKey(resource))) return false;
  // A missing object makes the application OutOfSync; its health would say the same again.
  if (resource.outcome === 'missing') return false;
  // A child application that is not there yet, or not judged yet, does not count for its parent.
  const isApplication = resource.group === 'argoproj.io' && resource.kind === 'Application';
  return !(isApplication && (health.status === 'Missing' || health.status === 'Unknown'));
}

/** True where the status is worse than the other by Argo CD's order. */
export function isWorse(status: HealthStatus, than: HealthStatus): boolean {
  return HEALTH_ORDER.indexOf(status) > HEALTH_ORDER.indexOf(than);
}

/**
 * Healthy also where no kind has a health (as Argo CD has it), and says so. Of what was not read nobody knows that: where
 * nothing was, it is Unknown.
 */
function healthy(own: readonly ResourceReport[], judged: number): ApplicationReport['health'] {
  const of = (outcome: ResourceReport['outcome']): number => own.filter((one) => one.outcome === outcome).length;
  const [unread, missing] = [of('unreadable'), of('missing')];
  const aside = [
    ...(unread > 0 ? [`${counted(unread, 'resource')} could not be read`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
  ];
  if (unread > 0 && unread + missing === own.length) return { status: 'Unknown', message: aside.join('; ') };
  return { status: 'Healthy', message: [healthyText(own, judged), ...aside].join('; ') };
}

function healthyText(own: readonly ResourceReport[], judged: number): string {
  if (judged > 0) return `${counted(judged, 'resource')} with a health, all Healthy`;
  if (own.length === 0) return 'there is no resource to judge';
  return own.every(({ health, outcome }) => health === null || outcome === 'missing')
    ? 'none of its kinds has a health rule'
    : 'no resource here counts for its health';
}
