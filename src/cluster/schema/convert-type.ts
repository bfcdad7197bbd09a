import { digString, field, isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { ANY_TYPE, type FieldSchema, type ScalarType, type TypeRef, type TypeSchema } from '../../model/schema.js';
import { shortTypeName, specialType } from './type-names.js';

/** How a schema is read. */
export interface Dialect {
  /** True for Go types (built-in kinds): base64 and times are scalars of their own there. */
  readonly goTypes: boolean;
  /** Called with each `$ref`'s OpenAPI name, so that the caller converts it too. */
  readonly onReference?: (openApiName: string) => void;
  /** The schema a `$ref` names; needed only where a field overrides its type's `x-kubernetes-map-type`. */
  readonly resolve?: (openApiName: string) => JsonValue | undefined;
}

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const REF_PREFIX = '#/components/schemas/';

/** Converts one OpenAPI v3 (or structural) schema to our form. What it cannot tell becomes `any`. */
export function convertType(schema: JsonValue | undefined, dialect: Dialect): TypeRef {
  if (!isObject(schema)) return ANY_TYPE;
  const reference = referenceIn(schema);
  if (reference !== undefined) return convertReference(schema, reference, dialect);
  if (field(schema, 'x-kubernetes-int-or-string') === true || field(schema, 'format') === 'int-or-string') {
    return { kind: 'scalar', type: 'int-or-string' };
  }
  switch (field(schema, 'type')) {
    case 'object':
      return convertObject(schema, dialect);
    case 'array':
      return convertList(schema, dialect);
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return { kind: 'scalar', type: scalarType(schema, dialect) };
    default:
      // A custom resource's root may leave `type` out; properties say as much.
      return field(schema, 'properties') === undefined ? ANY_TYPE : convertObject(schema, dialect);
  }
}

/** A `$ref`, bare or as the one item of `allOf` (how OpenAPI v3 puts a description or default beside it). */
function referenceIn(schema: JsonObject): string | undefined {
  const allOf = field(schema, 'allOf');
  const holder = isArray(allOf) && allOf.length === 1 && digString(allOf[0], '$ref') ? allOf[0] : schema;
  const text = digString(holder, '$ref');
  return text?.startsWith(REF_PREFIX) ? text.slice(REF_PREFIX.length) : undefined;
}

function convertReference(schema: JsonObject, name: string, dialect: Dialect): TypeRef {
  const special = specialType(name);
  if (special) return special;
  // PersistentVolume's claimRef is granular though ObjectReference is atomic: the field's own word counts.
  const override = field(schema, 'x-kubernetes-map-type');
  const resolved = override === undefined ? undefined : dialect.resolve?.(name);
  if (isObject(resolved) && field(resolved, 'x-kubernetes-map-type') !== override) {
    return convertType({ ...resolved, 'x-kubernetes-map-type': override ?? 'granular' }, dialect);
  }
  dialect.onReference?.(name);
  return shortTypeName(name);
}

function convertObject(schema: JsonObject, dialect: Dialect): TypeSchema {
  const properties = field(schema, 'properties');
  const additional = field(schema, 'additionalProperties');
  const preserveUnknown = field(schema, 'x-kubernetes-preserve-unknown-fields') === true;
  const atomic = field(schema, 'x-kubernetes-map-type') === 'atomic' ? { atomic: true as const } : {};
  const embedded = field(schema, 'x-kubernetes-embedded-resource') === true;
  const rest = isObject(additional) ? convertType(additional, dialect) : additional === true ? ANY_TYPE : undefined;
  if (!isObject(properties) && !embedded) {
    if (rest !== undefined) return { kind: 'map', value: rest, ...atomic };
    if (preserveUnknown) return ANY_TYPE;
  }
  const fields: [string, FieldSchema][] = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, property]) => [name, convertField(property, dialect)],
  );
  if (embedded) fields.push(...objectFields(dialect).filter(([name]) => !fields.some(([own]) => own === name)));
  return {
    kind: 'struct',
    fields: Object.fromEntries(fields),
    ...atomic,
    ...(preserveUnknown ? { preserveUnknown } : {}),
    ...(rest === undefined ? {} : { rest }),
  };
}

function convertField(schema: JsonValue, dialect: Dialect): FieldSchema {
  const fallback = field(schema, 'default');
  return {
    type: convertType(schema, dialect),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(!dialect.goTypes && field(schema, 'nullable') === true ? { nullable: true as const } : {}),
  };
}

/** The fields that every whole object has; a CRD's schema need not list them. */
export function objectFields(dialect: Dialect): [string, FieldSchema][] {
  dialect.onReference?.(OBJECT_META);
  const text: FieldSchema = { type: { kind: 'scalar', type: 'string' } };
  return [
    ['apiVersion', text],
    ['kind', text],
    ['metadata', { type: shortTypeName(OBJECT_META) }],
  ];
}

/** Without `x-kubernetes-list-type` a list is atomic (structured-merge-diff's default for Kubernetes schemas). */
function convertList(schema: JsonObject, dialect: Dialect): TypeSchema {
  const item = convertType(field(schema, 'items'), dialect);
  const keys = field(schema, 'x-kubernetes-list-map-keys');
  switch (field(schema, 'x-kubernetes-list-type')) {
    case 'map':
      return {
        kind: 'list',
        item,
        listType: 'map',
        keys: isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [],
      };
    case 'set':
      return { kind: 'list', item, listType: 'set' };
    default:
      return { kind: 'list', item, listType: 'atomic' };
  }
}

function scalarType(schema: JsonObject, dialect: Dialect): ScalarType {
  const type = field(schema, 'type') as ScalarType;
  // Only Go's []byte is decoded and encoded again; a custom resource's text of format byte stays as written.
  return dialect.goTypes && type === 'string' && field(schema, 'format') === 'byte' ? 'bytes' : type;
}
