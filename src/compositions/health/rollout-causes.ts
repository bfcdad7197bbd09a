import { digString } from '../../model/json.js';
import type { Cluster, ListResult } from '../../model/live.js';
import type { ResourceReport } from '../../model/report.js';
import { type Gvk, type KubernetesObject, parseApiVersion, refKey, refOf } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { withCauseWords } from '../../verdict/rollout/cause-words.js';
import { explainRollout } from '../../verdict/rollout/explain-rollout.js';
import { keepsReplicaSets } from '../../verdict/rollout/newest-pods.js';

/** The kinds whose objects tell why a rollout is stuck. */
export const PODS: Gvk = { group: '', version: 'v1', kind: 'Pod' };
export const REPLICA_SETS: Gvk = { group: 'apps', version: 'v1', kind: 'ReplicaSet' };

const WORKLOADS: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'batch/Job',
  'argoproj.io/Rollout',
]);

/** The lists that `explainUnhealthy` asks for of a workload; none for an object that is no workload. */
export function listsOf({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): readonly Gvk[] {
  if (!WORKLOADS.has(`${parseApiVersion(apiVersion).group}/${kind}`)) return [];
  return keepsReplicaSets({ kind }) ? [REPLICA_SETS, PODS] : [PODS];
}

/**
 * The health, by `refKey`, of those workloads that are not Healthy, with what holds up their pods in the message and in
 * `causes`; the verdict stays. Lists of a namespace are fetched once, and only where a workload asks for them; one that
 * cannot be had is said in `causesNotRead`, and is no failure.
 */
export async function explainUnhealthy(
  healths: ReadonlyMap<string, Health | null>,
  live: Iterable<KubernetesObject>,
  cluster: Pick<Cluster, 'list'>,
): Promise<ReadonlyMap<string, Health>> {
  const stuck = [...live].flatMap((object) => {
    const health = healths.get(refKey(refOf(object)));
    const asked = health != null && health.status !== 'Healthy' && !isGoing(object) && listsOf(object).length > 0;
    return asked ? [{ object, health }] : [];
  });
  const lists = new Map<string, Promise<ListResult>>();
  const list = (gvk: Gvk, namespace: string): Promise<ListResult> => {
    const key = `${gvk.kind} ${namespace}`;
    const known = lists.get(key) ?? cluster.list(gvk, namespace);
    lists.set(key, known);
    return known;
  };
  const explained = stuck.map(async ({ object, health }) => {
    const { namespace } = refOf(object);
    const found = await Promise.all(listsOf(object).map(async (gvk) => ({ gvk, result: await list(gvk, namespace) })));
    return [refKey(refOf(object)), withCauses(object, health, found)] as const;
  });
  return new Map(await Promise.all(explained));
}

/** Resources whose health has the causes that `explainUnhealthy` finds for them. */
export async function withRolloutCauses(
  resources: readonly ResourceReport[],
  live: Iterable<KubernetesObject>,
  cluster: Pick<Cluster, 'list'>,
): Promise<readonly ResourceReport[]> {
  const healths = new Map(resources.map((resource) => [refKey(resource), resource.health]));
  const explained = await explainUnhealthy(healths, live, cluster);
  return resources.map((resource) => {
    const health = explained.get(refKey(resource));
    return health === undefined ? resource : { ...resource, health };
  });
}

function withCauses(
  workload: KubernetesObject,
  health: Health,
  found: readonly { readonly gvk: Gvk; readonly result: ListResult }[],
): Health {
  const unread = found.flatMap(({ gvk, result }) =>
    result.kind === 'listed' ? [] : [`${gvk.kind}s could not be listed: ${result.reason}`],
  );
  if (unread.length > 0) return { ...health, causesNotRead: unread.join('; ') };
  const of = (kind: string): readonly KubernetesObject[] =>
    found.flatMap(({ gvk, result }) => (gvk.kind === kind && result.kind === 'listed' ? result.objects : []));
  return withCauseWords(health, explainRollout(workload, of('ReplicaSet'), of('Pod')));
}

/** What is being deleted has no rollout any more. */
function isGoing(object: KubernetesObject): boolean {
  return digString(object, 'metadata', 'deletionTimestamp') !== undefined;
}
