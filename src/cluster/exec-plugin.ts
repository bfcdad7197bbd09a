import { delimiter, isAbsolute } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { digString, field, isArray, isObject, type JsonObject } from '../model/json.js';
import { parseJson, printJson } from '../model/json-text.js';
import type { ClusterIo } from './cluster-io.js';
import type { Connection } from './connection.js';
import { pathIn } from './kubeconfig.js';
import { runPlugin } from './run-plugin.js';
import { withoutSecrets } from './without-secrets.js';

/** What a credential plugin gives; certificate and key are PEM. */
export interface PluginCredential {
  readonly token?: string;
  readonly certificate?: string;
  readonly key?: string;
}

/** A plugin may open a browser and wait for a person; longer than this nobody waits. */
const TIME_LIMIT_MS = 120_000;

/**
 * Runs a kubeconfig's exec plugin. client-node's own runner is not used: it gives no KUBERNETES_EXEC_INFO, leaves
 * standard input open, so that a plugin which asks waits for ever, and runs the plugin for each request where the
 * credential has no expiry. Throws `kubeconfig-invalid` or `cluster-refused` with a sentence that holds no credential.
 */
export async function runExecPlugin(
  connection: Connection,
  exec: JsonObject,
  io: ClusterIo,
): Promise<PluginCredential> {
  const command = digString(exec, 'command') ?? '';
  const about = `the credential plugin ${command} of ${connection.user.title}`;
  if (command === '') {
    throw new GitdriftError('kubeconfig-invalid', `${connection.user.title} has an exec plugin without command`);
  }
  const end = await runPlugin({
    command: locate(command, connection),
    args: isArray(exec.args) ? exec.args.map(String) : [],
    env: { ...io.env, ...pluginEnv(exec, connection) },
    timeLimitMs: TIME_LIMIT_MS,
    ...(io.signal !== undefined && { signal: io.signal }),
    // A sign-in by device code tells the person what to do here.
    onSaid: (stderr) => io.progress?.(saidBy(stderr, exec)),
  }).catch((error) => {
    const hint = digString(exec, 'installHint')?.trim();
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new GitdriftError(
      'kubeconfig-invalid',
      missing ? `${about} is not installed, or not on PATH` : `${about} cannot be started`,
      hint === undefined ? {} : { hint },
    );
  });
  if (end.kind === 'interrupted') throw new GitdriftError('interrupted', 'interrupted');
  if (end.kind === 'too-slow') {
    throw new GitdriftError(
      'cluster-refused',
      `${about} did not end within ${TIME_LIMIT_MS / 1000} s and was stopped, with all that it had started`,
      { hint: 'see what it waits for with: kubectl auth whoami' },
    );
  }
  if (end.kind === 'exited' && end.code === 0) return readCredential(end.stdout, about);
  const said = saidBy(end.stderr, exec);
  const how = end.kind === 'exited' ? `failed with exit code ${end.code}` : `was ended by ${end.signal}`;
  throw new GitdriftError('cluster-refused', `${about} ${how}${said === '' ? '' : `: ${said}`}`, {
    hint: 'sign in again, then check with: kubectl auth whoami',
  });
}

/** The last line of what a plugin said, without credentials, and without what the kubeconfig gave it to know. */
function saidBy(stderr: string, exec: JsonObject): string {
  const values = (isArray(exec.env) ? exec.env : []).map((item) => digString(item, 'value') ?? '');
  const line = values
    .filter((value) => value.length >= LEAST_SECRET)
    .reduce((said, value) => said.replaceAll(value, '(hidden)'), lastLine(stderr));
  return withoutSecrets(line);
}

/** Shorter values are regions, profiles and switches, and words of any sentence. */
const LEAST_SECRET = 12;

function readCredential(stdout: string, about: string): PluginCredential {
  let status: JsonObject | undefined;
  try {
    const found = field(parseJson(stdout), 'status');
    if (isObject(found)) status = found;
  } catch {
    // Said below; the text is not quoted because it may hold the token.
  }
  const [token, certificate, key] = ['token', 'clientCertificateData', 'clientKeyData'].map((name) =>
    digString(status, name),
  );
  if (token === undefined && (certificate === undefined || key === undefined)) {
    throw new GitdriftError('cluster-refused', `${about} printed no credential`, {
      hint: 'it has to print an ExecCredential with status.token, or a client certificate and key',
    });
  }
  return {
    ...(token !== undefined && { token }),
    ...(certificate !== undefined && key !== undefined && { certificate, key }),
  };
}

/** A command with a slash counts from the kubeconfig's folder; a plain name is looked up on PATH. */
function locate(command: string, connection: Connection): string {
  const entry = connection.user.execEntry;
  return command.includes('/') && !isAbsolute(command) && entry !== undefined ? pathIn(entry, command) : command;
}

/** What KEP-541 lets a plugin know of the run and, where it asks for it, of the cluster. */
function pluginEnv(exec: JsonObject, connection: Connection): Record<string, string> {
  const env: Record<string, string> = {};
  for (const item of isArray(exec.env) ? exec.env : []) {
    const [name, value] = [digString(item, 'name'), digString(item, 'value')];
    if (name !== undefined && value !== undefined && !name.includes(delimiter)) env[name] = value;
  }
  const { caData, tlsServerName, proxyUrl, skipTlsVerify, execConfig } = connection.cluster;
  const cluster = {
    server: connection.server,
    ...(tlsServerName !== undefined && { 'tls-server-name': tlsServerName }),
    ...(skipTlsVerify && { 'insecure-skip-tls-verify': true }),
    ...(caData !== undefined && { 'certificate-authority-data': caData }),
    ...(proxyUrl !== undefined && { 'proxy-url': proxyUrl }),
    ...(execConfig !== undefined && { config: execConfig }),
  };
  env.KUBERNETES_EXEC_INFO = printJson({
    kind: 'ExecCredential',
    apiVersion: digString(exec, 'apiVersion') ?? 'client.authentication.k8s.io/v1',
    spec: { interactive: false, ...(exec.provideClusterInfo === true && { cluster }) },
  });
  return env;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}
