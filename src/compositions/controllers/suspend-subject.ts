import type { Tools } from '../../cli/engine.js';
import type { LiveOptions } from '../../config/live-options.js';
import { readApplication } from '../../gitops/argocd/read-application.js';
import { resourcesOf } from '../../gitops/chain/confirm.js';
import { APPLICATION, ownerKindNamed } from '../../gitops/chain/kinds.js';
import type { ArgoDestination } from '../../model/argo-application.js';
import { GitdriftError } from '../../model/errors.js';
import type { Cluster } from '../../model/live.js';
import { type Gvk, type KubernetesObject, type ResourceRef, refOf, refText } from '../../model/resource.js';
import type { SuspendRequest } from '../../model/suspend-plan.js';
import { argoClusters } from '../argocd/argo-clusters.js';
import { findKind } from '../live/find-kind.js';
import type { OpenCluster } from '../live/open-cluster.js';
import { readByName, readOwnerAt } from './read-owner.js';

/** What a plan is for, as live has it, and the cluster that has it. */
export interface SuspendSubject {
  readonly object: KubernetesObject;
  readonly open: OpenCluster;
  /** Of an object in another cluster than the Application that deploys it: the destination, as it names it. */
  readonly destination?: string;
}

/**
 * The object that the plan is for. One that the cluster does not have is looked for where an Application of the cluster
 * deploys it to. Throws `source-not-found` where it is nowhere, or cannot be reached.
 */
export async function suspendSubject(
  request: SuspendRequest,
  open: OpenCluster,
  live: LiveOptions,
  tools: Tools,
): Promise<SuspendSubject> {
  const { kind, name, namespace } = request;
  const { cluster } = open;
  const ref = await refFor(kind, name, namespace, open);
  // A name alone may be that of several; who may not list them all may still read the one in the usual place.
  const named = ref.namespace === '' && kind === undefined ? await readByName(ref, cluster) : undefined;
  const isSettled = named?.kind === 'found' || (named?.reason.startsWith('several') ?? false);
  const read = named !== undefined && isSettled ? named : await readOwnerAt(ref, cluster);
  if (read.kind === 'found') return { object: read.object, open };
  const remote =
    read.absent === true && kind !== undefined ? await elsewhere(ref, request, open, live, tools) : undefined;
  if (remote !== undefined) return remote;
  const where = cluster.recorded ? `the saved objects of ${cluster.destination.recording}` : 'the cluster';
  throw new GitdriftError('source-not-found', `${refText(ref)} of ${where} could not be read: ${read.reason}`, {
    hint:
      kind === undefined
        ? 'write an Argo CD Application as NAME, and its namespace with -n; anything else as KIND/NAME'
        : 'check the name and the namespace (-n)',
  });
}

async function refFor(
  kind: string | undefined,
  name: string,
  namespace: string | undefined,
  open: OpenCluster,
): Promise<ResourceRef> {
  const owner = kind === undefined ? APPLICATION : ownerKindNamed(kind);
  const at = open.cluster.destination.namespace ?? 'default';
  if (owner !== undefined) {
    const place = owner === APPLICATION ? (namespace ?? '') : (namespace ?? (open.cluster.recorded ? '' : at));
    return { group: owner.group, version: owner.versions[0] ?? '', kind: owner.kind, namespace: place, name };
  }
  const gvk: Gvk = await findKind(kind ?? '', open);
  const info = await open.kind(gvk);
  return { ...gvk, namespace: info?.namespaced === false ? '' : (namespace ?? at), name };
}

/** The object in the cluster that an Application deploys it to, by the Application's own status. */
async function elsewhere(
  ref: ResourceRef,
  request: SuspendRequest,
  { cluster }: OpenCluster,
  live: LiveOptions,
  tools: Tools,
): Promise<SuspendSubject | undefined> {
  if (live.kind === 'recording') return undefined;
  const clusters = argoClusters(live, request, tools);
  const unreached: string[] = [];
  for (const { application, destination } of await deploying(ref, cluster)) {
    const reached = await clusters.of(destination);
    const answer =
      reached.kind === 'reached'
        ? await readOwnerAt(ref, reached.open.cluster)
        : { ...reached, kind: 'unreadable' as const };
    if (reached.kind === 'reached' && answer.kind === 'found') {
      const name = destination.server ?? destination.name;
      return { object: answer.object, open: reached.open, ...(name === undefined ? {} : { destination: name }) };
    }
    if (answer.kind === 'unreadable') unreached.push(`${refText(application)} deploys it elsewhere: ${answer.reason}`);
  }
  const [first] = unreached;
  if (first === undefined) return undefined;
  throw new GitdriftError('source-not-found', `${refText(ref)} could not be read: ${first}`, {
    hint: 'say which context reaches it with --context-for, or ask for the Application itself: gitdrift suspend-plan NAME',
  });
}

interface Deploying {
  readonly application: ResourceRef;
  readonly destination: ArgoDestination;
}

/** The Applications whose status lists the object, at whatever version. */
async function deploying(ref: ResourceRef, cluster: Cluster): Promise<readonly Deploying[]> {
  const list = await cluster.list({ group: APPLICATION.group, version: 'v1alpha1', kind: APPLICATION.kind }, '');
  if (list.kind !== 'listed') return [];
  return list.objects.flatMap((object): readonly Deploying[] => {
    const isListed = resourcesOf(object).some(
      ({ group, kind, namespace, name }) =>
        group === ref.group && kind === ref.kind && namespace === ref.namespace && name === ref.name,
    );
    if (!isListed) return [];
    try {
      return [
        { application: refOf(object), destination: readApplication(object, { where: 'the cluster' }).destination },
      ];
    } catch (error) {
      if (error instanceof GitdriftError) return [];
      throw error;
    }
  });
}
