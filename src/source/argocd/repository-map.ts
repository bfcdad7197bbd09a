import { withoutCredentials } from '../repository-url.js';

/** Where repositories are read from instead of their own addresses. */
export interface RepositoryMap {
  /** Another address for the repository (GITOPS_REPO, as a fork's workflow sets it). */
  readonly override?: string;
  /** Local clones (`--repo-map`), as given: folders count from the working directory. */
  readonly clones: readonly { readonly url: string; readonly folder: string }[];
  /** The history is wanted, too, and not only the files. */
  readonly history?: true;
}

/** Where to read a repository: `clone` is a folder of this machine that stands in for it. */
export type ReadFrom =
  | { readonly kind: 'clone'; readonly folder: string }
  | { readonly kind: 'remote'; readonly url: string };

/**
 * Where the repository of one source is read from. `others` are the addresses of all Git sources of the application: an
 * override stands for the only repository, or for the one of its own name, since a fork keeps the name.
 */
export function readFrom(map: RepositoryMap, url: string, others: readonly string[]): ReadFrom {
  const clone = cloneOf(map, url);
  if (clone !== undefined) return clone;
  if (map.override === undefined) return { kind: 'remote', url };
  const only = new Set(others.map(normalRepositoryURL)).size <= 1;
  if (!only && lastPart(map.override) !== lastPart(url)) return { kind: 'remote', url };
  return cloneOf(map, map.override) ?? { kind: 'remote', url: map.override };
}

function cloneOf(map: RepositoryMap, url: string): ReadFrom | undefined {
  // Nobody should have to give a login again to say which repository is meant.
  const normal = normalRepositoryURL(withoutCredentials(url));
  const found = map.clones.findLast((one) => normalRepositoryURL(withoutCredentials(one.url)) === normal);
  return found === undefined ? undefined : { kind: 'clone', folder: found.folder };
}

function lastPart(url: string): string {
  return normalRepositoryURL(url).replace(/\/+$/, '').split('/').at(-1) ?? '';
}

/**
 * A repository's address in the form by which two are compared (Argo CD's NormalizeGitURL): lower case, without `.git`
 * and `ssh://`, `user@host:path` as `user@host/path`.
 */
export function normalRepositoryURL(url: string): string {
  let normal = url.trim().toLowerCase();
  const isSsh = /^(?:ssh:\/\/)?[^/:]*?@[^@]+$/.test(normal);
  if (isSsh && !normal.startsWith('ssh://')) normal = normal.replace(':', '/');
  return normal.replace(/^ssh:\/\//, '').replace(/\.git$/, '');
}
