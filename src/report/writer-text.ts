import { userText } from '../model/user-text.js';
import { type EntryRef, isNamedUnknown, NOT_KNOWN, type Writer, type WriterCategory } from '../model/writer.js';
import { printable } from './safe-text.js';
import { type TimeStyle, timeText } from './time-text.js';

export interface WriterTextOptions {
  readonly now: Date;
  readonly time: TimeStyle;
}

/**
 * Who wrote a value, for people: `kubectl set (a person or a script), at the latest 12m ago`. The time is the entry's,
 * an upper bound of the field's own; one that the audit log proves is the value's: `at 2026-11-30T12:00:00Z, 12m ago`.
 */
export function writerText(writer: Writer, options: WriterTextOptions): string {
  const who = writerName(writer);
  if (writer.at !== undefined) return `${who}, ${printable(exactTime(writer.at, options))}`;
  return writer.time === undefined
    ? who
    : `${who}, at the latest ${printable(timeText(writer.time, options.now, options.time))}`;
}

function exactTime(at: string, { now, time }: WriterTextOptions): string {
  const ago = timeText(at, now, time);
  return ago === at ? `at ${at}` : `at ${at.replace(/\.\d+/, '')}, ${ago}`;
}

/** The writer's name with what it can and cannot mean; never a person's name that was not recorded. */
export function writerName(writer: Writer): string {
  const doubt = writer.confidence === 'possible' && HEDGED[writer.category] ? 'possibly ' : '';
  return `${doubt}${NAMES[writer.category](writer)}`;
}

/** The manager that an entry of managedFields names: `kube-controller-manager (Update, scale, apps/v1)`. */
export function entryText(entry: EntryRef, options: WriterTextOptions): string {
  const facts = [entry.operation, entry.subresource, entry.apiVersion].filter((fact) => fact !== '').join(', ');
  const when = entry.time === undefined ? '' : `, at the latest ${timeText(entry.time, options.now, options.time)}`;
  return printable(`${entry.manager === '' ? '(no name)' : entry.manager} (${facts})${when}`);
}

/** Categories whose name claims more than a `possible` attribution knows; the others say their doubt in words. */
const HEDGED: Readonly<Record<WriterCategory, boolean>> = {
  gitops: true,
  autoscaler: true,
  manual: false,
  operator: true,
  deployer: false,
  'control-plane': true,
  unowned: false,
  unknown: false,
};

const NAMES: Readonly<Record<WriterCategory, (writer: Writer) => string>> = {
  gitops: named,
  autoscaler: named,
  // A manager is a program: only an audit log knows the user.
  manual: (writer) => withUser(writer) ?? `${printable(writer.name)} (a person or a script)`,
  operator: named,
  deployer: (writer) =>
    withUser(writer) ??
    (writer.confidence === 'possible' ? `${printable(writer.name)} (a pipeline, a person or a script)` : named(writer)),
  'control-plane': named,
  unowned: (writer) => printable(writer.name),
  unknown: (writer) =>
    isNamedUnknown(writer)
      ? `${named(writer)}${userFact(writer)}`
      : writer.manager === '' || writer.name === NOT_KNOWN
        ? printable(writer.name)
        : `${printable(writer.manager ?? writer.name)} (a program that gitdrift does not know)${userFact(writer)}`,
};

/** The name with whom the audit log names, where it does. */
function withUser(writer: Writer): string | undefined {
  return writer.user === undefined ? undefined : `${named(writer)}${userFact(writer)}`;
}

/** Where the log proves only that the user wrote the object, that is said. */
function userFact({ user, at, confidence }: Writer): string {
  if (user === undefined) return '';
  const object = at === undefined && confidence !== 'certain' ? ' (audit log, by object)' : '';
  return printable(`, ${userText(user)}${object}`);
}

/** The name, and the manager where the name does not show it. */
function named(writer: Writer): string {
  const facts = [showsManager(writer) ? undefined : writer.manager, writer.subresource];
  const said = facts.filter((fact) => fact !== undefined && fact !== '' && !saysFact(writer.name, fact)).join(', ');
  return printable(said === '' ? writer.name : `${writer.name} (${said})`);
}

/** True where the name has the fact in it: `kubectl scale`, `kube-controller-manager (status)`. */
function saysFact(name: string, fact: string): boolean {
  return name.includes(`(${fact})`) || name.endsWith(` ${fact}`);
}

function showsManager(writer: Writer): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return writer.manager === undefined || plain(writer.name).includes(plain(writer.manager));
}
