import { dig, digString, field, isArray } from '../model/json.js';
import { TRACKING_TOOLS, type TrackingTool } from '../model/policy.js';
import { type KubernetesObject, refOf } from '../model/resource.js';

/** The tools that we recognise by what they leave on objects; `other` applies under a name that the user gave. */
export type GitopsTool = TrackingTool | 'other';

/** A tool's mark on an object. */
export interface TrackingMark {
  readonly tool: GitopsTool;
  /** The field managers that the tool applies with. */
  readonly managers: readonly string[];
  /** What was found, for people: the key and its value. */
  readonly message: string;
  /** True where others set or copy the same key too, so that it counts only beside an entry of a manager. */
  readonly needsEntry: boolean;
}

const TRACKING_ID = 'argocd.argoproj.io/tracking-id';
const INSTANCE = 'app.kubernetes.io/instance';
const CONFIG_SYNC = 'configmanagement.gke.io/managed';

/** On its own kinds the application controller keeps status and operation under the name that it syncs with elsewhere. */
function argocdManagers(object: KubernetesObject): readonly string[] {
  return refOf(object).group === 'argoproj.io' && ['Application', 'AppProject'].includes(object.kind)
    ? ['argocd-controller', 'argocd']
    : ['argocd-controller', 'argocd-application-controller', 'argocd'];
}

/** Labels that Flux sets on what it applies; their values name the owner, not the object (fluxcd/pkg ssa). */
const FLUX_LABELS = [
  { key: 'kustomize.toolkit.fluxcd.io/name', manager: 'kustomize-controller' },
  { key: 'helm.toolkit.fluxcd.io/name', manager: 'helm-controller' },
  { key: 'fluxcd.controlplane.io/name', manager: 'flux-operator' },
  { key: 'resourceset.fluxcd.controlplane.io/name', manager: 'flux-operator' },
];

/** The tools that track an object beyond doubt: their marks need no entry beside them. Sorted. */
export function trackingToolsOf(object: KubernetesObject): readonly TrackingTool[] {
  const marks = trackingMarks(object).filter(({ needsEntry }) => !needsEntry);
  return TRACKING_TOOLS.filter((tool) => marks.some((mark) => mark.tool === tool));
}

/** All marks on an object, strongest first. A mark that was copied from another object does not count where that shows. */
export function trackingMarks(object: KubernetesObject): readonly TrackingMark[] {
  if (!mayBeMarked(object)) return [];
  const copied = hasController(object);
  return [
    ...argocdId(object),
    ...FLUX_LABELS.flatMap(({ key, manager }) => fluxLabel(object, key, manager, copied)),
    ...configSync(object),
    ...argocdLabel(object),
  ];
}

/** False for most objects, of which then nothing more is asked. */
function mayBeMarked(object: KubernetesObject): boolean {
  const labels = dig(object, 'metadata', 'labels');
  const annotations = dig(object, 'metadata', 'annotations');
  return (
    LABELS.some((key) => field(labels, key) !== undefined) ||
    ANNOTATIONS.some((key) => field(annotations, key) !== undefined)
  );
}

const LABELS = [...FLUX_LABELS.map(({ key }) => key), INSTANCE];
const ANNOTATIONS = [TRACKING_ID, CONFIG_SYNC];

/** The object's Argo CD tracking id, where it names the object itself (argo-cd util/argo/resource_tracking.go). */
export function ownTrackingId(object: KubernetesObject): string | undefined {
  const id = annotation(object, TRACKING_ID);
  const parts = id === undefined ? null : /^[^:]+:([^/:]*)\/([^:]+):([^/]*)\/(.+)$/.exec(id);
  if (id === undefined || parts === null) return undefined;
  const [, group, kind, namespace, name] = parts;
  const ref = refOf(object);
  const itself = group === ref.group && kind === ref.kind && name === ref.name;
  // On a cluster-scoped object the id holds the Application's destination namespace.
  return itself && (ref.namespace === '' || namespace === ref.namespace) ? id : undefined;
}

function argocdId(object: KubernetesObject): readonly TrackingMark[] {
  const id = ownTrackingId(object);
  if (id === undefined) return [];
  return [
    {
      tool: 'argocd',
      managers: argocdManagers(object),
      message: `annotation ${TRACKING_ID} is ${JSON.stringify(id)}`,
      needsEntry: false,
    },
  ];
}

/** Charts set the same label, so it proves nothing alone. */
function argocdLabel(object: KubernetesObject): readonly TrackingMark[] {
  const name = label(object, INSTANCE);
  if (name === undefined) return [];
  return [
    {
      tool: 'argocd',
      managers: argocdManagers(object),
      message: `label ${INSTANCE} is ${JSON.stringify(name)}`,
      needsEntry: true,
    },
  ];
}

function fluxLabel(object: KubernetesObject, key: string, manager: string, copied: boolean): readonly TrackingMark[] {
  const name = label(object, key);
  if (name === undefined) return [];
  return [
    { tool: 'flux', managers: [manager], message: `label ${key} is ${JSON.stringify(name)}`, needsEntry: copied },
  ];
}

/** kpt-config-sync pkg/metadata/annotations.go; the resource id is group, kind, namespace and name joined by `_`. */
function configSync(object: KubernetesObject): readonly TrackingMark[] {
  const id = annotation(object, 'configsync.gke.io/resource-id');
  if (annotation(object, CONFIG_SYNC) !== 'enabled' || id?.endsWith(`_${refOf(object).name}`) === false) return [];
  return [
    {
      tool: 'config-sync',
      managers: ['configsync.gke.io'],
      message: `annotation ${CONFIG_SYNC} is "enabled"`,
      needsEntry: id === undefined,
    },
  ];
}

/** Controllers copy labels to what they make (KEDA to its HPAs); what Git declares has no controlling owner. */
function hasController(object: KubernetesObject): boolean {
  const owners = dig(object, 'metadata', 'ownerReferences');
  return isArray(owners) && owners.some((owner) => dig(owner, 'controller') === true);
}

function label(object: KubernetesObject, key: string): string | undefined {
  return digString(object, 'metadata', 'labels', key);
}

function annotation(object: KubernetesObject, key: string): string | undefined {
  return digString(object, 'metadata', 'annotations', key);
}
