import type { Tools } from '../../cli/engine.js';
import { autoscalersOf } from '../../explain/autoscaler.js';
import { keptAs, templateSteps } from '../../explain/history.js';
import type { TemplateStep } from '../../model/history.js';
import { dig, digString, type JsonValue } from '../../model/json.js';
import type { Cluster, ListResult } from '../../model/live.js';
import { type KubernetesObject, type ResourceRef, refKey, refOf } from '../../model/resource.js';
import type { NotRead } from '../../model/timeline-report.js';
import { autoscalerWriter, toldByAutoscaler } from '../../timeline/autoscalers.js';
import { toldByConditions } from '../../timeline/conditions.js';
import { type EventSubject, toldByEvents } from '../../timeline/events.js';
import type { Told } from '../../timeline/told.js';
import { RELATED } from '../evidence/evidence-kinds.js';
import { listRelated } from '../evidence/evidence-lists.js';
import type { FieldWorld } from '../explain/field-world.js';

/** What other objects of the cluster tell of one object. */
export interface ToldByCluster {
  /** Falling by number. */
  readonly steps: readonly TemplateStep[];
  readonly autoscalers: readonly Told[];
  readonly events: readonly Told[];
  readonly conditions: readonly Told[];
  readonly notRead: readonly NotRead[];
  readonly notKnown: readonly string[];
}

const EVENT = { group: '', version: 'v1', kind: 'Event' };

/** Where events about cluster-scoped objects are kept (client-go tools/record/event.go). */
const CLUSTER_EVENTS = 'default';

/**
 * Reads what belongs to the object's story: the earlier Pod templates of a workload, the autoscalers that target it, the
 * events about all of these. Each list is asked for only where the object's kind may have such things.
 */
export async function readRelated(world: FieldWorld, verbose: boolean, tools: Tools): Promise<ToldByCluster> {
  const { ref, object, open } = world;
  const { cluster } = open;
  const live = object?.object;
  tools.progress(`reading what belongs to ${ref.kind} ${ref.name}`);
  const [kept, autoscalers, events] = await Promise.all([
    keptList(ref, cluster),
    mayScale(live ?? world.desired?.object) ? listRelated(cluster, RELATED.autoscalers, ref.namespace) : undefined,
    cluster.list(EVENT, ref.namespace === '' ? CLUSTER_EVENTS : ref.namespace),
  ]);
  const steps = live !== undefined && kept?.kind === 'listed' ? templateSteps(live, kept.objects) : [];
  const own = live !== undefined && isAutoscaler(ref) ? [live] : [];
  const hpas = [...own, ...targeting(autoscalers, ref)];
  return {
    steps,
    autoscalers: hpas.flatMap(toldByAutoscaler),
    events: events.kind === 'listed' ? toldByEvents(events.objects, subjects(ref, live, steps, hpas), verbose) : [],
    // Those of an autoscaler are told by it.
    conditions: own.length > 0 ? [] : toldByConditions(dig(live, 'status', 'conditions'), { kind: 'status' }, 'object'),
    notRead: [
      ...unread(`earlier Pod templates (${keptAs(ref) ?? ''})`, kept),
      ...unread('HorizontalPodAutoscalers', autoscalers),
      ...unread('events', events),
    ],
    notKnown: events.kind === 'listed' ? [EVENTS_AGE] : [],
  };
}

/** kube-apiserver --event-ttl. */
const EVENTS_AGE = 'events are kept for an hour unless the cluster says otherwise; older ones are gone';

async function keptList(ref: ResourceRef, cluster: Cluster): Promise<ListResult | undefined> {
  const kept = keptAs(ref);
  if (kept === undefined) return undefined;
  return listRelated(cluster, kept === 'ReplicaSet' ? RELATED.replicaSets : RELATED.controllerRevisions, ref.namespace);
}

function mayScale(object: KubernetesObject | undefined): boolean {
  return typeof dig(object, 'spec', 'replicas') === 'number';
}

function isAutoscaler({ group, kind }: ResourceRef): boolean {
  return group === RELATED.autoscalers.group && kind === RELATED.autoscalers.kind;
}

function targeting(list: ListResult | undefined, workload: ResourceRef): readonly KubernetesObject[] {
  if (list?.kind !== 'listed') return [];
  const found = autoscalersOf(list, workload);
  const refs = new Set(found.kind === 'known' ? found.autoscalers.map(({ ref }) => refKey(ref)) : []);
  return list.objects.filter((hpa) => refs.has(refKey(refOf(hpa))));
}

function subjects(
  ref: ResourceRef,
  live: KubernetesObject | undefined,
  steps: readonly TemplateStep[],
  hpas: readonly KubernetesObject[],
): readonly EventSubject[] {
  const uid = uidOf(live);
  const revisions = new Map(steps.map(({ revision }) => [refKey(revision.ref), revision.ref]));
  return [
    ...(isAutoscaler(ref) ? [] : [{ ref, role: 'self' as const, ...uid }]),
    ...[...revisions.values()].map((revision): EventSubject => ({ ref: revision, role: 'revision' })),
    ...hpas.map(
      (hpa): EventSubject => ({ ref: refOf(hpa), role: 'autoscaler', writer: autoscalerWriter(hpa), ...uidOf(hpa) }),
    ),
  ];
}

function uidOf(object: KubernetesObject | undefined): { uid?: string } {
  const uid = digString(object as JsonValue | undefined, 'metadata', 'uid');
  return uid === undefined ? {} : { uid };
}

/** A kind that is not served has no objects: that is an answer. */
function unread(source: string, list: ListResult | undefined): NotRead[] {
  if (list === undefined || list.kind === 'listed' || list.notServed === true) return [];
  return [{ source, reason: list.reason }];
}
