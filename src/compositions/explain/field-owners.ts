import type { FieldPlace } from '../../explain/field-tree.js';
import type { FieldOwner, GhostOwner, LastAppliedNote } from '../../model/explain-report.js';
import { type FieldPath, startsWith, toPointer, valueAt } from '../../model/field-path.js';
import { digString, isObject } from '../../model/json.js';
import { parseJson } from '../../model/json-text.js';
import { LAST_APPLIED } from '../../model/last-applied.js';
import type { ManagedFields } from '../../model/managed-fields.js';
import { gvkKey } from '../../model/schema.js';
import type { Writer } from '../../model/writer.js';
import { fieldOwners } from '../../ownership/annotate.js';
import { findOwners } from '../application/field-report.js';
import { lastApplied } from '../evidence/last-apply.js';
import type { ShowValue } from './field-values.js';
import type { FieldWorld } from './field-world.js';

/** Everybody whose entry names a place or a part of it, the writer that was named first, and entries that name what live lacks. */
export function fieldOwnersOf(
  world: FieldWorld,
  place: FieldPlace,
  named: Writer | undefined,
): {
  readonly owners: readonly FieldOwner[];
  readonly ghosts: readonly GhostOwner[];
  readonly managed?: ManagedFields;
} {
  const { object, judging } = world;
  if (object === undefined) return { owners: [], ghosts: [] };
  const { managed, gitops } = object;
  const owned = { object: object.object, managed, catalogue: judging.catalogue, gitops };
  const { ghosts } = fieldOwners(owned);
  const found = findOwners(
    object,
    {
      path: ownedPath(world, place),
      kind: 'drift',
      change: 'changed',
      notes: place.whole === undefined ? [] : [{ kind: 'owned-as-whole', path: place.whole }],
    },
    judging.catalogue,
  );
  const owners: readonly FieldOwner[] =
    found.kind === 'owned'
      ? found.owners.map(({ writer, gitops: byGitops }) => ({
          ...writer,
          ...(byGitops ? { gitops: true as const } : {}),
        }))
      : [];
  return {
    owners: owners.map((owner) =>
      named !== undefined && isSame(owner, named) ? { ...owner, named: true as const } : owner,
    ),
    ghosts: ghosts
      .filter(
        ({ elements }) =>
          startsWith(elements, place.path) && (place.live === undefined || elements.length > place.path.length),
      )
      .map(({ path, writers }) => ({ path, writers })),
    managed,
  };
}

/**
 * The path by which entries name a place: of a kind without a schema managedFields alone know how the items of a list
 * are keyed.
 */
export function ownedPath({ ref, object, judging }: FieldWorld, place: FieldPlace): FieldPath {
  if (object === undefined || Object.hasOwn(judging.schema.kinds, gvkKey(ref))) return place.path;
  const { managed, gitops } = object;
  const { fields } = fieldOwners({ object: object.object, managed, catalogue: judging.catalogue, gitops });
  const pointer = toPointer(place.path, object.object);
  return fields.find((one) => one.pointer === pointer)?.elements ?? place.path;
}

function isSame(owner: Writer, named: Writer): boolean {
  return (['manager', 'operation', 'subresource', 'apiVersion', 'time'] as const).every(
    (key) => owner[key] === named[key],
  );
}

/** What the last-applied annotation says of a place; undefined where the object has none. */
export function lastAppliedNote(
  { ref, object, judging }: FieldWorld,
  place: FieldPlace,
  show: ShowValue,
): LastAppliedNote | undefined {
  const text = digString(object?.object.metadata, 'annotations', LAST_APPLIED);
  if (object === undefined || text === undefined) return undefined;
  if (!isJsonObject(text)) return { kind: 'unreadable' };
  const applied = lastApplied({ ref, ...object, ...judging });
  if (applied === undefined) return { kind: 'stale' };
  const value = valueAt(applied.object, place.path) ?? null;
  if (value === null) return { kind: 'lacks' };
  const changed = applied.changedSince.some((path) => startsWith(path, place.path) || startsWith(place.path, path));
  return { kind: changed ? 'other' : 'same-as-live', value: show(value, place.path).value };
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(parseJson(text));
  } catch {
    return false;
  }
}
