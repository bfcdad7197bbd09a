import { access, readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { ConnectionOptions } from '../model/connection-options.js';
import type { ClusterIo } from './cluster-io.js';
import type { Connection } from './connection.js';
import { serverAddress } from './server-address.js';

/** Where the kubelet mounts a pod's service account. */
const SERVICE_ACCOUNT_DIRECTORY = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The connection of a pod to its own cluster, or undefined outside one (client-go rest.InClusterConfig). */
export async function serviceAccountConnection(
  options: ConnectionOptions,
  io: ClusterIo,
): Promise<Connection | undefined> {
  const [host, port] = [io.env.KUBERNETES_SERVICE_HOST, io.env.KUBERNETES_SERVICE_PORT];
  if (host === undefined || port === undefined) return undefined;
  const directory = io.serviceAccountDirectory ?? SERVICE_ACCOUNT_DIRECTORY;
  const tokenFile = join(directory, 'token');
  if (!(await exists(tokenFile))) return undefined;
  const caFile = join(directory, 'ca.crt');
  const namespace = await readFile(join(directory, 'namespace'), 'utf8').catch(() => '');
  return {
    server:
      options.server === undefined
        ? `https://${isIPv6(host) ? `[${host}]` : host}:${port}`
        : serverAddress(options.server, '--server'),
    namespace: options.namespace ?? (namespace.trim() === '' ? 'default' : namespace.trim()),
    cluster: {
      skipTlsVerify: options.insecureSkipTlsVerify ?? false,
      ...((await exists(caFile)) && options.insecureSkipTlsVerify !== true && { caFile }),
    },
    user:
      options.token === undefined
        ? { title: 'the service account of this pod', tokenFile }
        : { title: 'the user of --token', token: options.token },
    ...(options.as !== undefined && { impersonate: { user: options.as, groups: options.asGroups ?? [], extra: {} } }),
  };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
