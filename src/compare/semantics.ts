import { type FieldPath, valueAt } from '../model/field-path.js';
import type { JsonObject } from '../model/json.js';
import { coversPath, matchesKind, matchesPath } from '../model/match.js';
import { type PathPattern, parsePath, parsePattern } from '../model/parse-path.js';
import type { KindSelector } from '../model/policy.js';
import type { ResourceRef } from '../model/resource.js';
import data from './semantics.yaml';

interface Entry extends EntryData {
  readonly patterns: readonly PathPattern[];
  readonly field: FieldPath | undefined;
}

interface EntryData {
  readonly kinds: readonly KindSelector[];
  readonly paths: readonly string[];
  /** A field of the live object that has to be true for the entry to hold. */
  readonly when?: string;
  readonly reason: string;
  readonly source: string;
}

const tables = data as Readonly<Record<'unordered' | 'replacedByPatch' | 'unions' | 'immutable', readonly EntryData[]>>;
const [unordered, replacedByPatch, unions, immutable] = [
  compiled(tables.unordered),
  compiled(tables.replacedByPatch),
  compiled(tables.unions),
  compiled(tables.immutable),
];

/** True for an atomic list whose order carries no meaning. */
export function isUnordered(ref: ResourceRef, path: FieldPath): boolean {
  return isNamed(unordered, ref, path);
}

/** True for a value that a strategic merge patch replaces, though a server-side apply merges into it. */
export function isReplacedByPatch(ref: ResourceRef, path: FieldPath): boolean {
  return isNamed(replacedByPatch, ref, path);
}

/** True for a struct of which a strategic merge patch keeps only the fields that it names. */
export function isUnion(ref: ResourceRef, path: FieldPath): boolean {
  return isNamed(unions, ref, path);
}

function isNamed(entries: readonly Entry[], ref: ResourceRef, path: FieldPath): boolean {
  return entries.some((entry) => applies(entry, ref) && entry.patterns.some((pattern) => matchesPath(pattern, path)));
}

/** Why the server refuses a change at `path` of the live object, or undefined where it takes one. */
export function immutableReason(ref: ResourceRef, path: FieldPath, live: JsonObject): string | undefined {
  return immutable.find(
    (entry) =>
      applies(entry, ref) &&
      (entry.field === undefined || valueAt(live, entry.field) === true) &&
      entry.patterns.some((pattern) => coversPath(pattern, path)),
  )?.reason;
}

function compiled(entries: readonly EntryData[]): readonly Entry[] {
  return entries.map((entry) => ({
    ...entry,
    patterns: entry.paths.map(parsePattern),
    field: entry.when === undefined ? undefined : parsePath(entry.when),
  }));
}

function applies(entry: Entry, ref: ResourceRef): boolean {
  return matchesKind(entry.kinds, ref);
}
