import { digString } from '../../model/json.js';
import { type KubernetesObject, refOf, refText } from '../../model/resource.js';
import type { Claims } from './claim.js';
import { REPO_SYNC, ROOT_SYNC } from './kinds.js';

const MANAGED = 'configmanagement.gke.io/managed';
const RESOURCE_ID = 'configsync.gke.io/resource-id';
const MANAGER = 'configsync.gke.io/manager';

/** Where the RootSyncs live (kpt-config-sync pkg/api/configmanagement). */
const SYSTEM = 'config-management-system';

/**
 * The RootSync or RepoSync that Config Sync's annotations name. The manager is `:root` or `:root_NAME` of a RootSync, else
 * `NAMESPACE` or `NAMESPACE_NAME` of a RepoSync; the resource id is `group_kind_namespace_name`, and one that names
 * another object was copied (kpt-config-sync pkg/metadata, pkg/declared).
 */
export function byConfigSync(object: KubernetesObject): Claims {
  const annotation = (key: string): string | undefined => digString(object.metadata, 'annotations', key);
  const manager = annotation(MANAGER);
  if (annotation(MANAGED) !== 'enabled' || manager === undefined) return { claims: [], notes: [] };
  const ref = refOf(object);
  const own = [ref.group, ref.kind.toLowerCase(), ref.namespace, ref.name].filter(
    (part, at) => at !== 2 || part !== '',
  );
  const id = annotation(RESOURCE_ID);
  if (id !== undefined && id !== own.join('_')) {
    return { claims: [], notes: [`${refText(ref)}: its ${RESOURCE_ID} is ${id}, which is another object's`] };
  }
  const at = manager.indexOf('_');
  const [scope, named] = at < 0 ? [manager, undefined] : [manager.slice(0, at), manager.slice(at + 1)];
  const isRoot = scope === ':root';
  const { group, kind, versions } = isRoot ? ROOT_SYNC : REPO_SYNC;
  const parent = {
    ...{ group, kind, version: versions[0] ?? '' },
    namespace: isRoot ? SYSTEM : scope,
    name: named ?? (isRoot ? 'root-sync' : 'repo-sync'),
  };
  return {
    claims: [{ basis: 'config-sync', parent, message: `annotation ${MANAGER} is ${JSON.stringify(manager)}` }],
    notes: [],
  };
}
