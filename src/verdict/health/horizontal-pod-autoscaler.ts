import { isArray, type JsonValue } from '../../model/json.js';
import { parseJson } from '../../model/json-text.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { annotationOf, type Condition, conditionsOf, conditionText, judged, toConditions } from './status-fields.js';

/** Where the API server keeps the conditions of an autoscaler that is read as autoscaling/v1. */
const CONDITIONS_ANNOTATION = 'autoscaling.alpha.kubernetes.io/conditions';

/** Reasons that mean failure, whatever the condition's status (gitops-engine pkg/health/health_hpa.go). */
const FAILURES: Readonly<Record<string, readonly string[]>> = {
  AbleToScale: ['FailedGetScale', 'FailedUpdateScale'],
  ScalingActive: [
    'FailedGetResourceMetric',
    'FailedGetObjectMetric',
    'FailedGetPodsMetric',
    'FailedGetExternalMetric',
    'FailedComputeMetricsReplicas',
    'InvalidSelector',
  ],
};

/** HorizontalPodAutoscaler autoscaling/v1 and v2, as Argo CD judges it. */
export function horizontalPodAutoscalerHealth(object: KubernetesObject): Health {
  const conditions = object.apiVersion === 'autoscaling/v1' ? annotatedConditions(object) : conditionsOf(object);
  if (conditions === undefined) {
    return judged('Unknown', `annotation ${CONDITIONS_ANNOTATION} is no JSON list of conditions`);
  }
  const failed = conditions.find(
    ({ type, reason }) => Object.hasOwn(FAILURES, type) && FAILURES[type]?.includes(reason),
  );
  if (failed !== undefined) return judged('Degraded', conditionText(failed));
  const working = conditions.find(
    ({ type, status }) => (type === 'AbleToScale' || type === 'ScalingLimited') && status === 'True',
  );
  return working === undefined
    ? judged('Progressing', 'waiting to autoscale')
    : judged('Healthy', conditionText(working) || `${working.type} is True`);
}

function annotatedConditions(object: KubernetesObject): readonly Condition[] | undefined {
  const text = annotationOf(object, CONDITIONS_ANNOTATION);
  if (text === undefined) return [];
  let parsed: JsonValue;
  try {
    parsed = parseJson(text);
  } catch {
    return undefined;
  }
  if (parsed === null) return [];
  return isArray(parsed) ? toConditions(parsed, ['metadata', 'annotations', CONDITIONS_ANNOTATION]) : undefined;
}
