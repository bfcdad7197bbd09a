import { readFile, stat } from 'node:fs/promises';
import { GitdriftError } from '../model/errors.js';
import { systemReason } from '../model/system-error.js';
import { specialType } from './file-type.js';

/** What Git LFS leaves in place of a file that was not downloaded (git-lfs docs/spec.md). */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/**
 * The text of a file, without a byte order mark. `shown` is its name for people. Throws `manifest-invalid` for
 * anything but UTF-8 text: guessing an encoding would compare something that nobody wrote. A pipe would be waited for
 * without end, so only files are opened.
 */
export async function readText(path: string, shown: string): Promise<string> {
  const cannot = (why: string, hint: string, cause?: unknown): GitdriftError =>
    new GitdriftError('manifest-invalid', `${shown} cannot be read: ${why}`, {
      hint,
      position: { file: shown },
      cause,
    });
  try {
    const special = specialType(await stat(path));
    if (special !== undefined) throw cannot(`it is ${special}, not a file`, 'put a file in its place');
    return decode(await readFile(path), shown);
  } catch (error) {
    throw error instanceof GitdriftError ? error : cannot(systemReason(error), 'check its permissions', error);
  }
}

function decode(bytes: Uint8Array, shown: string): string {
  const invalid = (what: string, hint: string): GitdriftError =>
    new GitdriftError('manifest-invalid', `${shown} ${what}`, { hint, position: { file: shown } });
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw invalid('is UTF-16, not UTF-8', 'save it as UTF-8');
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('is no UTF-8 text', 'save it as UTF-8, or give it another extension if it is no manifest');
  }
  if (text.includes('\0')) throw invalid('is binary', 'give it another extension if it is no manifest');
  if (text.startsWith(LFS_POINTER))
    throw invalid(
      'is a Git LFS pointer, not the file itself',
      'run git lfs pull in a checkout of this machine, and give its path; gitdrift downloads no LFS files',
    );
  return text;
}
