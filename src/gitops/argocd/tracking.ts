import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoSettings } from '../../model/argo-settings.js';
import { digString, field, isObject, type JsonValue, setField } from '../../model/json.js';
import { type KubernetesObject, refOf } from '../../model/resource.js';

const TRACKING_ID = 'argocd.argoproj.io/tracking-id';
const INSTALLATION_ID = 'argocd.argoproj.io/installation-id';

/** A tracking id, taken apart: `<application>:<group>/<kind>:<namespace>/<name>`. */
export interface TrackingId {
  readonly application: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * The object with the marks that Argo CD sets on everything it renders but CustomResourceDefinitions (argo-cd
 * util/argo/resource_tracking.go, SetAppInstance).
 */
export function withTrackingMarks(
  object: KubernetesObject,
  application: ArgoApplication,
  settings: ArgoSettings,
): KubernetesObject {
  if (isCrd(object)) return object;
  const { instanceName: instance } = application;
  const { trackingMethod, instanceLabelKey, installationId } = settings;
  if (trackingMethod === 'label') return withMeta(object, 'labels', instanceLabelKey, instance);
  const { group, kind, namespace, name } = refOf(object);
  const id = `${instance}:${group}/${kind}:${namespace || application.destination.namespace}/${name}`;
  const installed = withMeta(
    object,
    'annotations',
    INSTALLATION_ID,
    installationId === '' ? undefined : installationId,
  );
  const annotated = withMeta(installed, 'annotations', TRACKING_ID, id);
  return trackingMethod === 'annotation'
    ? annotated
    : withMeta(annotated, 'labels', instanceLabelKey, truncated(instance));
}

/** A label holds 63 characters, and ends with a letter or digit. */
function truncated(value: string): string {
  return value.length <= 63 ? value : value.slice(0, 63).replace(/[^a-zA-Z0-9]+$/, '');
}

/** The instance name of the application that an object is marked with; '' where it has no mark. */
export function trackedBy(object: KubernetesObject, settings: ArgoSettings): string {
  if (settings.trackingMethod === 'label') {
    return digString(object, 'metadata', 'labels', settings.instanceLabelKey) ?? '';
  }
  return trackingIdOf(object, settings)?.application ?? '';
}

/** The object's tracking id; undefined where it has none, none of that form, or one of another installation. */
export function trackingIdOf(object: KubernetesObject, { installationId }: ArgoSettings): TrackingId | undefined {
  if (installationId !== '' && annotation(object, INSTALLATION_ID) !== installationId) return undefined;
  const [application, kindText, nameText, ...more] = splitThree(annotation(object, TRACKING_ID) ?? '');
  const [group, kind, ...moreKind] = (kindText ?? '').split('/');
  const [namespace, name, ...moreName] = (nameText ?? '').split('/');
  if (more.length + moreKind.length + moreName.length > 0) return undefined;
  if (application === undefined || group === undefined || kind === undefined) return undefined;
  return namespace === undefined || name === undefined ? undefined : { application, group, kind, namespace, name };
}

/** At the first two colons; the rest is one part. */
function splitThree(text: string): readonly string[] {
  const [first, second, ...rest] = text.split(':');
  return second === undefined || rest.length === 0 ? [] : [first ?? '', second, rest.join(':')];
}

/**
 * True where the object is the one that its tracking id names: controllers copy annotations to what they make. An object without an
 * id counts as itself (argo-cd controller/state.go, isSelfReferencedObj).
 */
export function isItself(
  live: KubernetesObject | undefined,
  desired: KubernetesObject | undefined,
  settings: ArgoSettings,
): boolean {
  if (live === undefined || settings.trackingMethod === 'label') return true;
  const id = desired === undefined ? trackingIdOf(live, settings) : refOf(desired);
  if (id === undefined) return true;
  const own = refOf(live);
  return (
    (own.namespace === '' || own.namespace === id.namespace) &&
    own.name === id.name &&
    own.group === id.group &&
    own.kind === id.kind
  );
}

/**
 * Live of an application that was tracked by label before: the annotation it never got is taken from desired, the label that desired
 * no longer has goes. Live that has no such label is left as it is.
 */
export function withBackfilledTracking(
  live: KubernetesObject,
  desired: KubernetesObject,
  settings: ArgoSettings,
): KubernetesObject {
  const { trackingMethod, instanceLabelKey: key } = settings;
  if (trackingMethod === 'label' || isCrd(live)) return live;
  if ((digString(live, 'metadata', 'labels', key) ?? '') === '') return live;
  const hasId = (annotation(live, TRACKING_ID) ?? '') !== '';
  const marked = hasId ? live : withMeta(live, 'annotations', TRACKING_ID, annotation(desired, TRACKING_ID) ?? '');
  const isWanted = (digString(desired, 'metadata', 'labels', key) ?? '') !== '';
  return isWanted ? marked : withMeta(marked, 'labels', key, undefined);
}

/** Argo CD sets no marks on CustomResourceDefinitions. */
export function isCrd(object: KubernetesObject): boolean {
  return object.kind === 'CustomResourceDefinition' && object.apiVersion.startsWith('apiextensions.k8s.io/');
}

function annotation(object: KubernetesObject, key: string): string | undefined {
  return digString(object, 'metadata', 'annotations', key);
}

/** The object with a label or annotation set, or without it where `value` is undefined; an emptied map goes. */
function withMeta(
  object: KubernetesObject,
  map: 'labels' | 'annotations',
  key: string,
  value: string | undefined,
): KubernetesObject {
  const present = field(object.metadata, map);
  const own = isObject(present) ? present : {};
  if (value === undefined && !Object.hasOwn(own, key)) return object;
  const changed: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(own)) if (name !== key) setField(changed, name, inner);
  if (value !== undefined) setField(changed, key, value);
  const { [map]: _, ...rest } = object.metadata;
  const metadata = Object.keys(changed).length === 0 ? rest : { ...rest, [map]: changed };
  return { ...object, metadata };
}
