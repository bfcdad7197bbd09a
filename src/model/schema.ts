import type { JsonValue } from './json.js';

/**
 * What the API server knows of a type, cut down to what a comparison needs. Generated from OpenAPI v3 for the built-in
 * kinds, read from the cluster's OpenAPI or from CustomResourceDefinitions for the rest.
 */
export type TypeSchema =
  | {
      readonly kind: 'struct';
      readonly fields: Readonly<Record<string, FieldSchema>>;
      /** `x-kubernetes-map-type: atomic`: owned and replaced as a whole. */
      readonly atomic?: true;
      /** `x-kubernetes-preserve-unknown-fields`: fields not listed are kept. Otherwise the server drops them. */
      readonly preserveUnknown?: true;
      /** `additionalProperties` beside properties, as custom resources may have. */
      readonly rest?: TypeRef;
    }
  | { readonly kind: 'map'; readonly value: TypeRef; readonly atomic?: true }
  | { readonly kind: 'list'; readonly item: TypeRef; readonly listType: 'atomic' | 'set' }
  | { readonly kind: 'list'; readonly item: TypeRef; readonly listType: 'map'; readonly keys: readonly string[] }
  | { readonly kind: 'scalar'; readonly type: ScalarType }
  /** Anything goes: preserve-unknown fields, RawExtension, or nothing is known. */
  | { readonly kind: 'any' };

/**
 * `quantity`, `duration`, `time`, `micro-time` and `bytes` are texts that built-in kinds rewrite in canonical form;
 * custom resources keep text as written, so their schemas never use these but for `int-or-string`.
 */
export type ScalarType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'quantity'
  | 'int-or-string'
  | 'duration'
  | 'time'
  | 'micro-time'
  | 'bytes';

/** A named type of the bundle, or the type itself. */
export type TypeRef = string | TypeSchema;

export interface FieldSchema {
  readonly type: TypeRef;
  /** What the server fills in where the field is absent (OpenAPI or structural-schema default). */
  readonly default?: JsonValue;
  /**
   * `true`: the server omits the zero value ("" 0 false [] {}) on encode, so zero and absent are the same. Known for
   * built-in kinds (a non-pointer field with omitempty in its Go type); absent for pointers and structs, which are kept.
   */
  readonly dropsZero?: true;
  /** `nullable` of a custom resource: null is a value of its own, which no default replaces. */
  readonly nullable?: true;
}

/** One kind at one version. */
export interface KindSchema {
  readonly type: TypeRef;
  readonly namespaced: boolean;
  readonly plural: string;
  /** True for kinds defined by a CustomResourceDefinition: the server keeps their text as written. */
  readonly custom: boolean;
  /** True where `/status` is a subresource: what a manifest says under `.status` is then ignored by the server. */
  readonly statusSubresource?: true;
  /**
   * The Kubernetes version of the shipped schema that this is, where an object has a field that it does not know and the
   * server's own schema could not be had: a newer server may know the field.
   */
  readonly standIn?: string;
}

/** Types and kinds that belong together; `kinds` is keyed by `gvkKey`. */
export interface SchemaBundle {
  readonly types: Readonly<Record<string, TypeSchema>>;
  readonly kinds: Readonly<Record<string, KindSchema>>;
}

/** `apps/v1/Deployment`, `v1/ConfigMap`. */
export function gvkKey(gvk: { readonly group: string; readonly version: string; readonly kind: string }): string {
  return `${gvk.group === '' ? '' : `${gvk.group}/`}${gvk.version}/${gvk.kind}`;
}

/** The type a reference stands for; an unknown name is `any`. */
export function resolveType(bundle: SchemaBundle, ref: TypeRef): TypeSchema {
  return typeof ref === 'string' ? (typesOf(bundle).get(ref) ?? ANY_TYPE) : ref;
}

const typeMaps = new WeakMap<SchemaBundle['types'], ReadonlyMap<string, TypeSchema>>();
let latest: { readonly types: SchemaBundle['types']; readonly map: ReadonlyMap<string, TypeSchema> } | undefined;

/** The types as a Map, made once: they are asked for at every field, and a Map is three times as fast as `Object.hasOwn`. */
function typesOf({ types }: SchemaBundle): ReadonlyMap<string, TypeSchema> {
  if (latest?.types === types) return latest.map;
  const map = typeMaps.get(types) ?? new Map(Object.entries(types));
  typeMaps.set(types, map);
  latest = { types, map };
  return map;
}

export const ANY_TYPE: TypeSchema = { kind: 'any' };
