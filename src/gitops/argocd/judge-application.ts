import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoCluster, ArgoProject } from '../../model/argo-project.js';
import type { ArgoSettings } from '../../model/argo-settings.js';
import type { ArgoCondition, ArgoTools, ArgoVerdict } from '../../model/argo-verdict.js';
import type { Finding } from '../../model/report.js';
import { compareRefs, type Gvk, type KubernetesObject, type ResourceRef, refKey, refOf } from '../../model/resource.js';
import type { SchemaBundle } from '../../model/schema.js';
import type { StrategyChoice } from './compare-pair.js';
import { isOnlyDeletionHook, isSyncHook } from './hooks.js';
import { judgePairs, type Pair, type PairJudging } from './judge-pairs.js';
import { managedLive } from './managed-live.js';
import { isManagedNamespace, managedNamespace, wantsOtherNamespaceMetadata } from './managed-namespace.js';
import { projectFindings } from './project-findings.js';
import { destinationCluster, ofAnyCluster } from './project-rules.js';
import { DEFAULT_PROJECT } from './read-project.js';
import { recordedFaults, recordedProject } from './recorded-project.js';
import { type SpecFaults, specFaults } from './spec-faults.js';
import { syncMessage } from './sync-message.js';
import { targetObjects } from './target-objects.js';
import { trackedBy } from './tracking.js';

/** All that Argo CD's word on an application rests on. */
export interface ArgoJudging {
  readonly application: ArgoApplication;
  readonly settings: ArgoSettings;
  /** `missing` where it surely does not exist, `unknown` where it could not be looked for. */
  readonly project: /** `assumed` where it could not be read and is the one that Argo CD ships. */
    | { readonly kind: 'found'; readonly project: ArgoProject; readonly assumed?: true }
    | { readonly kind: 'missing' }
    | { readonly kind: 'unknown'; readonly reason: string };
  /** The clusters that Argo CD knows; absent where they could not be read. */
  readonly clusters?: readonly ArgoCluster[];
  /** Objects as rendered: lists exploded, hooks and duplicates among them, without Argo CD's marks. */
  readonly rendered:
    | { readonly kind: 'rendered'; readonly objects: readonly KubernetesObject[] }
    | { readonly kind: 'failed'; readonly message: string };
  /** Live objects that rendered ones name, at their versions, and all that may be tracked as the application's. */
  readonly live: readonly KubernetesObject[];
  /** Why wanted live objects could not be read, by `refKey`. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** Undefined where the cluster does not know the kind. */
  readonly isNamespaced: (gvk: Gvk) => boolean | undefined;
  readonly schema: SchemaBundle;
  readonly tools: ArgoTools;
}

/** Argo CD's word on an application and each of its objects (argo-cd controller/state.go, CompareAppState). */
export function judgeApplication(judging: ArgoJudging): ArgoVerdict {
  const { application, settings, project } = judging;
  const { faults, undecided } = refusals(judging);
  const isRead = project.kind === 'found' && project.assumed !== true;
  const said = (declared: readonly ResourceRef[]): readonly Finding[] =>
    isRead ? projectFindings({ ...judging, project: project.project, clusters: judging.clusters, declared }) : [];
  if (faults.length > 0) return { ...notCompared(application, faults), findings: said([]) };
  if (settings.faults.length > 0) {
    const message = `Argo CD cannot read its settings: ${settings.faults.join('; ')}`;
    return { ...notCompared(application, []), sync: { status: 'Unknown', message }, invalidSpec: false };
  }
  const permitting = project.kind === 'found' ? project.project : recordedProject(application);
  const verdict = compared(judging, undecided === undefined ? permitting : ofAnyCluster(permitting));
  const declared = verdict.resources.flatMap(({ desired }) => (desired === undefined ? [] : [refOf(desired)]));
  const limits = undecided === undefined ? verdict.limits : [...verdict.limits, undecided];
  return { ...verdict, limits, findings: said(declared) };
}

/** What Argo CD refuses the specification for; by its own record where the project or its clusters could not be read. */
function refusals({ application, project, clusters }: ArgoJudging): SpecFaults {
  if (project.kind === 'missing') {
    return { faults: [invalidSpec(`Application referencing project ${application.project} which does not exist`)] };
  }
  const read = project.kind === 'found' ? project.project : undefined;
  const own = specFaults(application, read ?? DEFAULT_PROJECT, clusters);
  const isRead = read !== undefined && !(project.kind === 'found' && project.assumed === true);
  if (own.faults.length > 0 || (isRead && own.undecided === undefined && clusters !== undefined)) return own;
  const recorded = recordedFaults(application);
  // What is read counts over the record, but for clusters, which only the controller knew.
  const telling =
    isRead && own.undecided === undefined ? recorded.filter(({ message }) => /cluster/.test(message)) : recorded;
  return { ...own, faults: telling };
}

