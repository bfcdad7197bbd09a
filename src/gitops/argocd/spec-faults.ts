import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoCluster, ArgoProject } from '../../model/argo-project.js';
import type { ArgoCondition } from '../../model/argo-verdict.js';
import { digString } from '../../model/json.js';
import {
  destinationCluster,
  isInCluster,
  permitsApplicationsOf,
  permitsDestination,
  restsOnUnknownHalf,
  sourceRefusal,
} from './project-rules.js';

/** What Argo CD finds wrong with a specification before it compares anything. */
export interface SpecFaults {
  readonly faults: readonly ArgoCondition[];
  /** Why that is not all that can be said: what the project permits rests on what could not be read. */
  readonly undecided?: string;
}

/**
 * What makes Argo CD refuse the specification before it compares anything (argo-cd util/argo/argo.go, GetAppProject and
 * ValidatePermissions): an application's own namespace, a source or a destination that is incomplete or not permitted.
 * `clusters` are those that Argo CD knows; undefined where they could not be read.
 */
export function specFaults(
  application: ArgoApplication,
  project: ArgoProject,
  clusters: readonly ArgoCluster[] | undefined,
): SpecFaults {
  const { name, namespace, controlPlaneNamespace } = application;
  if (namespace !== controlPlaneNamespace && !permitsApplicationsOf(project, namespace)) {
    const message = `application '${name}' in namespace '${namespace}' is not allowed to use project '${project.name}'`;
    return { faults: [{ type: 'UnknownError', message }] };
  }
  const incomplete = incompleteSource(application);
  if (incomplete !== undefined) return { faults: [invalid(incomplete)] };
  const repos = repositories(application)
    .filter((url) => sourceRefusal(project, url) !== undefined)
    .map((url) => invalid(`application repo ${url} is not permitted in project '${project.name}'`));
  const wrong = wrongDestination(application, clusters);
  if (wrong !== undefined) return { faults: [...repos, invalid(wrong)] };
  return withDestination(repos, application, project, clusters);
}

function withDestination(
  faults: readonly ArgoCondition[],
  { destination }: ArgoApplication,
  project: ArgoProject,
  clusters: readonly ArgoCluster[] | undefined,
): SpecFaults {
  const cluster = destinationCluster(destination, clusters);
  const undecided = restsOnUnknownHalf(project, cluster, clusters);
  if (undecided !== undefined) return { faults, undecided };
  if (permitsDestination(project, cluster, destination.namespace, clusters)) return { faults };
  const shown = destination.name === undefined ? cluster.server : cluster.name;
  const message = `application destination server '${shown}' and namespace '${destination.namespace}' do not match any of the allowed destinations in project '${project.name}'`;
  return { faults: [...faults, invalid(message)] };
}

/** What a source lacks; undefined where all are complete. */
function incompleteSource({ sources, multiSource, object }: ArgoApplication): string | undefined {
  if (sources.length === 0) return 'spec.source.repoURL and either spec.source.path or spec.source.chart are required';
  for (const { repoURL, path, chart, ref, targetRevision } of sources) {
    if (repoURL === '') return 'a source has no repoURL';
    const isHydrated = dryRepository({ object }).length > 0;
    if (path === undefined && chart === undefined && (ref === undefined || !multiSource) && !isHydrated) {
      return `a source has neither path nor chart${multiSource ? ' nor ref' : ''}`;
    }
    if (chart !== undefined && targetRevision === undefined)
      return 'a source that is a Helm chart has no targetRevision';
  }
  return undefined;
}

/** The addresses that a project has to permit. */
export function repositories(application: ArgoApplication): readonly string[] {
  return [...new Set([...application.sources.map(({ repoURL }) => repoURL), ...dryRepository(application)])];
}

/** The repository that a hydrated application is made from has to be permitted as well. */
function dryRepository({ object }: Pick<ArgoApplication, 'object'>): readonly string[] {
  const url = digString(object, 'spec', 'sourceHydrator', 'drySource', 'repoURL');
  return url === undefined ? [] : [url];
}

/** What is wrong with a destination, whatever the project says; undefined where nothing is. */
function wrongDestination(
  { destination }: ArgoApplication,
  clusters: readonly ArgoCluster[] | undefined,
): string | undefined {
  const { server, name } = destination;
  if (server !== undefined && name !== undefined) {
    return `application destination can't have both name and server defined: ${name} ${server}`;
  }
  if (server === undefined && name === undefined) return 'Destination server missing from app spec';
  if (clusters === undefined || isInCluster(destination)) return undefined;
  const known = clusters.filter((one) => (name === undefined ? one.server === server : one.name === name));
  if (known.length === 0) {
    return name === undefined
      ? `error getting cluster by server "${server}": no such cluster is registered`
      : `there are no clusters with this name: ${name}`;
  }
  return name !== undefined && known.length > 1
    ? `there are ${known.length} clusters with the same name: [${known.map((one) => one.server).join(' ')}]`
    : undefined;
}

function invalid(message: string): ArgoCondition {
  return { type: 'InvalidSpecError', message };
}
