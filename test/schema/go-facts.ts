import { shortTypeName } from '../../src/cluster/schema/type-names.js';
import type { FieldSchema, SchemaBundle, TypeSchema } from '../../src/model/schema.js';

/** What Go reflection says of one field (test/controlplane/facts.go). */
export interface FieldFacts {
  readonly omitEmpty: boolean;
  readonly omitZero?: boolean;
  readonly pointer: boolean;
  readonly kind: string;
}

/** By OpenAPI model name, then by JSON field name. */
export type SchemaFacts = Readonly<Record<string, Readonly<Record<string, FieldFacts>>>>;

/** Kinds of Go values that `omitempty` drops when they are zero; structs and self-encoding types are never dropped. */
const DROPPED_WHEN_EMPTY = new Set(['scalar', 'map', 'slice', 'bytes']);

function dropsZero(facts: FieldFacts): boolean {
  if (facts.pointer) return false;
  return facts.omitZero === true || (facts.omitEmpty && DROPPED_WHEN_EMPTY.has(facts.kind));
}

/** Adds `dropsZero` to the fields of all types that the facts know. Throws where a Go type and its schema disagree. */
export function withGoFacts(bundle: SchemaBundle, facts: SchemaFacts): SchemaBundle {
  const byName = new Map(Object.entries(facts).map(([model, fields]) => [shortTypeName(model), fields]));
  const types = Object.entries(bundle.types).map(([name, type]): [string, TypeSchema] => {
    if (type.kind !== 'struct') return [name, type];
    const known = byName.get(name);
    if (known === undefined) throw new Error(`no Go facts for the type ${name}`);
    const fields = Object.entries(type.fields).map(([field, schema]): [string, FieldSchema] => {
      const fieldFacts = known[field];
      if (fieldFacts === undefined) throw new Error(`no Go facts for the field ${name}.${field}`);
      return [field, dropsZero(fieldFacts) ? { ...schema, dropsZero: true } : schema];
    });
    return [name, { ...type, fields: Object.fromEntries(fields) }];
  });
  return { ...bundle, types: Object.fromEntries(types) };
}
