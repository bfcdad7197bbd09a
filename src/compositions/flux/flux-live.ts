import { keptFromPruning } from '../../gitops/flux/modes.js';
import type { FluxApplication } from '../../model/flux.js';
import { type KubernetesObject, type ResourceRef, refKey, refText } from '../../model/resource.js';
import type { OpenCluster } from '../live/open-cluster.js';

/** A live object that Flux applied and that is no longer declared; `kept` says why it is not deleted. */
export interface NoLongerDeclared {
  readonly ref: ResourceRef;
  readonly live: KubernetesObject;
  readonly kept?: string;
}

/** What live still has of it, and what could not be looked at, one sentence each. */
export interface FoundNoLongerDeclared {
  readonly found: readonly NoLongerDeclared[];
  readonly unread: readonly string[];
}

/**
 * Objects of the inventory of a Kustomization, or of the stored release of a HelmRelease (`dropped`), that are not among
 * the declared ones. Versions do not count; what is gone from live as well is nothing.
 */
export async function fetchNoLongerDeclared(
  application: FluxApplication,
  declared: readonly ResourceRef[],
  dropped: readonly ResourceRef[],
  open: OpenCluster,
): Promise<FoundNoLongerDeclared> {
  const known = new Set(declared.map(refKey));
  const candidates =
    application.kind === 'kustomization'
      ? (application.status.inventory ?? [])
      : await Promise.all(dropped.map((ref) => inNamespace(ref, application.releaseNamespace, open)));
  const refs = candidates.filter((ref) => !known.has(refKey(ref)));
  if (refs.length === 0) return { found: [], unread: [] };
  const results = await open.cluster.fetch(refs);
  const found: NoLongerDeclared[] = [];
  const unread: string[] = [];
  for (const ref of refs) {
    const result = results.get(refKey(ref));
    if (result?.kind === 'found') {
      const kept = whyKept(application, result.object);
      found.push({ ref, live: result.object, ...(kept === undefined ? {} : { kept }) });
    } else if (result?.kind === 'unreadable' && !result.notServed) unread.push(`${refText(ref)}: ${result.reason}`);
  }
  return { found, unread };
}

async function inNamespace(ref: ResourceRef, namespace: string, open: OpenCluster): Promise<ResourceRef> {
  if (ref.namespace !== '' || (await open.kind(ref))?.namespaced !== true) return ref;
  return { ...ref, namespace };
}

function whyKept(application: FluxApplication, live: KubernetesObject): string | undefined {
  if (application.kind === 'helmrelease') return undefined;
  return application.prune ? keptFromPruning(application, live) : 'spec.prune is off';
}
