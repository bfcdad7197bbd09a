import { isArray, isObject, type JsonValue } from '../../model/json.js';
import { resolveType, type SchemaBundle, type TypeRef } from '../../model/schema.js';

/** True where a value declares a field that its type does not have anywhere: the server would drop it. */
export function hasUnknownField(value: JsonValue, ref: TypeRef, bundle: SchemaBundle): boolean {
  const type = resolveType(bundle, ref);
  if (type.kind === 'list') return isArray(value) && value.some((item) => hasUnknownField(item, type.item, bundle));
  if (!isObject(value)) return false;
  if (type.kind === 'map') return Object.values(value).some((inner) => hasUnknownField(inner, type.value, bundle));
  if (type.kind !== 'struct') return false;
  return Object.entries(value).some(([name, inner]) => {
    const known = Object.hasOwn(type.fields, name) ? type.fields[name]?.type : type.rest;
    // A null asks for nothing, whether the field is there or not.
    if (known === undefined) return inner !== null && type.preserveUnknown !== true;
    return hasUnknownField(inner, known, bundle);
  });
}
