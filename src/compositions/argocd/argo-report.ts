import type { Desired } from '../../desired/build-desired.js';
import { selectObjects } from '../../desired/select.js';
import { recordedStatus, recordedStatusFindings } from '../../gitops/argocd/recorded-status.js';
import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoVerdict } from '../../model/argo-verdict.js';
import type { Cluster } from '../../model/live.js';
import type { ApplicationReport, Condition, Finding, ResourceReport } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { compareRefs, type KubernetesObject, type ResourceRef, refKey } from '../../model/resource.js';
import { withoutLogins } from '../../model/url-login.js';
import { applicationAction } from '../../verdict/action.js';
import type { ArgoHealth } from '../../verdict/argo-health.js';
import { syncEffects } from '../../verdict/if-synced.js';
import { applicationSync } from '../../verdict/sync.js';
import { compareFindings } from '../application/application-report.js';
import { comparedFindings } from '../application/compared-findings.js';
import { type ComparedResource, type Judging, leftOutReport } from '../application/resource-report.js';
import type { FoundEvidence } from '../evidence/evidence.js';
import type { ReachedCluster } from './argo-clusters.js';
import type { ArgoResource } from './argo-resources.js';
import type { ArgoDesired } from './argo-sources.js';

/** Everything that is known of an Application once its objects are judged. */
interface ArgoParts {
  readonly application: ArgoApplication;
  readonly request: AnalyzeRequest;
  readonly cluster: Cluster;
  readonly rendered: ArgoDesired;
  readonly desired: Desired;
  readonly verdict: ArgoVerdict;
  readonly health: ArgoHealth;
  readonly judged: readonly ArgoResource[];
  readonly compared: readonly ComparedResource[];
  readonly evidence: FoundEvidence;
  readonly settingsFindings: readonly Finding[];
  readonly judging: Judging;
  /** What the Application tells of self-heals that do not hold. */
  readonly selfHeals: readonly Finding[];
  /** What could not be looked through for objects that are no longer declared. */
  readonly unread: readonly string[];
}

/** One Application's part of the report, by Argo CD's verdicts. */
export function reportOf(parts: ArgoParts): ApplicationReport {
  const { application, cluster, rendered, verdict, judged } = parts;
  const byRef = new Map(judged.map(({ resource }) => [refKey(resource), resource]));
  const leftOut = parts.desired.notCompared.filter(({ ref }) => !byRef.has(refKey(ref))).map(leftOutReport);
  const all = [...byRef.values(), ...leftOut].sort(compareRefs);
  const errors = parts.health.errors.map((message): Condition => ({ type: 'ComparisonError', message }));
  const conditions: readonly Condition[] = [...verdict.conditions, ...errors];
  const health = parts.health.application;
  const sync = syncOf(verdict, all);
  const resources = selected(all, parts);
  const recorded = recordedStatus(application);
  const report = {
    name: application.name,
    kind: 'argocd' as const,
    sources: rendered.sources,
    destination: destinationOf(application, cluster),
    sync,
    health,
    resources,
    ifSynced: syncEffects(resources),
    findings: findingsOf(parts, { sync: sync.status, health: health.status }),
    project: application.project,
    ...(conditions.length === 0 ? {} : { conditions }),
    ...(recorded === undefined ? {} : { recorded }),
  };
  return { ...report, action: applicationAction(report) };
}

