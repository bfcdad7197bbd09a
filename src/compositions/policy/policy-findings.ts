import { overrideFindings } from '../../explain/override-findings.js';
import { hiddenChanges, ruleFindings } from '../../explain/rule-findings.js';
import type { ApplicationReport, Finding } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { loadCatalogue } from '../../ownership/catalogue.js';

/**
 * What is to be said of the policy in the light of what was compared, a list for each application. What concerns the
 * rules as such is said once, with the first of them.
 */
export function policyFindings(
  applications: readonly ApplicationReport[],
  { policy, select, compare, shard }: AnalyzeRequest,
  now: Date,
): readonly (readonly Finding[])[] {
  if (policy === undefined) return applications.map(() => []);
  const { kinds, excludeKinds, resources, selector, only } = select;
  const selected =
    kinds.length + excludeKinds.length + resources.length > 0 ||
    [selector, only, shard].some((narrowing) => narrowing !== undefined);
  const { rules: catalogue } = loadCatalogue(policy.writers);
  const once = ruleFindings({ policy, applications, catalogue, selected, ignoreRules: compare.ignoreRules });
  return applications.map((application, at) => [
    ...(at === 0 ? once : []),
    ...hiddenChanges(policy, application),
    ...overrideFindings(policy, application, now),
  ]);
}
