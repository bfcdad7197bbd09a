import type { Tools } from '../../cli/engine.js';
import { type Comparison, compareObject } from '../../compare/compare.js';
import { isSecret } from '../../compare/secret.js';
import type { Desired } from '../../desired/build-desired.js';
import { selectObjects } from '../../desired/select.js';
import type { BaseDifference, EarlierRevision, ObjectBase } from '../../explain/base-word.js';
import { GitdriftError } from '../../model/errors.js';
import { isObject } from '../../model/json.js';
import type { Cluster, KindInfo } from '../../model/live.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { AnalyzeRequest, Selection } from '../../model/request.js';
import { type DesiredObject, type Gvk, type KubernetesObject, type LiveResult, refKey } from '../../model/resource.js';
import type { OpenedSource, RenderRequest } from '../../model/source.js';
import { isGitopsEntry } from '../../ownership/gitops-manager.js';
import { render } from '../../render/render.js';
import { openOtherRevision, valuesAt } from '../../source/base-revision.js';
import type { ComparedObject } from '../application/field-report.js';
import { readDesired } from '../application/read-desired.js';
import { type ComparedResource, compareResource, type Judging } from '../application/resource-report.js';
import type { FoundEvidence } from '../evidence/evidence.js';
import { lastApplied } from '../evidence/last-apply.js';
import { withoutStaleWords } from '../live/recorded-secrets.js';

/** The same desired state at an earlier revision. */
export interface EarlierDesired {
  readonly at: EarlierRevision;
  /** By `refKey`; undefined where that revision could not be rendered. */
  readonly objects: ReadonlyMap<string, DesiredObject> | undefined;
  /** Those of them that the selection of the run names. */
  readonly selected: readonly DesiredObject[];
  readonly revisionTime?: string;
  /** Why it could not be rendered. */
  readonly reason?: string;
}

/** What an earlier revision is compared with. */
export interface EarlierWorld {
  readonly documents: readonly ManifestDocument[];
  readonly desired: Desired;
  readonly compared: readonly ComparedResource[];
  /** As the cluster gave it. */
  readonly live: ReadonlyMap<string, LiveResult>;
  readonly judging: Judging;
  readonly evidence: FoundEvidence;
}

/** What it takes to read desired at another revision. */
export interface BaseReading {
  readonly request: AnalyzeRequest;
  readonly head: OpenedSource;
  readonly render: RenderRequest;
  readonly namespace: string;
  readonly cluster: Cluster;
  readonly kind: (gvk: Gvk) => Promise<KindInfo | undefined>;
  readonly tools: Tools;
}

/**
 * Reads desired at another revision, with the same renderer and options; `name` says what the revision is. A revision
 * that cannot be found ends the run; one that cannot be rendered is said in `reason`.
 */
export async function readDesiredAt(
  revision: string,
  name: (short: string) => string,
  reading: BaseReading,
): Promise<EarlierDesired> {
  const { request, head, cluster, tools } = reading;
  tools.progress(`reading desired at ${revision}`);
  const io = { ...tools, stdin: tools.readStdin };
  const opened = await openOtherRevision(request.source, head, revision, io);
  const at = { name: name(opened.revision.slice(0, 7)), revision: opened.revision };
  if (opened.kind === 'absent') return { at, objects: new Map(), selected: [] };
  const { source } = opened;
  const time = source.revisionTime === undefined ? {} : { revisionTime: source.revisionTime };
  try {
    const values = await valuesAt(reading.render.values, head, source, tools.cwd);
    const rendered = await render(
      source,
      { ...reading.render, values },
      {
        ...tools,
        progress: () => {},
        apiVersions: () => cluster.apiVersions(),
      },
    );
    const desired = await readEverything(rendered.documents, reading);
    const objects = new Map(desired.objects.map((object) => [refKey(object.ref), object]));
    return { at, objects, selected: selectedOf(desired, request.select), ...time };
  } catch (error) {
    if (!(error instanceof GitdriftError) || !SAID.has(error.code)) throw error;
    return { at, objects: undefined, selected: [], reason: error.message, ...time };
  } finally {
    await source.close();
  }
}

/** All objects of rendered documents, selected or not: a label that a selection goes by may be what was changed. */
export function readEverything(
  documents: readonly ManifestDocument[],
  { request, namespace, kind }: BaseReading,
): Promise<Desired> {
  const all = { ...request, select: EVERYTHING, allowEmpty: true };
  return readDesired(documents, all, namespace, kind, () => {});
}

const EVERYTHING: Selection = { kinds: [], excludeKinds: [], resources: [] };

