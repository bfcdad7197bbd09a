import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import { NoFileError, readText } from '../read-text.js';

/** One saved file; `file` is its path as given or below the folder that was given. */
export interface SavedFile {
  readonly file: string;
  readonly text: string;
}

/** What reading needs of the process. */
export interface FileIo {
  readonly readStdin: () => Promise<string>;
  readonly signal?: AbortSignal;
}

const SAVED = /\.(json|ya?ml)$/i;

const HOW_TO_SAVE = 'save objects into it with: kubectl get … -o json --show-managed-fields';

/**
 * Reads a file, a pipe (`<(kubectl get …)`), standard input (`-`), or all JSON and YAML files of a folder and those
 * below it, sorted. Nothing else is opened: a device may never end. Throws `recording-invalid`, `interrupted`.
 */
export async function readSavedFiles(location: string, io: FileIo): Promise<readonly SavedFile[]> {
  if (location === '-' || location === '/dev/stdin') return [{ file: 'standard input', text: await io.readStdin() }];
  const isFolder = await attempt(location, io, async () => (await stat(location)).isDirectory());
  if (!isFolder) return [await read(location, io)];
  const names = await attempt(location, io, () => readdir(location, { recursive: true, withFileTypes: true }));
  const files = names
    .filter((entry) => entry.isFile() && SAVED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|[\\/])\.[^.\\/]/.test(file.slice(location.length)))
    .sort();
  if (files.length === 0) {
    throw new GitdriftError('recording-invalid', `the folder ${location} holds no JSON or YAML file`, {
      hint: HOW_TO_SAVE,
    });
  }
  return Promise.all(files.map((file) => read(file, io)));
}

async function read(file: string, io: FileIo): Promise<SavedFile> {
  return { file, text: await attempt(file, io, () => readText(file, io.signal)) };
}

async function attempt<Result>(file: string, io: FileIo, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (cause) {
    if (io.signal?.aborted === true) throw new GitdriftError('interrupted', 'interrupted');
    if (cause instanceof NoFileError) {
      throw new GitdriftError('recording-invalid', `the saved objects ${file} are neither a file nor a folder`, {
        hint: HOW_TO_SAVE.replace('into it', 'into a file'),
        position: { file },
      });
    }
    const code = (cause as NodeJS.ErrnoException).code;
    const why = code === 'ENOENT' ? 'it does not exist' : code === 'EACCES' ? 'permission denied' : String(code);
    throw new GitdriftError('recording-invalid', `cannot read the saved objects ${file}: ${why}`, {
      position: { file },
    });
  }
}
