import { comparePaths, type FieldPath, printPath } from '../model/field-path.js';
import { hasPath, subset } from '../model/field-set.js';
import type { ManagedFields, ManagedFieldsEntry } from '../model/managed-fields.js';
import { apiVersionOf, type Gvk } from '../model/resource.js';
import type { EntryRef } from '../model/writer.js';
import { otherNames } from './other-names.js';

/**
 * How an entry names a path: `leaf`, the path itself is a member; `below`, only members below it are; `whole`, the
 * atomic list or map (or the group of items with one key) that it is or lies in is.
 */
type OwnedAs = 'leaf' | 'below' | 'whole';

/** An entry that names the path that was asked for. */
export interface OwningEntry extends ManagedFieldsEntry {
  readonly as: OwnedAs;
  /** The path as the entry has it: `.stringData.user` for a Secret's `.data.user`. */
  readonly at: FieldPath;
  /** The entry is recorded at another apiVersion than the object was fetched at. */
  readonly versionDiffers?: true;
}

/**
 * Who owns a path. `unowned`: no manager is recorded for it. `unknown`: the object has no managedFields, or an entry of
 * it could not be read and the others do not name the path.
 */
export type FieldOwners =
  | { readonly kind: 'owned'; readonly entries: readonly OwningEntry[] }
  | Unowned
  | { readonly kind: 'unknown' };

/** Nobody is recorded for a path, as far as its name is known in every entry. */
export interface Unowned {
  readonly kind: 'unowned';
  /** Versions at which other entries are recorded, where the field may have a name that nobody has told us. */
  readonly otherVersions?: readonly string[];
}

/**
 * The entries that name `path` of an object fetched as `gvk`: those of which it is a member, else those with members
 * below it, else those that own `wholeAt` without anything below. `wholeAt` is the atomic list or map, or the group of
 * items with one key, at or above `path`; the caller knows it from the schema. Nothing is ever inherited from another
 * ancestor: owning `labels` or an item of a list owns none of what lies in it.
 */
export function ownersOf(managed: ManagedFields, gvk: Gvk, path: FieldPath, wholeAt?: FieldPath): FieldOwners {
  if (managed.kind === 'absent') return { kind: 'unknown' };
  const isItselfWhole = (entry: ManagedFieldsEntry, at: FieldPath): boolean =>
    wholeAt !== undefined && comparePaths(at, wholeAt) === 0 && isWhole(entry, at);
  for (const as of ['leaf', 'below', 'whole'] as const) {
    const owning = managed.entries.flatMap((entry) => {
      const at = namedAt(entry, gvk, as, path, wholeAt);
      return at === undefined ? [] : [owningEntry(entry, gvk, isItselfWhole(entry, at) ? 'whole' : as, at)];
    });
    if (owning.length > 0) return { kind: 'owned', entries: withoutOutdated(owning, gvk, path).sort(compareEntries) };
  }
  return managed.faults.length > 0 ? { kind: 'unknown' } : unowned(managed.entries, gvk, path);
}

/** The entries that name parts of what lies at `path`, and not the path itself: they wrote in what others had made. */
export function ownersOfParts(managed: ManagedFields, gvk: Gvk, path: FieldPath): readonly OwningEntry[] {
  if (managed.kind === 'absent') return [];
  return managed.entries
    .filter((entry) => namedAt(entry, gvk, 'leaf', path, undefined) === undefined)
    .flatMap((entry) => {
      const at = namedAt(entry, gvk, 'below', path, undefined);
      return at === undefined ? [] : [owningEntry(entry, gvk, 'below', at)];
    })
    .sort(compareEntries);
}

/**
 * An entry that names a Secret's key in `stringData` keeps it whoever writes `data` later, for to the server these are
 * two fields. So where an entry names the key in `data` itself, the others count only if they were written after it.
 */
function withoutOutdated(owning: readonly OwningEntry[], gvk: Gvk, path: FieldPath): OwningEntry[] {
  if (gvk.group !== '' || gvk.kind !== 'Secret') return [...owning];
  const renamed = owning.filter(({ at }) => printPath(at) !== printPath(path));
  const direct = owning.filter((entry) => !renamed.includes(entry));
  const newest = direct
    .map(({ time }) => time ?? '')
    .sort()
    .at(-1);
  return owning.filter((entry) => !renamed.includes(entry) || newest === undefined || (entry.time ?? '') > newest);
}

function unowned(entries: readonly ManagedFieldsEntry[], gvk: Gvk, path: FieldPath): Unowned {
  const [first] = path;
  // Every version has the same metadata.
  if (first?.kind === 'field' && first.name === 'metadata') return { kind: 'unowned' };
  const others = entries.filter(
    (entry) =>
      entry.subresource === '' && isOtherVersion(entry, gvk) && otherNames(gvk, entry.apiVersion, path).length === 0,
  );
  const otherVersions = [...new Set(others.map(({ apiVersion }) => apiVersion))].sort();
  return otherVersions.length === 0 ? { kind: 'unowned' } : { kind: 'unowned', otherVersions };
}

function isOtherVersion({ apiVersion }: ManagedFieldsEntry, gvk: Gvk): boolean {
  return apiVersion !== '' && apiVersion !== apiVersionOf(gvk);
}

/**
 * Orders entries for people, never by time alone, which scale entries and empty Applies lack: Update before Apply, the
 * main resource before subresources, then by manager, apiVersion and time. An Update takes a field only by changing its
 * value and takes it from everybody else, so among co-owners it set the value and the Applies joined it.
 */
export function compareEntries(a: EntryRef, b: EntryRef): number {
  if (a.operation !== b.operation) return a.operation === 'Update' ? -1 : 1;
  for (const key of ['subresource', 'manager', 'apiVersion', 'time'] as const) {
    const [left, right] = [a[key] ?? '', b[key] ?? ''];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** The entry without its fields, as the report carries it. */
export function entryRef({ manager, operation, subresource, apiVersion, time }: EntryRef): EntryRef {
  return { manager, operation, subresource, apiVersion, ...(time === undefined ? {} : { time }) };
}

function namedAt(
  entry: ManagedFieldsEntry,
  gvk: Gvk,
  as: OwnedAs,
  path: FieldPath,
  wholeAt: FieldPath | undefined,
): FieldPath | undefined {
  const others = otherNames(gvk, entry.apiVersion, path);
  if (as === 'whole') {
    if (wholeAt !== undefined && isWhole(entry, wholeAt)) return wholeAt;
    return others.find(({ at, whole }) => whole && hasPath(entry.fields, at))?.at;
  }
  const names = as === 'leaf' ? hasPath : hasBelow;
  const candidates = [path, ...others.filter(({ whole }) => !whole).map(({ at }) => at)];
  return candidates.find((at) => names(entry.fields, at));
}

function isWhole(entry: ManagedFieldsEntry, at: FieldPath): boolean {
  const node = subset(entry.fields, at);
  return node?.member === true && node.children.size === 0;
}

/** A set holds no empty nodes but its root, so a node that is there has a member in or below it. */
function hasBelow(set: ManagedFieldsEntry['fields'], path: FieldPath): boolean {
  return (subset(set, path)?.children.size ?? 0) > 0;
}

function owningEntry(entry: ManagedFieldsEntry, gvk: Gvk, as: OwnedAs, at: FieldPath): OwningEntry {
  const versionDiffers = isOtherVersion(entry, gvk);
  return { ...entry, as, at, ...(versionDiffers ? { versionDiffers: true as const } : {}) };
}
