import { readApplication } from '../../gitops/argocd/read-application.js';
import { parentClaims } from '../../gitops/chain/claims.js';
import { confirmClaim } from '../../gitops/chain/confirm.js';
import { APPLICATION_SET, ownerKind } from '../../gitops/chain/kinds.js';
import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoController, Controller } from '../../model/controller.js';
import { GitdriftError } from '../../model/errors.js';
import type { Cluster } from '../../model/live.js';
import type { ResourceReport } from '../../model/report.js';
import { type KubernetesObject, type ResourceRef, refKey } from '../../model/resource.js';
import { gitopsOwnersOf } from './gitops-owner.js';
import { readOwnerAt } from './read-owner.js';

/** An object that differs, with what live has of it. */
export interface Differing {
  readonly resource: ResourceReport;
  readonly live: KubernetesObject | undefined;
}

/**
 * The controllers of the objects that differ, by the objects' `refKey`: what their own marks name, read once each, and
 * nothing at all where nothing differs. A missing object bears no marks; it has the owner that all others share.
 */
export async function findControllers(
  all: readonly Differing[],
  cluster: Cluster,
): Promise<ReadonlyMap<string, Controller>> {
  const differing = all.filter(({ resource }) => isDifferent(resource));
  const found = new Map<string, Controller>();
  if (differing.length === 0) return found;
  const owners = new Map<string, { readonly ref: ResourceRef; readonly of: Differing[] }>();
  const marked = all.flatMap(({ live }) => (live === undefined ? [] : (ownerOf(live) ?? [])));
  const different = new Map(marked.map((ref) => [refKey(ref), ref]));
  const [only] = different.size === 1 ? different.values() : [];
  for (const one of differing) {
    const ref = one.live === undefined ? only : ownerOf(one.live);
    if (ref === undefined) continue;
    const known = owners.get(refKey(ref));
    if (known === undefined) owners.set(refKey(ref), { ref, of: [one] });
    else known.of.push(one);
  }
  await Promise.all(
    [...owners.values()].map(async ({ ref, of }) => {
      const read = await readOwnerAt(ref, cluster);
      const controller: Controller =
        read.kind === 'found'
          ? await controllerFrom(ref, read.object, cluster)
          : { kind: 'unread', ref, reason: read.reason };
      for (const { resource, live } of of) {
        if (live !== undefined && read.kind === 'found' && !agrees(live, ref, read.object)) continue;
        found.set(refKey(resource), controller);
      }
    }),
  );
  return found;
}

function isDifferent({ outcome, drift, undeclared }: ResourceReport): boolean {
  return outcome === 'missing' || drift.length + undeclared.length > 0;
}

/** The first owner that an object's own marks name. */
const ownerOf = (object: KubernetesObject): ResourceRef | undefined => gitopsOwnersOf(object)[0]?.ref;

/** The owner does not deny the object: leftovers of labels name an owner that knows nothing of it. */
function agrees(live: KubernetesObject, ref: ResourceRef, owner: KubernetesObject): boolean {
  const claim = parentClaims(live).claims.find(({ parent }) => refKey(parent) === refKey(ref));
  return claim !== undefined && confirmClaim(claim, live, owner).kind !== 'refuted';
}

async function controllerFrom(ref: ResourceRef, object: KubernetesObject, cluster: Cluster): Promise<Controller> {
  const role = ownerKind(ref)?.role;
  if (role === 'flux-kustomization' || role === 'flux-helmrelease') return { kind: role, object };
  try {
    const application = readApplication(object, { where: 'the cluster' });
    return await argoController(application, application.status.revisions, cluster);
  } catch (error) {
    if (!(error instanceof GitdriftError)) throw error;
    return { kind: 'unread', ref, reason: error.message };
  }
}

/**
 * An Application with its project, and the ApplicationSet that makes it where only that tells whether anything syncs.
 * `revisions` are those that desired is rendered from; what the controller compared with last where they are not known.
 */
export async function argoController(
  application: ArgoApplication,
  revisions: readonly string[],
  cluster: Cluster,
): Promise<ArgoController> {
  const { automated } = application.syncPolicy;
  const name = application.owners.find(({ kind, controller }) => kind === APPLICATION_SET.kind && controller)?.name;
  const asksSet = automated?.enabled === false && name !== undefined;
  const [project, set] = await Promise.all([
    automated?.enabled === true ? readOwnerAt(projectOf(application), cluster) : undefined,
    asksSet ? readOwnerAt({ ...setRef(application), name }, cluster) : undefined,
  ]);
  return {
    kind: 'argocd',
    application,
    revisions: revisions.length === application.sources.length ? revisions : application.status.revisions,
    ...(project?.kind === 'found' ? { project: project.object } : {}),
    ...(set?.kind === 'found' ? { applicationSet: set.object } : {}),
  };
}

function projectOf({ project, controlPlaneNamespace }: ArgoApplication): ResourceRef {
  return {
    group: 'argoproj.io',
    version: 'v1alpha1',
    kind: 'AppProject',
    namespace: controlPlaneNamespace,
    name: project,
  };
}

function setRef({ namespace }: ArgoApplication): Omit<ResourceRef, 'name'> {
  return { group: APPLICATION_SET.group, version: 'v1alpha1', kind: APPLICATION_SET.kind, namespace };
}
