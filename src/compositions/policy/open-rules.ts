import { type CompiledRule, compileRules } from '../../explain/drift-rules.js';
import type { Overrides } from '../../explain/override.js';
import { faulty } from '../../explain/rule-cuts.js';
import type { Policy } from '../../model/policy.js';
import type { Jq } from '../../render/jq/jq-paths.js';

/** The rules that a run judges by; `close` ends the thread of their jq, where one was needed. */
export interface OpenRules {
  readonly rules: readonly CompiledRule[];
  readonly close: () => void;
}

/**
 * The shipped rules with those of the policy before them. `theirs`: a controller gives the verdict, and the user's rules
 * only explain. Throws `config` for a jq expression that cannot be compiled.
 */
export async function openRules(policy: Policy | undefined, theirs?: 'theirs'): Promise<OpenRules> {
  const rules = policy?.rules ?? [];
  const use = theirs === undefined ? {} : { explainOnly: true as const };
  const withJq = rules.filter(({ jqPathExpressions }) => jqPathExpressions !== undefined);
  if (withJq.length === 0) return { rules: compileRules(rules, use), close: () => {} };
  const { openJq } = await import('../../render/jq/jq-paths.js');
  const jq: Jq = openJq();
  for (const rule of withJq) {
    for (const expression of rule.jqPathExpressions ?? []) {
      const result = jq.paths(expression, {});
      if (result.kind !== 'invalid' && !(result.kind === 'failed' && result.timedOut)) continue;
      jq.close();
      throw faulty(
        rule,
        expression,
        result.message,
        'correct it in the policy file; jq itself tells more: jq -n EXPRESSION',
      );
    }
  }
  return { rules: compileRules(rules, { ...use, jq: jq.paths }), close: jq.close };
}

/** The overrides of a policy for a run; `now` is the clock that they end by. */
export function overridesOf(policy: Policy | undefined, now: Date): { readonly overrides?: Overrides } {
  return policy?.overrides === undefined ? {} : { overrides: { records: policy.overrides, now } };
}
