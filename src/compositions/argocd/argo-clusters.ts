import type { Tools } from '../../cli/engine.js';
import { destinationContext, sameServer } from '../../cluster/destination-context.js';
import type { LiveOptions } from '../../config/live-options.js';
import type { ArgoDestination } from '../../model/argo-application.js';
import type { ConnectionOptions } from '../../model/connection-options.js';
import { GitdriftError } from '../../model/errors.js';
import type { Cluster } from '../../model/live.js';
import type { ArgoRequest } from '../../model/source.js';
import { type OpenCluster, openCluster } from '../live/open-cluster.js';

/** The cluster that an Application deploys to, or why nobody can look into it. */
export type ReachedCluster =
  | { readonly kind: 'reached'; readonly open: OpenCluster }
  | { readonly kind: 'unreachable'; readonly reason: string; readonly context?: string };

/** The cluster that Applications are read from, and those that they deploy to; each is opened once. */
export interface ArgoClusters {
  /** Throws as openCluster. */
  own(): Promise<OpenCluster>;
  /** Throws `kubeconfig-invalid` and `interrupted` only. */
  of(destination: ArgoDestination): Promise<ReachedCluster>;
}

/** What Argo CD calls the cluster that it runs in. */
const IN_CLUSTER = { server: 'https://kubernetes.default.svc', name: 'in-cluster' };

/** Opens clusters as they are asked for, with `through` in between. Saved objects stand for every cluster. */
export function argoClusters(
  live: LiveOptions,
  request: Pick<ArgoRequest, 'contexts'>,
  tools: Tools,
  through?: (cluster: Cluster) => Cluster,
): ArgoClusters {
  let opened: Promise<OpenCluster> | undefined;
  const own = (): Promise<OpenCluster> => {
    opened ??= openCluster(live, tools, through);
    return opened;
  };
  const byContext = new Map<string, Promise<ReachedCluster>>();
  return {
    own,
    async of(destination) {
      if (live.kind === 'recording') return { kind: 'reached', open: await own() };
      const told = request.contexts.some(({ destination: named }) => isNamed(destination, named));
      if (!told && isInCluster(destination)) return { kind: 'reached', open: await own() };
      const open = told ? undefined : await own();
      const server = open?.cluster.destination.server;
      if (open !== undefined && server !== undefined && isNamed(destination, server)) return { kind: 'reached', open };
      const context = await destinationContext(destination, request.contexts, live.connection, tools);
      if (context === undefined) return { kind: 'unreachable', reason: noContext(destination) };
      const known = byContext.get(context) ?? openContext(context, live.connection, live.schemaFiles, tools, through);
      byContext.set(context, known);
      return known;
    },
  };
}

async function openContext(
  context: string,
  { server: _server, cluster: _cluster, user: _user, token: _token, ...connection }: ConnectionOptions,
  schemaFiles: readonly string[],
  tools: Tools,
  through: ((cluster: Cluster) => Cluster) | undefined,
): Promise<ReachedCluster> {
  try {
    const there = { kind: 'cluster', connection: { ...connection, context }, schemaFiles } as const;
    const open = await openCluster(there, tools, through);
    return { kind: 'reached', open };
  } catch (error) {
    if (!(error instanceof GitdriftError) || error.code === 'interrupted') throw error;
    return { kind: 'unreachable', reason: error.message, context };
  }
}

function isInCluster({ server, name }: ArgoDestination): boolean {
  return name === IN_CLUSTER.name || (server !== undefined && sameServer(server, IN_CLUSTER.server));
}

function isNamed({ server, name }: ArgoDestination, text: string): boolean {
  return text === name || (server !== undefined && sameServer(server, text));
}

function noContext({ server, name }: ArgoDestination): string {
  const which = server ?? name ?? 'a destination without server and name';
  return `no context of the kubeconfig reaches ${which}; say which one does: --context-for ${which}=CONTEXT`;
}
