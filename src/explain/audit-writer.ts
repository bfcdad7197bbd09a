import type { AuditWrite, ObjectAudit } from '../model/audit.js';
import { printPath, valueAt } from '../model/field-path.js';
import { digString } from '../model/json.js';
import type { EntryRef, Evidence, Writer } from '../model/writer.js';
import type { Attribution } from './attribution.js';
import { underAccount, userOfWrite } from './audit-account.js';
import { type FieldChange, isCreation, lastChange, presentLife } from './audit-change.js';
import { type AuditedField, askedOf } from './audit-effect.js';
import { entryOf, isAtTime, isOfEntry, writesOfEntry } from './audit-entry.js';
import { auditEvidence, candidatesText, fullWriteText, usersOf } from './audit-text.js';

/** A field whose writer the audit log is asked for. */
export interface AuditQuestion extends AuditedField {
  /** True where live lacks the field: the question is who removed it. */
  readonly missing: boolean;
  /** The writer that the catalogue makes of an entry. */
  readonly classify: (entry: EntryRef) => Writer;
  /** True of an entry of the manager that applies this desired state. */
  readonly isGitops: (entry: EntryRef) => boolean;
}

/**
 * Joins the audit log to an attribution. By field, where bodies or answers prove which write changed it: the writer is
 * certain and has an exact time, and whoever removed a field becomes known. By object, where the log holds no bodies:
 * the entry's manager, operation, subresource and time lead to the write, and the evidence says that it is the object's.
 * Values never enter the evidence.
 */
export function withAudit(
  attribution: Attribution,
  audit: ObjectAudit | undefined,
  question: AuditQuestion,
): Attribution {
  if (audit === undefined) return attribution;
  const writes = presentLife(audit.writes, question.object);
  const change = lastChange(writes, question, valueAt(question.object, question.path));
  if (change?.kind === 'written' && change.standing) {
    const joined = byField(attribution, change, audit, question);
    if (joined !== undefined) return joined;
  }
  const found =
    attribution.writer.manager === undefined
      ? candidates(attribution, writes, audit, question)
      : byObject(attribution, writes, audit, question);
  if (!change?.standing) return found;
  const path = printPath(question.path);
  if (change.kind === 'lost') {
    const { after, before } = change;
    return withEvidence(found, `${path} changed between ${after.time} and ${before.time}, by a write that it lacks`);
  }
  if (attribution.gitopsWrote) return found;
  if (!change.asked) return withEvidence(found, unaskedText(change, audit, question));
  return withEvidence(
    found,
    `the last change of ${path} in it is another manager's: ${fullWriteText(change.write, audit)}`,
  );
}

function byField(
  attribution: Attribution,
  change: FieldChange,
  audit: ObjectAudit,
  question: AuditQuestion,
): Attribution | undefined {
  const { writer } = attribution;
  const { write, asked } = change;
  const did = question.missing ? 'removed' : 'changed';
  const path = printPath(question.path);
  if (writer.manager === undefined) {
    if (!asked) return withEvidence(attribution, unaskedText(change, audit, question));
    const certain = change.proof === 'states' && change.later.length === 0;
    const found = question.classify(entryOf(write));
    const kept =
      writer.category === 'autoscaler' && found.category === 'control-plane' ? { ...found, ...named(writer) } : found;
    const gitopsWrote = question.isGitops(entryOf(write));
    const joined = proven({ ...kept, evidence: writer.evidence }, change, certain, audit, question);
    const { unknowable: _, ...rest } = attribution;
    return { ...rest, ...joined, gitopsWrote, ...(question.missing ? { removed: true as const } : {}) };
  }
  if (isOfEntry(write, writer)) {
    const later = change.later.filter((other) => isOfEntry(other, writer));
    const timely = writer.time === undefined || isAtTime(write, writer.time);
    const made = asked || isCreation(write);
    const certain = made && later.length === 0 && (change.proof === 'states' || timely);
    return { ...attribution, ...proven(writer, change, certain, audit, question) };
  }
  const owner = attribution.coOwners.find((entry) => isOfEntry(write, entry));
  if (owner === undefined) return undefined;
  if (attribution.gitopsWrote) {
    return withEvidence(
      attribution,
      `${path} ${did} first by ${fullWriteText(write, audit)}; the GitOps manager holds the same value since`,
    );
  }
  const { manager, operation = 'Update', subresource = '', apiVersion = '', time } = writer;
  const previous: EntryRef = { manager, operation, subresource, apiVersion, ...(time === undefined ? {} : { time }) };
  const coOwners = [previous, ...attribution.coOwners.filter((entry) => entry !== owner)];
  const certain = change.proof === 'states' && change.later.length === 0;
  return { ...attribution, coOwners, ...proven(question.classify(owner), change, certain, audit, question) };
}

function unaskedText({ write }: FieldChange, audit: ObjectAudit, { path, missing }: AuditQuestion): string {
  const did = missing ? 'removed' : 'changed';
  return `${printPath(path)} ${did} with a request that did not ask for it (a default, a conversion, a mutation at admission, or a write before it that the log lacks): ${fullWriteText(write, audit)}`;
}

