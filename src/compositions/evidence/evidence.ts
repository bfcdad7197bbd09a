import { isAllocated } from '../../compare/defaults/allocated.js';
import type { AdmissionEvidence } from '../../explain/admission.js';
import { type AutoscalerEvidence, autoscalersOf } from '../../explain/autoscaler.js';
import type { ChosenFields } from '../../explain/chosen.js';
import { templateSteps } from '../../explain/history.js';
import type { ObjectEvidence } from '../../explain/object-evidence.js';
import { deliveriesOf } from '../../explain/progressive.js';
import { printPath } from '../../model/field-path.js';
import type { HistoryEvidence } from '../../model/history.js';
import { dig } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import { type DesiredObject, type KubernetesObject, type ResourceRef, refKey } from '../../model/resource.js';
import type { ComparedObject } from '../application/field-report.js';
import type { ComparedResource, Judging } from '../application/resource-report.js';
import { findAdmission } from './evidence-admission.js';
import type { RelatedName } from './evidence-kinds.js';
import { type RelatedLists, relatedLists } from './evidence-lists.js';
import { neededBy } from './evidence-needs.js';

/** Objects beside the desired ones that a difference asks for. */
export interface FoundEvidence {
  /** What was found of an object; its autoscalers are `unavailable` where nothing asked for them. */
  of(object: ResourceRef): ObjectEvidence;
}

/** Starts to fetch the autoscalers of namespaces where one may be asked for, so that they come with the objects. */
export function startEvidence(desired: readonly DesiredObject[], cluster: Cluster): RelatedLists {
  const lists = relatedLists(cluster);
  for (const { ref, object } of desired) {
    if (typeof dig(object, 'spec', 'replicas') === 'number') lists.start('autoscalers', ref.namespace);
  }
  return lists;
}

/**
 * Evidence for the objects where a difference asks for it: one list for a kind and a namespace, all at once. A list that
 * may not be read is evidence, too: it is said, and the run goes on.
 */
export async function findEvidence(
  compared: readonly ComparedResource[],
  cluster: Cluster,
  judging: Pick<Judging, 'catalogue' | 'schema'>,
  lists: RelatedLists = relatedLists(cluster),
): Promise<FoundEvidence> {
  const needs = new Map<string, ReadonlySet<RelatedName>>();
  for (const resource of compared) {
    const needed = neededBy(resource, judging.catalogue);
    needs.set(refKey(resource.desired.ref), needed);
    for (const name of needed) lists.start(name, resource.desired.ref.namespace);
  }
  await lists.settle();
  const unowned = compared.filter(
    (one): one is ComparedObject =>
      one.kind === 'compared' && needs.get(refKey(one.desired.ref))?.has('mutatingWebhooks') === true,
  );
  const admission = await findAdmission(
    unowned.map(({ desired: { ref }, object }) => ({ ref, object })),
    lists,
    cluster,
    judging.schema,
  );
  const live = new Map(
    compared.flatMap((one) => (one.kind === 'compared' ? [[refKey(one.desired.ref), one] as const] : [])),
  );
  const known = new Map<string, ObjectEvidence>();
  return {
    of(object) {
      const key = refKey(object);
      const parts = { live: live.get(key), needed: needs.get(key), admission: admission.get(key) };
      const evidence = known.get(key) ?? evidenceOf(object, parts, lists);
      known.set(key, evidence);
      return evidence;
    },
  };
}

interface Parts {
  readonly live: ComparedObject | undefined;
  /** The lists that the object's own differences ask for. */
  readonly needed: ReadonlySet<RelatedName> | undefined;
  readonly admission: AdmissionEvidence | undefined;
}

function evidenceOf(object: ResourceRef, parts: Parts, lists: RelatedLists): ObjectEvidence {
  const { needed, admission } = parts;
  const live = parts.live?.object;
  const chosen = parts.live === undefined ? undefined : chosenIn(parts.live);
  const { namespace } = object;
  const history = live === undefined ? undefined : historyOf(live, object, needed, lists);
  const vpas = lists.get('verticalAutoscalers', namespace);
  return {
    autoscalers: autoscalersIn(lists, object),
    deliveries: deliveriesOf(lists.get('rollouts', namespace), lists.get('canaries', namespace), object),
    ...(live === undefined ? {} : { live }),
    ...(chosen === undefined ? {} : { chosen }),
    ...(history === undefined ? {} : { history }),
    ...(vpas === undefined ? {} : { verticalAutoscalers: vpas }),
    ...(admission === undefined ? {} : { admission }),
  };
}

/** Declared fields that differ, and whose value Kubernetes chooses where nobody does. */
function chosenIn({ desired: { ref }, object, comparison }: ComparedObject): ChosenFields | undefined {
  const chosen = comparison.differences.flatMap(({ path, kind, change }): (readonly [string, string])[] => {
    const rule = kind === 'drift' && change === 'changed' ? isAllocated(ref, path, object) : undefined;
    return rule === undefined || rule.category === 'admission' ? [] : [[printPath(path), rule.reason]];
  });
  return chosen.length === 0 ? undefined : new Map(chosen);
}

function autoscalersIn(lists: RelatedLists, workload: ResourceRef): AutoscalerEvidence {
  const list = lists.get('autoscalers', workload.namespace);
  return list === undefined
    ? { kind: 'unavailable', reason: 'nothing asked for autoscalers' }
    : autoscalersOf(list, workload, lists.get('scaledObjects', workload.namespace));
}

function historyOf(
  live: KubernetesObject,
  { namespace }: ResourceRef,
  needed: Parts['needed'],
  lists: RelatedLists,
): HistoryEvidence | undefined {
  const name = (['replicaSets', 'controllerRevisions'] as const).find((one) => needed?.has(one));
  const list = name === undefined ? undefined : lists.get(name, namespace);
  if (list === undefined) return undefined;
  return list.kind === 'listed' ? { kind: 'known', steps: templateSteps(live, list.objects) } : list;
}
