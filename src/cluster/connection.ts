import type { ConnectionOptions } from '../model/connection-options.js';
import { GitdriftError } from '../model/errors.js';
import { dig, digString, isArray, isObject, type JsonObject } from '../model/json.js';
import { nearestName } from '../model/nearest-name.js';
import { type Kubeconfig, type KubeconfigEntry, pathIn } from './kubeconfig.js';
import { serverAddress } from './server-address.js';

/** How to reach one API server and as whom. Holds credentials: never print it. */
export interface Connection {
  /** URL without a slash at its end; may have a path. */
  readonly server: string;
  readonly context?: string;
  readonly namespace: string;
  readonly cluster: {
    readonly caData?: string;
    readonly caFile?: string;
    readonly tlsServerName?: string;
    readonly proxyUrl?: string;
    readonly skipTlsVerify: boolean;
    /** What an exec plugin is told of the cluster (its `client.authentication.k8s.io/exec` extension). */
    readonly execConfig?: JsonObject;
  };
  readonly user: {
    /** For messages: `user ana`. */
    readonly title: string;
    readonly token?: string;
    readonly tokenFile?: string;
    readonly username?: string;
    readonly password?: string;
    readonly certData?: string;
    readonly certFile?: string;
    readonly keyData?: string;
    readonly keyFile?: string;
    readonly exec?: JsonObject;
    /** The folder that a relative command of `exec` counts from. */
    readonly execEntry?: KubeconfigEntry;
    readonly authProvider?: JsonObject;
  };
  readonly impersonate?: Impersonation;
}

