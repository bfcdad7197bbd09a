/**
 * True where two addresses name one repository, however they are written: with or without `.git`, over ssh or https,
 * with a login or none. Case is no difference, as for Argo CD (argo-cd util/git/git.go, NormalizeGitURL).
 */
export function isSameRepository(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

function normalized(address: string): string {
  const url = address.trim().toLowerCase();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//.exec(url);
  const rest = scheme === null ? url : url.slice(scheme[0].length);
  const withoutLogin = rest.replace(/^[^/@]*@/, '');
  // `host:path` is what ssh takes; after a scheme the colon is a port's, and the usual one says nothing.
  const path =
    scheme === null
      ? withoutLogin.replace(/^([^/:]+):/, '$1/')
      : withoutLogin.replace(/^([^/:]+):(22|80|443)(?=\/)/, '$1');
  return path
    .replace(/\/{2,}/g, '/')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}
