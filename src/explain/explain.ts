import type { Difference, Explanation } from '../model/drift.js';
import { printPath } from '../model/field-path.js';
import type { DriftRule } from '../model/policy.js';
import type { ResourceRef } from '../model/resource.js';
import type { Attribution } from './attribution.js';
import { isReplicas } from './autoscaler.js';
import { autoscalerExplanation } from './autoscaler-explanation.js';
import { aheadOfBase, appliedOtherwise, bothChanged, isOutOfBand, missingSinceBase } from './base.js';
import type { BaseWord } from './base-word.js';
import { missingByHistory } from './history-evidence.js';
import type { LastApply } from './last-apply.js';
import type { ObjectEvidence } from './object-evidence.js';
import { historyIn, relatedExplanation } from './related.js';
import { explainUndeclared } from './undeclared.js';
import { pairOf, unexplained } from './unexplained.js';

export interface ExplainInput {
  readonly ref: ResourceRef;
  readonly difference: Difference;
  readonly attribution: Attribution;
  readonly evidence: ObjectEvidence;
  /** The rule that names this difference, if one does. */
  readonly rule: DriftRule | undefined;
  /** What the last client-side apply said of the field, where that is known. */
  readonly lastApply?: LastApply | undefined;
  /** What an earlier revision of desired says of the field, where one is known. */
  readonly base?: BaseWord | undefined;
  /** Of a missing item that live has under another key: the explanation of that other half. */
  readonly pair?: Explanation | undefined;
}

/** Whether a difference is accounted for, and by what (docs/report.md, "What explains"). */
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
  const { writer } = attribution;
  const related = relatedExplanation({ ref: input.ref, difference, writer, evidence: input.evidence });
  if (related !== undefined) return related;
  if (isReplicas(difference.path) && difference.live !== undefined) {
    const scaled = autoscalerExplanation(input.evidence.autoscalers, difference.live, attribution.writer);
    // Git does not ask for a number of replicas it does not declare: nothing to account for.
    if (scaled !== undefined) return difference.kind === 'undeclared' ? atMostNoted(scaled) : scaled;
  }
  const ahead = has('immutable') ? undefined : aheadOfBase(input.base, input.ref, difference, attribution);
  if (ahead !== undefined) return ahead;
  if (difference.kind === 'undeclared') return explainUndeclared(input.ref, difference, attribution);
  if (has('immutable')) {
    return unexplainedBy(
      'immutable-field',
      'the server refuses to change this field: a sync fails until the object is deleted and created again',
    );
  }
  return (
    gitAhead(input) ??
    bothChanged(input.base, difference) ??
    withBase(unexplained(difference, attribution, input.lastApply), input)
  );
}

function unknownField(schema: string | undefined): string {
  return schema === undefined
    ? 'the server does not know this field and drops it: no sync can fix that; correct the manifest'
    : `the schema of Kubernetes ${schema}, used as the server's own was not at hand, does not know this field: a server of that version drops it, and no sync can fix that; correct the manifest`;
}

/**
 * Git moved on and live has not followed: the GitOps manager's own entry still holds what it applied last, or the
 * last-applied annotation shows that nothing has changed since the last apply. A person's equal write stays a person's.
 */
function gitAhead({ difference, attribution, lastApply, pair, base }: ExplainInput): Explanation | undefined {
  const removed = difference.notes.some((note) => note.kind === 'removed-from-desired');
  if (attribution.removed) {
    return attribution.gitopsWrote
      ? ahead('the GitOps tool itself removed it, as the audit log records: Git has it again since')
      : undefined;
  }
  if (attribution.gitopsWrote) {
    return ahead(
      removed
        ? 'Git no longer declares it; the GitOps tool applied it before'
        : 'live still holds what the GitOps tool applied last: Git has moved on and live has not followed',
    );
  }
  const twin = pairOf(difference);
  if (pair?.code === 'git-ahead' && twin !== undefined) {
    return ahead(`Git has given the item another key: live still has it as ${printPath(twin)}`);
  }
  // A tool for people may have set what was there before, whoever ran it.
  if (attribution.writer.category === 'manual' || attribution.script) return undefined;
  // Anybody applies with kubectl: where Git is known not to have moved, the last apply was of no version of it.
  if (base !== undefined && isOutOfBand(base)) return undefined;
  if (lastApply?.kind === 'holds-live') {
    return ahead(
      removed
        ? 'Git no longer declares it; the last apply did, and nothing has changed it since'
        : 'live still holds what the last apply set: Git has moved on, or that apply was of another version',
    );
  }
  if (lastApply?.kind === 'lacks' && difference.change === 'missing') {
    return ahead('the last apply did not declare it: Git has moved on and live has not followed');
  }
  // A client-side apply that creates an object owns the defaults that the server fills in.
  if (lastApply?.kind === 'lacks' && ['unowned', 'deployer'].includes(attribution.writer.category)) {
    return ahead('the last apply did not declare it: live holds what was there before, and Git has moved on');
  }
  return undefined;
}

/** The explanation of a value that live lacks, with what an earlier revision, or an earlier Pod template, knows of it. */
function withBase(explanation: Explanation, input: ExplainInput): Explanation {
  const { base, difference, evidence, lastApply, attribution } = input;
  // The last apply, and an audit log, know more of it.
  const open = explanation.code === 'missing-in-live' && lastApply === undefined && attribution.removed !== true;
  const kept = open ? missingByHistory(historyIn(evidence, difference), difference) : undefined;
  const message = missingSinceBase(base, difference) ?? kept ?? appliedOtherwise(base, explanation, lastApply);
  return message === undefined ? explanation : { ...explanation, message };
}

function ahead(message: string): Explanation {
  return { status: 'explained', code: 'git-ahead', message };
}

function atMostNoted(explanation: Explanation): Explanation {
  return explanation.status === 'unexplained' ? { ...explanation, status: 'noted' } : explanation;
}

function byRule(rule: DriftRule): Explanation {
  const code = rule.code ?? (rule.effect === 'ignore' ? 'ignored-by-rule' : 'explained-by-rule');
  return { status: 'explained', code, message: rule.reason, rule: rule.id };
}

function unexplainedBy(code: string, message: string): Explanation {
  return { status: 'unexplained', code, message };
}
