import { dig, field, isArray, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import { apiVersionOf, type KubernetesObject, refOf } from '../../model/resource.js';

const ANNOTATIONS = 'autoscaling.alpha.kubernetes.io';

/**
 * A live object as the server gives it at another version of its group. Autoscalers are converted; other kinds keep their fields,
 * which holds for custom kinds without a conversion webhook and for built-in kinds that graduated unchanged.
 */
export function atVersion(object: KubernetesObject, version: string): KubernetesObject {
  const ref = refOf(object);
  if (ref.version === version) return object;
  const apiVersion = apiVersionOf({ group: ref.group, version });
  const isAutoscaler = ref.group === 'autoscaling' && ref.kind === 'HorizontalPodAutoscaler';
  if (isAutoscaler && ref.version === 'v2' && version === 'v1') return autoscalerV1(object, apiVersion);
  if (isAutoscaler && ref.version === 'v1' && version === 'v2') return autoscalerV2(object, apiVersion);
  return { ...object, apiVersion };
}

/**
 * autoscaling/v1 knows one metric, the share of the requested CPU; everything else goes into annotations
 * (kubernetes pkg/apis/autoscaling/v1/conversion.go).
 */
function autoscalerV1(object: KubernetesObject, apiVersion: string): KubernetesObject {
  const { metrics, behavior, ...spec } = objectAt(object, 'spec');
  const { conditions, currentMetrics, ...status } = objectAt(object, 'status');
  const [all, current] = [listOf(metrics), listOf(currentMetrics)];
  const share = dig(all.find(isCpuTarget), 'resource', 'target', 'averageUtilization');
  const used = dig(current.find(isCpuUse), 'resource', 'current', 'averageUtilization');
  const annotations: Record<string, JsonValue> = { ...objectAt(object.metadata, 'annotations') };
  const notes: readonly [string, JsonValue | undefined][] = [
    ['metrics', all.filter((metric) => !isCpuTarget(metric))],
    ['behavior', behavior],
    ['current-metrics', current.filter((metric) => !isCpuUse(metric))],
    ['conditions', conditions],
  ];
  for (const [name, value] of notes) {
    if (value !== undefined && !(isArray(value) && value.length === 0)) {
      setField(annotations, `${ANNOTATIONS}/${name}`, printJson(value));
    }
  }
  return {
    ...object,
    apiVersion,
    metadata: { ...object.metadata, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
    spec: { ...spec, ...(share === undefined ? {} : { targetCPUUtilizationPercentage: share }) },
    status: { ...status, ...(used === undefined ? {} : { currentCPUUtilizationPercentage: used }) },
  };
}

function autoscalerV2(object: KubernetesObject, apiVersion: string): KubernetesObject {
  const { targetCPUUtilizationPercentage: share, ...spec } = objectAt(object, 'spec');
  const { currentCPUUtilizationPercentage: _, ...status } = objectAt(object, 'status');
  const metrics: JsonValue[] =
    share === undefined
      ? []
      : [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: share } } }];
  return { ...object, apiVersion, spec: { ...spec, ...(metrics.length === 0 ? {} : { metrics }) }, status };
}

function isCpuTarget(metric: JsonValue): boolean {
  return (
    dig(metric, 'resource', 'name') === 'cpu' && dig(metric, 'resource', 'target', 'averageUtilization') !== undefined
  );
}

function isCpuUse(metric: JsonValue): boolean {
  return dig(metric, 'resource', 'name') === 'cpu';
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}

function objectAt(value: JsonValue | undefined, name: string): JsonObject {
  const found = field(value, name);
  return isObject(found) ? found : {};
}
