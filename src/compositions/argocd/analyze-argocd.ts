import type { Tools } from '../../cli/engine.js';
import type { LiveOptions } from '../../config/live-options.js';
import { GitdriftError } from '../../model/errors.js';
import type { ApplicationReport, Report } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { isInShard } from '../../model/shard.js';
import type { ArgoRequest } from '../../model/source.js';
import { keepBuilds } from '../../render/argocd/kept-builds.js';
import { openJq } from '../../render/jq/jq-paths.js';
import { argoRepositories } from '../../source/argocd/open-repository.js';
import { wholeReport } from '../application/application-report.js';
import { type ApplicationsRun, isLookedAtAgain, type SeenApplication } from '../application/judged-application.js';
import { lookedAgain } from '../application/looked-again.js';
import { repositoryMap } from '../application/repository-map-of.js';
import { requireBase } from '../base/application-base.js';
import { withApplicationsPolicy, withPolicyFindings } from '../base/application-policy.js';
import { type FluxReports, fluxReports } from '../flux/analyze-flux.js';
import { openHealthRules } from '../health/health-rules.js';
import type { OpenCluster } from '../live/open-cluster.js';
import { openRules } from '../policy/open-rules.js';
import { type ApplicationContext, applicationArgocd } from './application-argocd.js';
import { type FoundSettings, findSettings, readApplications } from './argo-applications.js';
import { argoClusters } from './argo-clusters.js';
import { repositoriesOf } from './argo-opened.js';

/**
 * The pipeline for Argo CD Applications: reads them and Argo CD's settings, renders, fetches and judges each by Argo
 * CD's rules; with `--all-apps` the objects of Flux, too, as Flux does. What one of them lacks makes it Unknown and the
 * others go on. Throws a GitdriftError where the run cannot.
 */
export async function analyzeArgocd(
  first: AnalyzeRequest,
  asked: ArgoRequest,
  live: LiveOptions,
  tools: Tools,
  run: ApplicationsRun = {},
): Promise<Report> {
  const clusters = argoClusters(asked.all ? sharedByMany(live, first) : live, asked, tools, run.through);
  const own = await clusters.own();
  const { cluster } = own;
  const seen: SeenApplication[] = [];
  const ofFlux: SeenApplication[] = [];
  // Hundreds of applications with all their objects are held in memory only where somebody looks at them again.
  const isKept = isLookedAtAgain(first, run);
  const everyOne = await readApplications(asked, cluster, tools);
  const applications = everyOne.filter(({ namespace, name }) =>
    isInShard({ kind: 'Application', namespace, name }, first.shard),
  );
  const repositories = argoRepositories(repositoryMap(asked, first, tools), tools);
  const wanted = applications.flatMap(repositoriesOf);
  const judging = await withApplicationsPolicy(first, wanted, repositories, tools).catch(async (error: unknown) => {
    await repositories.close();
    throw error;
  });
  const flux = asked.all
    ? await everythingOfFlux(judging.request, asked, own, tools, isKept ? ofFlux : undefined)
    : { found: 0, reports: [], request: judging.request };
  const { request } = flux;
  // A part of a run may be empty; the whole may not.
  if (everyOne.length + flux.found === 0 && !request.allowEmpty) {
    throw new GitdriftError('no-objects', `there is ${asked.all ? NOTHING : 'no Argo CD Application'} to compare`, {
      hint: 'check the cluster and the context; --allow-empty accepts it',
    });
  }
  const health = await openHealthRules(request, tools.cwd);
  const settings = new Map<string, Promise<FoundSettings>>();
  const rules = await openRules(request.policy, 'theirs');
  const jq = openJq();
  const context: ApplicationContext = {
    ...{ request, asked, clusters, repositories, tools, cluster, jq, health, rules: rules.rules },
    builds: keepBuilds(),
    seen: (one) => void (isKept && seen.push(one)),
    settings(namespace) {
      const known = settings.get(namespace) ?? findSettings(cluster, namespace);
      settings.set(namespace, known);
      return known;
    },
  };
  try {
    const reports: ApplicationReport[] = [];
    // One after the other: a build may edit files of a repository that the next one reads.
    for (const [at, application] of applications.entries()) {
      const place = applications.length === 1 ? '' : ` (${at + 1} of ${applications.length})`;
      const progress: Tools['progress'] = (doing) => tools.progress(`${doing}${place}`);
      reports.push(await applicationArgocd(application, { ...context, tools: { ...tools, progress } }));
    }
    await run.use?.([...ofFlux, ...seen], own);
    for (const warning of cluster.warnings) tools.warn(warning);
    const again = withPolicyFindings(await lookedAgain(reports, seen, request, tools), judging.findings);
    requireBase([...flux.reports, ...again]);
    return wholeReport([...flux.reports, ...again], request, cluster.now);
  } finally {
    jq.close();
    rules.close();
    await repositories.close();
  }
}

/** The same cluster, of which nothing is asked twice; who observes wants to be told anew. */
function sharedByMany(live: LiveOptions, { observeMs }: AnalyzeRequest): LiveOptions {
  if (live.kind === 'recording' || observeMs !== undefined) return live;
  return { ...live, connection: { ...live.connection, shared: true } };
}

const NOTHING = 'no Argo CD Application, no Kustomization and no HelmRelease';

async function everythingOfFlux(
  request: AnalyzeRequest,
  { repositories }: ArgoRequest,
  open: OpenCluster,
  tools: Tools,
  seen: SeenApplication[] | undefined,
): Promise<FluxReports> {
  const asked = { kind: 'flux', files: [], kustomizations: [], helmReleases: [], all: true, repositories } as const;
  const use = seen && (async (found: readonly SeenApplication[]) => void seen.push(...found));
  return fluxReports(request, asked, open, tools, use);
}
