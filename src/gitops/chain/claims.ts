import { dig, digString, isArray } from '../../model/json.js';
import { type KubernetesObject, parseApiVersion, refOf, refText } from '../../model/resource.js';
import type { Claims, ParentClaim } from './claim.js';
import { byConfigSync } from './config-sync.js';
import {
  APPLICATION,
  FLUX_INSTANCE,
  HELM,
  HELM_RELEASE,
  KUSTOMIZATION,
  type OwnerKind,
  RESOURCE_SET,
} from './kinds.js';
import { byRuns } from './runs.js';

const TRACKING_ID = 'argocd.argoproj.io/tracking-id';
const INSTANCE_LABEL = 'app.kubernetes.io/instance';

/** Everybody who manages an object by its ownerReferences, annotations and labels (gitops-controllers: who owns what). */
export function parentClaims(object: KubernetesObject): Claims {
  const controllers = byReference(object);
  const tracking = byTrackingId(object);
  const configSync = byConfigSync(object);
  const copied = controllers.length > 0 ? { copied: true as const } : {};
  return {
    claims: [
      ...controllers,
      ...tracking.claims,
      // Charts set the label as well, so that it counts only where no id says more.
      ...(digString(object.metadata, 'annotations', TRACKING_ID) === undefined ? byInstanceLabel(object) : []),
      ...[KUSTOMIZATION, HELM_RELEASE].flatMap((kind) => byLabels(object, kind, kind.group)),
      ...byLabels(object, FLUX_INSTANCE, FLUX_INSTANCE.group),
      ...byLabels(object, RESOURCE_SET, `resourceset.${RESOURCE_SET.group}`),
      ...byHelm(object),
      ...configSync.claims,
      ...byRuns(object),
    ].map((claim) => (claim.basis === 'owner-reference' ? claim : { ...claim, ...copied })),
    notes: [...tracking.notes, ...configSync.notes],
  };
}

function byReference(object: KubernetesObject): readonly ParentClaim[] {
  const owners = dig(object.metadata, 'ownerReferences');
  if (!isArray(owners)) return [];
  return owners.flatMap((owner): ParentClaim[] => {
    const [kind, name] = [digString(owner, 'kind'), digString(owner, 'name')];
    if (kind === undefined || name === undefined || dig(owner, 'controller') !== true) return [];
    const uid = digString(owner, 'uid');
    return [
      {
        basis: 'owner-reference',
        parent: {
          ...parseApiVersion(digString(owner, 'apiVersion') ?? ''),
          kind,
          namespace: digString(object.metadata, 'namespace') ?? '',
          name,
        },
        message: `ownerReference with controller: true names ${kind} ${name}`,
        ...(uid === undefined ? {} : { uid }),
      },
    ];
  });
}

/** An id that names another object was copied (argo-cd controller/state.go, isSelfReferencedObj). */
function byTrackingId(object: KubernetesObject): Claims {
  const id = digString(object.metadata, 'annotations', TRACKING_ID);
  if (id === undefined) return { claims: [], notes: [] };
  const parts = /^([^:]+):([^/:]*)\/([^:]+):([^/]*)\/(.+)$/.exec(id);
  const ref = refOf(object);
  if (parts === null) return { claims: [], notes: [`${refText(ref)}: its tracking id ${id} is none`] };
  const [, instance = '', group, kind = '', namespace = '', name = ''] = parts;
  // On a cluster-scoped object the id holds the destination namespace.
  const itself =
    group === ref.group &&
    kind === ref.kind &&
    name === ref.name &&
    (ref.namespace === '' || ref.namespace === namespace);
  if (!itself) {
    const of = refText({ kind, namespace, name });
    return { claims: [], notes: [`${refText(ref)}: its tracking id names ${of}, from which it was copied`] };
  }
  const claim: ParentClaim = {
    basis: 'tracking-id',
    parent: { ...atNewest(APPLICATION), ...instanceName(instance) },
    message: `annotation ${TRACKING_ID} is ${JSON.stringify(id)}, and names the object itself`,
  };
  return { claims: [claim], notes: [] };
}

/** `NAMESPACE_NAME` outside Argo CD's own namespace, `NAME` in it (argo-cd util/argo/resource_tracking.go). */
function instanceName(instance: string): { namespace: string; name: string } {
  const at = instance.indexOf('_');
  return at < 0
    ? { namespace: '', name: instance }
    : { namespace: instance.slice(0, at), name: instance.slice(at + 1) };
}

function byInstanceLabel(object: KubernetesObject): readonly ParentClaim[] {
  const value = digString(object.metadata, 'labels', INSTANCE_LABEL);
  if (value === undefined || value === '') return [];
  return [
    {
      basis: 'instance-label',
      parent: { ...atNewest(APPLICATION), ...instanceName(value) },
      message: `label ${INSTANCE_LABEL} is ${JSON.stringify(value)}`,
    },
  ];
}

function byLabels(object: KubernetesObject, kind: OwnerKind, prefix: string): readonly ParentClaim[] {
  const [name, namespace] = ['name', 'namespace'].map((part) =>
    digString(object.metadata, 'labels', `${prefix}/${part}`),
  );
  if (name === undefined || namespace === undefined) return [];
  return [
    {
      basis: 'flux-labels',
      parent: { ...atNewest(kind), namespace, name },
      message: `labels ${prefix}/name and namespace are ${JSON.stringify(name)} and ${JSON.stringify(namespace)}`,
    },
  ];
}

/** Where a HelmRelease of Flux made the release its own labels say so. */
function byHelm(object: KubernetesObject): readonly ParentClaim[] {
  const name = digString(object.metadata, 'annotations', 'meta.helm.sh/release-name');
  if (name === undefined || digString(object.metadata, 'labels', `${HELM_RELEASE.group}/name`) !== undefined) return [];
  const namespace = digString(object.metadata, 'annotations', 'meta.helm.sh/release-namespace') ?? '';
  return [
    {
      basis: 'helm-annotations',
      parent: { ...atNewest(HELM), namespace, name },
      message: `annotations meta.helm.sh name the release ${namespace === '' ? '' : `${namespace}/`}${name}`,
    },
  ];
}

function atNewest({ group, kind, versions }: OwnerKind): { group: string; kind: string; version: string } {
  return { group, kind, version: versions[0] ?? '' };
}
