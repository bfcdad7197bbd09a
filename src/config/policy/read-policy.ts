import { readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import type { UsedPolicy } from '../../model/policy.js';
import { systemReason } from '../../model/system-error.js';
import type { Settings } from '../settings.js';
import { parsePolicy } from './parse-policy.js';

/** What a policy file is called where it is found by its name. */
export const POLICY_NAME = 'gitdrift.yaml';

/**
 * The policy of `--policy`, else the `gitdrift.yaml` of the working directory or, inside a Git repository, the nearest
 * one above it up to the repository's root; undefined where there is none. Throws `config` where it cannot be used.
 */
export async function readPolicy(settings: Settings, cwd: string): Promise<UsedPolicy | undefined> {
  const given = settings.values.policy;
  if (given !== undefined) {
    const read = await textOf(resolve(cwd, given));
    if (read !== undefined) return { ...parsePolicy(read, given), discovered: false };
    throw new GitdriftError('config', `${settings.saidAs('policy')}: there is no file ${given}`, {
      hint: 'check the path; it counts from the working directory',
    });
  }
  for (const folder of await searched(cwd)) {
    const file = join(folder, POLICY_NAME);
    const read = await textOf(file);
    if (read !== undefined) return { ...parsePolicy(read, shown(cwd, file)), discovered: true };
  }
  return undefined;
}

/** The working directory, and the folders above it where they lie in the same repository. */
async function searched(cwd: string): Promise<readonly string[]> {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (await exists(join(folder, '.git'))) return folders;
    // No repository anywhere above: a file in a folder that others can write must not judge this run.
    if (dirname(folder) === folder) return [cwd];
  }
}

function shown(cwd: string, file: string): string {
  const from = relative(cwd, file);
  return isAbsolute(from) ? file : from.replaceAll('\\', '/');
}

const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

/** The text of a file; undefined where there is none. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw new GitdriftError('config', `the policy file ${file} cannot be read: ${systemReason(error)}`, {
      hint: 'it has to be a file that you may read',
      cause: error,
    });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
