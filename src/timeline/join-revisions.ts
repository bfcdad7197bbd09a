import { elementId, type FieldPath, fieldElement, printPath } from '../model/field-path.js';
import { holdsAnything } from '../model/field-set.js';
import { jsonEqual } from '../model/json.js';
import type { ManagedFieldsEntry } from '../model/managed-fields.js';
import type { ToldRevision } from './revisions.js';
import { ANSWER_SECONDS, join, replaced, secondOf, type Told } from './told.js';

interface Revised {
  readonly revisions: readonly ToldRevision[];
  readonly entries: readonly Told[];
  readonly audit: readonly Told[];
}

/** Each revision together with the one write that led to it, where there is exactly one that may have. */
export function joinRevisions(
  told: readonly ToldRevision[],
  entries: readonly Told[],
  audit: readonly Told[],
): Revised {
  let [left, writes] = [entries, audit];
  const joined = told.map((revision, at): ToldRevision => {
    const write = onlyOne(writes.filter((one) => isWriteOf(one, revision) || isEntryOf(one, revision, at === 0)));
    if (write !== undefined) {
      writes = writes.filter((one) => one !== write);
      return dated(revision, write);
    }
    const entry = onlyOne(left.filter((one) => isEntryOf(one, revision, at === 0)));
    if (entry === undefined) return at === 0 ? withOwner(revision, entries) : revision;
    left = left.filter((one) => one !== entry);
    return dated(revision, entry);
  });
  return { revisions: joined, entries: left, audit: writes };
}

function onlyOne<Item>(candidates: readonly Item[]): Item | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}

/**
 * The newest revision with the manager that owns all it changed: no later one took it away. Its entry tells when it
 * last wrote, which may be something else, so that it stays a line of its own.
 */
function withOwner(revision: ToldRevision, entries: readonly Told[]): ToldRevision {
  const { entry, changed } = revision;
  const owner = onlyOne(entries.filter((one) => one.owned !== undefined && ownsAll(one.owned, changed)));
  const { writer, time } = owner?.entry ?? {};
  if (writer === undefined || time === undefined || secondOf(time) < secondOf(entry.time ?? entry.notBefore))
    return revision;
  return { ...revision, entry: { ...entry, writer, sources: [...entry.sources, { kind: 'managed-fields' }] } };
}

/** A revision that was rolled back to has no time of its own but that of the write that did it. */
function dated(revision: ToldRevision, entry: Told): ToldRevision {
  const { time } = entry.entry;
  const both = join(revision, entry).entry;
  const known = revision.entry.certainty === 'exact' || time === undefined;
  const { notBefore: _, ...rest } = both;
  return {
    ...revision,
    entry: { ...(known ? both : { ...rest, time, certainty: entry.entry.certainty }), code: revision.entry.code },
  };
}

/** Controllers make a ReplicaSet at once; the clock of another machine may be a second apart. */
const LEAD_SECONDS = 2;

/** A write of the log that set all that the revision changed, to the same values. */
function isWriteOf(write: Told, { entry, changed }: ToldRevision): boolean {
  const { changes } = write.entry;
  if (write.entry.code !== 'written' || write.act?.subresource !== '' || changes === undefined) return false;
  const set = new Map(changes.map((change) => [change.path, change]));
  const same = ({ path, from, to }: ToldRevision['changed'][number]): boolean => {
    const other = set.get(printPath(path));
    return other !== undefined && jsonEqual(other.from, from) && jsonEqual(other.to, to);
  };
  if (changed.length === 0 || !changed.every(same)) return false;
  if (entry.certainty === 'exact') return isLead(write.entry.time, entry.time);
  return secondOf(write.entry.time) >= secondOf(entry.notBefore ?? entry.time);
}

function isLead(write: string | undefined, revision: string | undefined): boolean {
  const lead = secondOf(revision) - secondOf(write);
  return lead >= -ANSWER_SECONDS && lead <= LEAD_SECONDS;
}

/**
 * An entry that owns all that the revision changed, written in the second in which the revision was made. Of the newest
 * revision that was rolled back to, the entry that owns what it changed gives the time.
 */
function isEntryOf({ entry, act, owned }: Told, revision: ToldRevision, newest: boolean): boolean {
  if (owned === undefined || act?.subresource !== '' || entry.time === undefined || revision.changed.length === 0)
    return false;
  const owns = ownsAll(owned, revision.changed);
  if (revision.entry.certainty === 'exact') {
    const inTime = isLead(entry.time, revision.entry.time);
    // Who wrote an older revision may have lost the field to somebody since: then its place in the template has to do.
    return inTime && (owns || (!newest && holdsAnything(owned.fields, ['spec', 'template'].map(fieldElement))));
  }
  return newest && owns && secondOf(entry.time) >= secondOf(revision.entry.notBefore);
}

/** What was taken away has no owner any more. */
function ownsAll(owned: ManagedFieldsEntry, changed: ToldRevision['changed']): boolean {
  const set = changed.filter(({ to }) => to !== undefined);
  return set.length > 0 && set.every(({ path }) => holdsAnything(owned.fields, path) || isWithinOwned(owned, path));
}

/** Owned as part of an atomic list or map, or of an item as a whole. */
function isWithinOwned({ fields }: ManagedFieldsEntry, path: FieldPath): boolean {
  let here: typeof fields | undefined = fields;
  for (const element of path) {
    here = here?.children.get(elementId(element))?.set;
    if (here === undefined) return false;
    if (here.member && here.children.size === 0) return true;
  }
  return false;
}

/** The annotation of a restart is part of the template: where that is a revision, its time is the better one. */
export function joinRestart(
  metadata: readonly Told[],
  told: readonly ToldRevision[],
): { readonly metadata: readonly Told[]; readonly revisions: readonly ToldRevision[] } {
  const asked = metadata.find(({ entry }) => entry.code === 'restart-requested');
  const revision = told.find(({ changed }) => asked !== undefined && changed.some(({ to }) => to === asked.entry.time));
  if (asked === undefined || revision === undefined) return { metadata, revisions: told };
  const entry = { ...join(revision, asked).entry, code: revision.entry.code };
  return {
    metadata: metadata.filter((one) => one !== asked),
    revisions: replaced(told, revision, { ...revision, entry }),
  };
}
