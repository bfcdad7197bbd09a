import type { Tools } from '../../cli/engine.js';
import type { LiveOptions } from '../../config/live-options.js';
import { compileRules } from '../../explain/drift-rules.js';
import type { AuditWrite } from '../../model/audit.js';
import { GitdriftError } from '../../model/errors.js';
import { type FieldPath, printPath } from '../../model/field-path.js';
import { digString } from '../../model/json.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { type ResourceRef, refKey, refText } from '../../model/resource.js';
import type { TimelineReport, TimelineRequest } from '../../model/timeline-report.js';
import { loadCatalogue } from '../../ownership/catalogue.js';
import { changeCause } from '../../timeline/change-cause.js';
import { toldByMetadata } from '../../timeline/metadata.js';
import { inOrder } from '../../timeline/order.js';
import { putTogether } from '../../timeline/put-together.js';
import { toldByRevisions } from '../../timeline/revisions.js';
import { concerns } from '../../timeline/told.js';
import { unknownTo } from '../../timeline/unknown.js';
import { toldByEntries } from '../../timeline/written.js';
import type { FieldWorld } from '../explain/field-world.js';
import { withFieldWorld } from '../explain/open-world.js';
import { findKind } from '../live/find-kind.js';
import { openCluster } from '../live/open-cluster.js';
import { readLog } from './timeline-audit.js';
import { askedField, ownsField } from './timeline-field.js';
import { readGit } from './timeline-git.js';
import { readGitops } from './timeline-gitops.js';
import { readRelated } from './timeline-sources.js';
import { changesShown, writerOfEntry, writerOfWrite } from './timeline-writers.js';

/**
 * Tells the story of one live object from all that one look can have: its metadata and managers, kept revisions,
 * autoscalers, events, the GitOps controller's syncs, commits of a desired state, an audit log. Throws where the object
 * is nowhere; a source that cannot be read is said in the report.
 */
export async function timeline(request: TimelineRequest, live: LiveOptions, tools: Tools): Promise<TimelineReport> {
  const { kind, name, namespace, showSecrets, policy, desired, toolVersion } = request;
  const wanted = {
    ...{ kind, name, showSecrets, toolVersion, field: request.field ?? '', rest: '' },
    ...(namespace === undefined ? {} : { namespace }),
    ...(policy === undefined ? {} : { policy }),
    ...(desired === undefined ? {} : { desired: comparedOnly(desired) }),
  };
  try {
    return await withFieldWorld(wanted, live, tools, (world) => story(world, request, tools));
  } catch (error) {
    if (!(error instanceof GitdriftError) || error.code !== 'source-not-found') throw error;
    const gone = await storyOfTheGone(request, live, tools, error);
    if (gone === undefined) throw error;
    return gone;
  }
}

/** The desired state for what it declares and what live lacks of it; whoever wrote what is the story's own question. */
function comparedOnly({ audit: _, ...desired }: AnalyzeRequest): AnalyzeRequest {
  const { source } = desired;
  const withHistory =
    source.kind === 'argocd' || source.kind === 'flux' ? { ...source, history: true as const } : source;
  return { ...desired, source: withHistory, lastSynced: false };
}

/** What events and an audit log still tell of an object that live has no more; undefined where it is there, or nothing tells. */
async function storyOfTheGone(
  request: TimelineRequest,
  live: LiveOptions,
  tools: Tools,
  fault: GitdriftError,
): Promise<TimelineReport | undefined> {
  const open = await openCluster(live, tools);
  const gvk = await findKind(request.kind, open);
  const namespaced = (await open.kind(gvk))?.namespaced !== false;
  const namespace = request.namespace ?? open.cluster.destination.namespace ?? 'default';
  const ref: ResourceRef = { ...gvk, namespace: namespaced ? namespace : '', name: request.name };
  // It may also be the path of the desired state that is nowhere.
  if (!fault.message.includes(refText(ref))) return undefined;
  if ((await open.cluster.fetch([ref])).get(refKey(ref))?.kind !== 'missing') return undefined;
  const judging = {
    schema: await open.schema([]),
    catalogue: loadCatalogue(request.policy?.writers),
    rules: compileRules(),
    request: { ignoreRules: true, showSecrets: request.showSecrets, maxPendingMs: 0 },
  };
  const { desired: _, ...alone } = request;
  const report = await story({ ref, open, judging, outcome: 'missing', ifSynced: [] }, alone, tools);
  return report.entries.length === 0 ? undefined : report;
}

