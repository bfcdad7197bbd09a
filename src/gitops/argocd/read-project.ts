import type { ArgoCluster, ArgoProject, ProjectKind } from '../../model/argo-project.js';
import { field, isArray, type JsonObject, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { objects, optional, text, texts } from './text-fields.js';

/** What an AppProject object permits by itself; `withInherited` adds what it inherits. */
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
    onlyScopedClusters: field(spec, 'permitOnlyProjectScopedClusters') === true,
    hasSyncWindows: objects(field(spec, 'syncWindows')).length > 0,
    hasSignaturePolicy:
      objects(field(spec, 'signatureKeys')).length > 0 || field(spec, 'sourceIntegrity') !== undefined,
  };
}

/**
 * The project with what it inherits from others, and with the clusters that are registered for it (argo-cd util/argo/argo.go,
 * GetAppProjectByName and mergeVirtualProject).
 */
export function withInherited(
  project: ArgoProject,
  globals: readonly ArgoProject[],
  clusters: readonly ArgoCluster[],
): ArgoProject {
  const own = clusters.filter((cluster) => cluster.project === project.name);
  const scoped = own.flatMap(({ server, namespaces }) =>
    (namespaces.length === 0 ? ['*'] : namespaces).map((namespace) => ({ server, name: '', namespace })),
  );
  const all = <T>(of: (one: ArgoProject) => readonly T[] | undefined): readonly T[] =>
    [project, ...globals].flatMap((one) => of(one) ?? []);
  const namespaced = all((one) => one.namespaceResourceWhitelist);
  const { namespaceResourceWhitelist: _, ...rest } = project;
  return {
    ...rest,
    sourceRepos: all((one) => one.sourceRepos),
    destinations: [...project.destinations, ...scoped, ...globals.flatMap((one) => one.destinations)],
    clusterResourceWhitelist: all((one) => one.clusterResourceWhitelist),
    clusterResourceBlacklist: all((one) => one.clusterResourceBlacklist),
    // No list at all permits everything; one that is inherited then restricts.
    ...(project.namespaceResourceWhitelist === undefined && namespaced.length === 0
      ? {}
      : { namespaceResourceWhitelist: namespaced }),
    namespaceResourceBlacklist: all((one) => one.namespaceResourceBlacklist),
    hasSyncWindows: [project, ...globals].some((one) => one.hasSyncWindows),
  };
}

function kinds(value: JsonValue | undefined): readonly ProjectKind[] {
  return objects(value).map((entry: JsonObject) => ({
    group: text(entry, 'group'),
    kind: text(entry, 'kind'),
    ...optional('name', text(entry, 'name')),
  }));
}

/**
 * The project `default` as Argo CD makes it at installation, which permits everything. Which other namespaces it takes applications
 * from is for an administrator to say; where nobody can be asked, none is refused.
 */
export const DEFAULT_PROJECT: ArgoProject = {
  name: 'default',
  sourceRepos: ['*'],
  destinations: [{ server: '*', name: '', namespace: '*' }],
  clusterResourceWhitelist: [{ group: '*', kind: '*' }],
  clusterResourceBlacklist: [],
  namespaceResourceBlacklist: [],
  sourceNamespaces: ['*'],
  onlyScopedClusters: false,
  hasSyncWindows: false,
  hasSignaturePolicy: false,
};
