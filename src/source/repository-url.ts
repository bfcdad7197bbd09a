import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { withoutLogins } from '../model/url-login.js';

/** Transports that only move objects. Git's others (`ext::`, `fd::`, any `helper::`) start programs. */
export const ALLOWED_PROTOCOLS = ['file', 'git', 'http', 'https', 'ssh'] as const;

/** `user@host:path`, `host:path`: what ssh takes. A slash before the colon makes it a local path (gitrepository-layout). */
const SCP_LIKE = /^[^/\\]+:(?!\/\/)/;
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;

/**
 * The URL to give to git: as written, or the absolute path where it names a local folder (relative to `cwd`).
 * Throws `usage` for anything that is an option, a transport that runs programs, or no URL at all.
 */
export function repositoryURL(url: string, cwd: string): string {
  if (url === '' || url.startsWith('-') || hasControlCharacter(url)) {
    throw new GitdriftError('usage', `${JSON.stringify(withoutCredentials(url))} is not the URL of a Git repository`, {
      hint: 'give an https, ssh, git or file URL, or the path of a local repository',
    });
  }
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase();
  const allowed: readonly string[] = ALLOWED_PROTOCOLS;
  if (/^[a-z0-9+.-]*::/i.test(url) || (scheme !== undefined && !allowed.includes(scheme))) {
    throw new GitdriftError('usage', `the transport of ${withoutCredentials(url)} is not allowed`, {
      hint: `gitdrift reads repositories over ${ALLOWED_PROTOCOLS.join(', ')} only: other transports can run programs`,
    });
  }
  if (scheme !== undefined) return url;
  const local = resolve(cwd, url);
  if (existsSync(local)) return local;
  if (SCP_LIKE.test(url) && !isAbsolute(url)) return url;
  throw new GitdriftError('source-not-found', `there is no Git repository at ${url}`, {
    hint: 'give an https, ssh, git or file URL, or the path of a local repository',
  });
}

/**
 * The URL without its password, token or query. The user name of ssh stays, for it is no secret and part of the
 * address; over http it goes, for tokens are given as user names.
 */
export function withoutCredentials(url: string): string {
  const scheme = SCHEME.exec(url)?.[0];
  if (scheme === undefined) return url;
  const keepsUser = /ssh:\/\/$/i.test(scheme);
  // Up to the last @ of the authority: a password may hold an unescaped one.
  return url
    .replace(/^([^:]+:\/\/)([^/?#]*)@/, (_, start: string, login: string) =>
      keepsUser ? `${start}${login.split(':')[0]}@` : start,
    )
    .replace(/\?[^#]*/, '');
}

/** Text of git, with the logins of all URLs and the shapes of well-known access tokens taken out. */
export function withoutSecrets(text: string): string {
  return withoutLogins(text).replace(/\b(?:gh[pousr]_|github_pat_|glpat-|glptt-|gldt-)[A-Za-z0-9_-]{8,}/g, '***');
}

/** The last part of a URL or path, without `.git`: what people call the repository. */
export function repositoryName(url: string): string {
  const last = withoutCredentials(url)
    .replace(/[/\\]+$/, '')
    .split(/[/\\:]/)
    .at(-1);
  return (last ?? '').replace(/\.git$/, '') || 'repository';
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f');
}
