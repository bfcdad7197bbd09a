import type { ArgoProject, ProjectKind } from '../../model/argo-project.js';
import { field, isArray, type JsonObject, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { objects, optional, text, texts } from './text-fields.js';

/** What an AppProject object permits. Global projects are not merged in. */
export function readProject(object: KubernetesObject): ArgoProject {
  const spec = field(object, 'spec');
  const namespaced = field(spec, 'namespaceResourceWhitelist');
  return {
    name: text(object.metadata, 'name'),
    sourceRepos: texts(field(spec, 'sourceRepos')),
    destinations: objects(field(spec, 'destinations')).map((entry) => ({
      server: text(entry, 'server'),
      name: text(entry, 'name'),
      namespace: text(entry, 'namespace'),
    })),
    clusterResourceWhitelist: kinds(field(spec, 'clusterResourceWhitelist')),
    clusterResourceBlacklist: kinds(field(spec, 'clusterResourceBlacklist')),
    ...(isArray(namespaced) ? { namespaceResourceWhitelist: kinds(namespaced) } : {}),
    namespaceResourceBlacklist: kinds(field(spec, 'namespaceResourceBlacklist')),
    sourceNamespaces: texts(field(spec, 'sourceNamespaces')),
    hasSyncWindows: objects(field(spec, 'syncWindows')).length > 0,
    hasSignaturePolicy:
      objects(field(spec, 'signatureKeys')).length > 0 || field(spec, 'sourceIntegrity') !== undefined,
  };
}

function kinds(value: JsonValue | undefined): readonly ProjectKind[] {
  return objects(value).map((entry: JsonObject) => ({
    group: text(entry, 'group'),
    kind: text(entry, 'kind'),
    ...optional('name', text(entry, 'name')),
  }));
}

/** The project `default` as Argo CD makes it at installation, which permits everything. */
export const DEFAULT_PROJECT: ArgoProject = {
  name: 'default',
  sourceRepos: ['*'],
  destinations: [{ server: '*', name: '', namespace: '*' }],
  clusterResourceWhitelist: [{ group: '*', kind: '*' }],
  clusterResourceBlacklist: [],
  namespaceResourceBlacklist: [],
  sourceNamespaces: [],
  hasSyncWindows: false,
  hasSignaturePolicy: false,
};
