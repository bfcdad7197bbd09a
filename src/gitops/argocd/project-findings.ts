import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoCluster, ArgoProject, ProjectKind } from '../../model/argo-project.js';
import type { Finding } from '../../model/report.js';
import { type Gvk, type ResourceRef, refText } from '../../model/resource.js';
import { withoutLogins } from '../../model/url-login.js';
import {
  destinationCluster,
  destinationRefusal,
  isInCluster,
  kindRefusal,
  permitsApplicationsOf,
  restsOnUnknownHalf,
  sourceRefusal,
} from './project-rules.js';
import { repositories } from './spec-faults.js';

/** What an application may do is judged of. */
export interface Permitting {
  readonly application: ArgoApplication;
  readonly project: ArgoProject;
  /** The clusters that Argo CD knows; undefined where they could not be read. */
  readonly clusters: readonly ArgoCluster[] | undefined;
  /** What Git declares, with the namespaces filled in; empty where nothing could be rendered. */
  readonly declared: readonly ResourceRef[];
  readonly isNamespaced: (gvk: Gvk) => boolean | undefined;
}

/**
 * What an application does that its project refuses, each with the rule that refuses; and a note on a project that refuses nothing. Of
 * a project that was not read nothing can be said: give only one that was.
 */
export function projectFindings(permitting: Permitting): readonly Finding[] {
  return [...refusedPlaces(permitting), ...refusedObjects(permitting), ...openProject(permitting)];
}

function refusedPlaces({ application, project, clusters }: Permitting): readonly Finding[] {
  const { namespace, controlPlaneNamespace, destination } = application;
  const cluster = destinationCluster(destination, clusters);
  const isSaid = cluster.server !== '' || cluster.name !== '';
  const rule =
    isSaid && restsOnUnknownHalf(project, cluster, clusters) === undefined
      ? destinationRefusal(project, cluster, destination.namespace, clusters)
      : undefined;
  const isForeign = namespace !== controlPlaneNamespace && !permitsApplicationsOf(project, namespace);
  return [
    ...(isForeign
      ? [refused(project, `applications of the namespace ${namespace}`, 'sourceNamespaces does not name it')]
      : []),
    ...repositories(application).flatMap((url) => {
      const why = url === '' ? undefined : sourceRefusal(project, url);
      return why === undefined ? [] : [refused(project, `the repository ${withoutLogins(url)}`, why)];
    }),
    ...(rule === undefined ? [] : [refused(project, placeText(cluster, destination.namespace), rule)]),
  ];
}

/** Objects whose kind or namespace is refused: one finding for all that one rule refuses of a kind or namespace. */
function refusedObjects({ application, project, clusters, declared, isNamespaced }: Permitting): readonly Finding[] {
  const cluster = destinationCluster(application.destination, clusters);
  const isCertain = restsOnUnknownHalf(project, cluster, clusters) === undefined;
  const groups = new Map<string, { readonly what: string; readonly rule: string; readonly refs: ResourceRef[] }>();
  for (const ref of declared) {
    const byKind = kindRefusal(project, ref, isNamespaced(ref) === true);
    const elsewhere = ref.namespace !== '' && ref.namespace !== application.destination.namespace && isCertain;
    const byPlace = elsewhere ? destinationRefusal(project, cluster, ref.namespace, clusters) : undefined;
    for (const [what, rule] of [
      [`the kind ${ref.kind}${ref.group === '' ? '' : ` (${ref.group})`}`, byKind],
      [placeText(cluster, ref.namespace), byPlace],
    ] as const) {
      if (rule === undefined) continue;
      const group = groups.get(`${what}\n${rule}`) ?? { what, rule, refs: [] };
      groups.set(`${what}\n${rule}`, group);
      group.refs.push(ref);
    }
  }
  return [...groups.values()].map(({ what, rule, refs }) => {
    const [only, ...more] = refs.sort((a, b) => (refText(a) < refText(b) ? -1 : 1));
    const names = refs.slice(0, SHOWN).map(refText).join(', ');
    const whose =
      more.length === 0 ? '' : `; of it: ${names}${refs.length > SHOWN ? ` and ${refs.length - SHOWN} more` : ''}`;
    return {
      ...refused(project, what, `${rule}${whose}`),
      ...(only !== undefined && more.length === 0 ? { resource: only } : {}),
    };
  });
}

const SHOWN = 3;

function placeText({ server, name }: { readonly server: string; readonly name: string }, namespace: string): string {
  const which = isInCluster({ server, name }) ? "Argo CD's own cluster" : `the cluster ${name || server}`;
  return `the namespace ${namespace === '' ? "''" : namespace} of ${which}`;
}

function refused({ name }: ArgoProject, what: string, rule: string): Finding {
  return {
    code: 'project-refuses',
    severity: 'error',
    message: `the project ${name} does not permit ${what}, and Argo CD will not sync it: ${rule}`,
  };
}

/** Any repository to any place: whoever may write such an application may deploy whatever its kinds allow. */
function openProject({ project }: Permitting): readonly Finding[] {
  const { sourceRepos, destinations, onlyScopedClusters } = project;
  const anySource = sourceRepos.includes('*') && !sourceRepos.some((one) => one.startsWith('!'));
  const isAny = ({ server, name, namespace }: (typeof destinations)[number]): boolean =>
    (server === '*' || name === '*') && namespace === '*';
  const isDenial = ({ server, name, namespace }: (typeof destinations)[number]): boolean =>
    [server, name, namespace].some((one) => one.startsWith('!'));
  if (!anySource || !destinations.some(isAny) || destinations.some(isDenial) || onlyScopedClusters) return [];
  const message = `the project ${project.name} permits every repository (sourceRepos *), every namespace of every cluster (destinations * *) and ${kindsText(project)}: whoever may write an application of it may deploy that anywhere Argo CD reaches`;
  return [{ code: 'project-permits-everything', severity: 'note', message }];
}

function kindsText(project: ArgoProject): string {
  const { namespaceResourceWhitelist: namespaced, namespaceResourceBlacklist, clusterResourceWhitelist } = project;
  const inNamespaces =
    namespaced !== undefined && !holdsAll(namespaced)
      ? `${namespaced.length} namespaced kinds`
      : namespaceResourceBlacklist.length > 0
        ? `every namespaced kind but those of ${namespaceResourceBlacklist.length} rules`
        : 'every namespaced kind';
  const clusterWide = holdsAll(clusterResourceWhitelist)
    ? project.clusterResourceBlacklist.length > 0
      ? `every cluster-scoped one but those of ${project.clusterResourceBlacklist.length} rules`
      : 'every cluster-scoped one'
    : clusterResourceWhitelist.length === 0
      ? 'no cluster-scoped one'
      : `${clusterResourceWhitelist.length} cluster-scoped ones`;
  return `${inNamespaces} and ${clusterWide}`;
}

function holdsAll(kinds: readonly ProjectKind[]): boolean {
  return kinds.some(({ group, kind, name }) => group === '*' && kind === '*' && name === undefined);
}
