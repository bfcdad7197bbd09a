import { withDefaults } from './compare/defaults/defaults.js';
import { immutableReason } from './compare/semantics.js';
import type { ArgoTools } from './model/argo-verdict.js';
import { isObject } from './model/json.js';
import { refOf } from './model/resource.js';
import { gvkKey, type SchemaBundle } from './model/schema.js';
import { decodeManagedFields } from './ownership/decode.js';
import type { Jq } from './render/jq/jq-paths.js';

/** What Argo CD's comparison needs of our other stages: managedFields, defaults, immutable fields, jq. */
export function argoTools(schema: SchemaBundle, jq: Jq): ArgoTools {
  return {
    decodeManagedFields,
    complete: (object, gvk, by) => {
      const kind = Object.hasOwn(schema.kinds, gvkKey(gvk)) ? schema.kinds[gvkKey(gvk)] : undefined;
      if (kind === undefined) return object;
      const completed = withDefaults(object, kind.type, {
        kind: refOf(object),
        bundle: schema,
        // Defaults of the Go types stand in files of that name; the rest is done where the server stores or converts.
        ...(by === 'scheme'
          ? { accepts: ({ source }) => source.includes('defaults.go') || source.includes('OpenAPI') }
          : {}),
      });
      return isObject(completed) ? completed : object;
    },
    jqPaths: jq.paths,
    refusal: immutableReason,
  };
}
