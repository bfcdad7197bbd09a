import { comparePaths, type FieldPath, fieldElement, printPath, startsWith } from '../model/field-path.js';
import { memberPaths } from '../model/field-set.js';
import type { JsonValue } from '../model/json.js';
import type { ManagedFields } from '../model/managed-fields.js';
import { type KubernetesObject, refOf } from '../model/resource.js';
import type { Writer } from '../model/writer.js';
import type { Catalogue } from './catalogue.js';
import { classifyEntry, unknowableWriter, unownedWriter } from './classify.js';
import type { GitopsManager } from './gitops-manager.js';
import { liveFields, pathId } from './live-fields.js';
import { liveNames } from './other-names.js';
import { compareEntries, ownersOf } from './owners.js';

/** A field of a live object with everybody who owns it. */
export interface OwnedField {
  /** As printed by `printPath`; `elements` is the same path. */
  readonly path: string;
  readonly elements: FieldPath;
  readonly value: JsonValue;
  /** At least one; category `unowned` where nobody is recorded. The first set the value, where that can be told. */
  readonly writers: readonly Writer[];
}

/** A path that entries name and the live object has not: set to null, "", {} or [], or taken away since. */
export interface GhostField {
  readonly path: string;
  readonly elements: FieldPath;
  readonly writers: readonly Writer[];
}

/** The live object's fields in document order, and the owned paths that it lacks, sorted by path. */
export interface FieldOwnership {
  readonly fields: readonly OwnedField[];
  readonly ghosts: readonly GhostField[];
}

/**
 * Names the writers of every field of a live object; needs no desired state and no schema. Values are as they are:
 * masking is the caller's. `metadata.managedFields` itself is left out.
 */
export function fieldOwners(
  object: KubernetesObject,
  managed: ManagedFields,
  catalogue: Catalogue,
  gitops?: GitopsManager,
): FieldOwnership {
  const ref = refOf(object);
  const context = { ref, object, ...(gitops === undefined ? {} : { gitops }) };
  const entries = managed.kind === 'entries' ? [...managed.entries].sort(compareEntries) : [];
  const live = liveFields(
    object,
    entries.map(({ fields }) => fields),
  );

  const writersOf = (path: FieldPath, wholeAt: FieldPath | undefined): readonly Writer[] => {
    if (isNeverOwned(path)) return [unownedWriter(NEVER_RECORDED)];
    const owners = ownersOf(managed, ref, path, wholeAt);
    if (owners.kind === 'unowned') return [unownedWriter()];
    if (owners.kind === 'unknown') return [unknowableWriter(managed.kind === 'absent')];
    return owners.entries.map((entry) => classifyEntry(entry, { ...context, path }, catalogue));
  };

  const ghosts = new Map<string, { readonly path: FieldPath; readonly writers: Writer[] }>();
  for (const entry of entries) {
    for (const path of memberPaths(entry.fields)) {
      const names = [path, ...liveNames(ref, entry.apiVersion, path)];
      if (names.some((name) => live.paths.has(pathId(name)))) continue;
      const ghost = ghosts.get(pathId(path)) ?? { path, writers: [] };
      ghosts.set(pathId(path), ghost);
      const owning = { ...entry, as: 'leaf' as const, at: path };
      ghost.writers.push(classifyEntry(owning, { ...context, path }, catalogue));
    }
  }

  return {
    fields: live.fields
      .filter(({ path }) => !startsWith(path, MANAGED_FIELDS))
      .map(({ path, value, wholeAt }) => ({
        path: printPath(path),
        elements: path,
        value,
        writers: writersOf(path, wholeAt),
      })),
    ghosts: [...ghosts.values()]
      .sort((a, b) => comparePaths(a.path, b.path))
      .map(({ path, writers }) => ({ path: printPath(path), elements: path, writers })),
  };
}

const MANAGED_FIELDS: FieldPath = ['metadata', 'managedFields'].map(fieldElement);

const NEVER_RECORDED = { kind: 'schema', message: 'the server never records who writes this field' } as const;

/** apimachinery pkg/util/managedfields/internal/stripmeta.go */
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

function isNeverOwned(path: FieldPath): boolean {
  return NEVER_OWNED.has(printPath(path));
}
