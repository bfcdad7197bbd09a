import type { Desired } from '../../desired/build-desired.js';
import { overdueFindings } from '../../explain/overdue.js';
import { sharedObjects } from '../../explain/shared-objects.js';
import { compareApplications } from '../../model/application-order.js';
import type { Cluster } from '../../model/live.js';
import type { ApplicationReport, ApplicationSource, Finding, Report, ResourceReport } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { compareRefs, refKey } from '../../model/resource.js';
import type { OpenedSource, Rendered } from '../../model/source.js';
import { applicationAction } from '../../verdict/action.js';
import { applicationHealth, ignoresHealthcheck } from '../../verdict/application-health.js';
import { judgeGate } from '../../verdict/gate.js';
import { syncEffects } from '../../verdict/if-synced.js';
import { summarize } from '../../verdict/summary.js';
import { applicationSync } from '../../verdict/sync.js';
import type { WithEarlier } from '../base/earlier-revisions.js';
import type { FoundEvidence } from '../evidence/evidence.js';
import { type ServerSide, withRefusals } from '../live/server-side.js';
import { policyFindings } from '../policy/policy-findings.js';
import { comparedFindings } from './compared-findings.js';
import { type ComparedResource, type Judging, leftOutReport } from './resource-report.js';

/** Everything that is known of one application once its resources are judged. */
interface ApplicationParts {
  readonly request: AnalyzeRequest;
  readonly source: OpenedSource;
  readonly rendered: Rendered;
  readonly desired: Desired;
  readonly compared: readonly ComparedResource[];
  readonly resources: readonly ResourceReport[];
  readonly evidence: FoundEvidence;
  readonly judging: Judging;
  readonly cluster: Cluster;
  readonly namespace: string;
  /** What earlier revisions of desired brought. */
  readonly since: WithEarlier;
  /** What Applications tell of self-heals that do not hold. */
  readonly selfHeals: readonly Finding[];
  /** What `--observe` saw; empty without it. */
  readonly observed: readonly Finding[];
  /** Present with `--server-side`. */
  readonly serverSide: ServerSide | undefined;
}

/** One application's part of the report: its resources, sorted, and the verdicts over them. */
export function applicationReport(parts: ApplicationParts): ApplicationReport {
  const { request, source, cluster } = parts;
  const resources = [...parts.resources, ...parts.desired.notCompared.map(leftOutReport)].sort(compareRefs);
  const aside = new Set(
    parts.compared.flatMap((one) =>
      one.kind === 'compared' && ignoresHealthcheck(one.object) ? [refKey(one.desired.ref)] : [],
    ),
  );
  const application = {
    name: request.name ?? source.name,
    kind: source.kind,
    sources: [applicationSource(source, parts)],
    destination: { ...cluster.destination, namespace: parts.namespace },
    sync: applicationSync(resources),
    health: applicationHealth(resources, aside),
    resources,
    ifSynced: withRefusals(syncEffects(resources), parts.serverSide?.refusals ?? []),
    findings: findings(parts),
  };
  return { ...application, action: applicationAction(application) };
}

/** The whole report of a run, with its counts and the gate's decision. `now` is the clock that times count from. */
export function wholeReport(applications: readonly ApplicationReport[], request: AnalyzeRequest, now: Date): Report {
  const byName = [...applications].sort(compareApplications);
  const sorted = withFindings(withFindings(byName, sharedObjects(byName)), policyFindings(byName, request, now));
  return {
    schemaVersion: '1',
    tool: { name: 'gitdrift', version: request.toolVersion },
    generatedAt: now.toISOString(),
    ...(request.policy === undefined
      ? {}
      : { policy: { file: request.policy.file, discovered: request.policy.discovered } }),
    ...(request.shard === undefined ? {} : { shard: request.shard }),
    applications: sorted,
    summary: summarize(sorted),
    gate: { ...judgeGate(sorted, request.failOn, request.noExitCode), ...decidedBy(request) },
  };
}

/** The policy file, where it is what says what fails. */
function decidedBy({ policy, failOnByPolicy }: AnalyzeRequest): Pick<Report['gate'], 'policy'> {
  return failOnByPolicy !== true || policy?.failOn === undefined ? {} : { policy: policy.file };
}

/** The applications, each with its further findings. */
function withFindings(
  applications: readonly ApplicationReport[],
  further: readonly (readonly Finding[])[],
): readonly ApplicationReport[] {
  return applications.map((application, at) => {
    const found = further[at] ?? [];
    if (found.length === 0) return application;
    return { ...application, findings: [...application.findings, ...found].sort(compareFindings) };
  });
}

function applicationSource(source: OpenedSource, { rendered, since }: ApplicationParts): ApplicationSource {
  const { repoURL, path, targetRevision, revision, dirty } = source;
  return {
    ...(repoURL === undefined ? {} : { repoURL }),
    path,
    ...(targetRevision === undefined ? {} : { targetRevision }),
    ...(revision === undefined ? {} : { revision }),
    ...(dirty === undefined ? {} : { dirty }),
    ...(since.base === undefined ? {} : { base: since.base.revision }),
    renderer: rendered.renderer,
  };
}

function findings(parts: ApplicationParts): readonly Finding[] {
  return [
    ...parts.rendered.findings,
    ...parts.desired.findings,
    ...parts.since.findings,
    ...(parts.serverSide?.findings ?? []),
    ...parts.observed,
    ...parts.selfHeals,
    ...comparedFindings(parts),
    ...overdueFindings(parts.resources, {
      now: parts.cluster.now,
      maxPendingMs: parts.request.compare.maxPendingMs,
      source: parts.source,
      base: parts.since.base,
    }),
  ].sort(compareFindings);
}

const SEVERITIES = ['error', 'warning', 'note'];

/** The gravest first, then by object, code, path and message. */
export function compareFindings(a: Finding, b: Finding): number {
  const severity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  if (severity !== 0) return severity;
  const key = (finding: Finding): string =>
    [
      finding.resource === undefined ? '' : refKey(finding.resource),
      finding.code,
      finding.path ?? '',
      finding.message,
    ].join('\n');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}
