import type { ManagedFields } from '../model/managed-fields.js';
import type { TimelineEntry } from '../model/timeline-report.js';

/** What decides on what one look cannot know. */
export interface Known {
  readonly outcome: string;
  readonly message: string | undefined;
  readonly managed: ManagedFields | undefined;
  /** Printed paths that Git declares and live lacks. */
  readonly removed: readonly string[];
  readonly told: readonly TimelineEntry[];
  readonly hasDesired: boolean;
  readonly hasAudit: boolean;
}

/** How many paths a sentence names. */
const SHOWN = 3;

/** What is not known, one sentence each; the last one is what helps most. */
export function unknownTo(known: Known): readonly string[] {
  const { outcome, message, managed, removed, told, hasDesired, hasAudit } = known;
  const faults = managed?.kind === 'entries' ? managed.faults : [];
  const unwritten = told.filter(({ code, writer }) => REVISIONS.has(code) && writer === undefined).length;
  const deleted = told.some(({ code }) => code === 'deletion-requested');
  return [
    ...(outcome === 'missing' ? [`live has no such object${deleted ? '' : ': who deleted it is not recorded'}`] : []),
    ...(message !== undefined && outcome !== 'missing' ? [message] : []),
    ...(managed?.kind === 'absent' ? ['the object has no managedFields: who wrote it is not recorded'] : []),
    ...faults,
    ...(hasDesired ? [] : ['commits are not looked at: no desired state is given (PATH, or --repo URL)']),
    ...(removed.length === 0 || hasAudit
      ? []
      : [`who removed ${paths(removed)} is not recorded: what is gone has no manager`]),
    ...(unwritten === 0 || hasAudit
      ? []
      : [
          `who asked for ${unwritten === 1 ? '1 revision' : `${unwritten} revisions`} of the Pod template is not recorded`,
        ]),
    ...(hasAudit
      ? []
      : [
          'an entry of managedFields tells the last write of its manager only; earlier ones, and users, are in the audit log: --audit-log FILE',
        ]),
  ];
}

const REVISIONS: ReadonlySet<string> = new Set(['revision', 'rolled-back']);

function paths(all: readonly string[]): string {
  const shown = all.slice(0, SHOWN).join(', ');
  return all.length > SHOWN ? `${shown} and ${all.length - SHOWN} more` : shown;
}
