import { comparePaths, type FieldPath, fieldElement, printPath, startsWith } from '../model/field-path.js';
import { memberPaths } from '../model/field-set.js';
import type { JsonValue } from '../model/json.js';
import type { OwnedField } from '../model/owners-report.js';
import { refOf } from '../model/resource.js';
import { NOT_KNOWN, type Writer } from '../model/writer.js';
import { classifyEntry } from './classify.js';
import { fieldWriters, type OwnedObject } from './field-writers.js';
import { type LiveField, liveFields, pathId } from './live-fields.js';
import { liveNames } from './other-names.js';
import { compareEntries } from './owners.js';

/**
 * A field of a live object with everybody who owns it, the one that set the value first where that can be told.
 * `writers` is empty where nobody is recorded, and where the object has no managedFields at all.
 */
interface AnnotatedField extends OwnedField {
  /** The same as `path`. */
  readonly elements: FieldPath;
  /** Unmasked. */
  readonly value: JsonValue;
  /** True where the server records no manager for such a field, whoever writes it: names, uid, generation. */
  readonly neverOwned: boolean;
}

/** A path that entries name and the live object has not: set to null, "", {} or [], or taken away since. */
interface GhostField {
  readonly path: string;
  readonly elements: FieldPath;
  readonly writers: readonly Writer[];
}

/** The live object's fields in document order, and the owned paths that it lacks, sorted by path. */
export interface FieldOwnership {
  readonly fields: readonly AnnotatedField[];
  readonly ghosts: readonly GhostField[];
}

/**
 * Names the writers of every field of a live object; needs no desired state and no schema. Values are as they are:
 * masking is the caller's. `metadata.managedFields` itself is left out.
 */
export function fieldOwners(owned: OwnedObject): FieldOwnership {
  const { managed } = owned;
  const sets = managed.kind === 'entries' ? managed.entries.map(({ fields }) => fields) : [];
  const live = liveFields(owned.object, sets);
  return {
    fields: live.fields.filter(({ path }) => !startsWith(path, MANAGED_FIELDS)).map((field) => annotate(owned, field)),
    ghosts: ghosts(owned, live.paths),
  };
}

function annotate(owned: OwnedObject, { path, pointer, value, wholeAt, whole }: LiveField): AnnotatedField {
  const neverOwned = NEVER_OWNED.has(printPath(path));
  return {
    path: printPath(path),
    elements: path,
    pointer,
    value,
    ...(whole ? { whole } : {}),
    neverOwned,
    writers: neverOwned ? [] : writersOf(owned, path, wholeAt),
  };
}

function writersOf(owned: OwnedObject, path: FieldPath, wholeAt: FieldPath | undefined): readonly Writer[] {
  const found = fieldWriters(owned, path, wholeAt);
  if (found.kind === 'owned') return found.owners.map(({ writer }) => writer);
  return found.kind === 'unknown' && owned.managed.kind === 'entries' ? [UNREADABLE] : [];
}

/** The fields may be named by the entry that could not be read, so "nobody" would be too much said. */
const UNREADABLE: Writer = {
  category: 'unknown',
  name: NOT_KNOWN,
  confidence: 'possible',
  evidence: [
    {
      kind: 'managed-field',
      message: 'a part of managedFields could not be read, and the rest does not name the field',
    },
  ],
};

function ghosts(owned: OwnedObject, livePaths: ReadonlySet<string>): readonly GhostField[] {
  const { object, managed, catalogue, gitops } = owned;
  if (managed.kind === 'absent') return [];
  const ref = refOf(object);
  const found = new Map<string, { readonly path: FieldPath; readonly writers: Writer[] }>();
  for (const entry of [...managed.entries].sort(compareEntries)) {
    for (const path of memberPaths(entry.fields)) {
      const names = [path, ...liveNames(ref, entry.apiVersion, path)];
      if (names.some((name) => livePaths.has(pathId(name)))) continue;
      const ghost = found.get(pathId(path)) ?? { path, writers: [] };
      found.set(pathId(path), ghost);
      const context = { ref, path, object, ...(gitops === undefined ? {} : { gitops }) };
      ghost.writers.push(classifyEntry({ ...entry, as: 'leaf', at: path }, context, catalogue));
    }
  }
  return [...found.values()]
    .sort((a, b) => comparePaths(a.path, b.path))
    .map(({ path, writers }) => ({ path: printPath(path), elements: path, writers }));
}

const MANAGED_FIELDS: FieldPath = ['metadata', 'managedFields'].map(fieldElement);

/** The server records no manager for these: apimachinery pkg/util/managedfields/internal/stripmeta.go. */
const NEVER_OWNED: ReadonlySet<string> = new Set([
  '.apiVersion',
  '.kind',
  '.metadata',
  '.metadata.name',
  '.metadata.namespace',
  '.metadata.creationTimestamp',
  '.metadata.selfLink',
  '.metadata.uid',
  '.metadata.clusterName',
  '.metadata.generation',
  '.metadata.resourceVersion',
]);
