import type { Desired } from '../../desired/build-desired.js';
import { selectObjects } from '../../desired/select.js';
import type { CompiledFluxRules } from '../../gitops/flux/ignore-rules.js';
import { fluxRecordedStatus, fluxStatusFindings } from '../../gitops/flux/recorded-status.js';
import { isDropped, ownersOf } from '../../gitops/flux/takeover.js';
import type { FieldDrift } from '../../model/drift.js';
import type { GitdriftError } from '../../model/errors.js';
import type { FluxApplication } from '../../model/flux.js';
import type { Cluster } from '../../model/live.js';
import type { ApplicationReport, Condition, Finding, ResourceReport } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { compareRefs, refKey } from '../../model/resource.js';
import { applicationAction } from '../../verdict/action.js';
import { syncEffects } from '../../verdict/if-synced.js';
import { applicationSync } from '../../verdict/sync.js';
import { compareFindings } from '../application/application-report.js';
import { comparedFindings } from '../application/compared-findings.js';
import { type ComparedResource, type Judging, leftOutReport } from '../application/resource-report.js';
import type { FoundEvidence } from '../evidence/evidence.js';
import type { FluxWaiting } from './flux-dependencies.js';
import { forcedEffects } from './flux-force.js';
import { fluxHealth, uncheckedFindings } from './flux-health.js';
import type { FluxDesired } from './flux-rendering.js';

interface Common {
  readonly application: FluxApplication;
  readonly request: AnalyzeRequest;
  readonly cluster: Cluster;
}

/** Everything that is known of a Kustomization or HelmRelease once its objects are judged, or why they are not. */
type FluxParts =
  | (Common & {
      readonly kind: 'judged';
      readonly rendered: FluxDesired;
      readonly desired: Desired;
      readonly compared: readonly ComparedResource[];
      readonly evidence: FoundEvidence;
      readonly judging: Judging;
      readonly rules: CompiledFluxRules;
      readonly resources: readonly ResourceReport[];
      readonly extraneous: readonly ResourceReport[];
      readonly unread: readonly string[];
      /** What `healthChecks` names; absent: everything counts. */
      readonly checks: readonly ResourceReport[] | undefined;
      readonly waiting: FluxWaiting | undefined;
    })
  | (Common & { readonly kind: 'failed'; readonly fault: GitdriftError });

type Judged = Extract<FluxParts, { kind: 'judged' }>;

/** One object of Flux in the report: its resources, sorted, and the verdicts over them. */
export function fluxReport(parts: FluxParts): ApplicationReport {
  const { application, cluster } = parts;
  const all = parts.kind === 'judged' ? judgedResources(parts) : recordedResources(application);
  const resources = parts.kind === 'judged' ? selected(all, parts) : all;
  const recorded = fluxRecordedStatus(application);
  const sync = parts.kind === 'judged' ? syncOf(parts, all) : failedSync(parts.fault);
  const health =
    parts.kind === 'judged'
      ? fluxHealth(all, parts.checks)
      : ({ status: 'Unknown', message: parts.fault.message } as const);
  const conditions = conditionsOf(parts);
  const effects = syncEffects(resources.filter(({ sync: one }) => one !== 'None').map(withDropped(application)));
  const report = {
    name: `${application.namespace}/${application.name}`,
    kind: application.kind === 'kustomization' ? ('flux-kustomization' as const) : ('flux-helmrelease' as const),
    sources: parts.kind === 'judged' ? parts.rendered.sources : [notRendered(application)],
    destination: {
      ...cluster.destination,
      namespace:
        application.kind === 'helmrelease'
          ? application.releaseNamespace
          : application.targetNamespace || application.namespace,
    },
    sync,
    health,
    resources,
    ifSynced: parts.kind === 'judged' ? forcedEffects(effects, application, parts.desired) : effects,
    findings: findingsOf(parts, { sync: sync.status, health: health.status }),
    ...(conditions.length === 0 ? {} : { conditions }),
    ...(recorded === undefined ? {} : { recorded }),
  };
  return { ...report, action: applicationAction(report) };
}

function judgedResources(parts: Judged): readonly ResourceReport[] {
  const leftOut = parts.desired.notCompared.map(leftOutReport);
  return [...parts.resources, ...leftOut, ...parts.extraneous].sort(compareRefs);
}

