/** A URL's user and password; also one with an unescaped `/`, `?` or `#`, as long as it cannot be a port. */
const LOGIN = /\b([a-z][a-z0-9+.-]*:\/\/)([^\s/'"?#]*|[^\s/'":?#]*:(?!\d+[/?#])[^\s'"]*)@/gi;
const QUERY = /\b([a-z][a-z0-9+.-]*:\/\/[^\s'"?]*)\?[^\s'"]*/gi;

/**
 * Text with the logins and queries of all URLs taken out. The user name of ssh stays, for it is no secret and part of
 * the address; over http it goes, for tokens are given as user names.
 */
export function withoutLogins(text: string): string {
  return text
    .replace(LOGIN, (_, start: string, login: string) =>
      /ssh:\/\/$/i.test(start) ? `${start}${login.split(':')[0]}@` : start,
    )
    .replace(QUERY, '$1');
}

/** True for `https://host/…`, `git@host:path`: an address, and no path of this machine. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^[^/\\\s@:]+@[^/\\\s:]+:/.test(text);
}
