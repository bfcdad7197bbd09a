import type { Desired } from '../../desired/build-desired.js';
import { GitdriftError } from '../../model/errors.js';
import type { FluxApplication } from '../../model/flux.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { type ResourceRef, refText } from '../../model/resource.js';
import { readDesired } from '../application/read-desired.js';
import type { OpenCluster } from '../live/open-cluster.js';
import type { FluxDesired } from './flux-rendering.js';

/** What reading what is declared needs of a run. */
interface DeclaredIn {
  readonly request: AnalyzeRequest;
  readonly open: OpenCluster;
}

/** Nothing is declared where nothing could be rendered. */
export const NOTHING: Desired = { objects: [], notCompared: [], findings: [] };

/** The desired objects; what is no object, or has no namespace where it needs one, is a fault of the whole, as in Flux. */
export async function declaredBy(
  rendered: FluxDesired,
  application: FluxApplication,
  { request, open }: DeclaredIn,
): Promise<{ readonly desired: Desired; readonly fault?: GitdriftError }> {
  try {
    const desired = await objectsDeclaredBy(rendered.documents, application, { request, open });
    const scopes = await Promise.all(
      desired.objects.map(async ({ ref }) => ({ ref, info: ref.namespace === '' ? await open.kind(ref) : undefined })),
    );
    const lost = scopes.find(({ info }) => info?.namespaced === true);
    return lost === undefined ? { desired } : { desired: NOTHING, fault: withoutNamespace(lost.ref) };
  } catch (error) {
    if (!(error instanceof GitdriftError) || error.code !== 'manifest-invalid') throw error;
    return { desired: NOTHING, fault: error };
  }
}

/** The objects that the documents of an object of Flux declare. Throws `manifest-invalid`. */
export function objectsDeclaredBy(
  documents: readonly ManifestDocument[],
  application: FluxApplication,
  { request, open }: DeclaredIn,
): Promise<Desired> {
  const everything = { ...request, allowEmpty: true, select: { kinds: [], excludeKinds: [], resources: [] } };
  // A release has a namespace of its own; a Kustomization fills in none but its targetNamespace, which the build did.
  const namespace = application.kind === 'helmrelease' ? application.releaseNamespace : '';
  return readDesired(
    documents,
    everything,
    namespace,
    (gvk) => open.kind(gvk),
    () => {},
  );
}

function withoutNamespace(ref: ResourceRef): GitdriftError {
  return new GitdriftError(
    'manifest-invalid',
    `${refText(ref)} has no namespace, and the Kustomization sets no targetNamespace`,
    {
      hint: 'Flux refuses it ("namespace not specified"): declare one, or set spec.targetNamespace',
    },
  );
}
