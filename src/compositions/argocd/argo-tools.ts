import { withDefaults } from '../../compare/defaults/defaults.js';
import { immutableReason } from '../../compare/semantics.js';
import type { ArgoTools } from '../../model/argo-verdict.js';
import { dig, isObject, type JsonValue } from '../../model/json.js';
import { refOf } from '../../model/resource.js';
import { gvkKey, type SchemaBundle } from '../../model/schema.js';
import { decodeManagedFields } from '../../ownership/decode.js';
import type { Jq } from '../../render/jq/jq-paths.js';

/** Fills in labels only where the object has none; the rule as it stands also knows them among others. */
const LABELS_OF_TEMPLATE = 'labels-of-template';

/** What Argo CD's comparison needs of our other stages: managedFields, defaults, immutable fields, jq. */
export function argoTools(schema: SchemaBundle, jq: Jq): ArgoTools {
  return {
    decodeManagedFields,
    complete: (object, gvk, by) => {
      const kind = Object.hasOwn(schema.kinds, gvkKey(gvk)) ? schema.kinds[gvkKey(gvk)] : undefined;
      if (kind === undefined) return object;
      const hasLabels = Object.keys(dig(object, 'metadata', 'labels') ?? {}).length > 0;
      const completed = withDefaults(object, kind.type, {
        kind: refOf(object),
        bundle: schema,
        ...(by === 'scheme'
          ? {
              accepts: (rule, value) =>
                isDefaultOfGoType(rule, value) && !(hasLabels && rule.id === LABELS_OF_TEMPLATE),
            }
          : {}),
      });
      return isObject(completed) ? completed : object;
    },
    jqPaths: jq.paths,
    refusal: immutableReason,
  };
}

/**
 * Defaults of the Go types stand in files of that name; the rest is done where the server stores or converts. Of the schema's defaults
 * a zero value only says what an absent field means.
 */
function isDefaultOfGoType({ source }: { readonly source: string }, schemaDefault?: JsonValue): boolean {
  if (schemaDefault === undefined) return source.includes('/defaults.go');
  return !(isObject(schemaDefault) || ['', '0', 0, false].includes(schemaDefault as string));
}
