/**
 * Text with the logins and queries of all URLs taken out. The user name of ssh stays, for it is no secret and part of
 * the address; over http it goes, for tokens are given as user names.
 */
export function withoutLogins(text: string): string {
  return text.includes('://') ? text.replace(/[^\s'"]+/g, (word) => withoutQuery(withoutLogin(word))) : text;
}

/** True for `https://host/…`, `git@host:path`: an address, and no path of this machine. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^[^/\\\s@:]+@[^/\\\s:]+:/.test(text);
}

/** A scanner that goes over each part once, and no regular expression: text of others may be long on purpose. */
function withoutLogin(word: string): string {
  const lastAt = word.lastIndexOf('@');
  const kept: string[] = [];
  let from = 0;
  for (let at = word.indexOf('://'); at >= 0 && at < lastAt; at = word.indexOf('://', Math.max(from, at + 3))) {
    const start = at + 3;
    const end = loginEnd(word, start, lastAt);
    if (end === undefined) continue;
    const isSsh = /ssh$/i.test(word.slice(Math.max(from, at - 3), at));
    kept.push(word.slice(from, start), isSsh ? `${word.slice(start, end).split(':')[0]}@` : '');
    from = end + 1;
  }
  return kept.length === 0 ? word : kept.join('') + word.slice(from);
}

/** The `@` after a login: the last one of the authority, for a password may hold an unescaped one. */
function loginEnd(word: string, start: number, lastAt: number): number | undefined {
  const length = word.slice(start).search(/[/?#]/);
  const authority = word.slice(start, length < 0 ? undefined : start + length);
  const at = authority.lastIndexOf('@');
  if (at >= 0) return start + at;
  // A password may also hold an unescaped `/`, `?` or `#`, as long as it cannot be a port.
  const colon = authority.indexOf(':');
  return colon < 0 || /^\d+$/.test(authority.slice(colon + 1)) ? undefined : lastAt;
}

/** Without what follows the first `?` of a URL. */
function withoutQuery(word: string): string {
  const start = word.indexOf('://');
  const query = start < 0 ? -1 : word.indexOf('?', start);
  return query < 0 ? word : word.slice(0, query);
}
