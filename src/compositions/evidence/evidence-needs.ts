import { isReplicas } from '../../explain/autoscaler.js';
import { isInTemplate } from '../../explain/field-history.js';
import { keptAs } from '../../explain/history.js';
import { mayBeDelivery } from '../../explain/progressive.js';
import { isContainerResources } from '../../explain/vpa.js';
import { dig } from '../../model/json.js';
import type { ResourceRef } from '../../model/resource.js';
import type { Catalogue } from '../../ownership/catalogue.js';
import { type ComparedObject, findOwners } from '../application/field-report.js';
import type { ComparedResource } from '../application/resource-report.js';
import type { RelatedName } from './evidence-kinds.js';

/** The lists that say what changes objects at admission. */
const ADMISSION = ['mutatingWebhooks', 'mutatingPolicies', 'mutatingPolicyBindings'] as const;

/** The lists that the differences of a resource ask for; none where nothing differs, but for replicas that Git declares. */
export function neededBy(resource: ComparedResource, catalogue: Catalogue): ReadonlySet<RelatedName> {
  const needed = new Set<RelatedName>();
  if (resource.kind !== 'compared') return needed;
  const { ref, object } = resource.desired;
  // An autoscaler fights with a declared number even where it does not differ now.
  if (typeof dig(object, 'spec', 'replicas') === 'number') needed.add('autoscalers');
  const keeping = keptAs(ref);
  for (const difference of resource.comparison.differences) {
    const { path } = difference;
    if (isReplicas(path)) for (const name of ['autoscalers', 'scaledObjects'] as const) needed.add(name);
    if (mayBeDelivery(ref, difference)) for (const name of ['rollouts', 'canaries'] as const) needed.add(name);
    if (isContainerResources(ref, path)) needed.add('verticalAutoscalers');
    if (keeping !== undefined && isInTemplate(path)) {
      needed.add(keeping === 'ReplicaSet' ? 'replicaSets' : 'controllerRevisions');
    }
  }
  if (hasUnowned(resource, catalogue)) for (const name of ADMISSION) needed.add(name);
  return needed;
}

/** True where live has a value, no default, that nobody is recorded for: admission may have written it. */
function hasUnowned(resource: ComparedObject, catalogue: Catalogue): boolean {
  if (resource.managed.kind !== 'entries') return false;
  return resource.comparison.differences.some(
    (difference) =>
      difference.change !== 'missing' &&
      !isReplicas(difference.path) &&
      findOwners(resource, difference, catalogue).kind === 'unowned',
  );
}

/** Every list that a difference of such an object may ask for, whatever it is: what a recording has to hold. */
export function mayBeNeededBy(ref: ResourceRef): readonly RelatedName[] {
  const keeping = keptAs(ref);
  const kept =
    keeping === undefined ? [] : ([keeping === 'ReplicaSet' ? 'replicaSets' : 'controllerRevisions'] as const);
  const scaled = keeping !== undefined || SCALED.includes(`${ref.group}/${ref.kind}`);
  return [
    ...(ref.namespace === '' ? [] : (['autoscalers'] as const)),
    ...(scaled ? (['scaledObjects', 'rollouts', 'canaries', 'verticalAutoscalers'] as const) : []),
    ...kept,
    ...ADMISSION,
  ];
}

/** Other kinds that autoscalers scale, or that progressive delivery writes. */
const SCALED: readonly string[] = [
  'apps/ReplicaSet',
  '/ReplicationController',
  '/Pod',
  'networking.istio.io/VirtualService',
];
