import { storedSecret } from '../../compare/secret.js';
import { type AskedStep, askedAsPath, readAskedPath } from '../../explain/asked-path.js';
import { type FieldPlace, rootPlace, type TreeKind } from '../../explain/field-tree.js';
import { locateField } from '../../explain/locate-field.js';
import type { FieldDrift } from '../../model/drift.js';
import { GitdriftError } from '../../model/errors.js';
import type { FieldRequest } from '../../model/explain-report.js';
import { type FieldPath, toPointer } from '../../model/field-path.js';
import { parsePath } from '../../model/parse-path.js';
import { apiVersionOf, refText } from '../../model/resource.js';
import { gvkKey, type KindSchema, resolveType, type TypeSchema } from '../../model/schema.js';
import { fieldWriters } from '../../ownership/field-writers.js';
import { type PlaceStanding, type Standings, standingsOf } from './field-standing.js';
import { type ShowValue, shownValues } from './field-values.js';
import type { FieldWorld } from './field-world.js';

/** The place that a request names, with what the comparison says of it. */
export interface FoundField {
  readonly place: FieldPlace;
  readonly pointer: string;
  readonly notes: readonly string[];
  readonly standing: PlaceStanding;
  /** The report's entry for it or for the whole that it lies in, and that entry's path. */
  readonly entry?: FieldDrift;
  readonly entryPath?: FieldPath;
  /** Absent where the object was not found in live. */
  readonly standings?: Standings;
  readonly show: ShowValue;
  /** Who wrote a leaf, for people. */
  readonly writerOf: (place: FieldPlace) => string | undefined;
  readonly read: (path: string) => readonly AskedStep[];
}

/** Finds the field of a request in both sides of its object. Throws `usage` where the kind has no such field. */
export function findField(request: FieldRequest, world: FieldWorld): FoundField {
  const { object, judging, ref } = world;
  const compared = world.outcome === 'compared' || world.outcome === 'missing' || world.outcome === 'unreadable';
  const key = gvkKey(ref);
  const schema: KindSchema | undefined = Object.hasOwn(judging.schema.kinds, key)
    ? judging.schema.kinds[key]
    : undefined;
  const kind: TreeKind = {
    bundle: judging.schema,
    custom: schema?.custom !== false,
    known: schema !== undefined,
  };
  const desired = compared && world.desired !== undefined ? storedSecret(ref, world.desired.object) : undefined;
  const live = object === undefined ? undefined : storedSecret(ref, object.object);
  const root = rootPlace(typeOf(schema, judging), desired, live);
  const { steps, notes } = asked(request, world);
  const located = locateField(steps, root, kind);
  if (located.kind === 'nowhere') {
    throw new GitdriftError('usage', `${refText(ref)} (${apiVersionOf(ref)}): ${located.message}`, {
      ...(located.hint === undefined ? {} : { hint: located.hint }),
    });
  }
  const { place } = located;
  const standings = object === undefined ? undefined : standingsOf(object, world.report, judging, kind);
  const standing = standings?.of(place) ?? { standing: 'not-compared' as const };
  const { entry } = standing;
  return {
    place,
    pointer: toPointer(place.path, place.live === undefined ? (desired ?? live) : live),
    notes: [...notes, ...located.notes],
    standing,
    ...(entry === undefined ? {} : { entry, entryPath: parsePath(entry.path) }),
    ...(standings === undefined ? {} : { standings }),
    show: shownValues(ref, { desired: world.desired, live: object?.object }, judging.request.showSecrets),
    writerOf: (leaf) => writerOf(world, leaf),
    read: readAskedPath,
  };
}

/** The steps that were typed; what a Secret takes as `stringData` stands in its `data`. */
function asked(
  { field }: FieldRequest,
  { ref }: FieldWorld,
): { steps: readonly AskedStep[]; notes: readonly string[] } {
  let steps: readonly AskedStep[];
  try {
    steps = readAskedPath(field);
  } catch (error) {
    throw new GitdriftError('usage', `FIELD-PATH: ${error instanceof Error ? error.message : String(error)}`, {
      hint: `write it as '.spec.template.spec.containers[name="web"].image', in single quotes`,
    });
  }
  const [first] = askedAsPath(steps);
  if (ref.group !== '' || ref.kind !== 'Secret' || first?.kind !== 'field' || first.name !== 'stringData') {
    return { steps, notes: [] };
  }
  return {
    steps: [{ kind: 'field', name: 'data' }, ...steps.slice(1)],
    notes: ['the server keeps what is written as stringData under data, in base64'],
  };
}

function typeOf(schema: KindSchema | undefined, { schema: bundle }: FieldWorld['judging']): TypeSchema {
  if (schema !== undefined) return resolveType(bundle, schema.type);
  return { kind: 'struct', fields: { metadata: { type: 'meta/v1.ObjectMeta' } }, preserveUnknown: true };
}

function writerOf({ object, judging }: FieldWorld, { path, live, whole }: FieldPlace): string | undefined {
  if (object === undefined || live === undefined) return undefined;
  const owned = { object: object.object, managed: object.managed, catalogue: judging.catalogue, gitops: object.gitops };
  const found = fieldWriters(owned, path, whole);
  return found.kind === 'owned' ? found.owners[0]?.writer.name : undefined;
}
