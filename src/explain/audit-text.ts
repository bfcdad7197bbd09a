import type { AuditWrite, ObjectAudit } from '../model/audit.js';
import { userText } from '../model/user-text.js';
import type { Evidence, WriterUser } from '../model/writer.js';
import { userOfWrite } from './audit-account.js';

/** Every signed-in user is in the first; the second says what the name says already. */
const SAYS_NOTHING = /^system:(authenticated|serviceaccounts(:.*)?|nodes)$/;

/** How much of what a client says of itself is quoted. */
const USER_AGENT = 80;
const GROUPS = 5;

/** `user ann@example.com (groups oncall), patch as kubectl-set, at 2026-11-30T12:00:00.123456Z`. */
export function writeText(write: AuditWrite, { showUsers }: Pick<ObjectAudit, 'showUsers'>): string {
  const what = write.subresource === '' ? write.verb : `${write.verb} of its ${write.subresource}`;
  return `${userText(userOfWrite(write, showUsers))}${groupsText(write, showUsers)}, ${what} as ${write.manager || '(no manager)'}, at ${write.time}`;
}

/** The same, with what the program said of itself, which anybody may say. */
export function fullWriteText(write: AuditWrite, audit: Pick<ObjectAudit, 'showUsers'>): string {
  const agent = write.userAgent.length > USER_AGENT ? `${write.userAgent.slice(0, USER_AGENT)}…` : write.userAgent;
  return `${writeText(write, audit)}${agent === '' ? '' : `, user agent ${agent}`}`;
}

function groupsText({ user, impersonated }: AuditWrite, showUsers: boolean): string {
  const actor = impersonated ?? user;
  if (!showUsers && !actor.username.startsWith('system:serviceaccount:')) return '';
  const groups = actor.groups.filter((group) => !SAYS_NOTHING.test(group));
  if (groups.length === 0) return '';
  const more = groups.length > GROUPS ? ` and ${groups.length - GROUPS} more` : '';
  return ` (${groups.length === 1 ? 'group' : 'groups'} ${groups.slice(0, GROUPS).join(', ')}${more})`;
}

/** The latest writes, newest first, as candidates. */
export function candidatesText(writes: readonly AuditWrite[], audit: Pick<ObjectAudit, 'showUsers'>): string {
  const shown = [...writes].reverse().slice(0, SHOWN);
  const more = writes.length > SHOWN ? `; and ${writes.length - SHOWN} earlier` : '';
  return `${shown.map((write) => writeText(write, audit)).join('; ')}${more}`;
}

const SHOWN = 3;

/** The users of some writes, each once. */
export function usersOf(writes: readonly AuditWrite[]): readonly WriterUser[] {
  const users = new Map(writes.map((write) => [userText(userOfWrite(write, true)), userOfWrite(write, true)]));
  return [...users.values()];
}

export const auditEvidence = (message: string): Evidence => ({ kind: 'audit', message: `audit log: ${message}` });
