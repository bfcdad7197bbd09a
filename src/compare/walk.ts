import type { Difference, DifferenceNote } from '../model/drift.js';
import type { FieldPath } from '../model/field-path.js';
import type { FieldSet } from '../model/field-set.js';
import type { JsonObject } from '../model/json.js';
import type { FilledCategory } from '../model/report.js';
import type { ResourceRef } from '../model/resource.js';
import {
  ANY_TYPE,
  type FieldSchema,
  type KindSchema,
  resolveType,
  type SchemaBundle,
  type TypeRef,
  type TypeSchema,
} from '../model/schema.js';
import type { WithheldReason } from '../model/withheld.js';
import type { Level } from './defaults/level.js';
import type { FormerlyDeclared } from './formerly-declared.js';
import type { Withheld } from './withhold.js';

/** A live-only field that was left out, and the rule that says why; `-v` lists them. */
export interface Skipped {
  readonly path: FieldPath;
  readonly category: FilledCategory;
  readonly rule: string;
  readonly reason: string;
}

/** Items of a keyed list that share one key; Kubernetes' server-side apply refuses them. */
export interface DuplicateItems {
  readonly path: FieldPath;
  readonly key: string;
  readonly count: number;
}

/** What one walk finds. Filled while walking, read-only afterwards. */
export interface Findings {
  readonly differences: Difference[];
  readonly skipped: Skipped[];
  readonly duplicates: DuplicateItems[];
  /** Keyed lists whose items stand in another order than desired declares. */
  readonly reordered: FieldPath[];
  /** Declared values that live has and that cannot be compared. */
  readonly withheld: { readonly path: FieldPath; readonly reason: WithheldReason }[];
  /** Declared values that live has and that a recording left out: whether they differ is unknown. */
  readonly notRecorded: FieldPath[];
}

/** What stays the same during one object's walk. */
export interface Walk {
  readonly bundle: SchemaBundle;
  readonly ref: ResourceRef;
  /** Undefined where nothing is known of the kind. */
  readonly kind: KindSchema | undefined;
  readonly liveRoot: JsonObject;
  readonly formerly: FormerlyDeclared;
  /** The field sets of all managedFields entries. */
  readonly owned: readonly FieldSet[];
  /** What stands in desired for values that cannot be compared. */
  readonly withheld: Withheld;
  /** Live is of a recording that left out some of its values. */
  readonly leavesOut: boolean;
  readonly found: Findings;
}

/** Where the walk stands: the path, its type, and the atomic whole that it lies in, if any. */
export interface Place {
  readonly path: FieldPath;
  readonly type: TypeSchema;
  /** The type as the schema refers to it; rules on defaults are keyed on its name. */
  readonly ref: TypeRef;
  /** The struct or map that the value stands in, and in which field; absent at the root. */
  readonly up?: NonNullable<Level['up']>;
  readonly whole?: FieldPath;
  /** In a value that the next apply writes anew (see replaced.ts): what only live has there goes. */
  readonly replaced?: true;
}

export const emptyFindings = (): Findings => ({
  differences: [],
  skipped: [],
  duplicates: [],
  reordered: [],
  withheld: [],
  notRecorded: [],
});

/** The same walk, writing elsewhere: for asking "would this differ?" without saying so. */
export function probe(walk: Walk): Walk {
  // What cannot be compared cannot be compared in a trial either, and whoever trusts the trial has to know.
  return { ...walk, found: { ...emptyFindings(), notRecorded: walk.found.notRecorded } };
}

/** The place of a field or item below, for a type reference. */
export function placeBelow(
  walk: Walk,
  path: FieldPath,
  ref: TypeRef,
  around: {
    readonly whole?: FieldPath | undefined;
    readonly up?: Level['up'] | undefined;
    readonly replaced?: true | undefined;
  },
): Place {
  const place: { -readonly [Key in keyof Place]: Place[Key] } = { path, type: resolveType(walk.bundle, ref), ref };
  if (around.up !== undefined) place.up = around.up;
  if (around.whole !== undefined) place.whole = around.whole;
  if (around.replaced !== undefined) place.replaced = around.replaced;
  return place;
}

/** The struct or map at a place, as defaulting sees it; `object` holds its fields. */
export function levelAt(place: Place, object: JsonObject): Level {
  return place.up === undefined ? { type: place.ref, object } : { type: place.ref, object, up: place.up };
}

/** The schema of a field of a struct or map; undefined where the server would drop the field. */
export function fieldSchema(type: TypeSchema, name: string): FieldSchema | undefined {
  if (type.kind === 'map') return { type: type.value };
  if (type.kind !== 'struct') return { type: ANY_TYPE };
  if (Object.hasOwn(type.fields, name)) return type.fields[name];
  if (type.rest !== undefined) return { type: type.rest };
  return type.preserveUnknown ? { type: ANY_TYPE } : undefined;
}

/** Notes that every difference at this place carries. */
export function placeNotes(place: Place): DifferenceNote[] {
  return place.whole === undefined ? [] : [{ kind: 'owned-as-whole', path: place.whole }];
}
