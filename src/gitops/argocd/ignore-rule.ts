import type { ArgoIgnoreRule } from '../../model/argo-application.js';
import { field, type JsonValue } from '../../model/json.js';
import { text, texts } from './text-fields.js';

/** An entry of ignoreDifferences; `origin` says where it stands. Of argocd-cm the kind stands in the key. */
export function readIgnoreRule(entry: JsonValue, origin: string): ArgoIgnoreRule {
  return {
    group: text(entry, 'group'),
    kind: text(entry, 'kind'),
    name: text(entry, 'name'),
    namespace: text(entry, 'namespace'),
    jsonPointers: texts(field(entry, 'jsonPointers')),
    jqPathExpressions: texts(field(entry, 'jqPathExpressions')),
    managedFieldsManagers: texts(field(entry, 'managedFieldsManagers')),
    origin,
  };
}
