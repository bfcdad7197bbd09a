import type { AuditWrite, ObjectAudit } from '../model/audit.js';
import type { Explanation } from '../model/drift.js';
import { isCreation } from './audit-change.js';
import { fullWriteText } from './audit-text.js';

/** Who deleted an object that live lacks, as far as the log tells; a sentence for people. */
export function deletionText(audit: ObjectAudit): string {
  const { writes, from, to } = audit;
  const last = writes.findLast((write) => isDeletion(write) || isCreation(write));
  const deletion = last !== undefined && isDeletion(last) ? last : undefined;
  if (deletion === undefined) {
    const made =
      last === undefined
        ? 'neither a create nor a delete of it'
        : `it created by ${fullWriteText(last, audit)}, and no delete of it after that`;
    return `the audit log, from ${from} to ${to}, has ${made}`;
  }
  const who = fullWriteText(deletion, audit);
  if (deletion.verb !== 'deletecollection') return `deleted by ${who}, as the audit log has it`;
  return deletion.result === undefined
    ? `possibly deleted with others by ${who}, as the audit log has it, which does not list what was deleted`
    : `deleted with others by ${who}, as the audit log has it`;
}

/** The explanation of a missing object with what the audit log knows of its end. */
export function withDeletion(explanation: Explanation, audit: ObjectAudit | undefined): Explanation {
  if (audit === undefined) return explanation;
  const unknown = /: it was never applied, or somebody deleted it; who deletes an object is not recorded$/;
  const said = explanation.message.replace(unknown, '');
  return { ...explanation, message: `${said}; ${deletionText(audit)}` };
}

function isDeletion({ verb, subresource }: AuditWrite): boolean {
  return (subresource === '' && (verb === 'delete' || verb === 'deletecollection')) || subresource === 'eviction';
}