/** The objects that a selection names; none where it names an object that is not there. */
export function selectedOf(desired: Desired, selection: Selection): readonly DesiredObject[] {
  try {
    return selectObjects(desired, selection).objects;
  } catch (error) {
    if (error instanceof GitdriftError) return [];
    throw error;
  }
}

/** Faults of the earlier files: the run goes on without them, and says so. */
export const SAID: ReadonlySet<string> = new Set([
  'manifest-invalid',
  'renderer-missing',
  'renderer-failed',
  'source-not-found',
  'usage',
]);

/** What the earlier revision says of every compared object, by `refKey`. `live` is as the cluster gave it. */
export async function objectBases(
  earlier: EarlierDesired,
  compared: readonly ComparedResource[],
  live: ReadonlyMap<string, LiveResult>,
  judging: Judging,
): Promise<ReadonlyMap<string, ObjectBase>> {
  const declared = [...(earlier.objects?.values() ?? [])];
  // A recording's words on a Secret hold for the desired state that it was made with.
  const known = await withoutStaleWords(declared, live);
  return new Map(
    compared.map((resource): [string, ObjectBase] => {
      const key = refKey(resource.desired.ref);
      return [key, objectBase(earlier, resource, known.get(key), judging)];
    }),
  );
}

function objectBase(
  earlier: EarlierDesired,
  resource: ComparedResource,
  live: LiveResult | undefined,
  judging: Judging,
): ObjectBase {
  const { at, objects } = earlier;
  const { desired } = resource;
  if (objects === undefined) return { kind: 'unknown', at, reason: 'it could not be rendered' };
  const base = objects.get(refKey(desired.ref));
  if (base === undefined) {
    const everywhere = { path: [], kind: 'drift' as const };
    return {
      kind: 'absent',
      at,
      fromLive: [{ ...everywhere, change: 'extra' }],
      fromDesired: [{ ...everywhere, change: 'missing' }],
      unknown: [],
    };
  }
  if (resource.kind !== 'compared' || live?.kind !== 'found') {
    return { kind: 'declared', at, fromLive: [], fromDesired: [], unknown: [] };
  }
  if (base.ref.version !== desired.ref.version) {
    const [then, now] = [base.ref.version, desired.ref.version];
    return { kind: 'unknown', at, reason: `it declares the object at version ${then}, and desired at ${now}` };
  }
  if (resource.comparison.differences.length === 0) {
    return { kind: 'declared', at, fromLive: [], fromDesired: [], unknown: [] };
  }
  const fromDesired = compareObject({
    ref: desired.ref,
    desired: desired.object,
    live: base.object,
    schema: judging.schema,
    applied: undefined,
    others: [],
    showSecrets: false,
    encrypted: desired.encrypted === true,
    volatile: desired.volatile ?? [],
  });
  if (fromDesired.differences.length > 0 && isApplied(resource, judging)) {
    const reason = 'the last-applied annotation shows that what desired declares now was applied since';
    return { kind: 'unknown', at, reason };
  }
  const beside = compareResource(base, live, judging);
  const fromLive = beside.kind === 'compared' ? beside.comparison : resource.comparison;
  return {
    kind: 'declared',
    at,
    fromLive: fromLive.differences.map(({ path, kind, change }) => ({ path, kind, change })),
    fromDesired: fromDesired.differences.map((difference) => ofBase(desired, difference)),
    unknown: [...fromLive.notRecorded, ...fromLive.withheld.map(({ path }) => path)],
  };
}

/** A difference between desired and the earlier revision, with what that declares unless it may be secret. */
function ofBase({ ref }: DesiredObject, difference: Comparison['differences'][number]): BaseDifference {
  const { path, kind, change, live } = difference;
  const place = { path, kind, change };
  return live === undefined || difference.masked || isSecret(ref) ? place : { ...place, declared: live };
}

/** True where the last client-side apply was of what desired declares now: then live waits for nothing. */
function isApplied(resource: ComparedObject, judging: Judging): boolean {
  const { desired, object, managed, gitops } = resource;
  const byApply =
    managed.kind === 'entries' &&
    managed.entries.some((entry) => entry.operation === 'Apply' && isGitopsEntry(gitops, entry));
  if (byApply) return false;
  const last = resource.lastApplied ?? lastApplied({ ref: desired.ref, object, managed, gitops, ...judging });
  if (last === undefined) return false;
  const { differences } = compareObject({
    ref: desired.ref,
    desired: desired.object,
    live: last.object as KubernetesObject,
    schema: judging.schema,
    applied: undefined,
    others: [],
    showSecrets: false,
  });
  // kubectl puts an empty map of annotations into every copy.
  return differences.every(
    ({ change, live }) => change === 'extra' && isObject(live) && Object.keys(live).length === 0,
  );
}
