import type { Gvk } from '../../model/resource.js';
import { ANY_TYPE, gvkKey, type SchemaBundle } from '../../model/schema.js';
import type { Typed } from './structured/typed.js';

/** The type of a kind as structured-merge-diff has it; undefined where no schema of it is known. */
export function objectType(gvk: Gvk, schema: SchemaBundle): Typed | undefined {
  const kind = Object.hasOwn(schema.kinds, gvkKey(gvk)) ? schema.kinds[gvkKey(gvk)] : undefined;
  return kind === undefined ? undefined : { bundle: schema, ref: kind.type, deduces: kind.custom };
}

/** The type that is deduced from the values alone: lists are wholes (typed.DeducedParseableType). */
export function deducedType(schema: SchemaBundle): Typed {
  return { bundle: schema, ref: ANY_TYPE, deduces: true };
}
