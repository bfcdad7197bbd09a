import type { Tools } from '../../cli/engine.js';
import type { LiveOptions } from '../../config/live-options.js';
import { GitdriftError } from '../../model/errors.js';
import type { ApplicationReport, Report } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { isInShard } from '../../model/shard.js';
import type { FluxRequest } from '../../model/source.js';
import type { WantedRepository } from '../../source/argocd/open-repository.js';
import { fluxArtifacts } from '../../source/flux/artifact.js';
import { wantedOf } from '../../source/flux/git-artifact.js';
import { wholeReport } from '../application/application-report.js';
import { type ApplicationsRun, isLookedAtAgain, type SeenApplication } from '../application/judged-application.js';
import { lookedAgain } from '../application/looked-again.js';
import { repositoryMap } from '../application/repository-map-of.js';
import { requireBase } from '../base/application-base.js';
import { withApplicationsPolicy, withPolicyFindings } from '../base/application-policy.js';
import { openHealthRules } from '../health/health-rules.js';
import { type OpenCluster, openCluster } from '../live/open-cluster.js';
import { type OpenRules, openRules } from '../policy/open-rules.js';
import { applicationFlux } from './application-flux.js';
import { type FluxObjects, readFluxObjects } from './flux-objects.js';

/**
 * The pipeline for Kustomizations and HelmReleases of Flux: reads them and their sources, renders, fetches and judges each
 * as Flux does. What one of them lacks makes it Unknown and the others go on. Throws a GitdriftError where the run cannot.
 */
export async function analyzeFlux(
  first: AnalyzeRequest,
  asked: FluxRequest,
  live: LiveOptions,
  tools: Tools,
  run: ApplicationsRun = {},
): Promise<Report> {
  const open = await openCluster(live, tools, run.through);
  const { found, reports, request } = await fluxReports(first, asked, open, tools, run.use);
  // A part of a run may be empty; the whole may not.
  if (found === 0 && !request.allowEmpty) {
    throw new GitdriftError('no-objects', 'there is no Kustomization and no HelmRelease to compare', {
      hint: 'check the cluster and the context; --allow-empty accepts it',
    });
  }
  requireBase(reports);
  for (const warning of open.cluster.warnings) tools.warn(warning);
  return wholeReport(reports, request, open.cluster.now);
}

/** The reports of objects of Flux, and of how many the run's part of them was taken. */
export interface FluxReports {
  readonly found: number;
  readonly reports: readonly ApplicationReport[];
  /** With the policy that judged them. */
  readonly request: AnalyzeRequest;
}

/** The reports of the objects of Flux that are asked for; with `all` of every one that the cluster has, and none where it has no Flux. */
export async function fluxReports(
  first: AnalyzeRequest,
  asked: FluxRequest,
  open: OpenCluster,
  tools: Tools,
  use?: ApplicationsRun['use'],
): Promise<FluxReports> {
  const objects = await readFluxObjects(asked, open.cluster, tools);
  const applications = objects.applications.filter(({ kind, namespace, name }) =>
    isInShard({ kind: KINDS[kind], namespace, name }, first.shard),
  );
  const artifacts = fluxArtifacts(repositoryMap(asked, first, tools), objects.source, tools);
  let rules: OpenRules | undefined;
  try {
    const wanted = first.base === undefined ? [] : await repositoriesOf(objects);
    const judging = await withApplicationsPolicy(first, wanted, artifacts.repositories, tools);
    const { request } = judging;
    const health = await openHealthRules(request, tools.cwd);
    rules = await openRules(request.policy, 'theirs');
    const reports: ApplicationReport[] = [];
    const seen: SeenApplication[] = [];
    const isKept = isLookedAtAgain(request, use === undefined ? {} : { use });
    const context = {
      ...{ request, open, objects, artifacts, tools, health, rules: rules.rules },
      seen: (one: SeenApplication) => void (isKept && seen.push(one)),
    };
    // One after the other: a build edits files of an artifact that the next one reads.
    for (const [at, application] of applications.entries()) {
      const place = applications.length === 1 ? '' : ` (${at + 1} of ${applications.length})`;
      const progress: Tools['progress'] = (doing) => tools.progress(`${doing}${place}`);
      reports.push(await applicationFlux(application, { ...context, tools: { ...tools, progress } }));
    }
    await use?.(seen, open);
    const again = withPolicyFindings(await lookedAgain(reports, seen, request, tools), judging.findings);
    return { found: objects.applications.length, reports: again, request };
  } finally {
    rules?.close();
    await artifacts.close();
  }
}

const KINDS = { kustomization: 'Kustomization', helmrelease: 'HelmRelease' } as const;

/** The Git repositories of all sources; what has none, or cannot be read, is said where it is rendered. */
async function repositoriesOf({ applications, source }: FluxObjects): Promise<readonly WantedRepository[]> {
  const references = applications.flatMap((one) =>
    one.kind === 'kustomization' ? [one.source] : (one.chart?.source ?? one.chartRef ?? []),
  );
  const found = await Promise.all(references.map((one) => source(one).catch(() => undefined)));
  return found.flatMap((one) => (one?.kind === 'GitRepository' ? [wantedOf(one)] : []));
}
