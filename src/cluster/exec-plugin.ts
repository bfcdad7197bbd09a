import { spawn } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { digString, field, isArray, isObject, type JsonObject } from '../model/json.js';
import { parseJson, printJson } from '../model/json-text.js';
import type { Connection } from './connection.js';
import type { ClusterIo } from './connection-options.js';
import { pathIn } from './kubeconfig.js';
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
  const { code, stdout, stderr } = await run(locate(command, connection), exec, connection, io).catch((error) => {
    if (io.signal?.aborted === true) throw new GitdriftError('interrupted', 'interrupted');
    const hint = digString(exec, 'installHint')?.trim();
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new GitdriftError(
      'kubeconfig-invalid',
      missing ? `${about} is not installed, or not on PATH` : `${about} cannot be started`,
      hint === undefined ? {} : { hint },
    );
  });
  if (code === null)
    throw new GitdriftError('cluster-refused', `${about} did not end within ${TIME_LIMIT_MS / 1000} s`);
  if (code !== 0) {
    const said = withoutSecrets(lastLine(stderr));
    throw new GitdriftError(
      'cluster-refused',
      `${about} failed with exit code ${code}${said === '' ? '' : `: ${said}`}`,
      {
        hint: 'sign in again, then check with: kubectl auth whoami',
      },
    );
  }
  return readCredential(stdout, about);
}

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

function run(
  command: string,
  exec: JsonObject,
  connection: Connection,
  io: ClusterIo,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const args = isArray(exec.args) ? exec.args.map(String) : [];
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...io.env, ...pluginEnv(exec, connection) },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_LIMIT_MS,
      ...(io.signal !== undefined && { signal: io.signal }),
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      // A sign-in by device code tells the person what to do here.
      io.progress?.(withoutSecrets(lastLine(stderr)));
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
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
