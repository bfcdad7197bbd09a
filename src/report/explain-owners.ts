import type { ExplainReport, FieldOwner, LastAppliedNote } from '../model/explain-report.js';
import type { Evidence, Writer } from '../model/writer.js';
import { hang } from './layout.js';
import type { Palette } from './palette.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { timeText } from './time-text.js';
import { valueText } from './value-text.js';
import { writerName } from './writer-text.js';

/** Everybody who holds the field, with what is recorded of each and what that can mean, for somebody new to it. */
export function explainOwners(report: ExplainReport, options: TextOptions, paint: Palette): string[] {
  if (report.outcome === 'missing' || report.outcome === 'unreadable' || report.outcome === 'left-out') return [];
  const room = options.width === undefined ? undefined : Math.max(options.width - 2, 16);
  const put = (text: string, columns = 2): string[] => hang(printable(text), room, columns);
  if (report.managedFields === 'absent') {
    return put('The object has no managedFields, where Kubernetes records writers: who wrote it cannot be known.');
  }
  const { writer, owners } = report;
  const standing = report.outcome === 'live-only' && report.rule !== undefined ? 'filled-in' : report.standing;
  const nobody = owners.length === 0 && report.live !== undefined && report.below.length === 0;
  const lines = [
    ...owners.flatMap((owner) => ownerLines(asNamed(owner, writer), options, room, paint)),
    ...(nobody ? put(NOBODY[standing] ?? NOBODY_ELSE) : []),
    ...evidenceLines(report, options.verbose).flatMap((text) => put(`- ${text}`)),
    ...report.ghosts.flatMap(({ path, writers }) =>
      put(
        `- ${writers.map(({ name }) => name).join(' and ')} still ${writers.length === 1 ? 'holds' : 'hold'} ${path}, which live has not: it was set to nothing, or taken away since`,
      ),
    ),
    ...(report.lastApplied === undefined ? [] : put(`- ${lastAppliedText(report.lastApplied)}`)),
    ...report.faults.flatMap((fault) => put(`- ${fault}`)),
  ];
  const legend = owners.length === 0 ? [] : put(LEGEND).map(paint.dim);
  return [...lines, ...legend];
}

const NOBODY: Readonly<Partial<Record<ExplainReport['standing'], string>>> = {
  'filled-in': 'Nobody is recorded, as of everything that the server fills in.',
  'never-compared': 'Nobody is recorded, as of everything that the server keeps for itself.',
};
const NOBODY_ELSE = 'Nobody is recorded: it is a default, a mutation at admission, or the record is lost.';

/** What more is known of the writer than its entry says: an autoscaler behind the control plane, a user of the audit log. */
function asNamed(owner: FieldOwner, writer: Writer | undefined): FieldOwner {
  if (!owner.named || writer === undefined) return owner;
  const { name, category, confidence, at, user } = writer;
  const proven = { ...(at === undefined ? {} : { at }), ...(user === undefined ? {} : { user }) };
  return { ...owner, name, category, confidence, ...proven };
}

const LEGEND =
  'Kubernetes keeps, for each program that writes, one entry with the names of its fields and one time (metadata.managedFields): the time is of its last write to the object, so the field was written then or before. A name is a program, no person.';

function ownerLines(owner: FieldOwner, options: TextOptions, room: number | undefined, paint: Palette): string[] {
  const also = owner.named ? '' : 'also holds it: ';
  const head = `${also}${writerName(owner)}`;
  const facts = [
    `manager ${JSON.stringify(owner.manager ?? '')}`,
    OPERATIONS[owner.operation ?? 'Update'],
    ...(owner.subresource ? [`through the ${owner.subresource} subresource`] : []),
    ...(owner.apiVersion ? [`recorded at ${owner.apiVersion}`] : []),
  ].join(', ');
  const lines = [
    `${facts}: ${CATEGORIES[owner.category]}, ${owner.confidence}`,
    timeOf(owner, options),
    ...(owner.gitops ? ['it is the GitOps manager that applies this desired state'] : []),
    ...owner.evidence
      .filter(({ message }) => isSaying(message) && !(owner.gitops && HAS_ENTRY.test(message)))
      .map(({ message }) => message),
  ];
  return [...hang(head, room, 2).map(paint.strong), ...lines.flatMap((line) => hang(printable(`  ${line}`), room, 4))];
}

