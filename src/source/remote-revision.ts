import { GitdriftError } from '../model/errors.js';
import { nearestName } from '../model/nearest-name.js';
import type { Git } from './git.js';
import { withoutCredentials } from './repository-url.js';

/** How to get at a revision: by the name of a ref, or by a commit's (maybe shortened) number. */
export type RemoteRevision =
  | { readonly kind: 'ref'; readonly ref: string; readonly name: string }
  | { readonly kind: 'commit'; readonly hash: string; readonly complete: boolean };

/** What no ref may hold (git-check-ref-format), what the syntax of revisions adds, and what would be an option. */
const NO_REVISION = /^-|^\/|\/$|\.\.|@\{|\/\/|\.lock$|[\s~^:?*[\\]/;

/** Refuses text that cannot be a branch, a tag or a commit. Throws `usage`. */
export function checkRevision(revision: string): void {
  const control = [...revision].some((character) => character < ' ' || character === '\u007f');
  if (revision !== '' && !control && !NO_REVISION.test(revision)) return;
  throw new GitdriftError('usage', `${JSON.stringify(revision)} is not a revision that can be fetched`, {
    hint: 'give a branch, a tag, or the number of a commit',
  });
}

/**
 * Finds what a revision means in a remote repository; absent means its default branch. A branch wins over a tag of the
 * same name, and a name over a commit. Throws `source-not-found` where there is none, naming the nearest.
 */
export async function findRevision(git: Git, url: string, revision: string | undefined): Promise<RemoteRevision> {
  const listed = refs(
    await git('ls-remote', '--symref', '--', url, 'HEAD', ...(revision === undefined ? [] : [revision])),
  );
  if (revision === undefined || revision === 'HEAD') {
    const branch = listed.head?.replace(/^refs\/heads\//, '');
    if (branch !== undefined || listed.names.includes('HEAD'))
      return { kind: 'ref', ref: 'HEAD', name: branch ?? 'HEAD' };
    throw new GitdriftError('source-not-found', `${withoutCredentials(url)} has no default branch`, {
      hint: 'the repository may be empty; else give --revision',
    });
  }
  const ref = [`refs/heads/${revision}`, `refs/tags/${revision}`, revision, `refs/${revision}`].find(
    (name) => name.startsWith('refs/') && listed.names.includes(name),
  );
  if (ref !== undefined) return { kind: 'ref', ref, name: revision };
  if (/^[0-9a-f]{4,64}$/i.test(revision)) {
    const complete = revision.length === 40 || revision.length === 64;
    return { kind: 'commit', hash: revision.toLowerCase(), complete };
  }
  throw await noSuchRevision(git, url, revision);
}

/** The error for a revision that the repository doesn't have. */
export async function noSuchRevision(git: Git, url: string, revision: string): Promise<GitdriftError> {
  const { names } = refs(await git('ls-remote', '--heads', '--tags', '--', url));
  const near = nearestName(
    revision,
    names.map((name) => name.replace(/^refs\/(heads|tags)\//, '')),
  );
  return new GitdriftError('source-not-found', `${withoutCredentials(url)} has no revision ${revision}`, {
    hint: near === undefined ? 'give a branch, a tag, or the number of a commit' : `did you mean ${near}?`,
  });
}

function refs(text: string): { head: string | undefined; names: string[] } {
  let head: string | undefined;
  const names: string[] = [];
  for (const line of text.split('\n')) {
    const [left, name] = line.split('\t');
    if (left === undefined || name === undefined || name.endsWith('^{}')) continue;
    if (left.startsWith('ref: ')) {
      if (name === 'HEAD') head = left.slice('ref: '.length);
    } else names.push(name);
  }
  return { head, names };
}
