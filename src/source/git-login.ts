import { GitdriftError } from '../model/errors.js';
import { withoutCredentials } from './repository-url.js';

/** What git is told through its environment: lines of configuration, and variables. */
export interface GitLogin {
  readonly config: readonly (readonly [key: string, value: string])[];
  readonly env: Readonly<Record<string, string>>;
}

/** Git hands a helper the word `get`, `store` or `erase`, and runs it with sh. */
const HELPER = `!f() { test "$1" = get || return 0; printf 'username=%s\\npassword=%s\\n' "$GITDRIFT_URL_USERNAME" "$GITDRIFT_URL_PASSWORD"; }; f`;

/**
 * A repository's URL without its login, and the login beside it: arguments stand in the process list, which everybody on the
 * machine can read, and git hands the URL on to further programs. Throws `usage` for a login that holds a control character.
 */
export function apartFromLogin(url: string): { readonly url: string; readonly login?: GitLogin } {
  const [, start = '', authority = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? [];
  const at = authority.lastIndexOf('@');
  if (at < 0) return { url };
  const [given = '', ...others] = authority.slice(0, at).split(':');
  const host = authority.slice(at + 1);
  // The user of ssh is part of the address, and ssh takes no password from it.
  if (!/^https?:/i.test(start)) return { url: `${start}${given}@${host}${rest}` };
  const [username, password] = [given, others.join(':')].map(decoded) as [string, string];
  if ([...username, ...password].some((character) => character < ' ')) {
    throw new GitdriftError('usage', `the login of ${withoutCredentials(url)} holds a control character`, {
      hint: 'set up a credential helper or GIT_ASKPASS instead',
    });
  }
  const scope = `credential.${start}${host}`;
  if (others.length === 0)
    return { url: `${start}${host}${rest}`, login: { config: [[`${scope}.username`, username]], env: {} } };
  return {
    url: `${start}${host}${rest}`,
    login: {
      // The empty one takes the user's helpers away, which would keep the login.
      config: [
        [`${scope}.helper`, ''],
        [`${scope}.helper`, HELPER],
      ],
      env: { GITDRIFT_URL_USERNAME: username, GITDRIFT_URL_PASSWORD: password },
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The environment with lines of configuration added to those that it holds (git-config, GIT_CONFIG_COUNT). */
export function withLogin(env: Readonly<Record<string, string>>, login: GitLogin | undefined): Record<string, string> {
  if (login === undefined) return { ...env };
  const before = Number.parseInt(env.GIT_CONFIG_COUNT ?? '0', 10) || 0;
  const lines = login.config.flatMap(([key, value], index): [string, string][] => [
    [`GIT_CONFIG_KEY_${before + index}`, key],
    [`GIT_CONFIG_VALUE_${before + index}`, value],
  ]);
  return { ...env, ...login.env, ...Object.fromEntries(lines), GIT_CONFIG_COUNT: String(before + login.config.length) };
}
