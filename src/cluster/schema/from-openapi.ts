import { isBuiltInGroup } from '../../model/built-in-groups.js';
import { dig, digString, field, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { gvkKey, type KindSchema, type SchemaBundle, type TypeRef, type TypeSchema } from '../../model/schema.js';
import { convertType } from './convert-type.js';
import { isGoType, shortTypeName, specialType } from './type-names.js';

/**
 * Converts an OpenAPI v3 document of one group-version (`/openapi/v3/apis/apps/v1`) to the kinds that can be read there
 * and the types they reach. Kinds come from `paths`, so their plural and scope are the served ones; kinds that can
 * only be created (reviews, bindings) and lists are left out. A document that is none gives an empty bundle.
 */
export function schemaFromOpenApi(document: JsonValue): SchemaBundle {
  const schemas = dig(document, 'components', 'schemas');
  if (!isObject(schemas)) return { types: {}, kinds: {} };
  const types: Record<string, TypeSchema> = {};
  const kinds: Record<string, KindSchema> = {};
  const pending: string[] = [];
  const done = new Set<string>();
  for (const served of servedKinds(document)) {
    pending.push(served.model);
    kinds[served.key] = {
      type: shortTypeName(served.model),
      namespaced: served.namespaced,
      plural: served.plural,
      custom: !isBuiltInGroup(served.group),
      ...(served.statusSubresource ? { statusSubresource: true as const } : {}),
    };
  }
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (done.has(name)) continue;
    done.add(name);
    types[shortTypeName(name)] = convertModel(name, schemas, (reference) => pending.push(reference));
  }
  return { types, kinds };
}

function convertModel(name: string, schemas: JsonObject, onReference: (name: string) => void): TypeSchema {
  const special = specialType(name);
  if (special) return special;
  const resolve = (reference: string) => field(schemas, reference);
  const converted: TypeRef = convertType(resolve(name), { goTypes: isGoType(name), onReference, resolve });
  return typeof converted === 'string' ? { kind: 'any' } : converted;
}

interface ServedKind {
  readonly key: string;
  readonly group: string;
  readonly model: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly statusSubresource: boolean;
}

/** One main resource's path: `/api/v1/namespaces/{namespace}/pods/{name}` or `/apis/g/v/plural/{name}`. */
const RESOURCE_PATH = /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/(namespaces\/\{namespace\}\/)?([^/{}]+)\/\{name\}$/;

function servedKinds(document: JsonValue): ServedKind[] {
  const paths = field(document, 'paths');
  if (!isObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) => {
    const match = RESOURCE_PATH.exec(path);
    const get = field(item, 'get');
    const gvk = field(get, 'x-kubernetes-group-version-kind');
    const model = digString(get, 'responses', '200', 'content', 'application/json', 'schema', '$ref');
    const [group, version, kind] = ['group', 'version', 'kind'].map((part) => digString(gvk, part));
    if (!match || model === undefined || group === undefined || version === undefined || kind === undefined) return [];
    return [
      {
        key: gvkKey({ group, version, kind }),
        group,
        model: model.slice(model.lastIndexOf('/') + 1),
        plural: match[2] as string,
        namespaced: match[1] !== undefined,
        statusSubresource: Object.hasOwn(paths, `${path}/status`),
      },
    ];
  });
}
