import { type Analysis, analyzeOn } from '../../analyze.js';
import type { Tools } from '../../cli/engine.js';
import type { LiveOptions } from '../../config/live-options.js';
import { compileRules } from '../../explain/drift-rules.js';
import type { ObjectEvidence } from '../../explain/object-evidence.js';
import { GitdriftError } from '../../model/errors.js';
import type { FieldRequest, ObjectOutcome } from '../../model/explain-report.js';
import type { ResourceReport, SyncEffect } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import {
  type DesiredObject,
  type Gvk,
  type KubernetesObject,
  type LiveResult,
  type ResourceRef,
  refKey,
  refText,
} from '../../model/resource.js';
import { loadCatalogue } from '../../ownership/catalogue.js';
import type { ComparedObject, Judging } from '../application/field-report.js';
import { compareResource } from '../application/resource-report.js';
import { findAudit, withAuditLog } from '../evidence/audit.js';
import { findEvidence } from '../evidence/evidence.js';
import { findKind } from '../live/find-kind.js';
import { type OpenCluster, openCluster } from '../live/open-cluster.js';

/** One object that a field is asked about: as Git has it, as live has it, and what the comparison made of them. */
export interface FieldWorld {
  readonly ref: ResourceRef;
  readonly outcome: ObjectOutcome;
  /** Why it was not compared. */
  readonly message?: string;
  readonly open: OpenCluster;
  readonly judging: Judging;
  /** Both sides compared; of a live object that nothing is compared with, both sides are its own. */
  readonly object?: ComparedObject;
  readonly desired?: DesiredObject;
  /** The object's part of the report, where it was compared. */
  readonly report?: ResourceReport;
  readonly ifSynced: readonly SyncEffect[];
  /** The whole analysis, where there is a desired state; its source is open as long as the world is used. */
  readonly analysis?: Analysis;
}

/**
 * Finds the object of a request in live and, where one is named, in the desired state of a path or repository, and gives
 * it to `use` while the source is open. Throws `source-not-found` where neither has it, `usage` where several namespaces do.
 */
export async function withPathWorld<Result>(
  request: FieldRequest,
  live: LiveOptions,
  tools: Tools,
  use: (world: FieldWorld) => Promise<Result>,
): Promise<Result> {
  const open = await openCluster(live, tools);
  const gvk = await findKind(request.kind, open);
  if (request.desired === undefined) {
    const world = await liveWorld(request, gvk, open, undefined);
    for (const warning of open.cluster.warnings) tools.warn(warning);
    return use(world);
  }
  const { desired } = request;
  const select = { ...desired.select, only: { group: gvk.group, kind: gvk.kind, name: request.name } };
  const narrowed: AnalyzeRequest = { ...desired, allowEmpty: true, select, failOn: ['none'] };
  return analyzeOn(open, narrowed, tools, async (analysis) => {
    const declared = declaredIn(analysis, request);
    if (declared.kind === 'not-declared') return use(await liveWorld(request, gvk, open, { analysis, ...declared }));
    return use(comparedWorld(declared, open, analysis));
  });
}

/** What a desired state says of the object that is asked for. */
export type Declared =
  | { readonly kind: 'declared'; readonly ref: ResourceRef }
  | { readonly kind: 'left-out'; readonly ref: ResourceRef; readonly message: string }
  | { readonly kind: 'not-declared'; readonly elsewhere: readonly string[] };

/** Where the desired state declares the object: in the namespace asked for, else in the only one that it is in. */
export function declaredIn({ desired }: Pick<Analysis, 'desired'>, request: FieldRequest): Declared {
  const all: Exclude<Declared, { kind: 'not-declared' }>[] = [
    ...desired.objects.map(({ ref }) => ({ kind: 'declared' as const, ref })),
    ...desired.notCompared.map(({ ref, message }) => ({ kind: 'left-out' as const, ref, message })),
  ];
  const namespaces = [...new Set(all.map(({ ref }) => ref.namespace))].filter((name) => name !== '').sort();
  const here = all.filter(
    ({ ref }) => ref.namespace === '' || request.namespace === undefined || ref.namespace === request.namespace,
  );
  const [first] = here;
  if (first === undefined) return { kind: 'not-declared', elsewhere: namespaces };
  if (new Set(here.map(({ ref }) => refKey(ref))).size > 1) {
    throw new GitdriftError(
      'usage',
      `the desired state declares ${first.ref.kind} ${request.name} in several namespaces: ${namespaces.join(', ')}`,
      {
        hint: 'say which one with -n',
      },
    );
  }
  return first;
}

