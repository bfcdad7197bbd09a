import type { Tools } from './cli/engine.js';
import { applicationReport, wholeReport } from './compositions/application/application-report.js';
import { readDesired } from './compositions/application/read-desired.js';
import {
  type ComparedResource,
  compareResource,
  type Judging,
  judgeResource,
} from './compositions/application/resource-report.js';
import { withBasePolicy } from './compositions/base/base-policy.js';
import { withBlame } from './compositions/base/blame.js';
import { readBase, withEarlier } from './compositions/base/earlier-revisions.js';
import { withControllers } from './compositions/controllers/with-controllers.js';
import { differing, findAudit, withAuditLog } from './compositions/evidence/audit.js';
import { type FoundEvidence, findEvidence, startEvidence } from './compositions/evidence/evidence.js';
import { observe } from './compositions/evidence/observe.js';
import { selfHealFindings } from './compositions/evidence/self-heal.js';
import { openHealthRules } from './compositions/health/health-rules.js';
import { withRolloutCauses } from './compositions/health/rollout-causes.js';
import { type OpenCluster, openCluster } from './compositions/live/open-cluster.js';
import { withoutStaleWords } from './compositions/live/recorded-secrets.js';
import { askServer, type ServerSide } from './compositions/live/server-side.js';
import { blessedWriters } from './compositions/policy/blessed-writers.js';
import { type OpenRules, openRules, overridesOf } from './compositions/policy/open-rules.js';
import type { LiveOptions } from './config/live-options.js';
import type { Desired } from './desired/build-desired.js';
import type { Cluster } from './model/live.js';
import type { Finding, RendererName, Report } from './model/report.js';
import type { AnalyzeRequest } from './model/request.js';
import { type LiveResult, type ResourceRef, refKey } from './model/resource.js';
import type { OpenedSource, RenderRequest } from './model/source.js';
import { loadCatalogue } from './ownership/catalogue.js';
import { render } from './render/render.js';
import { openSource } from './source/open-source.js';

/**
 * The pipeline: opens and renders desired, fetches live, compares, attributes, explains, judges. Throws a
 * GitdriftError where the run cannot go on; whatever could not be compared is Unknown in the report.
 */
export async function analyze(request: AnalyzeRequest, live: LiveOptions, tools: Tools): Promise<Report> {
  const blessed = blessedWriters(request);
  if (blessed !== undefined) tools.warn(blessed);
  if (request.source.kind === 'argocd') {
    const { analyzeArgocd } = await import('./compositions/argocd/analyze-argocd.js');
    return analyzeArgocd(request, request.source, live, tools);
  }
  if (request.source.kind === 'flux') {
    const { analyzeFlux } = await import('./compositions/flux/analyze-flux.js');
    return analyzeFlux(request, request.source, live, tools);
  }
  const opening = startLocalSource(request, tools);
  return analyzeOn(await openCluster(live, tools), request, tools, ({ report }) => report, opening);
}

/**
 * Opens a path of this machine while the cluster is connected to: git takes its time, on another processor. A clone is
 * not begun before, for a cluster that cannot be reached has to end the run at once.
 */
function startLocalSource(request: AnalyzeRequest, tools: Tools): Promise<OpenedSource> | undefined {
  if (request.source.kind !== 'path') return undefined;
  const opening = openSource(request.source, { ...tools, stdin: tools.readStdin });
  // Said when it is waited for; the cluster's own failure comes first.
  opening.catch(() => {});
  return opening;
}

/** The report together with everything that it was made from. */
export interface Analysis {
  readonly report: Report;
  readonly source: OpenedSource;
  readonly desired: Desired;
  readonly compared: readonly ComparedResource[];
  readonly evidence: FoundEvidence;
  readonly judging: Judging;
  /** Why there are no files that declare it, where the source is no path and no repository. */
  readonly noFiles?: string;
  /** How an application's source is rendered again; absent: as the request says. */
  readonly editing?: Editing;
}

/** How a source is rendered by the rules of a controller, and with which files, so that a change of them can be tried. */
export interface Editing {
  readonly renderer: RendererName;
  readonly valuesFiles: readonly string[];
  /** Everything that the source declares, rendered from a copy of its files. Throws as the first rendering. */
  desired(copy: OpenedSource): Promise<Desired>;
}

/**
 * The pipeline on a cluster that is open already. `use` is given everything while the source is still open: after it a
 * clone is gone.
 */
