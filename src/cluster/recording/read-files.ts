import { constants, open, type Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GitdriftError } from '../../model/errors.js';

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
  const stats = await attempt(location, io, () => stat(location));
  if (!stats.isDirectory())
    return [{ file: location, text: await attempt(location, io, () => read(location, stats, io)) }];
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
  return Promise.all(
    files.map(async (file) => ({
      file,
      text: await attempt(file, io, () => readFile(file, { encoding: 'utf8', ...signalOf(io) })),
    })),
  );
}

async function read(file: string, stats: Stats, io: FileIo): Promise<string> {
  if (stats.isFile()) return readFile(file, { encoding: 'utf8', ...signalOf(io) });
  if (stats.isFIFO()) return readPipe(file, io);
  throw new GitdriftError('recording-invalid', `the saved objects ${file} are neither a file nor a folder`, {
    hint: HOW_TO_SAVE.replace('into it', 'into a file'),
    position: { file },
  });
}

/**
 * Opening a pipe the usual way waits for somebody to write, in a thread that nothing can interrupt and that keeps the
 * process from ending. So it is opened without waiting, and the waiting is left to a stream.
 */
async function readPipe(file: string, io: FileIo): Promise<string> {
  const fd = await promisify(open)(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const socket = new Socket({ fd, readable: true, writable: false, ...signalOf(io) });
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function signalOf({ signal }: FileIo): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

async function attempt<Result>(file: string, io: FileIo, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (cause) {
    if (io.signal?.aborted === true) throw new GitdriftError('interrupted', 'interrupted');
    if (cause instanceof GitdriftError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    const why = code === 'ENOENT' ? 'it does not exist' : code === 'EACCES' ? 'permission denied' : String(code);
    throw new GitdriftError('recording-invalid', `cannot read the saved objects ${file}: ${why}`, {
      position: { file },
    });
  }
}
