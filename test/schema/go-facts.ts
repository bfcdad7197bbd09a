import { shortTypeName } from '../../src/cluster/schema/type-names.js';
import type { FieldSchema, SchemaBundle, TypeSchema } from '../../src/model/schema.js';

/** What Go reflection says of one field (test/controlplane/facts.go). */
interface FieldFacts {
  readonly omitEmpty: boolean;
  readonly omitZero?: boolean;
  readonly pointer: boolean;
  readonly kind: string;
}

/** By OpenAPI model name, then by JSON field name. */
export type SchemaFacts = Readonly<Record<string, Readonly<Record<string, FieldFacts>>>>;

/**
 * True where a zero value reads back as none. `omitempty` drops zero scalars, `omitzero` zero structs too. A list or map
 * without either is printed as null when it is empty, whatever was written. A struct is always there, a pointer keeps
 * what it points to.
 */
function dropsZero(facts: FieldFacts): boolean {
  if (facts.pointer) return false;
  if (facts.kind === 'slice' || facts.kind === 'map') return true;
  return facts.omitZero === true || (facts.omitEmpty && (facts.kind === 'scalar' || facts.kind === 'bytes'));
}

/** A quantity that is no pointer is always printed; OpenAPI does not tell (`divisor` of a resourceFieldRef). */
function unsaidDefault(facts: FieldFacts): { default?: string } {
  return facts.kind === 'quantity' && !facts.pointer && facts.omitZero !== true ? { default: '0' } : {};
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
      return [
        field,
        { ...unsaidDefault(fieldFacts), ...schema, ...(dropsZero(fieldFacts) ? { dropsZero: true } : {}) },
      ];
    });
    return [name, { ...type, fields: Object.fromEntries(fields) }];
  });
  return { ...bundle, types: Object.fromEntries(types) };
}