/** The world of an object that a desired state declares. */
export function comparedWorld(
  declared: Exclude<Declared, { kind: 'not-declared' }>,
  open: OpenCluster,
  analysis: Analysis,
): FieldWorld {
  const { ref } = declared;
  const isIt = (other: ResourceRef): boolean => refKey(other) === refKey(ref);
  const application = analysis.report.applications[0];
  const report = application?.resources.find(isIt);
  const common = {
    ref,
    open,
    judging: analysis.judging,
    analysis,
    ifSynced: (application?.ifSynced ?? []).filter(({ resource }) => isIt(resource)),
    ...(report === undefined ? {} : { report }),
  };
  if (declared.kind === 'left-out') return { ...common, outcome: 'left-out', message: declared.message };
  const found = analysis.compared.find(({ desired }) => isIt(desired.ref));
  if (found === undefined && report?.outcome === 'not-compared') {
    return { ...common, outcome: 'left-out', message: report.message ?? 'it is not compared' };
  }
  const desired = found === undefined ? {} : { desired: found.desired };
  if (found?.kind === 'compared') return { ...common, ...desired, outcome: 'compared', object: found };
  const outcome = found?.kind ?? 'unreadable';
  const message = report?.message ?? (outcome === 'missing' ? 'live has no such object' : 'it could not be read');
  return { ...common, ...desired, outcome, message };
}

/** The object from live alone; `without` says that there is a desired state, and where else it has such an object. */
export async function liveWorld(
  request: FieldRequest,
  gvk: Gvk,
  open: OpenCluster,
  without: { readonly analysis: Analysis; readonly elsewhere: readonly string[] } | undefined,
): Promise<FieldWorld> {
  const { cluster } = open;
  const info = await open.kind(gvk);
  const namespace = request.namespace ?? cluster.destination.namespace ?? 'default';
  const ref: ResourceRef = { ...gvk, namespace: info?.namespaced === false ? '' : namespace, name: request.name };
  const found = (await cluster.fetch([ref])).get(refKey(ref));
  if (found === undefined || found.kind === 'missing') throw nowhere(ref, open, without);
  const elsewhere = without?.elsewhere ?? [];
  const place = elsewhere.length === 0 ? '' : `; it has one of that name in ${elsewhere.join(', ')}`;
  const outcome: ObjectOutcome = without === undefined ? 'live-only' : 'not-declared';
  const world = {
    ref,
    open,
    ifSynced: [],
    judging: without?.analysis.judging ?? (await liveJudging(request, ref, found, open)),
    ...(without === undefined
      ? {}
      : { analysis: without.analysis, message: `the desired state does not declare ${refText(ref)}${place}` }),
  };
  if (found.kind === 'unreadable') return { ...world, outcome: 'unreadable', message: found.reason };
  const judging = without === undefined ? world.judging : await liveJudging(request, ref, found, open);
  const object = compareResource(bareDesired(ref, found.object), found, judging);
  return { ...world, judging, outcome, ...(object.kind === 'compared' ? { object } : {}) };
}

/** Nothing but the object's identity: what live has beside it is then either filled in or somebody's. */
function bareDesired(ref: ResourceRef, { apiVersion, kind }: KubernetesObject): DesiredObject {
  const metadata = { name: ref.name, ...(ref.namespace === '' ? {} : { namespace: ref.namespace }) };
  return { ref, object: { apiVersion, kind, metadata }, origins: { file: '', lines: new Map() } };
}

async function liveJudging(
  request: FieldRequest,
  ref: ResourceRef,
  found: LiveResult,
  open: OpenCluster,
): Promise<Judging> {
  const asDeclared = found.kind === 'found' ? [{ ...bareDesired(ref, found.object), object: found.object }] : [];
  return {
    schema: await open.schema(asDeclared),
    catalogue: loadCatalogue(request.policy?.writers),
    rules: compileRules(request.policy?.rules),
    request: { ignoreRules: true, showSecrets: request.showSecrets, maxPendingMs: 0 },
  };
}

function nowhere(
  ref: ResourceRef,
  { cluster }: OpenCluster,
  without: { readonly elsewhere: readonly string[] } | undefined,
): GitdriftError {
  const holder = cluster.recorded ? `the saved objects of ${cluster.destination.recording} have` : 'the cluster has';
  const neither = without === undefined ? '' : ', and the desired state declares none';
  const elsewhere = without?.elsewhere ?? [];
  const named = elsewhere.length > 0 ? ` (the desired state has it in ${elsewhere.join(', ')})` : '';
  return new GitdriftError('source-not-found', `${holder} no ${refText(ref)}${neither}`, {
    hint: ref.namespace === '' ? 'check the name' : `check the name and the namespace (${ref.namespace})${named}`,
  });
}

/** What is known beside the object, for a field that may not differ: what such a difference would ask for is fetched. */
export async function evidenceFor(
  world: FieldWorld,
  object: ComparedObject,
  request: FieldRequest,
  tools: Tools,
): Promise<ObjectEvidence> {
  const { open, judging, ref } = world;
  const found = await findEvidence([object], open.cluster, judging);
  const audit = await findAudit([ref], request.desired?.audit ?? request.audit, open, tools);
  return withAuditLog(found, audit).of(ref);
}
