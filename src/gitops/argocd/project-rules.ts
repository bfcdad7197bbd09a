import type { ArgoDestination } from '../../model/argo-application.js';
import type { ArgoProject, ProjectKind } from '../../model/argo-project.js';
import { compileGlob } from '../../model/glob.js';
import { globMatches } from './ignore-rules.js';

/** The cluster that a destination stands for, by both of its names; `''` where one is not known. */
export interface DestinationCluster {
  readonly server: string;
  readonly name: string;
}

/** True where the project lets an application use that repository: one pattern matches, and no `!pattern` does. */
export function permitsSource({ sourceRepos }: ArgoProject, repoURL: string): boolean {
  const wanted = normalUrl(repoURL);
  const denied = sourceRepos.some((entry) => entry.startsWith('!') && urlMatches(entry.slice(1), wanted));
  // A pattern that denies something else matches, as everywhere in Argo CD's globs.
  return !denied && sourceRepos.some((entry) => entry.startsWith('!') || entry === '*' || urlMatches(entry, wanted));
}

function urlMatches(pattern: string, url: string): boolean {
  return compileGlob(normalUrl(pattern), '/')?.(url) ?? false;
}

/** In lower case, without `.git` and `ssh://`, the short form of ssh written with a slash (argo-cd util/git, NormalizeGitURL). */
function normalUrl(url: string): string {
  const lower = url.trim().toLowerCase();
  const short = /^(?:[^@/]+@)[^/:]+:/.test(lower) && !lower.includes('://') ? lower.replace(':', '/') : lower;
  return short.replace(/\.git$/, '').replace(/^ssh:\/\//, '');
}

/** True where the project lets objects be in that namespace of that cluster. `namespace` may be ''. */
export function permitsDestination(project: ArgoProject, cluster: DestinationCluster, namespace: string): boolean {
  let isPermitted = false;
  for (const item of project.destinations) {
    const name = cluster.name !== '' && patternMatches(item.name, cluster.name);
    const server = cluster.server !== '' && patternMatches(item.server, cluster.server);
    const inNamespace = patternMatches(item.namespace, namespace);
    if ((server || name) && inNamespace) isPermitted = true;
    // Go's precedence of && over || lets a denied name reject alone, whatever the namespace.
    else if ((!name && isDenial(item.name)) || (!server && isDenial(item.server) && inNamespace)) return false;
    else if (!inNamespace && isDenial(item.namespace) && server) return false;
  }
  return isPermitted;
}

function patternMatches(pattern: string, text: string): boolean {
  if (isDenial(pattern)) return !globMatches(pattern.slice(1), text);
  return pattern === '*' || globMatches(pattern, text);
}

const isDenial = (pattern: string): boolean => pattern.startsWith('!');

/** True where the project permits objects of that kind; the name counts for cluster-scoped ones. */
export function permitsKind(
  project: ArgoProject,
  object: { readonly group: string; readonly kind: string; readonly name: string },
  namespaced: boolean,
): boolean {
  if (namespaced) {
    const allowed = project.namespaceResourceWhitelist;
    const isAllowed = allowed === undefined || isListed(allowed, object, false);
    return isAllowed && !isListed(project.namespaceResourceBlacklist, object, false);
  }
  return (
    isListed(project.clusterResourceWhitelist, object, true) &&
    !isListed(project.clusterResourceBlacklist, object, true)
  );
}

function isListed(
  list: readonly ProjectKind[],
  { group, kind, name }: { readonly group: string; readonly kind: string; readonly name: string },
  byName: boolean,
): boolean {
  return list.some(
    (entry) =>
      pathMatches(entry.kind, kind) &&
      pathMatches(entry.group, group) &&
      (!byName || entry.name === undefined || pathMatches(entry.name, name)),
  );
}

/** Go's filepath.Match: `*` and `?` stop at a slash. */
function pathMatches(pattern: string, text: string): boolean {
  return compileGlob(pattern, '/')?.(text) ?? false;
}

/** The cluster of a destination: Argo CD's own is known by both names, another by the one that is declared. */
export function destinationCluster({ server = '', name = '' }: ArgoDestination): DestinationCluster {
  const inCluster = { server: 'https://kubernetes.default.svc', name: 'in-cluster' };
  if (server === inCluster.server || name === inCluster.name) return inCluster;
  return { server, name };
}