/** What the inventory names, where nothing could be rendered: nobody compared it. */
function recordedResources({ status }: FluxApplication): readonly ResourceReport[] {
  return (status.inventory ?? [])
    .map(
      (ref): ResourceReport => ({
        ...ref,
        outcome: 'unreadable',
        sync: 'Unknown',
        health: null,
        message: 'what Git declares could not be rendered',
        drift: [],
        ignored: [],
        undeclared: [],
      }),
    )
    .sort(compareRefs);
}

function failedSync({ message, hint }: GitdriftError): ApplicationReport['sync'] {
  return { status: 'Unknown', message: hint === undefined ? message : `${message} (${hint})` };
}

/** Rules that nobody can read leave open what they would take out: Flux itself then applies nothing. */
function syncOf({ rules }: Judged, resources: readonly ResourceReport[]): ApplicationReport['sync'] {
  const [fault] = rules.faults;
  return fault === undefined ? applicationSync(resources) : { status: 'Unknown', message: fault };
}

function conditionsOf(parts: FluxParts): readonly Condition[] {
  const { application } = parts;
  return [
    ...(application.suspended ? [{ type: 'Suspended', message: 'spec.suspend is set: nothing is applied' }] : []),
    ...(parts.kind === 'judged' && parts.waiting !== undefined ? [waitingCondition(parts.waiting)] : []),
    ...(parts.kind === 'failed' ? [{ type: 'BuildFailed', message: parts.fault.message }] : []),
  ];
}

function waitingCondition({ certain, message }: FluxWaiting): Condition {
  return certain
    ? { type: 'DependencyNotReady', message: `nothing is applied before what it depends on is ready: ${message}` }
    : { type: 'DependencyUnknown', message: `whether it waits for what it depends on is not known: ${message}` };
}

function notRendered(application: FluxApplication): ApplicationReport['sources'][number] {
  const path = application.kind === 'kustomization' ? application.path || '.' : (application.chart?.chart ?? '.');
  return {
    path,
    renderer: { name: application.kind === 'kustomization' ? 'kustomize' : 'helm', version: 'not rendered' },
  };
}

/** Fields that Git does not declare and that a reconcile drops are among what it would do. */
function withDropped(application: FluxApplication): (resource: ResourceReport) => ResourceReport {
  return (resource) => {
    if (application.kind !== 'kustomization') return resource;
    const dropped = resource.undeclared.filter(isDroppedField);
    return dropped.length === 0 ? resource : { ...resource, drift: [...resource.drift, ...dropped] };
  };
}

/** Suspension and failing runs only delay it. */
function isDroppedField(entry: FieldDrift): boolean {
  return entry.next?.code !== 'stays' && isDropped(ownersOf(entry));
}

/** The objects that the user wants to see; the verdicts are of the whole all the same. */
function selected(all: readonly ResourceReport[], { request, desired }: Judged): readonly ResourceReport[] {
  const { select } = request;
  const everything = select.kinds.length + select.excludeKinds.length + select.resources.length === 0;
  if (everything && select.selector === undefined) return all;
  const kept = selectObjects(desired, select);
  const keys = new Set([...kept.objects, ...kept.notCompared].map(({ ref }) => refKey(ref)));
  return all.filter((resource) => keys.has(refKey(resource)));
}

function findingsOf(parts: FluxParts, own: { readonly sync: string; readonly health: string }): readonly Finding[] {
  const { application, cluster } = parts;
  const revision = parts.kind === 'judged' ? parts.rendered.revision : undefined;
  const status = fluxStatusFindings(application, {
    ...own,
    ...(revision === undefined ? {} : { revision }),
    now: cluster.now,
  });
  if (parts.kind === 'failed') return [...status].sort(compareFindings);
  const fromGit = parts.rendered.sources.some(({ repoURL }) => repoURL !== undefined);
  return [
    ...parts.rendered.findings,
    // What a release holds in the cluster is not readable in Git.
    ...parts.desired.findings.filter(({ code }) => fromGit || code !== 'plaintext-secret'),
    ...comparedFindings(parts),
    ...uncheckedFindings(parts.resources, parts.checks),
    ...parts.rules.faults.map((message): Finding => ({ code: 'flux-not-judged', severity: 'warning', message })),
    ...parts.unread.map(
      (what): Finding => ({
        code: 'not-looked-through',
        severity: 'warning',
        message: `could not be read, so whether Flux would delete it is not known: ${what}`,
      }),
    ),
    ...status,
  ].sort(compareFindings);
}
