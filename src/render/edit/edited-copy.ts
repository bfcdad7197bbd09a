import { cp, mkdir, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { OpenedSource } from '../../model/source.js';
import { isInside } from '../contained.js';
import { withTemporaryFolder } from '../temporary-folder.js';
import type { Environment } from '../tool-environment.js';

/** A copy of a source that can be changed. */
export interface EditableCopy {
  readonly source: OpenedSource & { readonly location: string; readonly root: string };
  /** Where a file of the source, named from `cwd`, is in the copy. */
  place(file: string, cwd: string): Promise<string>;
  /** Writes a file of the copy. */
  rewrite(file: string, text: string): Promise<void>;
}

/** What a rendering reads. `flat`: of the source's own folder only its files. */
export interface ReadPaths {
  readonly paths: readonly string[];
  readonly flat?: true;
}

/**
 * Copies what a rendering reads into a temporary folder, under the same names, and gives that to `work`. The paths are absolute
 * files and folders; those inside others are copied once. Git's own folder stays out.
 */
export async function withEditableCopy<Result>(
  source: OpenedSource & { readonly location: string; readonly root: string },
  { paths, flat }: ReadPaths,
  env: Environment,
  work: (copy: EditableCopy) => Promise<Result>,
): Promise<Result> {
  return withTemporaryFolder(env, async (temporary) => {
    const real = await Promise.all([source.location, ...paths].map((path) => realpath(path).catch(() => undefined)));
    const wanted = [...new Set(real.filter((path) => path !== undefined))].sort();
    const root = commonFolder([source.root, ...wanted]);
    const place = (file: string): string => join(temporary, relative(root, file));
    for (const path of wanted) {
      if (wanted.some((other) => other !== path && isInside(other, path))) continue;
      await mkdir(dirname(place(path)), { recursive: true });
      await cp(path, place(path), {
        recursive: true,
        verbatimSymlinks: true,
        filter: async (from) => {
          const found = await stat(from).catch(() => undefined);
          if (flat && from !== path && found?.isDirectory()) return false;
          return !LEFT_OUT.has(basename(from)) && isPlain(found);
        },
      });
    }
    const { bounds, submodules: _, ...rest } = source;
    return work({
      source: {
        ...rest,
        location: place(source.location),
        root: place(source.root),
        ...(bounds === undefined ? {} : { bounds: place(bounds) }),
        close: async () => {},
      },
      place: async (file, cwd) => place(await realpath(resolve(cwd, file))),
      rewrite: (file, text) => writeFile(file, text),
    });
  });
}

/** Folders in which nothing is declared, and much else is. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Pipes and sockets hold nothing that could be copied. */
function isPlain(found: { isFile(): boolean; isDirectory(): boolean } | undefined): boolean {
  return found === undefined || found.isFile() || found.isDirectory();
}

function commonFolder(paths: readonly string[]): string {
  let folder = paths[0] ?? sep;
  while (!paths.every((path) => isInside(folder, path))) {
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return folder;
}
