import type { HealthStatus } from '../../../model/status.js';

/** What one part of a status says. */
export interface Finding {
  readonly status: HealthStatus;
  readonly message: string;
}

/**
 * From the part that says least to the one that decides. Unlike among the resources of an application, somebody's pause
 * explains why work is not done, and so wins over Progressing.
 */
const WEIGHT: readonly HealthStatus[] = ['Healthy', 'Progressing', 'Suspended', 'Missing', 'Degraded', 'Unknown'];

/** The part that decides: the first of the worst; undefined where there is none. */
export function worst(findings: readonly (Finding | undefined)[]): Finding | undefined {
  let found: Finding | undefined;
  for (const one of findings) {
    if (one === undefined) continue;
    if (found === undefined || WEIGHT.indexOf(one.status) > WEIGHT.indexOf(found.status)) found = one;
  }
  return found;
}
