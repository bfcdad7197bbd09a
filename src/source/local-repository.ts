import type { OpenedSource } from '../model/source.js';
import { gitIn, ifGitFails } from './git.js';
import type { SourceIo } from './open-source.js';

/** True where the local repository of a source has the commit with all that it takes to read it. */
export async function hasCommit(head: OpenedSource, commit: string, io: SourceIo): Promise<boolean> {
  if (head.root === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) return false;
  const git = gitIn({ folder: head.root, env: io.env, protocols: [], ...(io.signal && { signal: io.signal }) });
  return (await git('cat-file', '-t', commit).catch(ifGitFails(() => ''))).trim() === 'commit';
}

/** The addresses that the repository of a source is known by: that it was cloned from, or its remotes'. */
export async function repositoryAddresses(head: OpenedSource, io: SourceIo): Promise<readonly string[]> {
  const own = head.repoURL === undefined ? [] : [head.repoURL];
  if (head.kind === 'git' || head.root === undefined) return own;
  const git = gitIn({ folder: head.root, env: io.env, protocols: [], ...(io.signal && { signal: io.signal }) });
  const remotes = await git('config', '--get-regexp', '^remote\\..*\\.url$').catch(ifGitFails(() => ''));
  return [...own, ...remotes.split('\n').flatMap((line) => line.split(' ').slice(1, 2))];
}
