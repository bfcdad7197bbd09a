import type { SchemaBundle, TypeSchema } from '../../model/schema.js';

/**
 * Shipped types with the fields that the server's own schema gives them: a field that only the server has is added, one
 * that it lacks goes. Of a field that both have, the shipped form stays, for it knows what OpenAPI does not tell
 * (`dropsZero`). Types and kinds of one side only are taken as they are.
 */
export function withServedTypes(shipped: SchemaBundle, served: SchemaBundle): SchemaBundle {
  const types = Object.entries(served.types).map(([name, type]): [string, TypeSchema] => {
    const known = Object.hasOwn(shipped.types, name) ? shipped.types[name] : undefined;
    return [name, known === undefined ? type : withFieldsOf(known, type)];
  });
  return {
    types: { ...shipped.types, ...Object.fromEntries(types) },
    kinds: { ...served.kinds, ...shipped.kinds },
  };
}

function withFieldsOf(shipped: TypeSchema, served: TypeSchema): TypeSchema {
  if (shipped.kind !== 'struct' || served.kind !== 'struct') return shipped;
  const fields = Object.entries(served.fields).map(([name, field]) => [
    name,
    Object.hasOwn(shipped.fields, name) ? shipped.fields[name] : field,
  ]);
  return { ...shipped, fields: Object.fromEntries(fields) };
}
