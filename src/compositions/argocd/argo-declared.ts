import type { Desired } from '../../desired/build-desired.js';
import { unwrapLists } from '../../desired/unwrap-lists.js';
import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoResourceVerdict } from '../../model/argo-verdict.js';
import { GitdriftError } from '../../model/errors.js';
import type { KindInfo } from '../../model/live.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { AnalyzeRequest } from '../../model/request.js';
import {
  type DesiredObject,
  type Gvk,
  type KubernetesObject,
  type ResourceRef,
  refKey,
  refOf,
} from '../../model/resource.js';
import { readDesired } from '../application/read-desired.js';
import type { OpenCluster } from '../live/open-cluster.js';
import { withoutOrigins } from './argo-resources.js';
import type { ArgoDesired } from './argo-sources.js';

const NOTHING: Desired = { objects: [], notCompared: [], findings: [] };

/** The desired objects with their origins; a document that is no object is a fault of the rendering, as in Argo CD. */
export async function desiredOf(
  rendered: ArgoDesired,
  application: ArgoApplication,
  request: AnalyzeRequest,
  open: OpenCluster,
): Promise<{ readonly desired: Desired; readonly fault?: GitdriftError }> {
  if (rendered.fault !== undefined) return { desired: NOTHING, fault: rendered.fault };
  try {
    return { desired: await declared(rendered.documents, application, request, open) };
  } catch (error) {
    if (!(error instanceof GitdriftError) || error.code !== 'manifest-invalid') throw error;
    return { desired: NOTHING, fault: error };
  }
}

/** The objects that an Application's documents declare, each where its destination puts it. */
export function declared(
  documents: readonly ManifestDocument[],
  { destination }: ArgoApplication,
  request: AnalyzeRequest,
  open: OpenCluster,
): Promise<Desired> {
  const everything = { ...request, allowEmpty: true, select: { kinds: [], excludeKinds: [], resources: [] } };
  // What nobody knows counts as namespaced, as in Argo CD.
  const kind = async (gvk: Gvk): Promise<KindInfo> => (await open.kind(gvk)) ?? { plural: '', namespaced: true };
  return readDesired(documents, everything, destination.namespace, kind, () => {});
}

/** The objects of documents as they are written, those of Lists one by one. */
export function objectsIn(documents: readonly ManifestDocument[]): readonly KubernetesObject[] {
  return documents.flatMap(unwrapLists).map(({ value }) => value as KubernetesObject);
}

/** Every desired object by its name; one that gets a new name each time has none. */
export function wantedRefs({ objects, notCompared }: Desired): readonly ResourceRef[] {
  const named = notCompared.filter(({ reason }) => reason !== 'generate-name' && reason !== 'encrypted');
  return [...objects, ...named].map(({ ref }) => ref);
}

/** The desired object that Argo CD compares, marks and all, at the place where Git declares it. */
export function declaredIn(
  desired: Desired,
  documents: readonly ManifestDocument[],
): (verdict: ArgoResourceVerdict) => DesiredObject | undefined {
  const declared = new Map(desired.objects.map((object) => [refKey(object.ref), object]));
  const file = documents[0]?.origins.file ?? '';
  return ({ desired: object }) => {
    if (object === undefined) return undefined;
    const ref = refOf(object);
    const own = declared.get(refKey(ref));
    if (own === undefined) return withoutOrigins(object, ref, file);
    // SOPS's notes are taken out of ours.
    return own.encrypted ? own : { ...own, ref, object };
  };
}
