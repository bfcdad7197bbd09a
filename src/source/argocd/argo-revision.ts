import { GitdriftError } from '../../model/errors.js';
import { nearestName } from '../../model/nearest-name.js';
import { compareVersions, parseVersion, type Version } from './semver.js';
import { parseConstraint, type VersionCheck } from './semver-constraint.js';

/** What a targetRevision stands for in one repository: a ref by its full name, or a commit by its number. */
export type ArgoRevision =
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'commit'; readonly hash: string };

/** The refs of a repository, in the order of `git ls-remote`, `HEAD` among them. */
export type Refs = readonly string[];

/**
 * Resolves a targetRevision as Argo CD does (util/git/client.go, lsRemote): a whole commit number as it is; nothing is
 * HEAD; a constraint is the highest tag that it admits, after `tagPrefix`; then the first ref of that short or full name;
 * then the beginning of a commit's number. `clone` says that the refs are those of a local clone, which holds the
 * remote's branches under another name. Throws `source-not-found`.
 */
export function argoRevision(
  refs: Refs,
  wanted: { readonly revision: string; readonly tagPrefix?: string; readonly clone: boolean; readonly url: string },
): ArgoRevision {
  const { tagPrefix = '', clone, url } = wanted;
  if (/^[0-9a-f]{40}$/i.test(wanted.revision)) return { kind: 'commit', hash: wanted.revision.toLowerCase() };
  const asked = wanted.revision === '' ? 'HEAD' : wanted.revision;
  const revision = versionTag(refs, asked, tagPrefix, url) ?? asked;
  const isShort = !revision.startsWith('refs/');
  const ref =
    refs.find((name) => name === revision || (isShort && shortName(name) === revision)) ??
    (clone ? refs.find((name) => name === `refs/remotes/origin/${revision}`) : undefined);
  if (ref !== undefined) return { kind: 'ref', ref };
  if (/^[0-9a-f]{7,39}$/i.test(revision)) return { kind: 'commit', hash: revision.toLowerCase() };
  const near = nearestName(revision, refs.filter((name) => name.startsWith('refs/')).map(shortName));
  throw new GitdriftError('source-not-found', `${url} has no revision ${asked}`, {
    hint: near === undefined ? 'check targetRevision' : `did you mean ${near}?`,
  });
}

/** The highest tag that a constraint admits; undefined for text that is an exact version or no constraint, which is a name. */
function versionTag(refs: Refs, revision: string, prefix: string, url: string): string | undefined {
  if (parseVersion(revision) !== undefined) return `${prefix}${revision}`;
  const admits = parseConstraint(revision);
  if (admits === undefined) {
    if (prefix === '') return undefined;
    throw new GitdriftError('source-not-found', `tagPrefix ${prefix} needs a version or a range, not ${revision}`, {
      hint: 'set targetRevision to a constraint such as 1.*, or leave out tagPrefix',
    });
  }
  const tags = refs.flatMap((name) => (name.startsWith(TAGS) ? [name.slice(TAGS.length)] : []));
  const best = highest(
    tags.flatMap((tag) => (tag.startsWith(prefix) ? [tag.slice(prefix.length)] : [])),
    admits,
  );
  if (best !== undefined) return `${prefix}${best}`;
  if (prefix === '') return undefined;
  throw new GitdriftError('source-not-found', `${url} has no tag ${prefix}… that ${revision} admits`, {
    hint: 'check targetRevision and tagPrefix',
  });
}

function highest(tags: readonly string[], admits: VersionCheck): string | undefined {
  let best: { readonly tag: string; readonly version: Version } | undefined;
  for (const tag of tags) {
    const version = parseVersion(tag);
    if (version === undefined || !admits(version)) continue;
    if (best === undefined || compareVersions(version, best.version) > 0) best = { tag, version };
  }
  return best?.tag;
}

const TAGS = 'refs/tags/';

/** `refs/heads/main` and `refs/tags/v1` by the names that people use. */
function shortName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags|remotes)\//, '');
}
