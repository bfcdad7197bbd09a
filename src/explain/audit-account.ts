import type { AuditUser, AuditWrite } from '../model/audit.js';
import type { Writer, WriterCategory, WriterUser } from '../model/writer.js';
import data from './accounts.yaml';

interface AccountRule {
  readonly user: string | { readonly prefix: string; readonly suffix?: string };
  readonly manager?: string;
  readonly category: WriterCategory;
  readonly name?: string;
  readonly reason: string;
  readonly source: string;
}

interface FrontEnd {
  readonly manager: string;
  readonly reason: string;
}

const { accounts, 'front-ends': frontEnds } = data as {
  readonly accounts: readonly AccountRule[];
  readonly 'front-ends': readonly FrontEnd[];
};

const SERVICE_ACCOUNT = 'system:serviceaccount:';
const NODE = 'system:node:';

/** As whom a write was made. Without `showUsers` the names of users who are no part of the cluster are left out. */
export function userOfWrite({ user, impersonated }: AuditWrite, showUsers: boolean): WriterUser {
  if (impersonated === undefined) return writerUser(user, showUsers);
  return { ...writerUser(impersonated, showUsers), impersonatedBy: writerUser(user, showUsers) };
}

function writerUser({ username }: AuditUser, showUsers: boolean): WriterUser {
  if (username.startsWith(SERVICE_ACCOUNT)) {
    return { kind: 'service-account', name: username.slice(SERVICE_ACCOUNT.length).replace(':', '/') };
  }
  if (username.startsWith(NODE)) return { kind: 'node', name: username.slice(NODE.length) };
  if (username === 'system:anonymous') return { kind: 'anonymous' };
  // `system:admin` and `system:masters:…` are people's: only names that the table knows are components.
  if (username.startsWith('system:') && accountOf(username, '') !== undefined)
    return { kind: 'component', name: username };
  return showUsers ? { kind: 'user', name: username } : { kind: 'user' };
}

/** What a writer turns out to be, by the account of its write. */
export interface Account {
  readonly category: WriterCategory;
  readonly name: string;
  readonly confidence: Writer['confidence'];
  /** Why, where the account changed anything. */
  readonly reason?: string;
  /** True where a program used a tool for people: a pipeline or a script. */
  readonly script: boolean;
}

/**
 * What a writer is under the account of its write. A service account is a program, never a person: a tool for people
 * that one runs is a deployer's (a pipeline, a CronJob, a script). Front ends that people sit at stay theirs. A name
 * that is no account of the cluster's may be a person or a program with a certificate: it changes nothing.
 */
export function underAccount(writer: Writer, write: AuditWrite): Account {
  const unchanged: Account = {
    category: writer.category,
    name: writer.name,
    confidence: writer.confidence,
    script: false,
  };
  // Who impersonates a program is not that program; a console that impersonates people acts for them.
  const user = [write.user, ...(write.impersonated === undefined ? [] : [write.impersonated])];
  if (user.some(({ username }) => isPerson(username, writer.manager ?? write.manager))) return unchanged;
  const rule = accountOf((write.impersonated ?? write.user).username, write.manager);
  if (rule !== undefined) {
    const kept = writer.category === rule.category || KNOWN_PROGRAMS.has(writer.category);
    if (kept) return unchanged;
    return {
      ...unchanged,
      category: rule.category,
      name: rule.name ?? writer.name,
      confidence: 'certain',
      reason: rule.reason,
    };
  }
  if (writer.category === 'deployer')
    return { ...unchanged, confidence: writer.confidence === 'possible' ? 'likely' : writer.confidence };
  if (writer.category !== 'manual') return unchanged;
  const frontEnd = frontEnds.find(({ manager }) => manager === write.manager);
  if (frontEnd !== undefined) return { ...unchanged, reason: `it stays a person's: ${frontEnd.reason}` };
  return {
    ...unchanged,
    category: 'deployer',
    reason: 'a service account is a program, not a person: a pipeline, a CronJob or a script ran it',
    script: true,
  };
}

/** Categories that say more of a program than its account does. */
const KNOWN_PROGRAMS: ReadonlySet<WriterCategory> = new Set(['gitops', 'autoscaler', 'operator']);

function isPerson(username: string, manager: string): boolean {
  return !username.startsWith(SERVICE_ACCOUNT) && accountOf(username, manager) === undefined;
}

function accountOf(username: string, manager: string): AccountRule | undefined {
  return accounts.find(
    (rule) =>
      (rule.manager === undefined || rule.manager === manager) &&
      (typeof rule.user === 'string'
        ? rule.user === username
        : username.startsWith(rule.user.prefix) && username.endsWith(rule.user.suffix ?? '')),
  );
}
