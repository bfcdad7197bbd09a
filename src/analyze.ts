import { applicationReport, wholeReport } from './application-report.js';
import type { Tools } from './cli/engine.js';
import type { LiveOptions } from './config/live-options.js';
import type { Desired } from './desired/build-desired.js';
import { findEvidence, startEvidence } from './evidence.js';
import { compileRules } from './explain/drift-rules.js';
import { openHealthRules } from './health-rules.js';
import type { Cluster } from './model/live.js';
import type { Report } from './model/report.js';
import type { AnalyzeRequest } from './model/request.js';
import { type LiveResult, type ResourceRef, refKey } from './model/resource.js';
import type { OpenedSource, RenderRequest } from './model/source.js';
import { type OpenCluster, openCluster } from './open-cluster.js';
import { loadCatalogue } from './ownership/catalogue.js';
import { readDesired } from './read-desired.js';
import { withoutStaleWords } from './recorded-secrets.js';
import { render } from './render/render.js';
import { type ComparedResource, compareResource, type Judging, judgeResource } from './resource-report.js';
import { withRolloutCauses } from './rollout-causes.js';
import { askServer, type ServerSide } from './server-side.js';
import { openSource } from './source/open-source.js';
import { withControllers } from './with-controllers.js';

/**
 * The pipeline: opens and renders desired, fetches live, compares, attributes, explains, judges. Throws a
 * GitdriftError where the run cannot go on; whatever could not be compared is Unknown in the report.
 */
export async function analyze(request: AnalyzeRequest, live: LiveOptions, tools: Tools): Promise<Report> {
  if (request.source.kind === 'argocd') {
    const { analyzeArgocd } = await import('./analyze-argocd.js');
    return analyzeArgocd(request, request.source, live, tools);
  }
  if (request.source.kind === 'flux') {
    const { analyzeFlux } = await import('./analyze-flux.js');
    return analyzeFlux(request, request.source, live, tools);
  }
  const opening = startLocalSource(request, tools);
  const { report } = await analyzeOn(await openCluster(live, tools), request, tools, opening);
  return report;
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

/** The pipeline on a cluster that is open already; gives what it declared beside the report. */
export async function analyzeOn(
  open: OpenCluster,
  request: AnalyzeRequest,
  tools: Tools,
  opening?: Promise<OpenedSource>,
): Promise<{ readonly report: Report; readonly desired: Desired }> {
  const { cluster } = open;
  const source = await (opening ?? openSource(request.source, { ...tools, stdin: tools.readStdin }));
  try {
    const namespace = request.namespace ?? cluster.destination.namespace ?? 'default';
    const rendered = await render(source, renderRequest(request, namespace, cluster), {
      ...tools,
      apiVersions: () => cluster.apiVersions(),
    });
    const health = await openHealthRules(request, tools.cwd);
    const desired = await readDesired(rendered.documents, request, namespace, open.kind, tools.warn);
    const autoscalers = startEvidence(desired.objects, cluster);

    tools.progress(`fetching ${desired.objects.length} objects`);
    const refs = desired.objects.map((object) => object.ref);
    const found = await withoutStaleWords(desired.objects, await cluster.fetch(refs));
    const judging = {
      schema: await open.schema(desired.objects),
      catalogue: loadCatalogue(),
      rules: compileRules(),
      request: request.compare,
      health: health.plain,
    };

    const compared = desired.objects.map((object) => compareResource(object, liveOf(found, object.ref), judging));
    const evidence = await findEvidence(compared, cluster, autoscalers);
    const serverSide = await dryRuns(open, request, compared, judging, tools);
    const judged = compared.map((resource) => judgeResource(resource, evidence.of(resource.desired.ref), judging));
    const liveObjects = compared.flatMap((one) => (one.kind === 'compared' ? [one.object] : []));
    const told = await withRolloutCauses(judged, liveObjects, cluster);
    const resources = await withControllers(compared, told, cluster);

    for (const warning of cluster.warnings) tools.warn(warning);
    const parts = { request, source, rendered, desired, compared, resources, evidence, cluster, namespace, serverSide };
    return { report: wholeReport([applicationReport(parts)], request, cluster.now), desired };
  } finally {
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
