import type { Tools } from '../../cli/engine.js';
import type { Desired } from '../../desired/build-desired.js';
import type { CompiledRule } from '../../explain/drift-rules.js';
import { judgeApplication } from '../../gitops/argocd/judge-application.js';
import type { ArgoApplication } from '../../model/argo-application.js';
import type { Cluster } from '../../model/live.js';
import type { ApplicationReport } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { type Gvk, type KubernetesObject, type LiveResult, refOf } from '../../model/resource.js';
import { gvkKey } from '../../model/schema.js';
import type { ArgoRequest } from '../../model/source.js';
import { loadCatalogue } from '../../ownership/catalogue.js';
import type { KeptBuilds } from '../../render/argocd/kept-builds.js';
import type { Jq } from '../../render/jq/jq-paths.js';
import type { ArgoRepositories } from '../../source/argocd/open-repository.js';
import { argoHealth, withMoreWords } from '../../verdict/argo-health.js';
import type { SeenApplication } from '../application/judged-application.js';
import type { ComparedResource, Judging } from '../application/resource-report.js';
import { isOursAlone, unreadSource } from '../application/unread-source.js';
import { type ApplicationSince, repositoriesAtBase, withApplicationBase } from '../base/application-base.js';
import { differing, findAudit, withAuditLog } from '../evidence/audit.js';
import { type FoundEvidence, findEvidence, startEvidence } from '../evidence/evidence.js';
import { selfHealFindings } from '../evidence/self-heal.js';
import type { RunHealthRules } from '../health/health-rules.js';
import { explainUnhealthy } from '../health/rollout-causes.js';
import type { OpenCluster } from '../live/open-cluster.js';
import { withEqualValues, withoutStaleWords } from '../live/recorded-secrets.js';
import { overridesOf } from '../policy/open-rules.js';
import type { FoundSettings } from './argo-applications.js';
import type { ArgoClusters } from './argo-clusters.js';
import { declared, declaredIn, desiredOf, objectsIn, wantedRefs } from './argo-declared.js';
import { fetchArgoLive } from './argo-live.js';
import { argoNext } from './argo-next.js';
import { findPlace } from './argo-projects.js';
import { notReachedReport, reportOf } from './argo-report.js';
import { type ArgoPair, comparedOf, comparePair, judgePair, type PairContext } from './argo-resources.js';
import { type ArgoDesired, renderArgoSources } from './argo-sources.js';
import { argoTools } from './argo-tools.js';

/** What all applications of a run share. */
export interface ApplicationContext {
  readonly request: AnalyzeRequest;
  readonly asked: ArgoRequest;
  readonly clusters: ArgoClusters;
  readonly repositories: ArgoRepositories;
  readonly builds: KeptBuilds;
  readonly tools: Tools;
  readonly jq: Jq;
  /** The policy's only explain: Argo CD decides what counts. */
  readonly rules: readonly CompiledRule[];
  readonly health: RunHealthRules;
  /** The cluster that the Applications and their settings are read from. */
  readonly cluster: Cluster;
  /** Argo CD's settings where it is installed. */
  settings(namespace: string): Promise<FoundSettings>;
  /** Told of the application with all that its report was made from. */
  seen(application: SeenApplication): void;
}