export async function analyzeOn<Result>(
  open: OpenCluster,
  asked: AnalyzeRequest,
  tools: Tools,
  use: (analysis: Analysis) => Result | Promise<Result>,
  opening?: Promise<OpenedSource>,
): Promise<Result> {
  const { cluster } = open;
  const source = await (opening ?? openSource(asked.source, { ...tools, stdin: tools.readStdin }));
  let rules: OpenRules | undefined;
  try {
    const { request, findings: ofPolicy } = await withBasePolicy(asked, source, tools);
    rules = await openRules(request.policy);
    const namespace = request.namespace ?? cluster.destination.namespace ?? 'default';
    const rendering = renderRequest(request, namespace, cluster);
    const rendered = await render(source, rendering, {
      ...tools,
      apiVersions: () => cluster.apiVersions(),
    });
    const health = await openHealthRules(request, tools.cwd);
    const desired = await readDesired(rendered.documents, request, namespace, open.kind, tools.warn);
    const reading = { request, head: source, render: rendering, namespace, cluster, kind: open.kind, tools };
    const reads = readBase(reading);
    // Said when it is waited for; what fails before that comes first.
    reads.catch(() => {});
    const lists = startEvidence(desired.objects, cluster);

    tools.progress(`fetching ${desired.objects.length} objects`);
    const refs = desired.objects.map((object) => object.ref);
    const live = await cluster.fetch(refs);
    const found = await withoutStaleWords(desired.objects, live);
    const judging = {
      schema: await open.schema(desired.objects),
      catalogue: loadCatalogue(request.policy?.writers),
      rules: rules.rules,
      ...overridesOf(request.policy, cluster.now),
      request: request.compare,
      health: health.plain,
    };

    const earlier = await reads;
    const compared = desired.objects.map((object) => compareResource(object, liveOf(found, object.ref), judging));
    const beside = await findEvidence(compared, cluster, judging, lists);
    const since = await withEarlier(
      earlier,
      { documents: rendered.documents, desired, compared, live, judging, evidence: beside },
      reading,
    );
    const audit = await findAudit(differing(compared), request.audit, open, tools);
    const evidence = withAuditLog(since.evidence, audit);
    const serverSide = await dryRuns(open, request, compared, judging, tools);
    const judged = compared.map((resource) => judgeResource(resource, evidence.of(resource.desired.ref), judging));
    const liveObjects = compared.flatMap((one) => (one.kind === 'compared' ? [one.object] : []));
    const told = await withRolloutCauses(judged, liveObjects, cluster);
    const resources = await withControllers(compared, told, cluster);

    const selfHeals = await selfHealFindings(compared, evidence, cluster);
    const observed = await observeFor(request.observeMs, { cluster, compared, evidence, judging }, tools);

    for (const warning of cluster.warnings) tools.warn(warning);
    const parts = {
      ...{ request, source, rendered, desired, compared, resources, evidence, cluster, namespace, serverSide },
      since: { ...since, findings: [...ofPolicy, ...since.findings] },
      observed,
      selfHeals,
      judging,
    };
    const report = await withBlame(
      wholeReport([applicationReport(parts)], request, cluster.now),
      source,
      request,
      tools,
    );
    return await use({ report, source, desired, compared, evidence, judging });
  } finally {
    rules?.close();
    await source.close();
  }
}

function renderRequest(request: AnalyzeRequest, namespace: string, cluster: Cluster): RenderRequest {
  const { version } = cluster.destination;
  return {
    ...request.render,
    namespace: request.render.namespace ?? namespace,
    ...(version === undefined ? {} : { kubeVersion: version }),
  };
}

/** The looks after the first, where `--observe` asks for them. */
async function observeFor(
  durationMs: number | undefined,
  what: Omit<Parameters<typeof observe>[0], 'durationMs'>,
  tools: Tools,
): Promise<readonly Finding[]> {
  return durationMs === undefined ? [] : observe({ ...what, durationMs }, tools);
}

/** The server's own word, where `--server-side` asks for it; by default nothing is loaded that could ask. */
async function dryRuns(
  open: OpenCluster,
  request: AnalyzeRequest,
  compared: readonly ComparedResource[],
  judging: Judging,
  tools: Tools,
): Promise<ServerSide | undefined> {
  if (request.serverSide === undefined || open.dryRun === undefined) return undefined;
  tools.progress(`trying ${compared.length} applies as dry runs`);
  return askServer(compared, await open.dryRun(), judging);
}

function liveOf(found: ReadonlyMap<string, LiveResult>, ref: ResourceRef): LiveResult {
  return found.get(refKey(ref)) ?? { kind: 'unreadable', reason: 'the cluster gave no answer for this object' };
}
