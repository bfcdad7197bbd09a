import { selects } from '../../explain/label-selector.js';
import {
  destinationCluster,
  isInCluster,
  permitsDestination,
  restsOnUnknownHalf,
} from '../../gitops/argocd/project-rules.js';
import { CLUSTER_SECRETS, readClusters } from '../../gitops/argocd/read-clusters.js';
import { DEFAULT_PROJECT, readProject, withInherited } from '../../gitops/argocd/read-project.js';
import type { ArgoApplication, ArgoDestination } from '../../model/argo-application.js';
import type { ArgoCluster, ArgoProject } from '../../model/argo-project.js';
import type { ArgoSettings } from '../../model/argo-settings.js';
import { field, isObject } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import type { Finding } from '../../model/report.js';
import type { KubernetesObject } from '../../model/resource.js';
import { optionalObject, unreadFinding } from './argo-applications.js';

const PROJECT = { group: 'argoproj.io', version: 'v1alpha1', kind: 'AppProject' };
const SECRET = { group: '', version: 'v1', kind: 'Secret' };

/** A project as found; `missing` is what Argo CD itself would say, `assumed` the shipped one for lack of another. */
type FoundProject =
  | { readonly kind: 'found'; readonly project: ArgoProject; readonly assumed?: true }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown'; readonly reason: string };

/** What Argo CD knows of an application's project and destination. */
export interface FoundPlace {
  readonly project: FoundProject;
  /** Absent where nobody had to ask for them, or where they could not be read. */
  readonly clusters?: readonly ArgoCluster[];
  /** By server as well, where only its name is declared and the clusters tell. */
  readonly destination: ArgoDestination;
  readonly findings: readonly Finding[];
}

/**
 * The project of an application with what it inherits, and the clusters that Argo CD knows where project or destination cannot do
 * without: of their Secrets the name, the server, the project and the namespaces.
 */
export async function findPlace(
  cluster: Cluster,
  application: ArgoApplication,
  settings: ArgoSettings,
): Promise<FoundPlace> {
  const { destination, controlPlaneNamespace } = application;
  const found = await findProject(cluster, application);
  const globals = found.kind === 'found' ? await findGlobals(cluster, found, application, settings) : undefined;
  const inherits = globals?.projects ?? [];
  const project = found.kind === 'found' ? withInherited(found.project, inherits, []) : undefined;
  const asked = needsClusters(destination, project) ? await findClusters(cluster, controlPlaneNamespace) : undefined;
  const clusters = asked?.kind === 'read' ? asked.clusters : undefined;
  const server = destination.server ?? clusters?.filter(({ name }) => name === destination.name)[0]?.server;
  return {
    project:
      found.kind === 'found'
        ? {
            kind: 'found',
            project: withInherited(found.project, inherits, clusters ?? []),
            ...(found.assumed ? { assumed: true as const } : {}),
          }
        : found,
    ...(clusters === undefined ? {} : { clusters }),
    destination: server === undefined ? destination : { ...destination, server },
    findings: [
      ...(globals?.unread ?? []).map(unreadFinding),
      ...(asked?.kind === 'unread' && (!cluster.recorded || restsOnClusters(project, destination))
        ? [
            unreadFinding(
              `the clusters that Argo CD knows could not be read (Secrets ${CLUSTER_SECRETS} in ${controlPlaneNamespace}): ${asked.reason}`,
            ),
          ]
        : []),
    ],
  };
}

/** In saved objects that hold no project, the controller's own word decides whether there was one; what it permits is then not known. */
async function findProject(
  cluster: Cluster,
  application: ArgoApplication,
): Promise<
  | {
      readonly kind: 'found';
      readonly project: ArgoProject;
      readonly assumed?: true;
      readonly object: KubernetesObject;
    }
  | Exclude<FoundProject, { kind: 'found' }>
> {
  const { project: name, controlPlaneNamespace } = application;
  const found = await optionalObject(cluster, PROJECT, controlPlaneNamespace, name);
  if (found.kind === 'found') return { kind: 'found', project: readProject(found.object), object: found.object };
  if (found.kind === 'missing' && !cluster.recorded) return { kind: 'missing' };
  const said = application.status.conditions.some(
    ({ type, message }) => type === 'InvalidSpecError' && /project .*does not exist/.test(message),
  );
  if (said) return { kind: 'missing' };
  const reason = found.kind === 'unreadable' ? found.reason : 'it is not among the saved objects';
  const bare = { apiVersion: 'argoproj.io/v1alpha1', kind: 'AppProject', metadata: { name } };
  return name === 'default' && found.kind === 'missing'
    ? { kind: 'found', project: DEFAULT_PROJECT, assumed: true, object: bare }
    : { kind: 'unknown', reason };
}

/** The projects that this one inherits from (globalProjects of argocd-cm), and what could not be read of them. */
async function findGlobals(
  cluster: Cluster,
  { project, object }: { readonly project: ArgoProject; readonly object: KubernetesObject },
  { controlPlaneNamespace }: ArgoApplication,
  { globalProjects }: ArgoSettings,
): Promise<{ readonly projects: readonly ArgoProject[]; readonly unread: readonly string[] }> {
  const labels = field(object.metadata, 'labels');
  const projects: ArgoProject[] = [];
  const unread: string[] = [];
  for (const { project: name, labelSelector } of globalProjects) {
    if (name === project.name || !selects(labelSelector, isObject(labels) ? labels : {})) continue;
    const found = await optionalObject(cluster, PROJECT, controlPlaneNamespace, name);
    if (found.kind === 'found') projects.push(readProject(found.object));
    else {
      const why = found.kind === 'unreadable' ? found.reason : 'there is none of that name';
      unread.push(
        `the project ${project.name} inherits from the global project ${name}, which could not be read: ${why}`,
      );
      // Argo CD goes no further than to one that is not there.
      break;
    }
  }
  return { projects, unread };
}

function restsOnClusters(project: ArgoProject | undefined, destination: ArgoDestination): boolean {
  return project !== undefined && restsOnUnknownHalf(project, destinationCluster(destination), undefined) !== undefined;
}

/** True where what the Application declares of its cluster is not enough to judge by. */
function needsClusters(destination: ArgoDestination, project: ArgoProject | undefined): boolean {
  const named = destination.name !== undefined && !isInCluster(destination);
  if (project === undefined) return named;
  const cluster = destinationCluster(destination);
  return (
    named ||
    restsOnClusters(project, destination) ||
    !permitsDestination(project, cluster, destination.namespace, undefined)
  );
}

type Clusters =
  | { readonly kind: 'read'; readonly clusters: readonly ArgoCluster[] }
  | { readonly kind: 'unread'; readonly reason: string };

async function findClusters(cluster: Cluster, namespace: string): Promise<Clusters> {
  if (cluster.saved !== undefined) {
    const own = readClusters(
      cluster.saved().filter(({ kind, metadata }) => kind === 'Secret' && metadata.namespace === namespace),
    );
    return own.length > 0 ? { kind: 'read', clusters: own } : { kind: 'unread', reason: 'saved objects hold none' };
  }
  if (cluster.labelled === undefined) return { kind: 'unread', reason: 'they are not read for a recording' };
  const list = await cluster.labelled(SECRET, namespace, CLUSTER_SECRETS);
  return list.kind === 'listed'
    ? { kind: 'read', clusters: readClusters(list.objects) }
    : { kind: 'unread', reason: list.reason };
}
