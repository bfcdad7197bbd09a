import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GitdriftError } from '../../model/errors.js';

/** One saved file; `file` is its path as given or below the folder that was given. */
export interface SavedFile {
  readonly file: string;
  readonly text: string;
}

const SAVED = /\.(json|ya?ml)$/i;

/** Reads a file, or all JSON and YAML files of a folder and those below it, sorted. Throws `recording-invalid`. */
export async function readSavedFiles(location: string): Promise<readonly SavedFile[]> {
  const isFolder = await attempt(location, async () => (await stat(location)).isDirectory());
  if (!isFolder) return [await read(location)];
  const names = await attempt(location, () => readdir(location, { recursive: true, withFileTypes: true }));
  const files = names
    .filter((entry) => entry.isFile() && SAVED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|[\\/])\.[^.\\/]/.test(file.slice(location.length)))
    .sort();
  if (files.length === 0) {
    throw new GitdriftError('recording-invalid', `the folder ${location} holds no JSON or YAML file`, {
      hint: 'save objects into it with: kubectl get … -o json --show-managed-fields',
    });
  }
  return Promise.all(files.map(read));
}

async function read(file: string): Promise<SavedFile> {
  return { file, text: await attempt(file, () => readFile(file, 'utf8')) };
}

async function attempt<Result>(file: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const why = code === 'ENOENT' ? 'it does not exist' : code === 'EACCES' ? 'permission denied' : String(code);
    throw new GitdriftError('recording-invalid', `cannot read the saved objects ${file}: ${why}`, {
      position: { file },
    });
  }
}
