import type { Policy } from '../model/policy.js';
import type { Finding } from '../model/report.js';

/** Where a rule or an override stands in the policy file. */
export function placeOf({ file, lines }: Policy, id: string): Pick<Finding, 'origin'> {
  const line = lines?.[id];
  return { origin: { file, ...(line === undefined ? {} : { line }) } };
}
