import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, posix, relative, sep } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { type Git, GitFailure } from './git.js';
import { existing } from './local-path.js';
import { submodulesIn, withParents } from './submodules.js';

/** Files that refer to others anywhere in the repository: bases, values, dependencies. */
const REACHES_OUT = /(^|\/)(kustomization\.ya?ml|Kustomization|Chart\.ya?ml)$/;

/** The mode of a symbolic link in a tree. */
const LINK = '120000';

/** What a checkout gives: the real path of what was asked for, and the submodules at or below it, which are not read. */
export interface CheckedOut {
  readonly location: string;
  readonly submodules: readonly string[];
}

/** The revision has no such path. */
export class PathNotInRevision extends GitdriftError {
  readonly revision: string;

  constructor(revision: string, error: GitdriftError) {
    super(error.code, error.message, error.hint === undefined ? {} : { hint: error.hint });
    this.revision = revision;
  }
}

/**
 * Checks out a fetched revision: only the folder of `path` where nothing in it can refer to others, else everything.
 * Throws `source-not-found` where the path isn't there, is in a submodule, or leads out of the repository.
 */
export async function checkout(
  git: Git,
  wanted: {
    readonly root: string;
    readonly revision: string;
    readonly path: string;
    readonly shown: string;
    /** The objects are borrowed, and some may not be there. */
    readonly borrowed?: true;
  },
): Promise<CheckedOut> {
  const { root, revision, path } = wanted;
  const where = `${path} in ${wanted.shown} at ${revision.slice(0, 12)}`;
  await refuseSubmodule(git, revision, path, where);
  // Every entry: `<mode> <type> <hash>\t<path>`, ended by NUL.
  const listing = await git(
    '--literal-pathspecs',
    ...['ls-tree', '-r', '-z', '--full-tree', revision],
    ...(path === '.' ? [] : ['--', path]),
  );
  const folder = folderThatStandsAlone(listing.split('\0').filter(Boolean), path);
  const narrowed = folder !== undefined && (await narrow(git, folder));
  await git('-c', `core.sparseCheckout=${narrowed}`, 'checkout', '--quiet', '--detach', revision);
  if (wanted.borrowed) await refuseGaps(git, revision);
  const asked = join(root, path);
  const { location } = await existing(asked, where, root).catch(async (error: unknown) => {
    const isThere = await lstat(asked).then(
      () => true,
      () => false,
    );
    throw error instanceof GitdriftError && !isThere && listing === '' ? new PathNotInRevision(revision, error) : error;
  });
  const inside = relative(await realpath(root), location);
  const inGit = inside === '.git' || inside.startsWith(`.git${sep}`);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) || inGit) {
    throw new GitdriftError('source-not-found', `${where} is a symbolic link that leaves the repository`, {
      hint: 'gitdrift does not follow it: what it points at is not in Git',
    });
  }
  return { location, submodules: submodulesIn(listing) };
}

/**
 * Git ends well where it cannot write a file whose contents are not there (a clone with `--filter` leaves them at its
 * origin), so the files have to be looked for.
 */
async function refuseGaps(git: Git, revision: string): Promise<void> {
  const gaps = (await git('ls-files', '--deleted', '-z')).split('\0').filter((file) => file !== '');
  const [first] = gaps;
  if (first === undefined) return;
  const more = gaps.length === 1 ? '' : ` and ${gaps.length - 1} more`;
  const short = revision.slice(0, 12);
  throw new GitdriftError('git-failed', `the contents of ${first}${more} at ${short} are not in this clone`, {
    hint: `it is a partial one; fetch them first: git archive ${short} > /dev/null`,
  });
}

/** A submodule's files are in another repository, which may be anywhere; an empty folder would be read in their place. */
async function refuseSubmodule(git: Git, revision: string, path: string, where: string): Promise<void> {
  if (path === '.') return;
  const listing = await git(
    '--literal-pathspecs',
    'ls-tree',
    '-z',
    '--full-tree',
    revision,
    '--',
    ...withParents(path),
  );
  const submodule = submodulesIn(listing).find((one) => path === one || path.startsWith(`${one}/`));
  if (submodule === undefined) return;
  const is = submodule === path ? 'is a Git submodule' : `is in the Git submodule ${submodule}`;
  throw new GitdriftError('source-not-found', `${where} ${is}, and gitdrift clones none`, {
    hint: "give the submodule's own repository, or the path of a local checkout that has it",
  });
}

/** The folder that holds all of `path`, where nothing in it (the entries) refers to files elsewhere. */
function folderThatStandsAlone(entries: readonly string[], path: string): string | undefined {
  if (path === '.') return undefined;
  const names = entries.map((entry) => entry.slice(entry.indexOf('\t') + 1));
  if (entries.some((entry) => entry.startsWith(`${LINK} `)) || names.some((name) => REACHES_OUT.test(name))) return;
  const folder = names[0] === path ? posix.dirname(path) : path;
  return names.length === 0 || folder === '.' ? undefined : folder;
}

/** Limits the checkout to one folder; false where git is too old for it (before 2.25). */
async function narrow(git: Git, folder: string): Promise<boolean> {
  try {
    await git('sparse-checkout', 'init', '--cone');
    await git('sparse-checkout', 'set', '--', folder);
    return true;
  } catch (error) {
    if (error instanceof GitFailure) return false;
    throw error;
  }
}
