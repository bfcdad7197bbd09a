import { mkdir, realpath, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import type { OpenedSource, SourceRequest } from '../model/source.js';
import { checkout, PathNotInRevision } from './checkout.js';
import { openRepository } from './clone.js';
import { type Git, gitIn } from './git.js';
import { asGitdriftError } from './git-failure.js';
import type { SourceIo } from './open-source.js';
import { checkWord, resolveRevision } from './resolve-revision.js';
import { removeTemporaryFolder, temporaryFolder } from './temporary-folders.js';
import { whyNoCommit } from './work-tree.js';

const OF_INPUT = {
  reason: 'it is in no Git repository',
  hint: 'give the path of a folder in a Git work tree, or --repo URL --path DIR',
};

/** Another revision of a source that is open. */
export type OtherRevision =
  | { readonly kind: 'opened'; readonly revision: string; readonly source: OpenedSource }
  /** The revision does not have the path: it declares nothing there. */
  | { readonly kind: 'absent'; readonly revision: string };

/**
 * Opens the same desired state at another revision of its repository, in a temporary folder that is gone after `close`;
 * nothing is written into the user's repository. Throws `usage` outside Git, `source-not-found` for a revision that the
 * repository does not have, and `git-failed`.
 */
export async function openOtherRevision(
  request: SourceRequest,
  head: OpenedSource,
  revision: string,
  io: SourceIo,
): Promise<OtherRevision> {
  checkWord(revision);
  if (request.kind === 'git') return openFromRemote(request, head, revision, io);
  const { root } = head;
  if (request.kind !== 'path' || root === undefined || head.revision === undefined) {
    const { location } = head;
    const isInput = request.kind !== 'path' || location === undefined;
    const what = isInput ? 'standard input' : head.path;
    const { reason, hint } = await (isInput ? OF_INPUT : whyNoCommit(location, io));
    throw new GitdriftError('usage', `${what} has no earlier revision to read: ${reason}`, { hint });
  }
  const git = gitIn({ folder: root, env: io.env, protocols: [], ...(io.signal && { signal: io.signal }) });
  const commit = await resolveRevision(git, revision);
  return openFromWorkTree(request, head, { root, git, commit }, io);
}

/**
 * The values files of a request as another revision has them: those that lie in the repository count from the other
 * checkout, for they belong to what is compared.
 */
export async function valuesAt(
  values: readonly string[],
  head: OpenedSource,
  other: OpenedSource,
  cwd: string,
): Promise<readonly string[]> {
  const { root } = head;
  if (root === undefined || other.root === undefined || head.kind === 'git') return values;
  const top = other.root;
  return Promise.all(
    values.map(async (file) => {
      const asked = resolve(cwd, file);
      // A file that is gone from the work tree may be there in the other revision.
      const inside = insideOf(root, await realpath(asked).catch(() => asked));
      return inside === undefined ? file : join(top, inside);
    }),
  );
}

/**
 * Reads a commit through a repository of our own that borrows the objects of the user's (gitrepository-layout,
 * objects/info/alternates): a checkout, or a work tree beside it, would write into theirs.
 */
async function openFromWorkTree(
  request: Extract<SourceRequest, { kind: 'path' }>,
  head: OpenedSource,
  from: { readonly root: string; readonly git: Git; readonly commit: string },
  io: SourceIo,
): Promise<OtherRevision> {
  const folder = await temporaryFolder(io.env);
  try {
    const root = join(folder, 'repository');
    await mkdir(root);
    const objects = resolve(from.root, (await from.git('rev-parse', '--git-path', 'objects')).replace(/\r?\n$/, ''));
    const git = gitIn({ folder: root, env: io.env, protocols: [], ...(io.signal && { signal: io.signal }) });
    await git('init', '--quiet', ...(from.commit.length === 64 ? ['--object-format=sha256'] : []));
    await writeFile(join(root, '.git/objects/info/alternates'), `${objects}\n`);
    const path = await pathIn(git, from.commit, [await askedPath(request.path, head, io.cwd), head.path]);
    const { location, submodules } = await checkout(git, {
      root,
      revision: from.commit,
      path,
      shown: 'the repository',
      borrowed: true,
    });
    const revisionTime = (await git('log', '-1', '--no-show-signature', '--format=%cI', from.commit)).trim();
    const source: OpenedSource = {
      kind: (await stat(location)).isDirectory() ? 'directory' : 'file',
      name: head.name,
      location,
      root,
      recursive: head.recursive,
      ...(head.repoURL === undefined ? {} : { repoURL: head.repoURL }),
      path,
      revision: from.commit,
      revisionTime,
      dirty: false,
      ...(submodules.length > 0 && { submodules }),
      close: () => removeTemporaryFolder(folder),
    };
    return { kind: 'opened', revision: from.commit, source };
  } catch (error) {
    await removeTemporaryFolder(folder);
    if (error instanceof PathNotInRevision) return { kind: 'absent', revision: from.commit };
    throw asGitdriftError(error, from.root);
  }
}

/** The path as the user gave it, from the root; it may lead through links that stand elsewhere in another revision. */
async function askedPath(path: string, head: OpenedSource, cwd: string): Promise<string> {
  const inside = insideOf(head.root ?? cwd, resolve(await realpath(cwd), path));
  return inside === undefined ? head.path : inside === '' ? '.' : inside.split(sep).join('/');
}

/** The first of these paths that the revision has, or that lead through a link or a submodule of it; else the first. */
async function pathIn(git: Git, commit: string, paths: readonly [string, ...string[]]): Promise<string> {
  for (const path of paths) {
    if (path === '.') return path;
    for (let here = path; here !== '.'; here = posix.dirname(here)) {
      const entry = await git('--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', here);
      if (entry !== '' && (here === path || /^1[26]0000 /.test(entry))) return path;
    }
  }
  return paths[0];
}

function insideOf(root: string, location: string): string | undefined {
  const inside = relative(root, location);
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? undefined : inside;
}

/** `HEAD~2`, `main^`: a name, and how far before it. What HEAD means is what is compared, even where the branch moved. */
export function namedAndSteps(revision: string, head: OpenedSource): { readonly name: string; readonly steps: string } {
  const [, named = '', steps = ''] = ANCESTOR.exec(revision) ?? [];
  return { name: ['HEAD', '@', ''].includes(named) ? (head.revision ?? 'HEAD') : named, steps };
}

const ANCESTOR = /^(.*?)((?:[~^]\d*)*)$/s;

async function openFromRemote(
  request: Extract<SourceRequest, { kind: 'git' }>,
  head: OpenedSource,
  revision: string,
  io: SourceIo,
): Promise<OtherRevision> {
  const { name, steps } = namedAndSteps(revision, head);
  const open = async (wanted: string): Promise<OtherRevision> => {
    try {
      const source = await openRepository({ ...request, revision: wanted, steps }, io);
      return { kind: 'opened', revision: source.revision ?? wanted, source: { ...source, name: head.name } };
    } catch (error) {
      if (error instanceof PathNotInRevision) return { kind: 'absent', revision: error.revision };
      throw error;
    }
  };
  try {
    return await open(name);
  } catch (error) {
    // The name of a branch as a clone would know it.
    const isUnknown = error instanceof GitdriftError && error.code === 'source-not-found';
    if (!isUnknown || !name.startsWith('origin/')) throw error;
    return open(name.slice('origin/'.length));
  }
}