/** An Application whose destination nobody can look into: Unknown, with its objects as the controller recorded them. */
export function notReachedReport(
  application: ArgoApplication,
  { reason, context }: Extract<ReachedCluster, { kind: 'unreachable' }>,
): ApplicationReport {
  const recorded = recordedStatus(application);
  const { server, namespace } = application.destination;
  const resources = application.status.resources.map(
    ({ ref }): ResourceReport => ({
      ...ref,
      outcome: 'unreadable',
      sync: 'Unknown',
      health: null,
      message: 'its cluster was not looked into',
      drift: [],
      ignored: [],
      undeclared: [],
    }),
  );
  const report = {
    name: application.name,
    kind: 'argocd' as const,
    sources: application.sources.map(({ repoURL, path, chart, targetRevision }) => ({
      repoURL: withoutLogins(repoURL),
      path: path ?? chart ?? '.',
      ...(targetRevision === undefined ? {} : { targetRevision }),
      renderer: { name: 'yaml' as const, version: 'not rendered' },
    })),
    destination: {
      ...(server === undefined ? {} : { server }),
      ...(context === undefined ? {} : { context }),
      namespace,
    },
    sync: { status: 'Unknown' as const, message: reason },
    health: { status: 'Unknown' as const, message: reason },
    resources: [...resources].sort(compareRefs),
    ifSynced: [],
    findings: [],
    project: application.project,
    ...(recorded === undefined ? {} : { recorded }),
  };
  return { ...report, action: applicationAction(report) };
}

function destinationOf({ destination }: ArgoApplication, cluster: Cluster): ApplicationReport['destination'] {
  const server = cluster.destination.server ?? destination.server;
  return {
    ...cluster.destination,
    ...(server === undefined ? {} : { server }),
    namespace: destination.namespace,
  };
}

/** Argo CD's word, unless we could not read what its controller can. */
function syncOf(verdict: ArgoVerdict, resources: readonly ResourceReport[]): ApplicationReport['sync'] {
  const unread = resources.filter(({ outcome, sync }) => outcome === 'unreadable' && sync === 'Unknown');
  if (verdict.sync.status === 'Unknown' || unread.length === 0) {
    return { ...verdict.sync, message: verdict.sync.message || applicationSync(resources).message };
  }
  return applicationSync(resources);
}

/** The objects that the user wants to see; the verdicts are of the whole application all the same. */
function selected(
  all: readonly ResourceReport[],
  { request, compared, verdict }: ArgoParts,
): readonly ResourceReport[] {
  const { select } = request;
  const everything = select.kinds.length + select.excludeKinds.length + select.resources.length === 0;
  if (everything && select.selector === undefined) return all;
  const objects = new Map<string, KubernetesObject>();
  for (const { ref, live, desired } of verdict.resources) {
    const object = desired ?? live;
    if (object !== undefined) objects.set(refKey(ref), object);
  }
  for (const { desired } of compared) objects.set(refKey(desired.ref), desired.object);
  const refs = all.map(
    ({ group, version, kind, namespace, name }): ResourceRef => ({ group, version, kind, namespace, name }),
  );
  const candidates = refs.map((ref) => ({ ref, object: objects.get(refKey(ref)) ?? bare(ref), origins: NO_ORIGINS }));
  const kept = selectObjects({ objects: candidates, notCompared: [], findings: [] }, select);
  const keys = new Set(kept.objects.map(({ ref }) => refKey(ref)));
  return all.filter((resource) => keys.has(refKey(resource)));
}

const NO_ORIGINS = { file: '', lines: new Map<string, number>() };

function bare({ kind, name, namespace }: ResourceRef): KubernetesObject {
  return { apiVersion: '', kind, metadata: { name, namespace } };
}

function findingsOf(parts: ArgoParts, own: { readonly sync: string; readonly health: string }): readonly Finding[] {
  const { application, rendered, desired, verdict, cluster } = parts;
  const revisions = rendered.sources.flatMap(({ revision }) => (revision === undefined ? [] : [revision]));
  return [
    ...rendered.findings,
    ...desired.findings,
    ...parts.settingsFindings,
    ...verdict.findings,
    ...parts.selfHeals,
    ...parts.judged.flatMap(({ findings }) => findings),
    ...comparedFindings(parts),
    ...verdict.limits.map((message): Finding => ({ code: 'argocd-not-judged', severity: 'warning', message })),
    ...parts.unread.map(
      (what): Finding => ({
        code: 'not-looked-through',
        severity: 'warning',
        message: `objects that Git does not declare any more could not be looked for: ${what}`,
      }),
    ),
    ...recordedStatusFindings(application, { ...own, revisions, resources: verdict.resources, now: cluster.now }),
  ].sort(compareFindings);
}
