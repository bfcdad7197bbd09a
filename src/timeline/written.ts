import { comparePaths, type FieldPath, printPath } from '../model/field-path.js';
import { type FieldSet, type FieldSetChild, memberPaths } from '../model/field-set.js';
import type { ManagedFieldsEntry } from '../model/managed-fields.js';
import type { TimelineSource } from '../model/timeline-report.js';
import type { Writer } from '../model/writer.js';
import type { Told } from './told.js';

/** An entry of managedFields with the writer that it was classified as. */
export interface WrittenEntry {
  readonly entry: ManagedFieldsEntry;
  readonly writer: Writer;
}

/** What the managers' entries tell, and how many of them are left out because they write status only. */
export interface ToldByEntries {
  readonly told: readonly Told[];
  readonly statusOnly: number;
}

const SOURCE: TimelineSource = { kind: 'managed-fields' };

/**
 * One line for each manager's entry: what it owns now, and when it last wrote at the latest. An entry that was written
 * in the second in which the object was created cannot be older: its time is exact. Entries without a time are said to
 * have none: those of `/scale`, and of applies that changed nothing.
 */
export function toldByEntries(
  entries: readonly WrittenEntry[],
  created: string | undefined,
  withStatus: boolean,
): ToldByEntries {
  const told = entries.map((written) => toldByEntry(written, created, withStatus));
  const kept = told.filter((one) => one !== undefined);
  return { told: kept, statusOnly: told.length - kept.length };
}

function toldByEntry(
  { entry, writer }: WrittenEntry,
  created: string | undefined,
  withStatus: boolean,
): Told | undefined {
  const { manager, operation, subresource, time } = entry;
  const paths = ownedLeaves(entry.fields).filter((path) => withStatus || !isStatus(path));
  const statusOnly = subresource === 'status' || (paths.length === 0 && holdsStatus(entry.fields));
  if (statusOnly && !withStatus) return undefined;
  const exact = time !== undefined && time === created;
  return {
    entry: {
      code: 'written',
      ...(time === undefined ? {} : { time }),
      certainty: time === undefined ? 'not-recorded' : exact ? 'exact' : 'at-the-latest',
      message: message(paths, operation, subresource),
      writer,
      fields: paths.map(printPath),
      ...(time === undefined ? { note: whyNoTime(entry) } : {}),
      sources: [SOURCE],
    },
    about: paths,
    act: { manager, operation, subresource },
    owned: entry,
  };
}

function message(paths: readonly FieldPath[], operation: 'Apply' | 'Update', subresource: string): string {
  const [only] = paths;
  const verb = operation === 'Apply' ? 'applied' : 'wrote';
  const through = subresource === '' ? '' : ` through /${subresource}`;
  if (paths.length === 1 && only !== undefined) return `${verb} ${printPath(only)}${through}`;
  return `last ${verb}${through}; owns ${paths.length === 0 ? 'no field' : `${paths.length} fields`} now`;
}

function whyNoTime({ operation, subresource }: ManagedFieldsEntry): string {
  if (subresource === 'scale') return 'the API server records no time for writes through /scale';
  if (operation === 'Apply') return 'the API server records no time for an apply that changed nothing';
  return 'its entry has no time';
}

/** The owned paths without those that only hold others, and without the key fields of list items, sorted. */
export function ownedLeaves(set: FieldSet): readonly FieldPath[] {
  return [...memberPaths(withoutKeys(set))].sort(comparePaths);
}

/** A set in which a node is a member only if nothing below it is, but for the fields that name the item itself. */
function withoutKeys(set: FieldSet): FieldSet {
  const children = new Map<string, FieldSetChild>();
  for (const [id, { element, set: below }] of set.children) {
    const own = element.kind === 'key' ? Object.keys(element.key).map((name) => `f:${name}`) : [];
    const rest = own.length === 0 ? below : without(below, own);
    children.set(id, { element, set: withoutKeys(rest) });
  }
  return { member: set.member && children.size === 0, children };
}

/** The fields that name an item are left out, unless they are all that is owned of it. */
function without(set: FieldSet, ids: readonly string[]): FieldSet {
  const rest = [...set.children].filter(([id]) => !ids.includes(id));
  return { member: set.member || rest.length === 0, children: new Map(rest) };
}

function isStatus([first]: FieldPath): boolean {
  return first?.kind === 'field' && first.name === 'status';
}

function holdsStatus(set: FieldSet): boolean {
  return set.children.has('f:status');
}
