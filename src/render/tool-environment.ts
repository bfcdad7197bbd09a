import { delimiter, isAbsolute } from 'node:path';

/** A set of environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a renderer gets of the user's environment. No credentials, no KUBECONFIG, no HELM_* or KUSTOMIZE_*: what is
 * rendered depends on the files and the flags, and a chart can't read secrets of a pipeline.
 */
const PASSED: ReadonlySet<string> = new Set(
  [
    ['PATH', 'HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT'],
    ['LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'],
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ].flat(),
);

/** The variables of `env` that a renderer may see; PATH without relative entries. */
export function toolEnvironment(env: Environment): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && PASSED.has(name.toUpperCase())) passed[name] = value;
  }
  if (passed.PATH !== undefined) {
    passed.PATH = passed.PATH.split(delimiter)
      .filter((entry) => isAbsolute(entry))
      .join(delimiter);
  }
  return passed;
}

/**
 * Added for a tool that has nothing to fetch: its HTTP goes to the discard port, where nobody answers, and its git
 * may use no transport. A second wall behind the check of what it is about to read.
 */
export const NO_NETWORK: Readonly<Record<string, string>> = {
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  http_proxy: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  ALL_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '',
  no_proxy: '',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
};
