import type { Difference } from '../model/drift.js';
import { jsonEqual } from '../model/json.js';
import type { Attribution } from './attribution.js';
import type { BaseWord } from './base-word.js';
import type { LastApply } from './last-apply.js';

/** What may tell whether Git changed a field since it was applied. */
interface GitEvidence {
  readonly difference: Difference;
  readonly attribution: Attribution;
  readonly base: BaseWord | undefined;
  readonly lastApply: LastApply | undefined;
}

/**
 * Whether Git has changed the field since it was applied: by an earlier revision of desired, else by the GitOps manager's
 * own entry, else by the last client-side apply. Undefined where none of them tells.
 */
export function gitChanged({ difference, attribution, base, lastApply }: GitEvidence): boolean | undefined {
  if (base !== undefined && base.kind !== 'unknown') return base.kind !== 'holds-desired';
  if (attribution.gitopsWrote) return true;
  if (lastApply !== undefined) {
    return lastApply.kind !== 'holds-other' || !jsonEqual(lastApply.value, difference.desired);
  }
  // What desired says nothing of, and nobody applied for it, was never Git's.
  return base === undefined && difference.kind === 'undeclared' ? false : undefined;
}
