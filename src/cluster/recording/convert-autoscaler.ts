import { dig, digString, field, isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import type { KubernetesObject } from '../../model/resource.js';

const ANNOTATION = 'autoscaling.alpha.kubernetes.io/';

/**
 * A HorizontalPodAutoscaler of autoscaling/v2 as the API server gives it at v1: one target of CPU use, and the rest in
 * annotations (pkg/apis/autoscaling/v1/conversion.go). Undefined for any other object.
 */
export function autoscalerAtV1(object: KubernetesObject): KubernetesObject | undefined {
  if (object.apiVersion !== 'autoscaling/v2' || object.kind !== 'HorizontalPodAutoscaler') return undefined;
  const metrics = list(dig(object, 'spec', 'metrics'));
  const cpu = metrics.find(isCpuUse);
  const others = metrics.filter((metric) => metric !== cpu);
  const status = field(object, 'status');
  const annotations = {
    ...(isObject(field(object.metadata, 'annotations')) ? (field(object.metadata, 'annotations') as JsonObject) : {}),
    ...(others.length === 0 ? {} : { [`${ANNOTATION}metrics`]: printJson(others) }),
    ...annotated('behavior', dig(object, 'spec', 'behavior')),
    ...annotated('conditions', field(status, 'conditions')),
    ...annotated('current-metrics', field(status, 'currentMetrics')),
  };
  const target = cpu === undefined ? undefined : dig(cpu, 'resource', 'target', 'averageUtilization');
  return {
    ...object,
    apiVersion: 'autoscaling/v1',
    metadata: { ...object.metadata, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
    spec: {
      ...picked(field(object, 'spec'), ['scaleTargetRef', 'minReplicas', 'maxReplicas']),
      ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }),
    },
    ...(isObject(status)
      ? { status: picked(status, ['observedGeneration', 'lastScaleTime', 'currentReplicas', 'desiredReplicas']) }
      : {}),
  };
}

function isCpuUse(metric: JsonValue): boolean {
  return (
    digString(metric, 'type') === 'Resource' &&
    digString(metric, 'resource', 'name') === 'cpu' &&
    dig(metric, 'resource', 'target', 'averageUtilization') !== undefined
  );
}

function annotated(name: string, value: JsonValue | undefined): JsonObject {
  const empty = value === undefined || value === null || (isArray(value) && value.length === 0);
  return empty ? {} : { [`${ANNOTATION}${name}`]: printJson(value) };
}

function picked(value: JsonValue | undefined, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = field(value, name);
      return found === undefined ? [] : [[name, found]];
    }),
  );
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}
