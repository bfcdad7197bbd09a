import type { Difference } from '../model/drift.js';
import { type FieldPath, printPath } from '../model/field-path.js';
import { dig, digString, isArray, type JsonValue } from '../model/json.js';
import { parseJson } from '../model/json-text.js';
import type { ListResult } from '../model/live.js';
import { nearestName } from '../model/nearest-name.js';
import { type KubernetesObject, parseApiVersion, type ResourceRef, refOf, refText } from '../model/resource.js';
import { belongsTo, type Pause, readScaledObject, scalesWorkload } from './keda.js';

/** What sets the replicas of the workload at hand: a HorizontalPodAutoscaler, or a KEDA ScaledObject with its own one. */
export interface Autoscaler {
  readonly kind: 'hpa' | 'scaled-object';
  readonly ref: ResourceRef;
  /** 1 for an HPA that does not say; a ScaledObject may have 0. */
  readonly min: number;
  readonly max: number;
  /** A ScaledObject's number while it is not active; absent where that is `min`. */
  readonly idle?: number;
  /** A ScaledObject that an annotation pauses. */
  readonly paused?: Pause;
  /** Of a ScaledObject; absent where its status does not say. */
  readonly active?: boolean;
  /** RFC 3339; when the HPA last changed the replicas. */
  readonly lastScaleTime?: string;
  /** What its status says is wrong: `ScalingActive is False (FailedGetResourceMetric): it has no metrics …`. */
  readonly troubles: readonly string[];
}

/** What is known of the autoscalers of one workload. */
export type AutoscalerEvidence =
  | {
      readonly kind: 'known';
      readonly autoscalers: readonly Autoscaler[];
      /** Autoscalers that seem to mean the workload and do not scale it, a sentence each. */
      readonly astray?: readonly string[];
      /** What could not be read beside the others, a sentence each. */
      readonly unread?: readonly string[];
    }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** True for the one field of a workload that an autoscaler writes. */
export function isReplicas(path: FieldPath): boolean {
  return printPath(path) === '.spec.replicas';
}

/** True where live has no replicas at all, whatever desired says. */
export function isScaledToZero(difference: Difference): boolean {
  return isReplicas(difference.path) && difference.live === 0;
}

/**
 * The autoscalers of a namespace's lists that target this workload. The HPA that KEDA makes of a ScaledObject counts as
 * part of it. A list of ScaledObjects that nothing asked for, or whose kind is not served, holds none.
 */
