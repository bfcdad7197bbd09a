import type { Tools } from '../../cli/engine.js';
import type { CompiledRule } from '../../explain/drift-rules.js';
import { compileFluxRules } from '../../gitops/flux/ignore-rules.js';
import { GitdriftError } from '../../model/errors.js';
import type { FluxApplication } from '../../model/flux.js';
import { dig, type JsonValue } from '../../model/json.js';
import type { ApplicationReport } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { type LiveResult, type ResourceRef, refKey } from '../../model/resource.js';
import { loadCatalogue } from '../../ownership/catalogue.js';
import type { Artifacts } from '../../source/flux/artifact.js';
import type { DesiredPart, SeenApplication } from '../application/judged-application.js';
import { compareResource, judgeResource } from '../application/resource-report.js';
import { isOursAlone, unreadSource } from '../application/unread-source.js';
import { type ApplicationSince, artifactsAtBase, withApplicationBase } from '../base/application-base.js';
import type { EarlierWorld } from '../base/base.js';
import { differing, findAudit, withAuditLog } from '../evidence/audit.js';
import { findEvidence, startEvidence } from '../evidence/evidence.js';
import type { RunHealthRules } from '../health/health-rules.js';
import { withRolloutCauses } from '../health/rollout-causes.js';
import type { OpenCluster } from '../live/open-cluster.js';
import { withoutStaleWords } from '../live/recorded-secrets.js';
import { overridesOf } from '../policy/open-rules.js';
import { declaredBy, NOTHING, objectsDeclaredBy } from './flux-declared.js';
import { heldBack, waitsFor } from './flux-dependencies.js';
import { checkedHealth } from './flux-health.js';
import { renderHelmReleaseObject } from './flux-helm-release.js';
import { renderKustomizationObject } from './flux-kustomization.js';
import { fetchNoLongerDeclared } from './flux-live.js';
import type { FluxObjects } from './flux-objects.js';
import type { FluxDesired } from './flux-rendering.js';
import { fluxReport } from './flux-report.js';
import { extraneousResource, fluxResource } from './flux-resources.js';

/** What all objects of Flux of a run share. */
export interface FluxContext {
  readonly request: AnalyzeRequest;
  readonly open: OpenCluster;
  readonly objects: FluxObjects;
  readonly artifacts: Artifacts;
  readonly tools: Tools;
  readonly health: RunHealthRules;
  /** The policy's only explain: Flux decides what counts. */
  readonly rules: readonly CompiledRule[];
  /** Told of the object with all that its report was made from. */
  seen(application: SeenApplication): void;
}

/** One Kustomization or HelmRelease, rendered, fetched and judged as Flux does, with our own comparison as the yardstick. */
export async function applicationFlux(application: FluxApplication, context: FluxContext): Promise<ApplicationReport> {
  const { request, open, tools } = context;
  const { cluster } = open;
  tools.progress(`rendering ${application.name}`);
  const rendered = await renderOne(application, context);
  const { desired, fault } =
    rendered.kind === 'failed'
      ? { desired: NOTHING, fault: rendered.fault }
      : await declaredBy(rendered.desired, application, context);
  if (fault !== undefined) {
    const unknown = fluxReport({ kind: 'failed', application, request, cluster, fault });
    const failed = isOursAlone(fault) ? unreadSource(unknown, fault) : unknown;
    context.seen({ kind: 'not-judged', report: failed, reason: fault.message });
    return failed;
  }
  const flux = rendered.kind === 'rendered' ? rendered.desired : undefined;

  tools.progress(`fetching ${desired.objects.length} objects of ${application.name}`);
  const refs = desired.objects.map(({ ref }) => ref);
  const left = desired.notCompared.map(({ ref }) => ref);
  const [fetched, gone] = await Promise.all([
    cluster.fetch(refs),
    fetchNoLongerDeclared(application, [...refs, ...left], flux?.dropped ?? [], open),
  ]);
  const found = await withoutStaleWords(desired.objects, fetched);
  const health = await context.health.flux(checksOf(application));
  const judging = {
    schema: await open.schema(desired.objects),
    catalogue: loadCatalogue(request.policy?.writers),
    rules: context.rules,
    ...overridesOf(request.policy, cluster.now),
    request: request.compare,
    health: { ...health, reading: 'kstatus' as const },
  };
  const autoscalers = startEvidence(desired.objects, cluster);
  const compared = desired.objects.map((object) => compareResource(object, liveOf(found, object.ref), judging));
  const beside = await findEvidence(compared, cluster, judging, autoscalers);
  const based = await sinceBase(
    application,
    { flux, compared, live: fetched, judging, evidence: beside, desired },
    context,
  );
  const evidence = withAuditLog(based.evidence, await findAudit(differing(compared), request.audit, open, tools));
  const rules = compileFluxRules(application.ignore);
  const upgradePending = flux?.upgradePending === true;
  const waiting = await waitsFor(application, context.objects);
  const judged = compared.map((resource) => {
    const own = judgeResource(resource, evidence.of(resource.desired.ref), judging);
    return heldBack(fluxResource(own, resource, { application, rules, now: cluster.now, upgradePending }), waiting);
  });
  const live = compared.flatMap((one) => (one.kind === 'compared' ? [one.object] : []));
  const resources = await withRolloutCauses(judged, live, cluster);
  const report = fluxReport({
    kind: 'judged',
    ...{
      application,
      request,
      cluster,
      rendered: withSince(flux as FluxDesired, based),
      desired,
      compared,
      evidence,
      judging,
      rules,
      resources,
    },
    extraneous: gone.found.map((one) =>
      heldBack(extraneousResource(application, one, upgradePending, judging), waiting),
    ),
    unread: gone.unread,
    checks: await checkedHealth(application, resources, cluster, judging.health),
    waiting,
  });
  context.seen({
    ...{ kind: 'judged', report, open, desired, compared, evidence, judging },
    parts: flux === undefined ? [] : [partOf(flux, application, context)],
    declare: (documents) => objectsDeclaredBy(documents, application, context),
  });
  return report;
}

