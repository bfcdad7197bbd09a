import { parentClaims } from '../../gitops/chain/claims.js';
import { ownerKind } from '../../gitops/chain/kinds.js';
import type { Cluster } from '../../model/live.js';
import { type KubernetesObject, refOf, refText } from '../../model/resource.js';
import type { NotRead } from '../../model/timeline-report.js';
import type { GitopsManager } from '../../ownership/gitops-manager.js';
import { ownTrackingId } from '../../ownership/tracking-marks.js';
import { toldByApplication } from '../../timeline/argocd.js';
import { toldByFlux } from '../../timeline/flux.js';
import type { Told } from '../../timeline/told.js';
import { type GitopsOwner, gitopsOwnersOf } from '../controllers/gitops-owner.js';
import { readOwnerAt } from '../controllers/read-owner.js';

/** What the object's GitOps controller tells of its syncs, and what of that could not be read. */
export interface ToldByGitops {
  readonly told: readonly Told[];
  readonly notRead: readonly NotRead[];
}

/** Reads the Application, Kustomization or HelmRelease that an object's marks name; nothing where it has none. */
export async function readGitops(
  object: KubernetesObject,
  gitops: GitopsManager | undefined,
  cluster: Cluster,
  showUsers: boolean,
): Promise<ToldByGitops> {
  const own = toldByItself(object, showUsers);
  if (own !== undefined) return { told: own, notRead: [] };
  const owners = [...gitopsOwnersOf(object), ...byLabel(object, gitops)];
  const found = await Promise.all(owners.map((owner) => toldBy(owner, cluster, showUsers)));
  return { told: found.flatMap(({ told }) => told), notRead: found.flatMap(({ notRead }) => notRead) };
}

/** An Application or Flux object tells of its own syncs; its conditions are those of any object. */
function toldByItself(object: KubernetesObject, showUsers: boolean): readonly Told[] | undefined {
  const role = ownerKind(refOf(object))?.role;
  const isFlux = role === 'flux-kustomization' || role === 'flux-helmrelease';
  if (!isFlux && role !== 'argocd-application') return undefined;
  const told = isFlux ? toldByFlux(object) : toldByApplication(object, showUsers);
  return told.filter(({ entry }) => entry.code !== 'condition');
}

/** The Application that the instance label names: charts set it as well, so that it counts where Argo CD applies the object. */
function byLabel(object: KubernetesObject, gitops: GitopsManager | undefined): readonly GitopsOwner[] {
  if (gitops?.tool !== 'argocd' || ownTrackingId(object) !== undefined) return [];
  const labels = parentClaims(object).claims.filter(({ basis }) => basis === 'instance-label');
  return labels.map(({ parent }) => ({ role: 'argocd-application', ref: parent }));
}

async function toldBy({ role, ref }: GitopsOwner, cluster: Cluster, showUsers: boolean): Promise<ToldByGitops> {
  const read = await readOwnerAt(ref, cluster);
  const isArgocd = role === 'argocd-application';
  if (read.kind === 'found') {
    return { told: isArgocd ? toldByApplication(read.object, showUsers) : toldByFlux(read.object), notRead: [] };
  }
  const source = `${isArgocd ? 'syncs of Argo CD' : 'reconciliations of Flux'} (${refText(ref)})`;
  return { told: [], notRead: [{ source, reason: read.reason }] };
}
