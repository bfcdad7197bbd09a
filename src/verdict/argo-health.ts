import type { ArgoResourceVerdict } from '../model/argo-verdict.js';
import type { ApplicationReport } from '../model/report.js';
import { type ResourceRef, refKey, refText } from '../model/resource.js';
import type { Health, HealthStatus } from '../model/status.js';
import { ignoresHealthcheck, isWorse } from './application-health.js';
import { canHaveHealth, judgeHealth } from './health/assess.js';
import type { HealthRules } from './health/health-rules.js';
import { counted, listed } from './wording.js';

/** Health as Argo CD tells it, of an application and of each of its objects. */
export interface ArgoHealth {
  readonly application: ApplicationReport['health'];
  /** By `refKey`; null where the kind has none. */
  readonly resources: ReadonlyMap<string, Health | null>;
  /** Why objects could not be judged (a script that fails): a ComparisonError of the application. Empty where all were. */
  readonly errors: readonly string[];
}

/** What the health of an Application rests on. */
export interface ArgoHealthParts {
  readonly application: { readonly namespace: string; readonly name: string };
  readonly verdicts: readonly ArgoResourceVerdict[];
  /** Why live objects could not be read, by `refKey`. */
  readonly unreadable: ReadonlyMap<string, string>;
  readonly rules: HealthRules;
  /** What is wrong with the specification: Argo CD then judges nothing. Absent where nothing is. */
  readonly invalidSpec?: string;
}

/** One object that may count, with its health. */
interface Judged {
  readonly verdict: ArgoResourceVerdict;
  readonly health: Health | null;
}

/**
 * Health of an Application by Argo CD's rules (argo-cd controller/health.go): the worst of its objects, those included
 * that Git no longer has. Hooks and skipped objects, marked ones, the Application itself, missing objects and child
 * applications that are Missing or Unknown do not count; where none of its objects is there, it is Missing.
 */
export function argoHealth(parts: ArgoHealthParts): ArgoHealth {
  const { verdicts, unreadable, rules, invalidSpec } = parts;
  const resources = new Map<string, Health | null>();
  const errors: string[] = [];
  for (const verdict of invalidSpec === undefined ? verdicts : []) {
    const { health, error } = healthOf(verdict, unreadable, rules);
    // A hook's trouble is its own: Argo CD does not ask for its health.
    if (error !== undefined && isManaged(verdict)) errors.push(`${refText(verdict.ref)}: ${error}`);
    resources.set(refKey(verdict.ref), health);
  }
  return { application: ofApplication(parts, resources), resources, errors };
}

/** The same verdicts where more is known of some objects: `more` has their health by `refKey`, of the same status. */
export function withMoreWords(
  health: ArgoHealth,
  more: ReadonlyMap<string, Health>,
  parts: ArgoHealthParts,
): ArgoHealth {
  if (more.size === 0) return health;
  const resources = new Map([...health.resources, ...more]);
  return { ...health, resources, application: ofApplication(parts, resources) };
}

function ofApplication(
  { application, verdicts, unreadable, invalidSpec }: ArgoHealthParts,
  resources: ArgoHealth['resources'],
): ApplicationReport['health'] {
  if (invalidSpec !== undefined) return { status: 'Unknown', message: invalidSpec };
  const managed = verdicts
    .filter(isManaged)
    .map((verdict): Judged => ({ verdict, health: resources.get(refKey(verdict.ref)) ?? null }));
  return overall(managed, application, unreadable);
}

function healthOf(
  { ref, live }: ArgoResourceVerdict,
  unreadable: ReadonlyMap<string, string>,
  rules: HealthRules,
): { readonly health: Health | null; readonly error?: string } {
  if (live !== undefined) return judgeHealth(live, rules);
  const reason = unreadable.get(refKey(ref));
  if (reason === undefined) return { health: { status: 'Missing', message: 'not in the cluster', source: 'built-in' } };
  const message = `could not be read: ${reason}`;
  return { health: canHaveHealth(ref, rules) ? { status: 'Unknown', message, source: 'built-in' } : null };
}

/** False for what a sync runs rather than keeps: hooks, and objects that it skips. */
function isManaged({ skipped, hook }: ArgoResourceVerdict): boolean {
  return !hook && skipped !== true;
}

function overall(
  managed: readonly Judged[],
  application: ArgoHealthParts['application'],
  unreadable: ReadonlyMap<string, string>,
): ApplicationReport['health'] {
  const unread = managed.filter(({ verdict }) => verdict.live === undefined && unreadable.has(refKey(verdict.ref)));
  const missing = managed.filter(({ verdict }) => verdict.live === undefined).length - unread.length;
  if (managed.length > 0 && missing === managed.length) {
    return { status: 'Missing', message: `none of ${counted(missing, 'resource')} is in the cluster` };
  }
  const counting = managed.filter((one) => counts(one, application));
  let worst: HealthStatus = 'Healthy';
  for (const { health } of counting) if (health !== null && isWorse(health.status, worst)) worst = health.status;
  if (worst === 'Healthy') return healthy(managed.length, counting.length, missing, unread.length);
  const causes = counting.flatMap(({ verdict, health }) =>
    health?.status === worst ? [`${refText(verdict.ref)}: ${health.message}`] : [],
  );
  return { status: worst, message: `Caused by ${listed(causes, '; ')}` };
}

function counts({ verdict: { ref, live }, health }: Judged, application: ArgoHealthParts['application']): boolean {
  // A missing object makes the application OutOfSync; its health would say the same again.
  if (health === null || (live === undefined && health.status === 'Missing')) return false;
  if (live !== undefined && ignoresHealthcheck(live)) return false;
  const isApplication = ref.group === 'argoproj.io' && ref.kind === 'Application';
  if (isApplication && (isNamed(ref, application) || health.status === 'Missing' || health.status === 'Unknown')) {
    return false;
  }
  return true;
}

/** Applications outside of the control plane's namespace may have the same name. */
function isNamed(ref: ResourceRef, { namespace, name }: ArgoHealthParts['application']): boolean {
  return ref.namespace === namespace && ref.name === name;
}

/** Healthy by Argo CD's rules also where nothing was judged, and then it says so. */
function healthy(all: number, counting: number, missing: number, unread: number): ApplicationReport['health'] {
  const what =
    counting > 0
      ? `${counted(counting, 'resource')} with a health, all Healthy`
      : all === 0
        ? 'there is no resource to judge'
        : 'no resource here counts for its health';
  const aside = [
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(unread > 0 ? [`${counted(unread, 'resource')} could not be read`] : []),
  ];
  const message = [what, ...aside].join('; ');
  return unread > 0 && unread + missing === all
    ? { status: 'Unknown', message: aside.join('; ') }
    : { status: 'Healthy', message };
}