function withSince(flux: FluxDesired, { findings, sources }: ApplicationSince): FluxDesired {
  return { ...flux, sources, findings: [...flux.findings, ...findings] };
}

/** The third side of `--base`; as it was without. */
async function sinceBase(
  application: FluxApplication,
  parts: Pick<EarlierWorld, 'compared' | 'live' | 'judging' | 'evidence' | 'desired'> & {
    readonly flux: FluxDesired | undefined;
  },
  context: FluxContext,
): Promise<ApplicationSince> {
  const { request, open, tools, artifacts } = context;
  const sources = parts.flux?.sources ?? [];
  if (request.base === undefined) return { evidence: parts.evidence, findings: [], sources };
  tools.progress(`rendering ${application.name} at ${request.base}`);
  return withApplicationBase(
    artifactsAtBase(artifacts, request.base),
    async (opener) => {
      const then = await renderOne(application, { ...context, artifacts: opener });
      if (then.kind === 'failed') throw then.fault;
      // What a release holds in the cluster has no revision.
      return then.desired.part.source === undefined ? undefined : then.desired.documents;
    },
    {
      ...{ ...parts, sources, request, cluster: open.cluster },
      declare: (documents) => objectsDeclaredBy(documents, application, context),
    },
  );
}

/** An object of Flux has one source; a copy of its files stands for the artifact. */
function partOf({ documents, part }: FluxDesired, application: FluxApplication, context: FluxContext): DesiredPart {
  return {
    ...part,
    documents,
    async render({ root }) {
      const open: Artifacts['open'] = async (source) => {
        const artifact = await context.artifacts.open(source);
        return root === undefined ? artifact : { ...artifact, root };
      };
      const again = await renderOne(application, { ...context, artifacts: { ...context.artifacts, open } });
      if (again.kind === 'failed') throw again.fault;
      return again.desired.documents;
    },
  };
}

/** The CEL that says when objects of a kind are well. */
function checksOf(application: FluxApplication): JsonValue | undefined {
  return dig(application.object, 'spec', 'healthCheckExprs');
}

type Rendering =
  | { readonly kind: 'rendered'; readonly desired: FluxDesired }
  | { readonly kind: 'failed'; readonly fault: GitdriftError };

/** Whatever Flux itself would not get past makes the object Unknown; an interrupted run ends. */
async function renderOne(application: FluxApplication, context: FluxContext): Promise<Rendering> {
  const { open, objects, artifacts, tools } = context;
  const { version } = open.cluster.destination;
  const rendering = {
    ...{ objects, artifacts, tools },
    ...(version === undefined ? {} : { kubeVersion: version }),
    apiVersions: () => open.cluster.apiVersions(),
  };
  try {
    if (application.remote) throw elsewhere(application);
    const desired =
      application.kind === 'kustomization'
        ? await renderKustomizationObject(application, rendering)
        : await renderHelmReleaseObject(application, rendering);
    return { kind: 'rendered', desired };
  } catch (error) {
    if (!(error instanceof GitdriftError) || error.code === 'interrupted') throw error;
    return { kind: 'failed', fault: error };
  }
}

function elsewhere({ name }: FluxApplication): GitdriftError {
  return new GitdriftError('usage', `${name} deploys to another cluster (spec.kubeConfig), which was not looked into`, {
    hint: 'build it and compare it with that cluster: flux build kustomization … | gitdrift diff - --context …',
  });
}

function liveOf(found: ReadonlyMap<string, LiveResult>, ref: ResourceRef): LiveResult {
  return found.get(refKey(ref)) ?? { kind: 'unreadable', reason: 'the cluster gave no answer for this object' };
}
