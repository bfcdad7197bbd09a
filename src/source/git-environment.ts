import { isAbsolute } from 'node:path';

/** A set of environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What git gets of the user's environment: where programs, its configuration, its proxies and its credentials are.
 * Never GIT_DIR, GIT_WORK_TREE and their like: they point git at another repository when gitdrift runs in a hook.
 */
const PASSED = [
  ['PATH', 'HOME', 'USERPROFILE', 'USER', 'LOGNAME', 'XDG_CONFIG_HOME', 'TMPDIR', 'TEMP', 'TMP'],
  ['APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT'],
  ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ['SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'KRB5CCNAME'],
  ['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT'],
  // The names by which pipelines hand their credentials to a GIT_ASKPASS script.
  ['GIT_ASKPASS', 'GIT_USERNAME', 'GIT_PASSWORD'],
  ['GIT_SSL_CAINFO', 'GIT_SSL_CAPATH', 'GIT_SSL_CERT', 'GIT_SSL_KEY', 'GIT_SSL_NO_VERIFY', 'GIT_PROXY_SSL_CAINFO'],
  ['GIT_CONFIG_COUNT', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'],
].flat();

/** The variables of `env` that git may see, with everything set that keeps it from asking, writing or running. */
export function gitEnvironment(env: Environment, protocols: readonly string[]): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const upper = name.toUpperCase();
    if (value === undefined) continue;
    if (PASSED.includes(upper) || /^GIT_CONFIG_(KEY|VALUE)_\d+$/.test(upper)) passed[name] = value;
  }
  if (passed.PATH !== undefined) passed.PATH = absoluteEntries(passed.PATH);
  return {
    ...passed,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    // An empty value also switches off core.askPass and SSH_ASKPASS, which open windows (git's prompt.c).
    GIT_ASKPASS: passed.GIT_ASKPASS ?? '',
    GCM_INTERACTIVE: 'never',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    // Stronger than any protocol.*.allow in a configuration file; `none` is no protocol, so nothing may be fetched.
    GIT_ALLOW_PROTOCOL: protocols.length === 0 ? 'none' : protocols.join(':'),
    GIT_NO_LAZY_FETCH: protocols.length === 0 ? '1' : '0',
  };
}

/** An ssh command that never asks: the given one, where it is OpenSSH, in batch mode. */
export function batchModeSsh(command: string | undefined): string | undefined {
  if (command === undefined || command.trim() === '') return 'ssh -o BatchMode=yes -o ConnectTimeout=30';
  return /^(\S*\/)?ssh(\s|$)/.test(command.trim()) ? `${command.trim()} -o BatchMode=yes` : undefined;
}

/** A relative entry of PATH would be looked up in the folder that is being read, which may hold programs of anybody. */
function absoluteEntries(path: string): string {
  const separator = process.platform === 'win32' ? ';' : ':';
  return path
    .split(separator)
    .filter((entry) => isAbsolute(entry))
    .join(separator);
}
