import { dig, digString, field, isArray, isObject, type JsonValue } from '../../model/json.js';
import { gvkKey, type KindSchema, type SchemaBundle, type TypeSchema } from '../../model/schema.js';
import { convertType, type Dialect, objectFields } from './convert-type.js';

const STRUCTURAL: Dialect = { goTypes: false };

/**
 * Converts CustomResourceDefinitions (apiextensions.k8s.io/v1) to one kind for each served version. Types are inline,
 * but for `metadata`, which names `meta/v1.ObjectMeta` of the built-in bundle. Anything that is no such CRD adds nothing.
 */
export function schemaFromCrds(crds: readonly JsonValue[]): SchemaBundle {
  return { types: {}, kinds: Object.fromEntries(crds.flatMap(kindsOf)) };
}

function kindsOf(crd: JsonValue): [string, KindSchema][] {
  const spec = field(crd, 'spec');
  const versions = field(spec, 'versions');
  const [group, kind, plural] = [
    digString(spec, 'group'),
    digString(spec, 'names', 'kind'),
    digString(spec, 'names', 'plural'),
  ];
  if (group === undefined || kind === undefined || plural === undefined || !isArray(versions)) return [];
  return versions.flatMap((entry): [string, KindSchema][] => {
    const version = digString(entry, 'name');
    if (version === undefined || field(entry, 'served') !== true) return [];
    const schema: KindSchema = {
      type: rootType(dig(entry, 'schema', 'openAPIV3Schema'), field(spec, 'preserveUnknownFields') === true),
      namespaced: digString(spec, 'scope') !== 'Cluster',
      plural,
      custom: true,
      ...(isObject(dig(entry, 'subresources', 'status')) ? { statusSubresource: true as const } : {}),
    };
    return [[gvkKey({ group, version, kind }), schema]];
  });
}

/** The root is a whole object: its apiVersion, kind and metadata are Kubernetes' own, whatever the CRD says of them. */
function rootType(schema: JsonValue | undefined, preserveUnknown: boolean): TypeSchema {
  const converted = convertType(schema, STRUCTURAL);
  const root: TypeSchema =
    typeof converted === 'object' && converted.kind === 'struct'
      ? converted
      : { kind: 'struct', fields: {}, preserveUnknown: true };
  return {
    ...root,
    fields: { ...root.fields, ...Object.fromEntries(objectFields(STRUCTURAL)) },
    ...(preserveUnknown ? { preserveUnknown: true as const } : {}),
  };
}
