import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FluxSource } from '../../model/flux.js';
import { type IgnorePattern, ignoresPath, readIgnorePatterns } from './source-ignore.js';

/** Which of a source's files an artifact holds. */
type Held = Pick<FluxSource, 'ignore' | 'sparse'>;

/** Copies what the artifact of a source would hold: regular files alone, without those that patterns leave out. */
export async function copyArtifact(from: string, into: string, { ignore, sparse }: Held): Promise<void> {
  const own = [...(await ignoreFiles(from, [])), ...(ignore === undefined ? [] : readIgnorePatterns(ignore))];
  const ignored = ignoresPath(own);
  // go-git compares the beginnings of paths, not folders (plumbing/format/index, SkipUnless).
  const isIn = (path: readonly string[]): boolean =>
    sparse.length === 0 || sparse.some((beginning) => path.join('/').startsWith(beginning));
  await copyFiles(from, into, (path) => isIn(path) && !ignored(path, false));
}

/** Copies the regular files below a folder that are wanted, by their paths in parts; never those of Git itself. */
export async function copyFiles(
  from: string,
  into: string,
  wanted: (path: readonly string[]) => boolean,
): Promise<void> {
  const copy = async (path: readonly string[]): Promise<void> => {
    for (const entry of await readdir(join(from, ...path), { withFileTypes: true })) {
      const here = [...path, entry.name];
      if (entry.isDirectory()) {
        // Patterns are matched against each file too, so one below may be taken in again.
        if (entry.name !== '.git') await copy(here);
      } else if (entry.isFile() && wanted(here)) {
        await mkdir(join(into, ...path), { recursive: true });
        await copyFile(join(from, ...here), join(into, ...here));
      }
    }
  };
  await copy([]);
}

async function ignoreFiles(root: string, domain: readonly string[]): Promise<readonly IgnorePattern[]> {
  const folder = join(root, ...domain);
  const text = await readFile(join(folder, '.sourceignore'), 'utf8').catch(() => '');
  const entries = await readdir(folder, { withFileTypes: true });
  const below: IgnorePattern[] = [];
  for (const entry of entries) {
    if (entry.isDirectory() && entry.name !== '.git') below.push(...(await ignoreFiles(root, [...domain, entry.name])));
  }
  return [...readIgnorePatterns(text, domain), ...below];
}
