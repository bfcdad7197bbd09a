import { dig, digString } from '../model/json.js';
import { apiVersionOf, type Gvk } from '../model/resource.js';
import type { SchemaBundle } from '../model/schema.js';
import { groupVersionPath } from './api-paths.js';
import type { Get } from './http-get.js';
import { schemaFromOpenApi } from './schema/from-openapi.js';

const NOTHING: SchemaBundle = { types: {}, kinds: {} };

/**
 * Makes the function that gets the schemas of kinds from the server's OpenAPI v3: one document for each group-version
 * that is needed, asked for once. What cannot be had is left out.
 */
export function createSchemas(get: Get): (kinds: readonly Gvk[]) => Promise<SchemaBundle> {
  const documents = new Map<string, Promise<SchemaBundle>>();
  let index: ReturnType<Get> | undefined;
  const ask = async (gv: Gvk): Promise<SchemaBundle> => {
    index ??= get('/openapi/v3');
    const paths = await index;
    if (paths.kind !== 'ok') return NOTHING;
    // The index gives an address with a hash, for caches: `/openapi/v3/apis/apps/v1?hash=…`.
    const address = digString(dig(paths.value, 'paths', groupVersionPath(gv).slice(1)), 'serverRelativeURL');
    if (address?.startsWith('/') !== true) return NOTHING;
    const document = await get(address);
    return document.kind === 'ok' ? schemaFromOpenApi(document.value) : NOTHING;
  };
  return async (kinds) => {
    for (const gvk of kinds) {
      const apiVersion = apiVersionOf(gvk);
      if (!documents.has(apiVersion)) documents.set(apiVersion, ask(gvk));
    }
    const wanted = [...new Set(kinds.map(apiVersionOf))].sort();
    const bundles = await Promise.all(wanted.map((apiVersion) => documents.get(apiVersion) ?? NOTHING));
    return {
      types: Object.assign({}, ...bundles.map((bundle) => bundle.types)),
      kinds: Object.assign({}, ...bundles.map((bundle) => bundle.kinds)),
    };
  };
}