/** One Application, rendered, fetched and judged as Argo CD does, with our own comparison beside. */
export async function applicationArgocd(
  application: ArgoApplication,
  context: ApplicationContext,
): Promise<ApplicationReport> {
  const { request, asked, tools } = context;
  const { settings, findings: settingsFindings } = await context.settings(application.controlPlaneNamespace);
  const place = await findPlace(context.cluster, application, settings);
  const reached = await context.clusters.of(place.destination);
  if (reached.kind === 'unreachable') {
    const report = notReachedReport(application, reached);
    context.seen({ kind: 'not-judged', report, reason: reached.reason, elsewhere: true });
    return report;
  }
  const { open } = reached;
  const { cluster } = open;

  tools.progress(`rendering ${application.name}`);
  const { version } = cluster.destination;
  const sourcesContext = {
    repositories: context.repositories,
    builds: context.builds,
    settings: settings.values,
    ...(version === undefined ? {} : { kubeVersion: version }),
    apiVersions: () => cluster.apiVersions(),
  };
  const rendered = await renderArgoSources(application, sourcesContext, tools);
  const { desired, fault } = await desiredOf(rendered, application, request, open);
  const refs = wantedRefs(desired);

  tools.progress(`fetching ${refs.length} objects of ${application.name}`);
  const fetched = await fetchArgoLive(cluster, refs, application, asked.prune);
  // Argo CD's rules know values, not what a recording says of them.
  const found = withEqualValues(desired.objects, await withoutStaleWords(desired.objects, fetched.found));
  const objects = fault === undefined ? objectsIn(rendered.documents) : [];
  const live = [...foundObjects(found), ...fetched.others];
  const schema = await open.schema(desired.objects);
  const catalogue = loadCatalogue(request.policy?.writers);
  const verdict = judgeApplication({
    application,
    settings,
    project: place.project,
    ...(place.clusters === undefined ? {} : { clusters: place.clusters }),
    rendered: fault === undefined ? { kind: 'rendered', objects } : { kind: 'failed', message: fault.message },
    live,
    unreadable: unreadable(found),
    isNamespaced: await scopes([...objects, ...live], open),
    schema,
    tools: argoTools(schema, context.jq),
  });
  const healthParts = {
    application,
    verdicts: verdict.resources,
    unreadable: unreadable(found),
    rules: await context.health.argocd(settings.healthScripts),
    ...(verdict.invalidSpec ? { invalidSpec: verdict.sync.message } : {}),
  };
  const judgedHealth = argoHealth(healthParts);
  const causes = await explainUnhealthy(judgedHealth.resources, live, cluster);
  const health = withMoreWords(judgedHealth, causes, healthParts);

  const pairContext: PairContext = {
    judging: {
      ...{ schema, catalogue, rules: context.rules, request: request.compare },
      ...overridesOf(request.policy, cluster.now),
    },
    settings,
    health: health.resources,
    found,
    desiredOf: declaredIn(desired, rendered.documents),
  };
  const autoscalers = startEvidence(desired.objects, cluster);
  const pairs: readonly ArgoPair[] = verdict.resources.map((one) => comparePair(one, pairContext));
  const compared = comparedOf(pairs);
  const beside = await findEvidence(compared, cluster, pairContext.judging, autoscalers);
  const based = await sinceBase(
    { application, sourcesContext, rendered, compared, live: fetched.found, evidence: beside, desired, open },
    pairContext.judging,
    context,
  );
  const evidence = withAuditLog(based.evidence, await findAudit(differing(compared), request.audit, open, tools));
  const revisions = rendered.sources.flatMap(({ revision }) => revision ?? []);
  const next = await argoNext(application, revisions, context.cluster);
  const judged = next.resources(
    pairs.map((pair) => judgePair(pair, evidence, pairContext)),
    verdict.resources,
  );
  const report = reportOf({
    ...{
      application,
      request,
      cluster,
      rendered: { ...rendered, sources: based.sources },
      desired,
      verdict,
      health,
      judged,
      compared,
      evidence,
      settingsFindings: [...settingsFindings, ...place.findings, ...based.findings],
    },
    judging: pairContext.judging,
    selfHeals: await selfHealFindings(compared, evidence, context.cluster),
    unread: fetched.unread,
  });
  const known = next.application(report);
  // Where its controller reports the same fault, Argo CD's verdict counts.
  const failsThere = application.status.conditions.some(({ type }) => type === 'ComparisonError');
  const whole = fault !== undefined && isOursAlone(fault) && !failsThere ? unreadSource(known, fault) : known;
  context.seen(
    fault === undefined
      ? {
          ...{ kind: 'judged', report: whole, open, desired, compared, evidence },
          ...{ judging: pairContext.judging, parts: rendered.parts },
          declare: (documents) => declared(documents, application, request, open),
        }
      : { kind: 'not-judged', report: whole, reason: fault.message },
  );
  return whole;
}

/** The third side of `--base`; as it was without. */
async function sinceBase(
  parts: {
    readonly application: ArgoApplication;
    readonly sourcesContext: Parameters<typeof renderArgoSources>[1];
    readonly rendered: ArgoDesired;
    readonly compared: readonly ComparedResource[];
    readonly live: ReadonlyMap<string, LiveResult>;
    readonly evidence: FoundEvidence;
    readonly desired: Desired;
    readonly open: OpenCluster;
  },
  judging: Judging,
  { request, tools, repositories }: ApplicationContext,
): Promise<ApplicationSince> {
  const { application, sourcesContext, rendered, open } = parts;
  const { sources } = rendered;
  if (request.base === undefined || rendered.fault !== undefined) {
    return { evidence: parts.evidence, findings: [], sources };
  }
  tools.progress(`rendering ${application.name} at ${request.base}`);
  const atBase = repositoriesAtBase(repositories, request.base);
  return withApplicationBase(
    atBase,
    async (opener) => {
      const silent = { ...tools, progress: () => {} };
      const then = await renderArgoSources(application, { ...sourcesContext, repositories: opener }, silent);
      if (then.fault !== undefined) throw then.fault;
      return then.documents;
    },
    {
      ...{ ...parts, sources, judging, request, cluster: open.cluster },
      declare: (documents) => declared(documents, application, request, open),
    },
  );
}

function foundObjects(found: ReadonlyMap<string, LiveResult>): readonly KubernetesObject[] {
  return [...found.values()].flatMap((result) => (result.kind === 'found' ? [result.object] : []));
}

function unreadable(found: ReadonlyMap<string, LiveResult>): ReadonlyMap<string, string> {
  return new Map(
    [...found].flatMap(([key, result]) => (result.kind === 'unreadable' ? [[key, result.reason] as const] : [])),
  );
}

async function scopes(
  objects: readonly KubernetesObject[],
  open: OpenCluster,
): Promise<(gvk: Gvk) => boolean | undefined> {
  const kinds = new Map(objects.map((object) => [gvkKey(refOf(object)), refOf(object)]));
  const known = new Map<string, boolean>();
  await Promise.all(
    [...kinds].map(async ([key, gvk]) => {
      const info = await open.kind(gvk);
      if (info !== undefined) known.set(key, info.namespaced);
    }),
  );
  return (gvk) => known.get(gvkKey(gvk));
}
