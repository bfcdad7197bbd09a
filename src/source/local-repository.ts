import { realpath } from 'node:fs/promises';
import { isAbsolute, posix, relative, sep } from 'node:path';
import type { OpenedSource } from '../model/source.js';
import { gitIn, ifGitFails } from './git.js';
import type { SourceIo } from './open-source.js';
import { checkWord, resolveRevision } from './resolve-revision.js';

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

/** A file of the local repository at a revision; `path` is from its root. */
export interface FileAtRevision {
  readonly path: string;
  readonly text: string;
}

/**
 * The nearest file of that name at a revision, in the folder `folder` or above it up to the repository's root. Undefined
 * `file`: the revision has none. Undefined: the folder is not in the source's repository, so its files are not part of
 * what is compared. Throws `source-not-found` for a revision that is not there.
 */
export async function nearestFileAt(
  head: OpenedSource,
  revision: string,
  wanted: { readonly folder: string; readonly name: string },
  io: SourceIo,
): Promise<{ readonly revision: string; readonly file: FileAtRevision | undefined } | undefined> {
  if (head.root === undefined || head.revision === undefined || head.kind === 'git') return undefined;
  const inside = relative(head.root, await realpath(wanted.folder));
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
  checkWord(revision);
  const git = gitIn({ folder: head.root, env: io.env, protocols: [], ...(io.signal && { signal: io.signal }) });
  const commit = await resolveRevision(git, revision);
  for (let folder = inside.split(sep).join('/') || '.'; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, wanted.name);
    const listed = await git('--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', path);
    if (/^100\d\d\d blob /.test(listed)) {
      return { revision: commit, file: { path, text: await git('cat-file', 'blob', `${commit}:${path}`) } };
    }
    if (folder === '.') return { revision: commit, file: undefined };
  }
}
