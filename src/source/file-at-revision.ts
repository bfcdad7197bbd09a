import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, relative, sep } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { isSameRepository } from '../model/same-repository.js';
import type { OpenedSource, SourceRequest } from '../model/source.js';
import { openOtherRevision } from './base-revision.js';
import { type Git, gitIn, ifGitFails } from './git.js';
import type { SourceIo } from './open-source.js';
import { checkWord, resolveRevision } from './resolve-revision.js';

/** The file that is wanted: the nearest of a name in a folder or above it, or the very one, both by absolute paths. */
export type WantedFile =
  | { readonly kind: 'nearest'; readonly folder: string; readonly name: string }
  | { readonly kind: 'exact'; readonly file: string };

/** A file of a repository at a revision. */
export interface FileAtRevision {
  readonly revision: string;
  /** Absent: the revision has none. `path` is from the repository's root. */
  readonly file?: { readonly path: string; readonly text: string };
  /** True where the commit at hand has the file that is wanted, or it stands at the revision: it is not only lying about. */
  readonly tracked: boolean;
}

/**
 * A file as a revision of the compared repository has it, symbolic links of that revision followed. Undefined where it
 * lies outside of the repository; of a repository that was cloned to be compared the clone around the file counts.
 * Throws `source-not-found` for a revision that is not there, `config` for a link that leads nowhere.
 */
export async function fileAtRevision(
  request: SourceRequest,
  head: OpenedSource,
  revision: string,
  wanted: WantedFile,
  io: SourceIo,
): Promise<FileAtRevision | undefined> {
  const { root: top } = head;
  if (top === undefined || head.revision === undefined) return undefined;
  checkWord(revision);
  const folder = wanted.kind === 'nearest' ? wanted.folder : dirname(wanted.file);
  const root = request.kind === 'git' ? await cloneAround(folder, head, io) : top;
  const path = root === undefined ? undefined : await pathIn(root, wanted);
  if (root === undefined || path === undefined) return undefined;
  const git = gitOf(root, io);
  const commit =
    request.kind === 'git'
      ? await remoteCommit(request, head, revision, git, io)
      : await resolveRevision(git, revision);
  const candidates = wanted.kind === 'exact' ? [path] : upwards(path);
  for (const candidate of candidates) {
    const file = await readAt(git, commit, candidate);
    if (file !== undefined) return { revision: commit, file, tracked: true };
  }
  const tracked = wanted.kind === 'nearest' || (await entryAt(git, 'HEAD', path)) !== undefined;
  return { revision: commit, tracked };
}

const gitOf = (folder: string, io: SourceIo): Git =>
  gitIn({ folder, env: io.env, protocols: [], ...(io.signal && { signal: io.signal }) });

/** The root of the working tree around a folder, where it is of the repository that was cloned to be compared. */
async function cloneAround(folder: string, head: OpenedSource, io: SourceIo): Promise<string | undefined> {
  const git = gitOf(folder, io);
  const top = (await git('rev-parse', '--show-toplevel').catch(ifGitFails(() => ''))).trim();
  if (top === '') return undefined;
  const remotes = await git('config', '--get-regexp', '^remote\\..*\\.url$').catch(ifGitFails(() => ''));
  const isSame =
    remotes.split('\n').some((line) => isSameRepository(line.slice(line.indexOf(' ') + 1), head.repoURL ?? '')) ||
    (await hasCommit(git, head.revision ?? ''));
  return isSame ? realpath(top) : undefined;
}

/** The commit that a revision means at the repository itself: a clone's own branches may be behind, or be the request. */
async function remoteCommit(
  request: SourceRequest,
  head: OpenedSource,
  revision: string,
  clone: Git,
  io: SourceIo,
): Promise<string> {
  const other = await openOtherRevision(request, head, revision, io);
  if (other.kind === 'opened') await other.source.close?.();
  if (await hasCommit(clone, other.revision)) return other.revision;
  throw new GitdriftError(
    'source-not-found',
    `the policy file cannot be read at --base ${revision}: the clone around it has no commit ${other.revision.slice(0, 12)}`,
    { hint: 'fetch it into that clone (git fetch origin), or pin a file outside of the repository with --policy' },
  );
}

async function hasCommit(git: Git, commit: string): Promise<boolean> {
  return (await git('cat-file', '-t', commit).catch(ifGitFails(() => ''))).trim() === 'commit';
}

/** The path from the root, where the file (or what it links to) lies inside. */
async function pathIn(root: string, wanted: WantedFile): Promise<string | undefined> {
  if (wanted.kind === 'nearest') return inside(root, join(await realpath(wanted.folder), wanted.name));
  const own = inside(root, join(await realpath(dirname(wanted.file)), basename(wanted.file)));
  return own ?? inside(root, await realpath(wanted.file));
}

function inside(root: string, file: string): string | undefined {
  const path = relative(root, file);
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  return path.split(sep).join('/');
}

/** The path itself, then the same name in every folder above. */
function upwards(path: string): readonly string[] {
  const name = posix.basename(path);
  const found = [path];
  for (let folder = posix.dirname(path); folder !== '.'; ) {
    folder = posix.dirname(folder);
    found.push(posix.join(folder, name));
  }
  return found;
}

/** Links beyond this many lead in a circle. */
const MOST_LINKS = 8;

async function readAt(
  git: Git,
  commit: string,
  path: string,
  links = 0,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  const mode = await entryAt(git, commit, path);
  if (mode === undefined) {
    if (links > 0) throw astray(path);
    return undefined;
  }
  const text = await git('cat-file', 'blob', `${commit}:${path}`);
  if (mode !== LINK) return { path, text };
  const target = posix.normalize(posix.join(posix.dirname(path), text));
  if (links === MOST_LINKS || text.startsWith('/') || target === '..' || target.startsWith('../')) throw astray(path);
  return readAt(git, commit, target, links + 1);
}

const LINK = '120000';

/** The mode of a file or a link; undefined where there is none. */
async function entryAt(git: Git, commit: string, path: string): Promise<string | undefined> {
  const listed = await git('--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', path);
  return /^(100\d\d\d|120000) blob /.exec(listed)?.[1];
}

function astray(path: string): GitdriftError {
  return new GitdriftError(
    'config',
    `the policy file at --base is a symbolic link that leads to no file of the repository: ${path}`,
    {
      hint: 'make it a file there, or pin one outside of the repository with --policy',
    },
  );
}