const named = ({ category, name }: Writer): Pick<Writer, 'category' | 'name'> => ({ category, name });

/** The writer of a write that the log holds by field. */
function proven(
  writer: Writer,
  change: FieldChange,
  certain: boolean,
  audit: ObjectAudit,
  question: AuditQuestion,
): Pick<Attribution, 'writer' | 'script'> {
  const { write } = change;
  const did = question.missing ? 'removed' : 'changed';
  const how =
    change.proof === 'states' ? 'the log tells what it was before and after it' : 'what it sent holds the field';
  const doubt =
    change.later.length === 0
      ? ''
      : `; later writes may have changed it too, for the log does not hold what they sent: ${candidatesText(change.later, audit)}`;
  const message = `by field, ${printPath(question.path)} ${did} by ${fullWriteText(write, audit)}; ${how}${doubt}`;
  const joined = joinUser(writer, write, audit, [auditEvidence(message)]);
  const sure = certain && (joined.writer.category !== 'manual' || joined.writer.user?.kind !== 'service-account');
  return {
    ...joined,
    writer: { ...joined.writer, at: write.time, confidence: sure ? 'certain' : joined.writer.confidence },
  };
}

/** A writer with the user of its write, and what that account makes of it. */
function joinUser(
  writer: Writer,
  write: AuditWrite,
  { showUsers }: ObjectAudit,
  evidence: readonly Evidence[],
): Pick<Attribution, 'writer' | 'script'> {
  const { category, name, confidence, reason, script } = underAccount(writer, write);
  const why = reason === undefined ? [] : [auditEvidence(reason)];
  return {
    writer: {
      ...writer,
      category,
      name,
      user: userOfWrite(write, showUsers),
      confidence,
      evidence: [...writer.evidence, ...evidence, ...why],
    },
    ...(script ? { script: true as const } : {}),
  };
}

/** The writes of the manager that holds the field, where the log does not tell which of them wrote it. */
function byObject(
  attribution: Attribution,
  writes: readonly AuditWrite[],
  audit: ObjectAudit,
  question: AuditQuestion,
): Attribution {
  const { writer } = attribution;
  const found = writesOfEntry(writes, writer, question);
  const last = found.at(-1);
  const who = `${writer.manager} (${writer.operation ?? 'Update'}${writer.subresource ? `, ${writer.subresource}` : ''})`;
  if (last === undefined) return withEvidence(attribution, noWrite(who, writer.time, audit));
  const users = usersOf(found);
  const rest = found.some(({ body }) => body !== undefined)
    ? 'which of its fields they changed is not known of all'
    : 'it holds no request bodies, so it tells the object and not the field';
  if (users.length > 1) {
    return withEvidence(
      attribution,
      `by object, one of ${found.length} writes as ${who}, by ${users.length} users (${rest}): ${candidatesText(found, audit)}`,
    );
  }
  const timed = writer.time === undefined || isAtTime(last, writer.time);
  const only = found.length === 1 && timed && coversLife(writes, audit, question.object);
  const count =
    found.length === 1 ? 'the only write' : `one of ${found.length} writes, all by the same user, the last one:`;
  const message = `by object, ${count} as ${who}: ${fullWriteText(last, audit)}; ${rest}`;
  const joined = joinUser(writer, last, audit, [auditEvidence(message)]);
  return { ...attribution, ...joined, writer: { ...joined.writer, ...(only ? { at: last.time } : {}) } };
}

function noWrite(who: string, time: string | undefined, { from, to }: ObjectAudit): string {
  if (time !== undefined && Date.parse(time) + 1000 <= Date.parse(from)) {
    return `the write as ${who} is older than the log, which begins at ${from}`;
  }
  if (time !== undefined && Date.parse(time) > Date.parse(to)) {
    return `the write as ${who} is newer than the log, which ends at ${to}`;
  }
  return `no write as ${who} in it, from ${from} to ${to}: its policy leaves it out, it was lost, or the log is of another API server`;
}

/** True where the log reaches back to the making of the object, so that no earlier write of it can be missing. */
function coversLife(writes: readonly AuditWrite[], { from }: ObjectAudit, object: AuditQuestion['object']): boolean {
  const created = Date.parse(digString(object, 'metadata', 'creationTimestamp') ?? '');
  return created >= Date.parse(from) || writes.some(isCreation);
}

/** Of a value for which nobody is recorded: whoever may have written or removed it, named as possible. */
function candidates(
  attribution: Attribution,
  writes: readonly AuditWrite[],
  audit: ObjectAudit,
  question: AuditQuestion,
): Attribution {
  const possible = writes.filter((write) => askedOf(write, question, undefined).kind === 'unknown');
  if (possible.length === 0) return attribution;
  const did = question.missing ? 'removed' : 'wrote';
  const one = possible.length === 1 ? 'this write' : 'one of these writes';
  return withEvidence(
    attribution,
    `possibly ${one} ${did} ${printPath(question.path)}, for the log does not hold what they sent: ${candidatesText(possible, audit)}`,
  );
}

function withEvidence(attribution: Attribution, message: string): Attribution {
  const { writer } = attribution;
  return { ...attribution, writer: { ...writer, evidence: [...writer.evidence, auditEvidence(message)] } };
}