async function story(world: FieldWorld, request: TimelineRequest, tools: Tools): Promise<TimelineReport> {
  const { ref, open, judging } = world;
  const { cluster } = open;
  const object = world.object?.object;
  const managed = world.object?.managed;
  const asked = request.field === undefined ? undefined : askedField(request.field, world);
  const field = asked?.path;
  const created = digString(object, 'metadata', 'creationTimestamp');
  const show = changesShown(world, request.showSecrets);
  const reading = {
    withStatus: request.withStatus,
    created,
    show,
    writerOf: (write: AuditWrite, paths: readonly FieldPath[]) => writerOfWrite(write, paths, world, request.showUsers),
  };
  const [related, gitops, git, log] = await Promise.all([
    readRelated(world, request.withStatus, tools),
    object === undefined
      ? { told: [], notRead: [] }
      : readGitops(object, world.object?.gitops, cluster, request.showUsers),
    readGit(world, field, request.desired?.render.values ?? [], tools),
    readLog(world, request.audit, reading, tools),
  ]);

  const entries = managed?.kind === 'entries' ? managed.entries : [];
  const written = toldByEntries(
    entries.map((entry) => ({ entry, writer: writerOfEntry(entry, world) })),
    created,
    request.withStatus,
  );
  const told = putTogether({
    metadata: object === undefined ? [] : toldByMetadata(object),
    entries: object === undefined ? written.told : changeCause(written.told, object),
    audit: log.told,
    revisions: toldByRevisions(related.steps, judging.schema),
    autoscalers: related.autoscalers,
    events: related.events,
    others: [...related.conditions, ...gitops.told, ...git.told],
  });
  // A field that neither side has may be one that was there once.
  if (asked?.fault !== undefined && !told.some((one) => Array.isArray(one.about) && concerns(one, asked.path))) {
    throw asked.fault;
  }
  const ordered = inOrder(told, {
    now: cluster.now,
    ...(asked === undefined ? {} : { field: asked.path, owns: ownsField(world, asked) }),
    ...(request.withinMs === undefined ? {} : { withinMs: request.withinMs }),
    withStatus: request.withStatus,
  });
  return {
    schemaVersion: '1',
    tool: { name: 'gitdrift', version: request.toolVersion },
    generatedAt: cluster.now.toISOString(),
    destination: { ...cluster.destination, ...(ref.namespace === '' ? {} : { namespace: ref.namespace }) },
    resource: ref,
    object: object !== undefined ? 'found' : world.outcome === 'missing' ? 'missing' : 'unreadable',
    ...(field === undefined ? {} : { field: printPath(field) }),
    ...(ordered.after === undefined ? {} : { after: ordered.after }),
    entries: ordered.dated,
    undated: ordered.undated,
    leftOut: {
      earlier: ordered.earlier,
      statusOnly: written.statusOnly + log.statusOnly,
      withoutEffect: log.withoutEffect,
    },
    notRead: [
      ...(world.outcome === 'unreadable'
        ? [{ source: 'the object itself', reason: world.message ?? 'no reason is given' }]
        : []),
      ...related.notRead,
      ...gitops.notRead,
      ...git.notRead,
      ...log.notRead,
    ],
    notKnown: [
      ...related.notKnown,
      ...git.notKnown,
      ...log.notKnown,
      ...unknownTo({
        outcome: world.outcome,
        message: world.outcome === 'unreadable' ? undefined : world.message,
        managed,
        removed: (world.report?.drift ?? []).filter(({ change }) => change === 'missing').map(({ path }) => path),
        told: ordered.dated,
        hasDesired: request.desired !== undefined,
        hasAudit: request.audit !== undefined,
      }),
    ],
  };
}
