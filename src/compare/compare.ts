import type { Difference } from '../model/drift.js';
import { comparePaths, type FieldPath, toPointer } from '../model/field-path.js';
import type { FieldSet } from '../model/field-set.js';
import { isObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { KubernetesObject, ResourceRef } from '../model/resource.js';
import { gvkKey, type KindSchema, resolveType, type SchemaBundle, type TypeSchema } from '../model/schema.js';
import { WITHHELD_TEXTS } from '../model/withheld.js';
import { formerlyDeclared } from './formerly-declared.js';
import { createMask, maskDifference } from './mask.js';
import { leavesOut } from './not-recorded.js';
import { storedSecret } from './secret.js';
import { immutableReason } from './semantics.js';
import { compareFields } from './value.js';
import { emptyFindings, type Findings, type Walk } from './walk.js';
import { holdsMark, marksIn, type Withheld, withhold, withoutMarks } from './withhold.js';

export interface CompareInput {
  readonly ref: ResourceRef;
  readonly desired: KubernetesObject;
  readonly live: KubernetesObject;
  readonly schema: SchemaBundle;
  /** Fields of the GitOps manager's Apply entries (absent: it has none), and those of all other entries. */
  readonly applied: FieldSet | undefined;
  readonly others: readonly FieldSet[];
  readonly showSecrets: boolean;
  /** SOPS encrypted some of desired's values. */
  readonly encrypted?: boolean;
  /** Pointers into desired, to values that every rendering gives anew. */
  readonly volatile?: readonly string[];
  /** Pointers into desired, to values that were made of a Secret's: masked like one. */
  readonly secret?: readonly string[];
}

/** One object's comparison. Differences are sorted by path and masked where secret. */
export interface Comparison extends Omit<Findings, 'differences'> {
  readonly differences: readonly (Difference & { readonly masked?: true })[];
  /** False where nothing is known of the kind's schema: lists were compared as wholes, defaults not recognised. */
  readonly schemaKnown: boolean;
}

/** Fields of metadata that an apply ignores or refuses (seen on a 1.36 server); never compared. */
const UNCOMPARED_METADATA = new Set([
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
  'managedFields',
  'generateName',
]);

/** Why no apply changes what stands at a path of an object of that kind, undefined where it is compared. */
export function uncomparedReason(path: FieldPath, kind: KindSchema | undefined): string | undefined {
  const [first, second] = path.map((element) => (element.kind === 'field' ? element.name : ''));
  if (first === 'apiVersion' || first === 'kind') return "it is part of the object's identity";
  if (first === 'status' && (kind === undefined || kind.statusSubresource)) {
    return 'it is status: controllers report there, and no apply of a manifest changes it';
  }
  if (first !== 'metadata' || second === undefined || !UNCOMPARED_METADATA.has(second)) return undefined;
  return second === 'name' || second === 'namespace' || second === 'generateName'
    ? "it is part of the object's identity"
    : 'it is bookkeeping of the API server, and no apply of a manifest changes it';
}

/** Compares one desired object with the live one, field by field, as the API server would see it (docs/differential.md). */
export function compareObject(input: CompareInput): Comparison {
  const { ref, schema } = input;
  const live = storedSecret(ref, input.live);
  const { object: declared, withheld } = withhold(ref, input.desired, {
    encrypted: input.encrypted === true,
    volatile: input.volatile ?? [],
  });
  const desired = storedSecret(ref, declared);
  const kind = Object.hasOwn(schema.kinds, gvkKey(ref)) ? schema.kinds[gvkKey(ref)] : undefined;
  const type = kind === undefined ? unknownKind() : resolveType(schema, kind.type);
  const compared = comparable(live, kind);
  const walk: Walk = {
    bundle: schema,
    ref,
    kind,
    liveRoot: live,
    formerly: formerlyDeclared(live, input),
    owned: input.applied === undefined ? input.others : [input.applied, ...input.others],
    withheld,
    leavesOut: leavesOut(compared),
    found: emptyFindings(),
  };
  compareFields(walk, { path: [], type, ref: kind?.type ?? type }, comparable(desired, kind), compared);
  const mask = input.showSecrets ? undefined : createMask();
  const differences = walk.found.differences
    .map((difference) => withImmutableNote(withWords(difference, withheld), ref, live))
    .sort((a, b) => comparePaths(a.path, b.path))
    .map((difference) =>
      mask === undefined ? difference : maskDifference(ref, difference, mask, isMadeOfSecret(input)),
    );
  const setAside = [...walk.found.withheld].sort((a, b) => comparePaths(a.path, b.path));
  const notRecorded = distinct(walk.found.notRecorded);
  return { ...walk.found, withheld: setAside, notRecorded, differences, schemaKnown: kind !== undefined };
}

/** Tells the differences at, above or below a value that was made of a Secret's. */
function isMadeOfSecret({ desired, secret = [] }: CompareInput): (difference: Difference) => boolean {
  return ({ path }) => {
    if (secret.length === 0) return false;
    const pointer = toPointer(path, desired);
    return secret.some((one) => `${pointer}/`.startsWith(`${one}/`) || `${one}/`.startsWith(`${pointer}/`));
  };
}

/** Sorted, each path once. */
function distinct(paths: readonly FieldPath[]): FieldPath[] {
  return [...paths]
    .sort(comparePaths)
    .filter((path, at, all) => at === 0 || comparePaths(path, all[at - 1] ?? []) !== 0);
}

/** The object without what no apply changes: its identity, the server's bookkeeping, and a status subresource. */
function comparable(object: JsonObject, kind: KindSchema | undefined): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, status, metadata, ...spec } = object;
  const rest = kind !== undefined && !kind.statusSubresource && status !== undefined ? { ...spec, status } : spec;
  if (!isObject(metadata)) return rest;
  const kept = Object.entries(metadata).filter(([name]) => !UNCOMPARED_METADATA.has(name));
  return { metadata: Object.fromEntries(kept) as Record<string, JsonValue>, ...rest };
}

/** A kind without a schema: its metadata is that of every object, the rest anything. */
function unknownKind(): TypeSchema {
  return { kind: 'struct', fields: { metadata: { type: 'meta/v1.ObjectMeta' } }, preserveUnknown: true };
}

/** The difference as it is shown where a value in it cannot be compared. */
function withWords(difference: Difference, withheld: Withheld): Difference {
  if (difference.desired === undefined || !holdsMark(difference.desired, withheld)) return difference;
  const desired = withoutMarks(difference.desired, withheld);
  const isEncrypted = marksIn(withheld, difference.desired).some(({ reason }) => reason !== 'random');
  // What Git encrypts is not shown of live either.
  return {
    ...difference,
    desired,
    ...(difference.live === undefined || !isEncrypted ? {} : { live: WITHHELD_TEXTS.encrypted }),
  };
}

function withImmutableNote(difference: Difference, ref: ResourceRef, live: KubernetesObject): Difference {
  if (difference.kind !== 'drift' || immutableReason(ref, difference.path, live) === undefined) return difference;
  return { ...difference, notes: [...difference.notes, { kind: 'immutable' }] };
}
