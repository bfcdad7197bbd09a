import type { ArgoNamespaceMetadata } from '../../model/argo-application.js';
import { field, isObject, type JsonValue } from '../../model/json.js';
import { textMap } from './text-fields.js';

/** Labels and annotations for the namespace, or undefined where none are asked for. */
export function readNamespaceMetadata(value: JsonValue | undefined): ArgoNamespaceMetadata | undefined {
  if (!isObject(value)) return undefined;
  return { labels: textMap(field(value, 'labels')), annotations: textMap(field(value, 'annotations')) };
}