const OPERATIONS: Readonly<Record<'Apply' | 'Update', string>> = {
  Apply: 'by a server-side apply',
  Update: 'by an update or patch',
};

const CATEGORIES: Readonly<Record<Writer['category'], string>> = {
  gitops: 'a GitOps controller',
  autoscaler: 'an autoscaler',
  manual: 'a person or a script, by hand',
  operator: 'an operator',
  deployer: 'a deployment tool or a pipeline',
  'control-plane': 'Kubernetes itself',
  unowned: 'nobody',
  unknown: 'not in the catalogue of writers',
};

function timeOf({ time, at, subresource }: FieldOwner, options: TextOptions): string {
  if (at !== undefined) {
    const ago = timeText(at, options.now, options.time);
    return `wrote this value at ${at}${ago === at ? '' : `, ${ago}`}: the audit log proves it`;
  }
  if (time === undefined) {
    const scale = subresource === 'scale' ? ' (one of the scale subresource never has)' : '';
    return `its entry has no time${scale}: when it wrote is not recorded`;
  }
  const relative = timeText(time, options.now, options.time);
  return relative === time ? `last write to the object: ${time}` : `last write to the object: ${relative} (${time})`;
}

/** Where the entry at hand is what the GitOps manager was recognised by, that says nothing new. */
const HAS_ENTRY = / has an entry in managedFields /;

/** What an owner's entry says of itself is told in its own words above. */
function isSaying(message: string): boolean {
  return !message.startsWith('managedFields: ');
}

/** Evidence beside the entries: autoscalers, history, audit log, whatever the attribution knows. */
function evidenceLines({ writer, owners, lastApplied }: ExplainReport, verbose: boolean): string[] {
  const told = new Set(owners.flatMap(({ evidence }) => evidence.map(({ message }) => message)));
  const nobody = owners.length === 0 ? /^no manager is recorded for this field: a default/ : undefined;
  const news = (writer?.evidence ?? []).filter(
    ({ message }: Evidence) =>
      !told.has(message) && !nobody?.test(message) && !(lastApplied !== undefined && LAST_APPLIED.test(message)),
  );
  const unread = verbose ? [] : news.flatMap(({ message }) => UNREAD.exec(message)?.[1] ?? []);
  return [
    ...news
      .filter(({ message }) => verbose || !UNREAD.test(message))
      .map(({ kind, message }) => labelled(EVIDENCE[kind] ?? kind, message)),
    ...(unread.length === 0 ? [] : [`not known, for they could not be read (-v says why): ${unread.join(', ')}`]),
  ];
}

/** The annotation's word, which a line of its own says with the value. */
const LAST_APPLIED = /^the last-applied annotation (?:declares|does not declare) /;

const labelled = (label: string, message: string): string =>
  message.startsWith(`${label}: `) ? message : `${label}: ${message}`;

/** What is said of a kind of objects that nobody could look at. */
const UNREAD = /^(.{1,60}?) could not be read: /;

const EVIDENCE: Readonly<Record<string, string>> = {
  'managed-field': 'managedFields',
  object: 'another object',
  annotation: 'annotation',
  audit: 'audit log',
  git: 'Git',
  schema: 'schema',
};

function lastAppliedText({ kind, value }: LastAppliedNote): string {
  const text = value === undefined ? 'a value' : valueText(value);
  switch (kind) {
    case 'same-as-live':
      return 'last-applied annotation: it has what live has; kubectl apply writes it, and kubectl edit and replace keep it up to date';
    case 'other':
      return `last-applied annotation: the last kubectl apply set ${text.length > 60 ? 'another value' : text}, and it was changed since`;
    case 'lacks':
      return 'last-applied annotation: the last kubectl apply did not declare it';
    case 'stale':
      return 'last-applied annotation: there is one, but something else has applied the object since, so it says nothing';
    case 'unreadable':
      return 'last-applied annotation: there is one that cannot be read';
  }
}
