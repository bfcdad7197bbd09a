import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import type { UsedPolicy } from '../../model/policy.js';
import { systemReason } from '../../model/system-error.js';
import type { Settings } from '../settings.js';
import { parsePolicy } from './parse-policy.js';

/** What a policy file is called where it is found by its name. */
export const POLICY_NAME = 'gitdrift.yaml';

/**
 * The policy of `--policy`, else the `gitdrift.yaml` of the working directory or, inside a Git repository, the nearest
 * one above it up to the repository's root; undefined where there is none, or only empty ones. Throws `config` where it cannot be used.
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
  const folders = await searched(cwd);
  for (const folder of folders) {
    const file = join(folder, POLICY_NAME);
    if (!(await exists(file))) continue;
    await checkFound(file, folders.at(-1) ?? cwd, shown(cwd, file));
    const read = await textOf(file);
    // A shell empties the file that the command's own output goes to before the command reads it.
    if (read !== undefined && !saysNothing(read)) return { ...parsePolicy(read, shown(cwd, file)), discovered: true };
  }
  return undefined;
}

function saysNothing(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(#|$)/.test(line));
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

/**
 * A file that was found by its name came with what is being read: it must not be a pipe or a device that never ends, nor
 * lead out of the repository to a file that messages would then quote.
 */
async function checkFound(file: string, top: string, name: string): Promise<void> {
  const from = relative(await realpath(top), await realpath(file));
  if (from === '..' || from.startsWith(`..${sep}`) || isAbsolute(from)) {
    throw refused(
      `the policy file ${name} leads out of the repository or folder that it was found in`,
      'pin the file that is meant with --policy',
    );
  }
  if (!(await stat(file)).isFile())
    throw refused(`the policy file ${name} is no file`, 'remove it, or pin another with --policy');
}

/** More characters than any policy has; what is longer is something else, or never ends. */
const LONGEST = 1024 * 1024;

async function readUpTo(handle: FileHandle): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of handle.createReadStream({ end: LONGEST }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks, size);
}

function refused(message: string, hint: string): GitdriftError {
  return new GitdriftError('config', message, { hint });
}

const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

/** The text of a file; undefined where there is none. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    const bytes = await readUpTo(await open(file));
    if (bytes.length <= LONGEST) return bytes.toString();
    throw refused(`the policy file ${file} is longer than 1 MiB`, 'it takes what docs/policy.md shows, and no more');
  } catch (error) {
    if (error instanceof GitdriftError) throw error;
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
