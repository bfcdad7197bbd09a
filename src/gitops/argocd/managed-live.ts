import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoCluster, ArgoProject } from '../../model/argo-project.js';
import type { ArgoSettings } from '../../model/argo-settings.js';
import { digString, field, isArray } from '../../model/json.js';
import { type KubernetesObject, refKey, refOf } from '../../model/resource.js';
import { atVersion } from './convert-version.js';
import { isExcludedKind } from './excluded-kinds.js';
import { type DestinationCluster, permitsDestination, permitsKind } from './project-rules.js';
import { trackedBy } from './tracking.js';

/** What choosing live objects needs to know. */
export interface Choosing {
  readonly application: ArgoApplication;
  readonly settings: ArgoSettings;
  readonly project: ArgoProject;
  readonly cluster: DestinationCluster;
  /** Undefined where they could not be read. */
  readonly clusters: readonly ArgoCluster[] | undefined;
}

/**
 * The live objects that Argo CD compares, by `refKey`: those marked as the application's own that nobody owns, and those that a
 * target names, at the target's version; without what the project does not permit and without excluded kinds.
 */
export function managedLive(
  live: readonly KubernetesObject[],
  targets: readonly KubernetesObject[],
  choosing: Choosing,
): Map<string, KubernetesObject> {
  const { application, settings, project, cluster, clusters } = choosing;
  const wanted = new Map(targets.map((target) => [refKey(refOf(target)), refOf(target).version]));
  const managed = new Map<string, KubernetesObject>();
  for (const object of live) {
    const ref = refOf(object);
    const key = refKey(ref);
    const version = wanted.get(key);
    const isTracked = trackedBy(object, settings) === application.instanceName && !hasOwner(object);
    if ((version === undefined && !isTracked) || isExcludedKind(ref, cluster.server, settings)) continue;
    const isPermitted =
      permitsKind(project, ref, ref.namespace !== '') &&
      (ref.namespace === '' || permitsDestination(project, cluster, ref.namespace, clusters));
    if (!isPermitted) continue;
    managed.set(key, version === undefined ? object : atVersion(object, version));
  }
  return withoutTwins(managed, wanted);
}

function hasOwner(object: KubernetesObject): boolean {
  const owners = field(object.metadata, 'ownerReferences');
  return isArray(owners) && owners.length > 0;
}

/** One object served by two groups is one object: what no target names goes, as long as one is left. */
function withoutTwins(
  managed: Map<string, KubernetesObject>,
  wanted: ReadonlyMap<string, string>,
): Map<string, KubernetesObject> {
  const byUid = new Map<string, string[]>();
  for (const [key, object] of managed) {
    const uid = digString(object, 'metadata', 'uid');
    if (uid !== undefined) byUid.set(uid, [...(byUid.get(uid) ?? []), key]);
  }
  for (const keys of byUid.values()) {
    let left = keys.length;
    for (const key of keys) if (left > 1 && !wanted.has(key) && managed.delete(key)) left--;
  }
  return managed;
}
