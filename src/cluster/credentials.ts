import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { GitdriftError } from '../model/errors.js';
import type { ClusterIo } from './cluster-io.js';
import type { Connection } from './connection.js';
import { runExecPlugin } from './exec-plugin.js';
import { isLoopback, proxyOf } from './proxy.js';
import { withoutSecrets } from './without-secrets.js';

/** What a request needs to be let in. Holds credentials: never print it. */
export interface Authorization {
  readonly agent: http.Agent;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/**
 * Gets the credentials of a connection: runs its exec plugin, refreshes its OIDC token, reads its files. Called once a
 * run, and once more where the server refuses them. Throws `kubeconfig-invalid` or `cluster-refused`.
 */
export async function authorize(connection: Connection, io: ClusterIo): Promise<Authorization> {
  const url = new URL(connection.server);
  if (url.protocol === 'http:' && !connection.cluster.skipTlsVerify && !isLoopback(url.hostname)) {
    throw new GitdriftError('kubeconfig-invalid', `the API server ${connection.server} is reached without encryption`, {
      hint: 'use https, or accept it with --insecure-skip-tls-verify',
    });
  }
  const options = await applyKubeconfig(connection, url, io);
  const basic = typeof options.auth === 'string' ? `Basic ${Buffer.from(options.auth).toString('base64')}` : undefined;
  return {
    agent: agentOf(connection, url, options, io),
    headers: {
      ...(options.headers as Record<string, string>),
      ...(basic !== undefined && { Authorization: basic }),
      ...impersonationHeaders(connection),
    },
  };
}

async function applyKubeconfig(connection: Connection, url: URL, io: ClusterIo): Promise<https.RequestOptions> {
  try {
    const user = await userOf(connection, io);
    const cluster = clusterOf(connection, url, io);
    if (user.authProvider === undefined && cluster.proxyUrl === undefined) return await plainOptions(cluster, user);
    // Only where a token has to be refreshed or a proxy passed: loading it takes longer than the rest of the program.
    const { KubeConfig } = await import('@kubernetes/client-node');
    const options: https.RequestOptions = { headers: {} };
    const config = new KubeConfig();
    config.loadFromClusterAndUser(cluster, user);
    await config.applyToHTTPSOptions(options);
    return options;
  } catch (cause) {
    if (cause instanceof GitdriftError) throw cause;
    const { code, path, message } = cause as NodeJS.ErrnoException;
    if (path !== undefined && code !== undefined) {
      const why = code === 'ENOENT' ? 'it does not exist' : code === 'EACCES' ? 'permission denied' : code;
      throw new GitdriftError(
        'kubeconfig-invalid',
        `cannot read ${path}, which ${connection.user.title} or its cluster names: ${why}`,
      );
    }
    throw new GitdriftError(
      'cluster-refused',
      `signing in as ${connection.user.title} failed: ${withoutSecrets(message)}`,
      { hint: 'sign in again, then check with: kubectl auth whoami' },
    );
  }
}

/** What client-node's applyToHTTPSOptions makes of certificates, a token, or a name and password. */
async function plainOptions(cluster: ClusterPart, user: UserPart): Promise<https.RequestOptions> {
  const pem = async (file: string | undefined, data: string | undefined): Promise<Buffer | undefined> =>
    file ? readFile(file) : data ? Buffer.from(data, 'base64') : undefined;
  const [ca, cert, key] = await Promise.all([
    pem(cluster.caFile, cluster.caData),
    pem(user.certFile, user.certData),
    pem(user.keyFile, user.keyData),
  ]);
  return {
    headers: user.token ? { Authorization: `Bearer ${user.token}` } : {},
    ...(user.username && { auth: `${user.username}:${user.password}` }),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(cluster.tlsServerName && { servername: cluster.tlsServerName }),
    ...(cluster.skipTLSVerify && { rejectUnauthorized: false }),
  };
}

type ClusterPart = ReturnType<typeof clusterOf>;
type UserPart = Awaited<ReturnType<typeof userOf>>;

/** In client-node's words. Plain http is allowed above, so client-node's own refusal of it is switched off here. */
function clusterOf(connection: Connection, url: URL, io: ClusterIo) {
  const { caData, caFile, tlsServerName, skipTlsVerify } = connection.cluster;
  const proxyUrl = proxyOf(connection, io.env);
  return {
    name: 'cluster',
    server: connection.server,
    skipTLSVerify: skipTlsVerify || url.protocol === 'http:',
    ...(caData !== undefined && { caData }),
    ...(caFile !== undefined && { caFile }),
    ...(tlsServerName !== undefined && { tlsServerName }),
    ...(proxyUrl !== undefined && { proxyUrl }),
  };
}

/** client-node reads neither `tokenFile` nor a plugin's environment, so both become plain credentials here. */
async function userOf(connection: Connection, io: ClusterIo) {
  const { exec, tokenFile, execEntry: _, title: name, ...rest } = connection.user;
  const user = { name, ...rest };
  if (user.token !== undefined) return user;
  if (tokenFile !== undefined) return { ...user, token: (await readFile(tokenFile, 'utf8')).trim() };
  if (exec === undefined) return user;
  const { token, certificate, key } = await runExecPlugin(connection, exec, io);
  return {
    ...user,
    ...(token !== undefined && { token }),
    ...(certificate !== undefined && { certData: Buffer.from(certificate).toString('base64') }),
    ...(key !== undefined && { keyData: Buffer.from(key).toString('base64') }),
  };
}

/** An agent that keeps connections open; where there is a proxy, the one that client-node made for it. */
function agentOf(connection: Connection, url: URL, options: https.RequestOptions, io: ClusterIo): http.Agent {
  if (proxyOf(connection, io.env) !== undefined) {
    return options.agent as http.Agent;
  }
  if (url.protocol === 'http:') return new http.Agent({ keepAlive: true });
  return new https.Agent({
    keepAlive: true,
    ...(options.ca !== undefined && { ca: options.ca }),
    ...(options.cert !== undefined && { cert: options.cert }),
    ...(options.key !== undefined && { key: options.key }),
    ...(options.servername !== undefined && { servername: options.servername }),
    ...(options.rejectUnauthorized !== undefined && { rejectUnauthorized: options.rejectUnauthorized }),
  });
}

/** One header per group: client-node drops `as-groups` and would join several values into one. */
function impersonationHeaders(connection: Connection): Record<string, string | string[]> {
  const as = connection.impersonate;
  if (as === undefined) return {};
  const headers: Record<string, string | string[]> = { 'Impersonate-User': as.user };
  if (as.groups.length > 0) headers['Impersonate-Group'] = [...as.groups];
  if (as.uid !== undefined) headers['Impersonate-Uid'] = as.uid;
  for (const [key, values] of Object.entries(as.extra)) {
    headers[`Impersonate-Extra-${encodeURIComponent(key)}`] = [...values];
  }
  return headers;
}
