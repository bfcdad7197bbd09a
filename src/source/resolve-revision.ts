import { GitdriftError } from '../model/errors.js';
import { nearestName } from '../model/nearest-name.js';
import { type Git, ifGitFails } from './git.js';

/** Refuses text that would be an option of git, or none at all. Throws `usage`. */
export function checkWord(revision: string): void {
  const control = [...revision].some((character) => character < ' ' || character === '\u007f');
  if (revision !== '' && !revision.startsWith('-') && !control) return;
  throw new GitdriftError('usage', `${JSON.stringify(revision)} is not a revision of a Git repository`, {
    hint: 'give a branch, a tag, a commit, or an expression such as HEAD~1: --base "$(git merge-base origin/main HEAD)"',
  });
}

/** The full number of the commit that a revision of a local repository means. Throws `source-not-found`. */
export async function resolveRevision(git: Git, revision: string): Promise<string> {
  const parse = async (text: string): Promise<string> =>
    (await git('rev-parse', '--verify', '--quiet', text).catch(ifGitFails(() => ''))).trim();
  // In two steps, for what is asked may end in a text to search for (`:/raise replicas`).
  const named = await parse(revision);
  const found = named === '' ? '' : await parse(`${named}^{commit}`);
  if (found !== '') return found;
  throw new GitdriftError('source-not-found', `the repository has no revision ${revision}`, {
    hint: await hintFor(git, revision),
  });
}

async function hintFor(git: Git, revision: string): Promise<string> {
  const isShallow = await git('rev-parse', '--is-shallow-repository').catch(ifGitFails(() => ''));
  if (isShallow.trim() === 'true') {
    return 'this clone is shallow: fetch its history first (git fetch --unshallow; fetch-depth: 0 of actions/checkout)';
  }
  const listed = await git(
    'for-each-ref',
    '--format=%(refname:short)',
    'refs/heads',
    'refs/tags',
    'refs/remotes',
  ).catch(ifGitFails(() => ''));
  const near = nearestName(
    revision,
    listed.split('\n').filter((name) => name !== ''),
  );
  if (near !== undefined) return `did you mean ${near}?`;
  const [, remote, branch] = /^([^/]+)\/(.+)$/.exec(revision) ?? [];
  return remote === undefined ? 'give a branch, a tag or a commit' : `fetch it first: git fetch ${remote} ${branch}`;
}
