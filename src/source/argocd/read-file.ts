import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import { systemReason } from '../../model/system-error.js';

/** The text of a file that the user names; `-` is standard input. Throws `source-not-found`. */
export async function readGivenFile(
  file: string,
  io: { readonly cwd: string; readonly readStdin: () => Promise<string> },
): Promise<string> {
  if (file === '-') return io.readStdin();
  return readFile(resolve(io.cwd, file), 'utf8').catch((error: unknown) => {
    throw new GitdriftError('source-not-found', `${file} cannot be read: ${systemReason(error)}`, {
      hint: 'name a file with an Argo CD Application',
      position: { file },
      cause: error,
    });
  });
}
