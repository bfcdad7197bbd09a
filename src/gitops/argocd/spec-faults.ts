import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoProject } from '../../model/argo-project.js';
import type { ArgoCondition } from '../../model/argo-verdict.js';
import { destinationCluster, permitsDestination, permitsSource } from './project-rules.js';

/**
 * What makes Argo CD refuse the specification before it compares anything (argo-cd util/argo/argo.go, ValidatePermissions): a source
 * that is incomplete or not permitted, a destination that the project does not permit.
 */
export function specFaults(application: ArgoApplication, project: ArgoProject): readonly ArgoCondition[] {
  const { sources, multiSource, destination } = application;
  const invalid = (message: string): ArgoCondition => ({ type: 'InvalidSpecError', message });
  for (const { path, chart, ref, targetRevision } of sources) {
    if (path === undefined && chart === undefined && (ref === undefined || !multiSource)) {
      return [invalid(`a source has neither path nor chart${multiSource ? ' nor ref' : ''}`)];
    }
    if (chart !== undefined && targetRevision === undefined) {
      return [invalid('a source that is a Helm chart has no targetRevision')];
    }
  }
  const repos = [...new Set(sources.map(({ repoURL }) => repoURL))].filter((url) => !permitsSource(project, url));
  const cluster = destinationCluster(destination);
  return [
    ...repos.map((url) => invalid(`application repo ${url} is not permitted in project '${project.name}'`)),
    ...(permitsDestination(project, cluster, destination.namespace)
      ? []
      : [
          invalid(
            `application destination server '${cluster.server || cluster.name}' and namespace '${destination.namespace}' do not match any of the allowed destinations in project '${project.name}'`,
          ),
        ]),
  ];
}
