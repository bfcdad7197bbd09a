import { dig, digString, isArray, type JsonValue } from '../model/json.js';
import { type KubernetesObject, parseApiVersion, type ResourceRef, refOf } from '../model/resource.js';

/** What pauses a ScaledObject: it keeps the number it found, or sets one and keeps that. */
export type Pause = { readonly kind: 'where-it-was' } | { readonly kind: 'at'; readonly replicas: number };

/** A ScaledObject as KEDA reads it (keda apis/keda/v1alpha1/scaledobject_types.go). */
interface ScaledObject {
  readonly ref: ResourceRef;
  readonly min: number;
  readonly max: number;
  readonly idle?: number;
  readonly paused?: Pause;
  readonly active?: boolean;
  readonly troubles: readonly string[];
}

const PAUSED = 'autoscaling.keda.sh/paused';
const PAUSED_REPLICAS = 'autoscaling.keda.sh/paused-replicas';

/** True where the ScaledObject targets the workload; a target without kind is a Deployment. */
export function scalesWorkload(scaledObject: KubernetesObject, workload: ResourceRef): boolean {
  const target = dig(scaledObject, 'spec', 'scaleTargetRef');
  return (
    digString(scaledObject.metadata, 'namespace') === workload.namespace &&
    digString(target, 'name') === workload.name &&
    (filled(digString(target, 'kind')) ?? 'Deployment') === workload.kind &&
    parseApiVersion(filled(digString(target, 'apiVersion')) ?? 'apps/v1').group === workload.group
  );
}

/** True for the HPA that KEDA made of the ScaledObject, by owner or by name. */
export function belongsTo(hpa: KubernetesObject, scaledObject: KubernetesObject): boolean {
  if (digString(hpa.metadata, 'namespace') !== digString(scaledObject.metadata, 'namespace')) return false;
  const name = digString(scaledObject.metadata, 'name');
  const owners = dig(hpa, 'metadata', 'ownerReferences');
  const owned =
    isArray(owners) &&
    owners.some((owner) => digString(owner, 'kind') === 'ScaledObject' && digString(owner, 'name') === name);
  const hpaName =
    filled(digString(scaledObject, 'status', 'hpaName')) ??
    filled(digString(scaledObject, 'spec', 'advanced', 'horizontalPodAutoscalerConfig', 'name')) ??
    `keda-hpa-${name}`;
  return owned || digString(hpa.metadata, 'name') === hpaName;
}

/** Reads a ScaledObject, with KEDA's own defaults: from 0 to 100 replicas. */
export function readScaledObject(object: KubernetesObject): ScaledObject {
  const idle = count(dig(object, 'spec', 'idleReplicaCount'));
  const active = statusOf(object, 'Active');
  const paused = pauseOf(object);
  return {
    ref: refOf(object),
    min: count(dig(object, 'spec', 'minReplicaCount')) ?? 0,
    max: count(dig(object, 'spec', 'maxReplicaCount')) ?? 100,
    ...(idle === undefined ? {} : { idle }),
    ...(paused === undefined ? {} : { paused }),
    ...(active === undefined ? {} : { active: active === 'True' }),
    troubles: troublesOf(object),
  };
}

/** Any text but `false` pauses, as KEDA reads it; a number of replicas decides before it. */
function pauseOf(object: KubernetesObject): Pause | undefined {
  const annotation = (name: string): string | undefined => digString(object.metadata, 'annotations', name);
  const replicas = Number.parseInt(annotation(PAUSED_REPLICAS) ?? '', 10);
  if (Number.isSafeInteger(replicas)) return { kind: 'at', replicas };
  const paused = annotation(PAUSED);
  return paused === undefined || paused.toLowerCase() === 'false' ? undefined : { kind: 'where-it-was' };
}

function troublesOf(object: KubernetesObject): string[] {
  const ready = conditionOf(object, 'Ready');
  const fallback = statusOf(object, 'Fallback') === 'True';
  return [
    ...(fallback ? ['Fallback is True: its triggers fail, and it sets the number of spec.fallback'] : []),
    ...(digString(ready, 'status') === 'False'
      ? [`Ready is False (${digString(ready, 'reason') ?? 'no reason given'})`]
      : []),
  ];
}

function statusOf(object: KubernetesObject, type: string): string | undefined {
  return digString(conditionOf(object, type), 'status');
}

function conditionOf(object: KubernetesObject, type: string): JsonValue | undefined {
  const conditions = dig(object, 'status', 'conditions');
  return isArray(conditions) ? conditions.find((condition) => digString(condition, 'type') === type) : undefined;
}

function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function count(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
