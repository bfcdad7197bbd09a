import type { ArgoApplication } from '../../model/argo-application.js';
import type { Cluster } from '../../model/live.js';
import {
  apiVersionOf,
  type Gvk,
  type KubernetesObject,
  type LiveResult,
  type ResourceRef,
  refKey,
  refOf,
} from '../../model/resource.js';

/** What live holds that may belong to an application. */
export interface ArgoLive {
  /** By `refKey`: what the cluster says of every desired object. */
  readonly found: ReadonlyMap<string, LiveResult>;
  /** Other objects, among which those of the application are to be found by their tracking marks. */
  readonly others: readonly KubernetesObject[];
  /** What could not be looked through, one sentence each. */
  readonly unread: readonly string[];
}

/**
 * Fetches what desired names, and what it does not name any more: everything in saved objects; of a cluster the objects
 * of the Application's status and, with `prune`, all of their kinds where the application has any.
 */
export async function fetchArgoLive(
  cluster: Cluster,
  desired: readonly ResourceRef[],
  application: ArgoApplication,
  prune: boolean,
): Promise<ArgoLive> {
  const found = withoutUnservedKinds(await cluster.fetch(desired));
  const known = new Set(desired.map(refKey));
  if (cluster.saved !== undefined) {
    const saved = cluster.saved();
    return { found: inAnyVersion(found, saved), others: savedOthers(saved, known), unread: [] };
  }
  const recorded = application.status.resources.map(({ ref }) => ref).filter((ref) => !known.has(refKey(ref)));
  const [named, listed] = await Promise.all([
    cluster.fetch(recorded),
    prune ? listKinds(cluster, placesOf([...desired, ...recorded], application)) : { objects: [], unread: [] },
  ]);
  const others = new Map<string, KubernetesObject>();
  for (const object of [...objectsOf(named), ...listed.objects]) {
    const key = refKey(refOf(object));
    if (!known.has(key) && !others.has(key)) others.set(key, object);
  }
  const unread = [...named].flatMap(([key, result]) =>
    result.kind === 'unreadable' ? [`${key} of the recorded status: ${result.reason}`] : [],
  );
  // A status that names objects names their kinds, those of left-over ones included; an empty one leaves only Git's.
  const otherKinds = prune && recorded.length + known.size > 0 && application.status.resources.length === 0;
  return {
    found,
    others: [...others.values()],
    unread: [...unread, ...listed.unread, ...(otherKinds ? [ONLY_DECLARED] : [])],
  };
}

const ONLY_DECLARED =
  'only kinds that Git declares were looked through, as the controller recorded no objects of the application';

/** What has no kind in the cluster is not there, as Argo CD sees it. */
function withoutUnservedKinds(found: ReadonlyMap<string, LiveResult>): ReadonlyMap<string, LiveResult> {
  return new Map(
    [...found].map(([key, result]) => [
      key,
      result.kind === 'unreadable' && result.notServed ? { kind: 'missing', note: result.reason } : result,
    ]),
  );
}

/** An object that was saved at another version than desired declares is converted when it is judged. */
function inAnyVersion(
  found: ReadonlyMap<string, LiveResult>,
  saved: readonly KubernetesObject[],
): ReadonlyMap<string, LiveResult> {
  const objects = new Map(saved.map((object) => [refKey(refOf(object)), object]));
  return new Map(
    [...found].map(([key, result]) => {
      const object = result.kind === 'unreadable' ? objects.get(key) : undefined;
      return [key, object === undefined ? result : { kind: 'found', object }];
    }),
  );
}

/** Every saved object but the desired ones, each in one of its versions. */
function savedOthers(saved: readonly KubernetesObject[], known: ReadonlySet<string>): readonly KubernetesObject[] {
  const others = new Map<string, KubernetesObject>();
  for (const object of saved) {
    const key = refKey(refOf(object));
    if (!known.has(key)) others.set(key, object);
  }
  return [...others.values()];
}

/** Where objects of each kind are to be looked for; a kind without namespaces has the namespace ''. */
function placesOf(
  refs: readonly ResourceRef[],
  application: ArgoApplication,
): readonly (Gvk & { namespace: string })[] {
  const namespaces = new Set([application.destination.namespace, ...refs.map(({ namespace }) => namespace)]);
  const places = new Map<string, Gvk & { namespace: string }>();
  for (const { group, version, kind, namespace } of refs) {
    for (const where of namespace === '' ? [''] : [...namespaces].filter((one) => one !== '')) {
      places.set(`${group}/${kind}/${where}`, { group, version, kind, namespace: where });
    }
  }
  return [...places.values()];
}

async function listKinds(
  cluster: Cluster,
  places: readonly (Gvk & { namespace: string })[],
): Promise<{ readonly objects: readonly KubernetesObject[]; readonly unread: readonly string[] }> {
  const lists = await Promise.all(
    places.map(async (place) => ({ place, list: await cluster.list(place, place.namespace) })),
  );
  return {
    objects: lists.flatMap(({ list }) => (list.kind === 'listed' ? list.objects : [])),
    unread: lists.flatMap(({ place, list }) =>
      list.kind === 'unavailable'
        ? [
            `${place.kind} (${apiVersionOf(place)})${place.namespace === '' ? '' : ` in ${place.namespace}`}: ${list.reason}`,
          ]
        : [],
    ),
  };
}

function objectsOf(results: ReadonlyMap<string, LiveResult>): readonly KubernetesObject[] {
  return [...results.values()].flatMap((result) => (result.kind === 'found' ? [result.object] : []));
}
