import type { HealthCheck } from '../../../model/health-check.js';
import { digString, isArray, type JsonValue } from '../../../model/json.js';

/** The checks of `spec.healthCheckExprs`, in order; entries and fields of another shape are empty. */
export function readHealthChecks(value: JsonValue | undefined): readonly HealthCheck[] {
  if (value === undefined || !isArray(value)) return [];
  return value.map((entry) => {
    const [inProgress, failed] = [digString(entry, 'inProgress'), digString(entry, 'failed')];
    return {
      apiVersion: digString(entry, 'apiVersion') ?? '',
      kind: digString(entry, 'kind') ?? '',
      current: digString(entry, 'current') ?? '',
      ...(inProgress === undefined || inProgress === '' ? {} : { inProgress }),
      ...(failed === undefined || failed === '' ? {} : { failed }),
    };
  });
}