function compared(judging: ArgoJudging, project: ArgoProject): ArgoVerdict {
  const { application, settings, rendered } = judging;
  const cluster = destinationCluster(application.destination, judging.clusters);
  const { targets, conditions } = targetObjects(rendered.kind === 'rendered' ? rendered.objects : [], {
    application,
    settings,
    server: cluster.server,
    isNamespaced: judging.isNamespaced,
  });
  const { clusters } = judging;
  const live = managedLive(judging.live, targets, { application, settings, project, cluster, clusters });
  const wanted = [...targets, ...namespaceTargets(targets, live, application)].filter(
    (target) => !isOnlyDeletionHook(target),
  );
  const pairing: PairJudging = {
    ...judging,
    project,
    choice: strategyChoice(application, settings),
    failure: rendered.kind === 'failed' ? `Failed to load target state: ${rendered.message}` : undefined,
  };
  const judged = judgePairs(pairsOf(wanted, live, judging), pairing);
  const all: ArgoCondition[] = [
    ...conditions,
    ...sharedWarnings(live, application, settings),
    ...(judged.failure === undefined ? [] : [{ type: 'ComparisonError' as const, message: judged.failure }]),
  ];
  const asksMore = judged.failure === undefined && wantsOtherNamespaceMetadata(application);
  const status = asksMore ? 'OutOfSync' : judged.outcome;
  return {
    sync: { status, message: judged.failure ?? syncMessage(judged.resources, application) },
    resources: [...judged.resources].sort((a, b) => compareRefs(a.ref, b.ref)),
    conditions: all,
    invalidSpec: false,
    limits: [...limitsOf(judging), ...judged.limits],
    findings: [],
  };
}

/** Targets with their live object, hooks apart, and then the live objects that no target took. */
function pairsOf(
  targets: readonly KubernetesObject[],
  live: Map<string, KubernetesObject>,
  { isNamespaced, unreadable, application }: ArgoJudging,
): readonly Pair[] {
  const left = new Map(live);
  const pairs: Pair[] = [];
  for (const desired of targets.filter((target) => !isSyncHook(target))) {
    const ref = refOf(desired);
    const scope = isNamespaced(ref);
    const namespaced = { ...ref, namespace: ref.namespace || application.destination.namespace };
    const keys = [
      ...(scope === false ? [] : [refKey(namespaced)]),
      ...(scope === true ? [] : [refKey({ ...ref, namespace: '' })]),
    ];
    const key = keys.find((one) => left.has(one));
    const present = key === undefined ? undefined : left.get(key);
    if (key !== undefined) left.delete(key);
    const reason = keys.map((one) => unreadable.get(one)).find((one) => one !== undefined);
    pairs.push({
      desired,
      ...(present === undefined ? {} : { live: present }),
      ...(present !== undefined || reason === undefined ? {} : { unreadable: reason }),
    });
  }
  return [...pairs, ...[...left.values()].map((one): Pair => ({ live: one }))];
}

/** A namespace that the application manages and that is tracked as its own is compared with what it asks for. */
function namespaceTargets(
  targets: readonly KubernetesObject[],
  live: ReadonlyMap<string, KubernetesObject>,
  application: ArgoApplication,
): readonly KubernetesObject[] {
  if (targets.some((target) => isManagedNamespace(target, application))) return [];
  return [...live.values()]
    .filter((object) => isManagedNamespace(object, application))
    .map((object) => managedNamespace(refOf(object).name, application));
}

function strategyChoice({ compareOptions, syncPolicy }: ArgoApplication, settings: ArgoSettings): StrategyChoice {
  const isAsked = settings.serverSideDiff || compareOptions.includes('ServerSideDiff=true');
  return {
    serverSideDiff: isAsked && !compareOptions.includes('ServerSideDiff=false'),
    serverSideApply: syncPolicy.syncOptions.includes('ServerSideApply=true'),
  };
}

/** `namespace_name` reads `namespace/name` there. */
function sharedWarnings(
  live: ReadonlyMap<string, KubernetesObject>,
  application: ArgoApplication,
  settings: ArgoSettings,
): readonly ArgoCondition[] {
  return [...live.values()].flatMap((object): ArgoCondition[] => {
    const owner = trackedBy(object, settings);
    if (owner === '' || owner === application.instanceName) return [];
    const own = `${application.namespace}/${application.name}`;
    const { kind, name } = refOf(object);
    const message = `${kind}/${name} is part of applications ${own} and ${owner.replaceAll('_', '/')}`;
    return [{ type: 'SharedResourceWarning', message }];
  });
}

function invalidSpec(message: string): ArgoCondition {
  return { type: 'InvalidSpecError', message };
}

function limitsOf({ project, application, settings }: ArgoJudging): readonly string[] {
  const choice = strategyChoice(application, settings);
  return [
    ...(project.kind === 'unknown'
      ? [
          `the project ${application.project} could not be read, so that what it permits is not known: ${project.reason}`,
        ]
      : []),
    ...(choice.serverSideDiff
      ? [
          'Argo CD asks the API server for dry runs (ServerSideDiff); here they are worked out from managedFields, without admission webhooks',
        ]
      : []),
  ];
}

/** Nothing is compared: the objects stay as the controller recorded them. */
function notCompared(application: ArgoApplication, conditions: readonly ArgoCondition[]): ArgoVerdict {
  return {
    sync: { status: 'Unknown', message: conditions.map(({ message }) => message).join('; ') },
    resources: application.status.resources.map(({ ref, sync, hook, requiresPruning }) => ({
      ref,
      sync: sync === 'Synced' || sync === 'OutOfSync' || sync === 'Unknown' ? sync : null,
      hook,
      requiresPruning,
      presence: 'both',
      counts: false,
      differences: [],
      ignored: [],
      reason: 'as the controller recorded it; nothing was compared',
    })),
    conditions,
    invalidSpec: true,
    limits: [],
    findings: [],
  };
}
