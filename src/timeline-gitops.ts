import { dig, digString, isArray } from './model/json.js';
import type { Cluster } from './model/live.js';
import {
  type Gvk,
  type KubernetesObject,
  type LiveResult,
  type ResourceRef,
  refKey,
  refOf,
  refText,
} from './model/resource.js';
import type { NotRead } from './model/timeline-report.js';
import type { GitopsManager } from './ownership/gitops-manager.js';
import { ownTrackingId } from './ownership/tracking-marks.js';
import { toldByApplication } from './timeline/argocd.js';
import { toldByFlux } from './timeline/flux.js';
import type { Told } from './timeline/told.js';

/** What the object's GitOps controller tells of its syncs, and what of that could not be read. */
export interface ToldByGitops {
  readonly told: readonly Told[];
  readonly notRead: readonly NotRead[];
}

const APPLICATION: Gvk = { group: 'argoproj.io', version: 'v1alpha1', kind: 'Application' };

/** Where Argo CD keeps its Applications unless somebody says otherwise. */
const ARGOCD_NAMESPACE = 'argocd';

/** Flux's owners, by the labels that they put on what they apply; versions as they are served, the newest first. */
const FLUX = [
  {
    label: 'kustomize.toolkit.fluxcd.io',
    group: 'kustomize.toolkit.fluxcd.io',
    kind: 'Kustomization',
    versions: ['v1', 'v1beta2'],
  },
  {
    label: 'helm.toolkit.fluxcd.io',
    group: 'helm.toolkit.fluxcd.io',
    kind: 'HelmRelease',
    versions: ['v2', 'v2beta2', 'v2beta1'],
  },
] as const;

/** Reads the Application, Kustomization or HelmRelease that an object's marks name; nothing where it has none. */
export async function readGitops(
  object: KubernetesObject,
  gitops: GitopsManager | undefined,
  cluster: Cluster,
  showUsers: boolean,
): Promise<ToldByGitops> {
  const own = toldByItself(object, showUsers);
  if (own !== undefined) return { told: own, notRead: [] };
  const found = await Promise.all([
    readArgocd(object, gitops, cluster, showUsers),
    ...FLUX.map((kind) => readFlux(object, kind, cluster)),
  ]);
  return { told: found.flatMap(({ told }) => told), notRead: found.flatMap(({ notRead }) => notRead) };
}

/** An Application or Flux object tells of its own syncs; its conditions are those of any object. */
function toldByItself(object: KubernetesObject, showUsers: boolean): readonly Told[] | undefined {
  const { group, kind } = refOf(object);
  const isFlux = FLUX.some((one) => one.group === group && one.kind === kind);
  const isApplication = group === APPLICATION.group && kind === APPLICATION.kind;
  if (!isFlux && !isApplication) return undefined;
  const told = isFlux ? toldByFlux(object) : toldByApplication(object, showUsers);
  return told.filter(({ entry }) => entry.code !== 'condition');
}

const NOTHING: ToldByGitops = { told: [], notRead: [] };

async function readArgocd(
  object: KubernetesObject,
  gitops: GitopsManager | undefined,
  cluster: Cluster,
  showUsers: boolean,
): Promise<ToldByGitops> {
  const named = applicationName(object, gitops);
  if (named === undefined) return NOTHING;
  const ref: ResourceRef = { ...APPLICATION, ...named };
  const first = (await cluster.fetch([ref])).get(refKey(ref));
  const application = first?.kind === 'found' ? first.object : await findAnywhere(ref, cluster);
  if (typeof application !== 'string') return { told: toldByApplication(application, showUsers), notRead: [] };
  const reason = first?.kind === 'unreadable' ? first.reason : application;
  return { told: [], notRead: [{ source: `syncs of Argo CD (${refText(ref)})`, reason }] };
}

/** `NAMESPACE_NAME` names an Application outside Argo CD's own namespace (argo-cd util/argo/resource_tracking.go). */
function applicationName(
  object: KubernetesObject,
  gitops: GitopsManager | undefined,
): { name: string; namespace: string } | undefined {
  const id = ownTrackingId(object)?.split(':')[0];
  const label =
    gitops?.tool === 'argocd' ? digString(object, 'metadata', 'labels', 'app.kubernetes.io/instance') : undefined;
  const text = id ?? label;
  if (text === undefined) return undefined;
  const at = text.indexOf('_');
  if (at < 0) return { name: text, namespace: ARGOCD_NAMESPACE };
  return { name: text.slice(at + 1), namespace: text.slice(0, at) };
}

/** The one Application of that name, wherever Argo CD is installed; else why there is none, or not one. */
async function findAnywhere({ name }: ResourceRef, cluster: Cluster): Promise<KubernetesObject | string> {
  const list = await cluster.list(APPLICATION, '');
  if (list.kind === 'unavailable') return list.reason;
  const named = list.objects.filter((one) => refOf(one).name === name);
  const [first] = named;
  if (first === undefined) return 'no Application of that name was found';
  return named.length === 1
    ? first
    : `several Applications have that name: ${named
        .map((one) => refText(refOf(one)))
        .sort()
        .join(', ')}`;
}

async function readFlux(
  object: KubernetesObject,
  kind: (typeof FLUX)[number],
  cluster: Cluster,
): Promise<ToldByGitops> {
  const [name, namespace] = ['name', 'namespace'].map((part) =>
    digString(object, 'metadata', 'labels', `${kind.label}/${part}`),
  );
  // Controllers copy labels to what they make; what Flux applies has no controlling owner.
  if (name === undefined || namespace === undefined || hasController(object)) return NOTHING;
  let result: LiveResult | undefined;
  for (const version of kind.versions) {
    const ref = { group: kind.group, version, kind: kind.kind, namespace, name };
    result = (await cluster.fetch([ref])).get(refKey(ref));
    if (result?.kind === 'found') return { told: toldByFlux(result.object), notRead: [] };
    if (result?.kind === 'missing') break;
  }
  const reason = result?.kind === 'unreadable' ? result.reason : 'it was not found';
  return { told: [], notRead: [{ source: `reconciliations of Flux (${kind.kind} ${namespace}/${name})`, reason }] };
}

function hasController(object: KubernetesObject): boolean {
  const owners = dig(object, 'metadata', 'ownerReferences');
  return isArray(owners) && owners.some((owner) => dig(owner, 'controller') === true);
}
