import type { Difference, Explanation } from '../model/drift.js';
import type { DriftRule } from '../model/policy.js';
import type { ResourceRef } from '../model/resource.js';
import type { Attribution } from './attribution.js';
import { type AutoscalerEvidence, isReplicas } from './autoscaler.js';
import { autoscalerExplanation } from './autoscaler-explanation.js';
import { explainUndeclared } from './undeclared.js';
import { unexplained } from './unexplained.js';

export interface ExplainInput {
  readonly ref: ResourceRef;
  readonly difference: Difference;
  readonly attribution: Attribution;
  readonly autoscalers: AutoscalerEvidence;
  /** The rule that names this difference, if one does. */
  readonly rule: DriftRule | undefined;
}

/** Whether a difference is accounted for, and by what (DESIGN §4, "What explains"). */
export function explain(input: ExplainInput): Explanation {
  const { difference, attribution, rule } = input;
  const has = (kind: Difference['notes'][number]['kind']): boolean =>
    difference.notes.some((note) => note.kind === kind);
  if (rule !== undefined) return byRule(rule);
  const unknown = difference.notes.find((note) => note.kind === 'unknown-field');
  if (unknown !== undefined) return unexplainedBy('unknown-field', unknownField(unknown.schema));
  if (has('same-quantity')) {
    return {
      status: 'explained',
      code: 'same-quantity',
      message: 'the same quantity in other text; custom resources keep text as written, so an apply would rewrite it',
    };
  }
  if (isReplicas(difference.path) && difference.live !== undefined) {
    const scaled = autoscalerExplanation(input.autoscalers, difference.live, attribution.writer);
    if (scaled !== undefined) return scaled;
  }
  if (difference.kind === 'undeclared') return explainUndeclared(input.ref, difference, attribution.writer);
  if (has('immutable')) {
    return unexplainedBy(
      'immutable-field',
      'the server refuses to change this field: a sync would fail until the object is made again',
    );
  }
  return gitAhead(difference, attribution) ?? unexplained(difference, attribution);
}

function unknownField(schema: string | undefined): string {
  return schema === undefined
    ? 'the server does not know this field and drops it: no sync can fix that; correct the manifest'
    : `the schema of Kubernetes ${schema}, used as the server's own was not at hand, does not know this field: a server of that version drops it, and no sync can fix that; correct the manifest`;
}

/** Git moved on and live has not followed: the GitOps manager's own entry still holds what it applied last. */
function gitAhead(difference: Difference, attribution: Attribution): Explanation | undefined {
  const removed = difference.notes.find((note) => note.kind === 'removed-from-desired');
  if (attribution.gitopsWrote) {
    const message =
      removed === undefined
        ? 'live still holds what the GitOps manager applied last: Git has moved on and live has not followed'
        : 'Git no longer declares it; the GitOps manager applied it before and the next sync removes it';
    return { status: 'explained', code: 'git-ahead', message };
  }
  if (removed?.evidence === 'last-applied' && attribution.writer.category !== 'manual') {
    const message = 'Git no longer declares it; the last apply did, and the next one removes it';
    return { status: 'explained', code: 'git-ahead', message };
  }
  return undefined;
}

function byRule(rule: DriftRule): Explanation {
  const code = rule.code ?? (rule.effect === 'ignore' ? 'ignored-by-rule' : 'explained-by-rule');
  return { status: 'explained', code, message: rule.reason, rule: rule.id };
}

function unexplainedBy(code: string, message: string): Explanation {
  return { status: 'unexplained', code, message };
}
