import type { ConnectionOptions } from '../model/connection-options.js';
import { digString } from '../model/json.js';
import { readKubeconfig } from './kubeconfig.js';

/** A cluster that somebody else names by its address or by a name of their own. */
export interface NamedCluster {
  readonly server?: string;
  readonly name?: string;
}

/**
 * The context of the kubeconfig that reaches a cluster: one that is told outright for its server or name, else one whose
 * cluster has that server, else one that bears that name, itself or in its cluster. Of several the current one, else the
 * first by name; undefined where there is none. Throws `kubeconfig-invalid`.
 */
export async function destinationContext(
  wanted: NamedCluster,
  told: readonly { readonly destination: string; readonly context: string }[],
  options: ConnectionOptions,
  io: { readonly env: Readonly<Record<string, string | undefined>>; readonly signal?: AbortSignal },
): Promise<string | undefined> {
  const outright = told.findLast(
    ({ destination }) =>
      destination === wanted.name || (wanted.server !== undefined && sameServer(destination, wanted.server)),
  );
  if (outright !== undefined) return outright.context;
  const kubeconfig = await readKubeconfig(options.kubeconfig, io.env, io.signal);
  const contexts = [...kubeconfig.contexts.values()].map(({ name, body }) => {
    const cluster = digString(body, 'cluster') ?? '';
    const server = digString(kubeconfig.clusters.get(cluster)?.body, 'server') ?? '';
    return { name, cluster, server };
  });
  const { server, name } = wanted;
  const found = contexts.filter((context) =>
    server !== undefined ? sameServer(context.server, server) : context.name === name || context.cluster === name,
  );
  const current = options.context ?? kubeconfig.currentContext?.name;
  const chosen =
    found.find((context) => context.name === current) ?? found.sort((a, b) => (a.name < b.name ? -1 : 1))[0];
  return chosen?.name;
}

/** True for two addresses of one server: case, a slash at the end and the port of https do not matter. */
export function sameServer(a: string, b: string): boolean {
  return normalServer(a) === normalServer(b);
}

function normalServer(server: string): string {
  return server
    .trim()
    .toLowerCase()
    .replace(/\/+$/, '')
    .replace(/^(https:\/\/[^/]+):443(?=\/|$)/, '$1');
}
