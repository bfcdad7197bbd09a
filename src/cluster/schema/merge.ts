import type { KindSchema, SchemaBundle, TypeSchema } from '../../model/schema.js';

/**
 * One bundle out of several. Where two define the same type or kind the earlier one wins: put the built-in bundle
 * first, for its types know what OpenAPI does not tell (`dropsZero`).
 */
export function mergeSchemas(...bundles: readonly SchemaBundle[]): SchemaBundle {
  const types: Record<string, TypeSchema> = {};
  const kinds: Record<string, KindSchema> = {};
  for (const bundle of [...bundles].reverse()) {
    Object.assign(types, bundle.types);
    Object.assign(kinds, bundle.kinds);
  }
  return { types, kinds };
}
