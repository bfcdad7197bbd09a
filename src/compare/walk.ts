import type { Difference, DifferenceNote } from '../model/drift.js';
import type { FieldPath } from '../model/field-path.js';
import type { JsonObject } from '../model/json.js';
import type { ResourceRef } from '../model/resource.js';
import { ANY_TYPE, type FieldSchema, resolveType, type SchemaBundle, type TypeRef, type TypeSchema } from '../model/schema.js';
import type { FormerlyDeclared } from './formerly-declared.js';

/** A live-only field that was left out, and the rule that says why; `-v` lists them. */
export interface Skipped {
  readonly path: FieldPath;
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
}

/** What stays the same during one object's walk. */
export interface Walk {
  readonly bundle: SchemaBundle;
  readonly ref: ResourceRef;
  /** True for custom resources: the server keeps their text, zero values and nothing else as written. */
  readonly custom: boolean;
  readonly liveRoot: JsonObject;
  readonly formerly: FormerlyDeclared;
  readonly found: Findings;
}

/** Where the walk stands: the path, its type, and the atomic whole that it lies in, if any. */
export interface Place {
  readonly path: FieldPath;
  readonly type: TypeSchema;
  /** The schema's name of the type, where it has one; rules on defaults are keyed on it. */
  readonly typeName?: string;
  readonly whole?: FieldPath;
}

export const emptyFindings = (): Findings => ({ differences: [], skipped: [], duplicates: [], reordered: [] });

/** The same walk, writing elsewhere: for asking "would this differ?" without saying so. */
export function probe(walk: Walk): Walk {
  return { ...walk, found: emptyFindings() };
}

/** The place one step below, for a type reference. */
export function placeBelow(walk: Walk, path: FieldPath, ref: TypeRef, whole: FieldPath | undefined): Place {
  return {
    path,
    type: resolveType(walk.bundle, ref),
    ...(typeof ref === 'string' ? { typeName: ref } : {}),
    ...(whole === undefined ? {} : { whole }),
  };
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
