import type { ArgoDestination } from '../../model/argo-application.js';
import type { ArgoCluster, ArgoProject, ProjectKind } from '../../model/argo-project.js';
import { compileGlob } from '../../model/glob.js';
import { compileGoExpression } from '../../model/go-expression.js';
import { globMatches } from './ignore-rules.js';

/** The cluster that a destination stands for, by both of its names; `''` where one is not known. */
export interface DestinationCluster {
  readonly server: string;
  readonly name: string;
}

/** The rule of the project that refuses a repository: no pattern matches, or a `!pattern` does. Undefined where it is permitted. */
export function sourceRefusal({ sourceRepos }: ArgoProject, repoURL: string): string | undefined {
  const wanted = normalUrl(repoURL);
  const denial = sourceRepos.find((entry) => isDenial(entry) && urlMatches(entry.slice(1), wanted));
  if (denial !== undefined) return `sourceRepos denies it (${denial})`;
  // A pattern that denies something else matches, as everywhere in Argo CD's globs.
  const isPermitted = sourceRepos.some((entry) => isDenial(entry) || entry === '*' || urlMatches(entry, wanted));
  return isPermitted ? undefined : `sourceRepos permits ${listed(sourceRepos)}`;
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

/**
 * True where the project lets objects be in that namespace of that cluster. `namespace` may be ''; `clusters` are those that Argo CD
 * knows, by which a project may permit only its own.
 */
export function permitsDestination(
  project: ArgoProject,
  cluster: DestinationCluster,
  namespace: string,
  clusters: readonly ArgoCluster[] | undefined,
): boolean {
  return destinationRefusal(project, cluster, namespace, clusters) === undefined;
}

/** The rule of the project that refuses a destination; undefined where it is permitted. */
export function destinationRefusal(
  project: ArgoProject,
  cluster: DestinationCluster,
  namespace: string,
  clusters: readonly ArgoCluster[] | undefined,
): string | undefined {
  let isPermitted = false;
  for (const [index, item] of project.destinations.entries()) {
    const name = clusterMatches(item.name, cluster.name);
    const server = clusterMatches(item.server, cluster.server);
    const inNamespace = patternMatches(item.namespace, namespace);
    // Go's precedence of && over || lets a denied name reject alone, whatever the namespace.
    const isDenied = (!name && isDenial(item.name)) || (!server && isDenial(item.server) && inNamespace);
    if ((server || name) && inNamespace) isPermitted = true;
    else if (isDenied || (!inNamespace && isDenial(item.namespace) && server)) {
      return `destinations[${index}] denies it (${destinationText(item)})`;
    }
  }
  if (!isPermitted) return `destinations permits ${listed(project.destinations.map(destinationText))}`;
  if (!project.onlyScopedClusters || clusters === undefined) return undefined;
  const isOwn = clusters.some(
    (one) => one.project === project.name && (one.name === cluster.name || one.server === cluster.server),
  );
  return isOwn ? undefined : 'permitOnlyProjectScopedClusters, and the cluster is not registered for this project';
}

function destinationText({ server, name, namespace }: ArgoProject['destinations'][number]): string {
  return `${namespace === '' ? 'no namespace' : `namespace ${namespace}`} of ${server || name || 'no cluster'}`;
}

/** At most three. */
function listed(texts: readonly string[]): string {
  if (texts.length === 0) return 'nothing';
  const more = texts.length - 3;
  return `${texts.slice(0, 3).join(', ')}${more > 0 ? ` and ${more} more` : ' only'}`;
}

/**
 * Why it cannot be told whether the project permits the cluster: it names clusters in the way (by name or by server) in which this one
 * is not known, or only its own, of which nothing could be read. Undefined where it can.
 */
export function restsOnUnknownHalf(
  project: ArgoProject,
  { server, name }: DestinationCluster,
  clusters: readonly ArgoCluster[] | undefined,
): string | undefined {
  if (clusters === undefined && project.onlyScopedClusters) {
    return `the project ${project.name} permits only clusters that are registered for it, and those could not be read`;
  }
  const isSaid = (pattern: string): boolean => pattern !== '' && pattern !== '*';
  if (server === '' && project.destinations.some((item) => isSaid(item.server))) {
    return `the project ${project.name} names clusters by server, and the server of the cluster ${name} is not known`;
  }
  if (name === '' && project.destinations.some((item) => isSaid(item.name))) {
    return `the project ${project.name} names clusters by name, and the name of the cluster ${server} is not known`;
  }
  return undefined;
}

/** The project as if each cluster were the one that it names: only namespaces count. */
export function ofAnyCluster(project: ArgoProject): ArgoProject {
  const destinations = project.destinations
    .filter(({ server, name }) => !isDenial(server) && !isDenial(name))
    .map(({ namespace }) => ({ server: '*', name: '*', namespace }));
  return { ...project, destinations, onlyScopedClusters: false };
}

/** True where the project takes applications from that namespace, which is not Argo CD's own (util/glob, MatchStringInList). */
export function permitsApplicationsOf({ sourceNamespaces }: ArgoProject, namespace: string): boolean {
  return sourceNamespaces.some((pattern) => {
    const expression = /^\/(.+)\/$/s.exec(pattern)?.[1];
    if (expression === undefined) return globMatches(pattern, namespace);
    try {
      return compileGoExpression(expression).finds(namespace);
    } catch {
      // Argo CD takes what is no expression to match nothing.
      return false;
    }
  });
}

/** Of a name that is not known only `*` is certain. */
function clusterMatches(pattern: string, text: string): boolean {
  return text === '' ? pattern === '*' : patternMatches(pattern, text);
}

function patternMatches(pattern: string, text: string): boolean {
  if (isDenial(pattern)) return !globMatches(pattern.slice(1), text);
  return pattern === '*' || globMatches(pattern, text);
}

const isDenial = (pattern: string): boolean => pattern.startsWith('!');

/** True where the project permits objects of that kind; the name counts for cluster-scoped ones. */
export function permitsKind(project: ArgoProject, object: NamedKind, namespaced: boolean): boolean {
  return kindRefusal(project, object, namespaced) === undefined;
}

interface NamedKind {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/** The rule of the project that refuses an object's kind; undefined where it is permitted. */
export function kindRefusal(project: ArgoProject, object: NamedKind, namespaced: boolean): string | undefined {
  const scope = namespaced ? 'namespaceResource' : 'clusterResource';
  const allowed = namespaced ? project.namespaceResourceWhitelist : project.clusterResourceWhitelist;
  const denied = namespaced ? project.namespaceResourceBlacklist : project.clusterResourceBlacklist;
  if (isListed(denied, object, !namespaced)) return `${scope}Blacklist denies it`;
  if (allowed === undefined || isListed(allowed, object, !namespaced)) return undefined;
  return `${scope}Whitelist permits ${listed(allowed.map(kindText))}`;
}

function kindText({ group, kind, name }: ProjectKind): string {
  return `${group === '' ? kind : `${group}/${kind}`}${name === undefined ? '' : ` named ${name}`}`;
}

function isListed(list: readonly ProjectKind[], { group, kind, name }: NamedKind, byName: boolean): boolean {
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

/** What Argo CD calls the cluster that it runs in, unless a Secret says otherwise. */
const IN_CLUSTER: DestinationCluster = { server: 'https://kubernetes.default.svc', name: 'in-cluster' };

/** True for the cluster that Argo CD runs in. */
export function isInCluster({ server, name }: { readonly server?: string; readonly name?: string }): boolean {
  return server === IN_CLUSTER.server || name === IN_CLUSTER.name;
}

/**
 * The cluster of a destination by both of its names: Argo CD's own, one that `clusters` tells of, else by the one that is declared.
 */
export function destinationCluster(
  { server = '', name = '' }: ArgoDestination,
  clusters: readonly ArgoCluster[] = [],
): DestinationCluster {
  const known = clusters.find((one) => (server === '' ? one.name === name : one.server === server));
  if (known !== undefined) return { server: known.server, name: known.name };
  return isInCluster({ server, name }) ? IN_CLUSTER : { server, name };
}
