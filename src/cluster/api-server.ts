import type { ConnectionOptions } from '../model/connection-options.js';
import { GitdriftError } from '../model/errors.js';
import { digString } from '../model/json.js';
import type { Cluster } from '../model/live.js';
import { servedApiVersions } from './api-versions.js';
import type { ClusterIo } from './cluster-io.js';
import { type Connection, connectionFrom } from './connection.js';
import { createDiscovery } from './discovery.js';
import type { DryRun } from './dry-run.js';
import { createExchange } from './exchange.js';
import { fetchObjects, listObjects } from './fetch-objects.js';
import { asError, createGet, notToldError } from './http-get.js';
import { keepAnswers } from './kept-answers.js';
import { kubeconfigFiles, readKubeconfig } from './kubeconfig.js';
import { createSchemas } from './served-schemas.js';
import { serviceAccountConnection } from './service-account.js';

/** An API server, read-only; `dryRun` loads what can ask it for more (`--server-side`). */
export interface ApiServer extends Cluster {
  dryRun(): Promise<DryRun>;
}

/**
 * Connects to the API server that flags, kubeconfig or the pod's service account name, and asks for its version, so
 * that a server which cannot be reached ends the run at once. Throws `kubeconfig-invalid`, `cluster-unreachable`,
 * `cluster-refused`, `interrupted`.
 */
export async function openApiServer(options: ConnectionOptions, io: ClusterIo): Promise<ApiServer> {
  const connection = await findConnection(options, io);
  const warnings = new Set<string>();
  const exchange = createExchange(connection, options, io, (text) => warnings.add(`the API server warns: ${text}`));
  const get = createGet(connection, exchange);
  // The reading of objects; what discovery and schemas ask for they keep themselves.
  const objects = options.shared === true ? createGet(connection, exchange, keepAnswers()) : get;
  io.progress?.(`connecting to ${connection.server}`);
  const version = await get('/version');
  // Whoever may do nothing else may mostly ask for this; where not, the version is just not known.
  if (version.kind === 'failed' && version.status !== 403) throw asError(version, connection);
  const gitVersion = version.kind === 'ok' ? digString(version.value, 'gitVersion') : undefined;
  const discover = createDiscovery(get);
  const api = {
    get: objects,
    discover,
    ...(options.shared === true && { shared: true as const }),
    ...(io.progress !== undefined && { progress: io.progress }),
  };
  let apiVersions: Promise<readonly string[]> | undefined;
  return {
    destination: {
      server: connection.server,
      ...(connection.context !== undefined && { context: connection.context }),
      namespace: connection.namespace,
      ...(gitVersion !== undefined && { version: gitVersion }),
    },
    now: io.now,
    recorded: false,
    get warnings() {
      return [...warnings].sort();
    },
    async kind(gvk) {
      const found = await discover(gvk);
      return found.kind === 'served' ? { plural: found.info.plural, namespaced: found.info.namespaced } : undefined;
    },
    apiVersions() {
      apiVersions ??= servedApiVersions(
        get,
        (text) => warnings.add(text),
        (answer) => notToldError(answer, connection),
      );
      return apiVersions;
    },
    fetch: (wanted) => fetchObjects(api, wanted),
    list: (gvk, namespace) => listObjects(api, gvk, namespace),
    labelled: (gvk, namespace, labels) => listObjects(api, gvk, namespace, labels),
    schemas: createSchemas(get),
    dryRun: async () => (await import('./dry-run.js')).createDryRun(connection, exchange, discover),
  };
}

async function findConnection(options: ConnectionOptions, io: ClusterIo): Promise<Connection> {
  const kubeconfig = await readKubeconfig(options.kubeconfig, io.env, io.signal);
  if (kubeconfig.files.length > 0) return connectionFrom(kubeconfig, options);
  const inPod = await serviceAccountConnection(options, io);
  if (inPod !== undefined) return inPod;
  if (options.server !== undefined) return connectionFrom(kubeconfig, options);
  const looked = kubeconfigFiles(options.kubeconfig, io.env);
  throw new GitdriftError(
    'kubeconfig-invalid',
    looked.length === 0 ? 'no cluster is configured' : `no cluster is configured: ${looked.join(', ')} does not exist`,
    { hint: 'name a kubeconfig with --kubeconfig or KUBECONFIG, or compare with saved objects: --live FILE' },
  );
}