export function autoscalersOf(hpas: ListResult, workload: ResourceRef, scaledObjects?: ListResult): AutoscalerEvidence {
  const objects = hpas.kind === 'listed' ? hpas.objects.filter((hpa) => isIn(hpa, workload.namespace)) : [];
  const scaled = scaledObjects?.kind === 'listed' ? scaledObjects.objects : [];
  const keda = scaled
    .filter((object) => scalesWorkload(object, workload))
    .map((object) =>
      withHpa(
        readScaledObject(object),
        objects.find((hpa) => belongsTo(hpa, object)),
      ),
    );
  if (hpas.kind === 'unavailable' && keda.length === 0) return hpas;
  const own = objects.filter(
    (hpa) => !scaled.some((object) => belongsTo(hpa, object) && scalesWorkload(object, workload)),
  );
  const astray = own.filter((hpa) => !targets(hpa, workload)).flatMap((hpa) => astrayText(hpa, workload));
  const unread = [unreadText('HorizontalPodAutoscalers', hpas), unreadText('ScaledObjects', scaledObjects)].flat();
  return {
    kind: 'known',
    autoscalers: [...keda, ...own.filter((hpa) => targets(hpa, workload)).map(readAutoscaler)],
    ...(astray.length === 0 ? {} : { astray }),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

/** A sentence where a list could not be read; none where the kind is not served, for then nothing of it is there. */
export function unreadText(what: string, list: ListResult | undefined): string[] {
  return list?.kind === 'unavailable' && list.notServed !== true ? [`${what} could not be read: ${list.reason}`] : [];
}

function isIn(object: KubernetesObject, namespace: string): boolean {
  return digString(object.metadata, 'namespace') === namespace;
}

function targets(hpa: KubernetesObject, workload: ResourceRef): boolean {
  const target = dig(hpa, 'spec', 'scaleTargetRef');
  return (
    digString(target, 'kind') === workload.kind &&
    digString(target, 'name') === workload.name &&
    // An absent apiVersion is the core group, as for the HPA controller, which then finds no Deployment (kubernetes
    // pkg/controller/podautoscaler/horizontal.go); the server refuses it by now. The version does not matter.
    parseApiVersion(digString(target, 'apiVersion') ?? '').group === workload.group
  );
}

/** An HPA whose target has that name and another kind, and one that finds nothing and nearly names the workload. */
function astrayText(hpa: KubernetesObject, workload: ResourceRef): string[] {
  const target = dig(hpa, 'spec', 'scaleTargetRef');
  const meant = `${digString(target, 'apiVersion') ?? '(no apiVersion)'} ${digString(target, 'kind')} ${digString(target, 'name')}`;
  if (digString(target, 'name') === workload.name) {
    return [`${refText(refOf(hpa))} does not scale this workload: its target is ${meant}`];
  }
  const finds = !conditionsOf(hpa).some(
    (condition) =>
      digString(condition, 'type') === 'AbleToScale' && digString(condition, 'reason') === 'FailedGetScale',
  );
  const near =
    digString(hpa.metadata, 'name') === workload.name ||
    nearestName(digString(target, 'name') ?? '', [workload.name]) !== undefined;
  return finds || !near ? [] : [`${refText(refOf(hpa))} scales nothing: its target ${meant} cannot be found`];
}

function readAutoscaler(hpa: KubernetesObject): Autoscaler {
  const lastScaleTime = digString(hpa, 'status', 'lastScaleTime');
  return {
    kind: 'hpa',
    ref: refOf(hpa),
    min: count(dig(hpa, 'spec', 'minReplicas')) ?? 1,
    max: count(dig(hpa, 'spec', 'maxReplicas')) ?? Number.POSITIVE_INFINITY,
    ...(lastScaleTime === undefined ? {} : { lastScaleTime }),
    troubles: troublesOf(conditionsOf(hpa)),
  };
}

/** A ScaledObject with what the HPA that KEDA made of it knows; at 0 replicas that HPA is switched off by design. */
function withHpa(scaled: Omit<Autoscaler, 'kind'>, hpa: KubernetesObject | undefined): Autoscaler {
  if (hpa === undefined) return { ...scaled, kind: 'scaled-object' };
  const { lastScaleTime, troubles } = readAutoscaler(hpa);
  return {
    ...scaled,
    kind: 'scaled-object',
    ...(lastScaleTime === undefined ? {} : { lastScaleTime }),
    troubles: [...scaled.troubles, ...troubles.filter((trouble) => !trouble.includes('ScalingDisabled'))],
  };
}

const NO_METRICS = 'it has no metrics, and leaves a number within its bounds alone';

/** What the reasons of the HPA controller mean (kubernetes pkg/controller/podautoscaler/horizontal.go). */
const IN_WORDS: ReadonlyMap<string, string> = new Map([
  ['FailedGetScale', 'it cannot read the scale of its target'],
  ['FailedUpdateScale', 'it could not set the replicas'],
  ['ScalingDisabled', 'it does nothing while there are 0 replicas'],
  ['FailedGetResourceMetric', NO_METRICS],
  ['FailedGetContainerResourceMetric', NO_METRICS],
  ['FailedGetPodsMetric', NO_METRICS],
  ['FailedGetObjectMetric', NO_METRICS],
  ['FailedGetExternalMetric', NO_METRICS],
  ['InvalidMetricSourceType', 'it does not know one of its metrics'],
  ['InvalidSelector', 'it cannot tell which Pods are meant'],
  ['AmbiguousSelector', 'several HPAs select the same Pods, and none of them scales'],
]);

/** AbleToScale and ScalingActive that are not True; ScalingLimited is normal at a bound. */
function troublesOf(conditions: readonly JsonValue[]): string[] {
  return conditions
    .filter((condition) => ['AbleToScale', 'ScalingActive'].includes(digString(condition, 'type') ?? ''))
    .filter((condition) => digString(condition, 'status') === 'False')
    .map((condition) => {
      const reason = digString(condition, 'reason') ?? 'no reason given';
      const words = IN_WORDS.get(reason);
      return `${digString(condition, 'type')} is False (${reason})${words === undefined ? '' : `: ${words}`}`;
    })
    .sort();
}

/** The conditions of its status; autoscaling/v1 has them as JSON in an annotation. */
function conditionsOf(hpa: KubernetesObject): readonly JsonValue[] {
  const conditions = dig(hpa, 'status', 'conditions');
  if (isArray(conditions)) return conditions;
  const text = digString(hpa.metadata, 'annotations', 'autoscaling.alpha.kubernetes.io/conditions');
  if (text === undefined) return [];
  try {
    const read = parseJson(text);
    return isArray(read) ? read : [];
  } catch {
    return [];
  }
}

function count(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
