import type { Difference } from '../model/drift.js';
import { type FieldPath, printPath } from '../model/field-path.js';
import { dig, digString, isArray, type JsonValue } from '../model/json.js';
import type { ListResult } from '../model/live.js';
import { type KubernetesObject, parseApiVersion, type ResourceRef, refOf } from '../model/resource.js';

/** A HorizontalPodAutoscaler that targets the workload at hand. `min` is 1 where the object does not say. */
export interface Autoscaler {
  readonly ref: ResourceRef;
  readonly min: number;
  readonly max: number;
  /** RFC 3339; when it last changed the replicas. */
  readonly lastScaleTime?: string;
  /** What its status says is wrong: `ScalingActive is False (FailedGetResourceMetric)`. */
  readonly troubles: readonly string[];
}

/** What is known of the autoscalers of one workload. */
export type AutoscalerEvidence =
  | { readonly kind: 'known'; readonly autoscalers: readonly Autoscaler[] }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** True for the one field of a workload that an autoscaler writes. */
export function isReplicas(path: FieldPath): boolean {
  return printPath(path) === '.spec.replicas';
}

/** True where live has no replicas at all, whatever desired says. */
export function isScaledToZero(difference: Difference): boolean {
  return isReplicas(difference.path) && difference.live === 0;
}

/** The autoscalers of a namespace's list that target this workload. */
export function autoscalersOf(list: ListResult, workload: ResourceRef): AutoscalerEvidence {
  if (list.kind === 'unavailable') return list;
  const autoscalers = list.objects.filter((object) => targets(object, workload)).map(readAutoscaler);
  return { kind: 'known', autoscalers };
}

function targets(hpa: KubernetesObject, workload: ResourceRef): boolean {
  const target = dig(hpa, 'spec', 'scaleTargetRef');
  return (
    digString(hpa.metadata, 'namespace') === workload.namespace &&
    digString(target, 'kind') === workload.kind &&
    digString(target, 'name') === workload.name &&
    // An absent apiVersion is the core group, as for the HPA controller, which then finds no Deployment (kubernetes
    // pkg/controller/podautoscaler/horizontal.go); the server refuses it by now. The version does not matter.
    parseApiVersion(digString(target, 'apiVersion') ?? '').group === workload.group
  );
}

function readAutoscaler(hpa: KubernetesObject): Autoscaler {
  const lastScaleTime = digString(hpa, 'status', 'lastScaleTime');
  return {
    ref: refOf(hpa),
    min: count(dig(hpa, 'spec', 'minReplicas')) ?? 1,
    max: count(dig(hpa, 'spec', 'maxReplicas')) ?? Number.POSITIVE_INFINITY,
    ...(lastScaleTime === undefined ? {} : { lastScaleTime }),
    troubles: troublesOf(dig(hpa, 'status', 'conditions')),
  };
}

/** AbleToScale and ScalingActive that are not True; ScalingLimited is normal at a bound. */
function troublesOf(conditions: JsonValue | undefined): string[] {
  if (!isArray(conditions)) return [];
  return conditions
    .filter((condition) => ['AbleToScale', 'ScalingActive'].includes(digString(condition, 'type') ?? ''))
    .filter((condition) => digString(condition, 'status') === 'False')
    .map(
      (condition) =>
        `${digString(condition, 'type')} is False (${digString(condition, 'reason') ?? 'no reason given'})`,
    )
    .sort();
}

function count(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