export interface Impersonation {
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** For messages: `the API server https://10.0.0.1:6443 of context prod`. */
export function serverText({ server, context }: Connection): string {
  return `the API server ${server}${context === undefined ? '' : ` of context ${context}`}`;
}

/** Chooses context, cluster and user, and lays the flags over them as kubectl does. Throws `kubeconfig-invalid`. */
export function connectionFrom(kubeconfig: Kubeconfig, options: ConnectionOptions): Connection {
  const context = chooseContext(kubeconfig, options);
  const clusterName = options.cluster ?? textIn(context, 'cluster');
  const userName = options.user ?? textIn(context, 'user');
  const cluster = clusterName === undefined ? undefined : named(kubeconfig, 'cluster', clusterName);
  const user = userName === undefined ? undefined : named(kubeconfig, 'user', userName);
  const server = checkedServer(options.server, cluster, kubeconfig);
  const impersonate = impersonation(user, options);
  return {
    server,
    ...(context !== undefined && { context: context.name }),
    namespace: options.namespace ?? textIn(context, 'namespace') ?? 'default',
    cluster: clusterPart(cluster, options),
    user: options.token === undefined ? userPart(user) : { title: 'the user of --token', token: options.token },
    ...(impersonate !== undefined && { impersonate }),
  };
}

function chooseContext(kubeconfig: Kubeconfig, options: ConnectionOptions): KubeconfigEntry | undefined {
  const name = options.context ?? kubeconfig.currentContext?.name;
  const files = kubeconfig.files.join(', ');
  if (name === undefined) {
    if (options.cluster !== undefined || options.server !== undefined) return undefined;
    const known = [...kubeconfig.contexts.keys()].sort();
    throw new GitdriftError('kubeconfig-invalid', `the kubeconfig ${files} has no current context`, {
      hint:
        known.length === 0
          ? 'it names no context at all'
          : `choose one with --context: ${known.slice(0, SHOWN).join(', ')}`,
    });
  }
  const found = kubeconfig.contexts.get(name);
  if (found !== undefined) return found;
  const near = nearestName(name, kubeconfig.contexts.keys());
  const where = options.context === undefined ? (kubeconfig.currentContext?.file ?? files) : files;
  const asked = options.context === undefined ? `the current context ${name}` : `the context ${name}`;
  throw new GitdriftError('kubeconfig-invalid', `${asked} is not defined in the kubeconfig ${where}`, {
    hint: whatThereIs('contexts', near, kubeconfig.contexts),
    position: { file: kubeconfig.currentContext?.file ?? kubeconfig.files[0] ?? where },
  });
}

function named(kubeconfig: Kubeconfig, part: 'cluster' | 'user', name: string): KubeconfigEntry {
  const entries = part === 'cluster' ? kubeconfig.clusters : kubeconfig.users;
  const found = entries.get(name);
  if (found !== undefined) return found;
  const near = nearestName(name, entries.keys());
  throw new GitdriftError(
    'kubeconfig-invalid',
    `the ${part} ${name} is not defined in the kubeconfig ${kubeconfig.files.join(', ')}`,
    { hint: whatThereIs(`${part}s`, near, entries) },
  );
}

/** How many names a hint lists. */
const SHOWN = 8;

function whatThereIs(part: string, near: string | undefined, entries: ReadonlyMap<string, KubeconfigEntry>): string {
  if (near !== undefined) return `did you mean ${near}?`;
  const names = [...entries.keys()].sort();
  if (names.length === 0) return `it defines no ${part} at all`;
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  return `it defines the ${part} ${names.slice(0, SHOWN).join(', ')}${more}`;
}

function checkedServer(flag: string | undefined, cluster: KubeconfigEntry | undefined, kubeconfig: Kubeconfig): string {
  if (flag !== undefined) return serverAddress(flag, '--server');
  const files = cluster?.file ?? kubeconfig.files.join(', ');
  const server = textIn(cluster, 'server');
  if (server !== undefined) return serverAddress(server, `the kubeconfig ${files}`);
  throw new GitdriftError('kubeconfig-invalid', `no API server is named in the kubeconfig ${files}`, {
    hint: 'set clusters[].cluster.server, or use --server',
  });
}

function clusterPart(cluster: KubeconfigEntry | undefined, options: ConnectionOptions): Connection['cluster'] {
  const skip = options.insecureSkipTlsVerify ?? cluster?.body['insecure-skip-tls-verify'] === true;
  const caFile = textIn(cluster, 'certificate-authority');
  // kubectl forgets the TLS name of a server that a flag replaces (client-go tools/clientcmd/client_config.go).
  const tlsName = options.server === undefined ? textIn(cluster, 'tls-server-name') : undefined;
  const extensions = cluster?.body.extensions;
  const execConfig = isArray(extensions)
    ? dig(
        extensions.find((item) => digString(item, 'name') === 'client.authentication.k8s.io/exec'),
        'extension',
      )
    : undefined;
  return {
    skipTlsVerify: skip,
    ...optionalText('caData', skip ? undefined : textIn(cluster, 'certificate-authority-data')),
    ...optionalText(
      'caFile',
      skip || caFile === undefined || cluster === undefined ? undefined : pathIn(cluster, caFile),
    ),
    ...optionalText('tlsServerName', tlsName),
    ...optionalText('proxyUrl', textIn(cluster, 'proxy-url')),
    ...(isObject(execConfig) && { execConfig }),
  };
}

function userPart(user: KubeconfigEntry | undefined): Connection['user'] {
  if (user === undefined) return { title: 'nobody (no user is named)' };
  const file = (key: string): string | undefined => {
    const path = textIn(user, key);
    return path === undefined ? undefined : pathIn(user, path);
  };
  const [exec, authProvider] = [user.body.exec, user.body['auth-provider']];
  return {
    title: `user ${user.name}`,
    ...optionalText('token', textIn(user, 'token')),
    ...optionalText('tokenFile', file('tokenFile')),
    ...optionalText('username', textIn(user, 'username')),
    ...optionalText('password', textIn(user, 'password')),
    ...optionalText('certData', textIn(user, 'client-certificate-data')),
    ...optionalText('certFile', file('client-certificate')),
    ...optionalText('keyData', textIn(user, 'client-key-data')),
    ...optionalText('keyFile', file('client-key')),
    ...(isObject(exec) && { exec, execEntry: user }),
    ...(isObject(authProvider) && { authProvider }),
  };
}

function impersonation(user: KubeconfigEntry | undefined, options: ConnectionOptions): Impersonation | undefined {
  const as = options.as ?? textIn(user, 'as');
  const groups = options.asGroups ?? texts(user?.body['as-groups']);
  if (as === undefined) {
    if (groups.length === 0) return undefined;
    throw new GitdriftError('usage', '--as-group says nothing without --as', {
      hint: 'name the user to act as with --as',
    });
  }
  // Flags describe somebody else than the kubeconfig does: its uid and extras are not theirs.
  const own = options.as === undefined;
  const extra = own && isObject(user?.body['as-user-extra']) ? user.body['as-user-extra'] : {};
  return {
    user: as,
    groups,
    ...optionalText('uid', own ? textIn(user, 'as-uid') : undefined),
    extra: Object.fromEntries(Object.entries(extra).map(([key, value]) => [key, texts(value)])),
  };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function textIn(entry: KubeconfigEntry | undefined, key: string): string | undefined {
  const text = digString(entry?.body, key);
  return text === '' ? undefined : text;
}

function optionalText<Key extends string>(key: Key, text: string | undefined): Partial<Record<Key, string>> {
  return text === undefined ? {} : ({ [key]: text } as Record<Key, string>);
}
