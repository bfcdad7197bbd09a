import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import { realInside, shownPath } from '../contained.js';
import { readFolder } from '../read-folder.js';
import { compileDoublestar } from './doublestar.js';
import { type BuildEnvironment, expand } from './go-expand.js';

/** Another source of the application that values are taken from, opened: `$values` in a path is its `root`. */
export interface ReferencedSource {
  readonly root: string;
}

/** Where value files are looked for. `refs` is keyed by the name without `$`; absent where there is one source only. */
export interface ValueFilePlaces {
  readonly folder: string;
  readonly root: string;
  readonly refs: ReadonlyMap<string, ReferencedSource> | undefined;
  /** URL schemes that may be fetched (`helm.valuesFileSchemes`). */
  readonly schemes: readonly string[];
  readonly environment: BuildEnvironment;
}

/** A file as it was resolved: its path (or address), and the root that no link may lead out of. */
interface Resolved {
  readonly path: string;
  readonly root: string;
  readonly remote: boolean;
}

/**
 * The value files of a chart in the order in which helm is to read them, as Argo CD finds them: `$ref/…` in another
 * source, `/…` from the repository's root, else from the chart; patterns by name, without the files that are named
 * outright; each file once. Throws `source-not-found` where one is missing and that is not to be ignored.
 */
export async function valueFiles(
  given: readonly string[],
  ignoreMissing: boolean,
  places: ValueFilePlaces,
): Promise<readonly string[]> {
  const resolved = given.map((text) => ({ text, ...resolveValueFile(text, places) }));
  const named = new Set(resolved.filter(({ path }) => !isPattern(path)).map(({ path }) => path));
  const files = new Set<string>();
  for (const { text, path, root, remote } of resolved) {
    if (remote) files.add(path);
    else if (isPattern(path)) {
      const matches = await matching(path, root);
      if (matches.length === 0 && !ignoreMissing) throw missing(`no file matches the values file pattern ${text}`);
      for (const match of matches) if (!named.has(match)) files.add(match);
    } else if ((await stat(path).catch(() => undefined)) !== undefined) {
      files.add(await realInside(root, path, shownPath(root, path)));
    } else if (!ignoreMissing) throw missing(`there is no values file ${text}`);
  }
  return [...files];
}

/** Where one file of values is: also of a fileParameter. Throws `source-not-found` where it leaves its repository. */
export function resolveValueFile(text: string, places: ValueFilePlaces): Resolved {
  const { refs, folder, root, environment } = places;
  if (refs !== undefined && text.startsWith('$')) {
    const [name = '', ...rest] = text.slice(1).split('/');
    const source = refs.get(name);
    if (source === undefined) throw noSuchRef(text, [...refs.keys()]);
    return inRepository(`/${expand(rest.join('/'), environment)}`, source.root, source.root);
  }
  const file = expand(text, environment);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(file)?.[1];
  if (scheme === undefined) return inRepository(file, folder, root);
  if (places.schemes.some((allowed) => allowed.toLowerCase() === scheme.toLowerCase())) {
    return { path: file, root, remote: true };
  }
  throw missing(`the URL scheme ${scheme} of the values file ${text} is not allowed`);
}

function inRepository(file: string, folder: string, root: string): Resolved {
  const path = isAbsolute(file) ? join(root, file) : join(folder, file);
  const inside = relative(root, path);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) {
    throw missing(`the values file ${file} is outside of its repository`);
  }
  return { path, root, remote: false };
}

function isPattern(path: string): boolean {
  return /[*?[]/.test(path);
}

/** The files that a pattern matches, sorted; `**` stands for any folders between. */
async function matching(pattern: string, root: string): Promise<readonly string[]> {
  const inRoot = relative(root, pattern).split(sep).join('/');
  const matches = compileDoublestar(inRoot);
  if (matches === undefined) throw missing(`the values file pattern ${inRoot} is no pattern`);
  const found: string[] = [];
  const visit = async (here: string): Promise<void> => {
    for (const entry of await readFolder(here, shownPath(root, here))) {
      const path = join(here, entry.name);
      if (entry.isDirectory()) {
        if (path !== join(root, '.git')) await visit(path);
      } else if (matches(relative(root, path).split(sep).join('/'))) {
        found.push(await realInside(root, path, shownPath(root, path)));
      }
    }
  };
  await visit(root);
  return found.sort();
}

function noSuchRef(text: string, known: readonly string[]): GitdriftError {
  const which = known.length === 0 ? 'no source has a ref' : `the sources with a ref are ${known.join(', ')}`;
  return missing(`the values file ${text} is in no source: ${which}`);
}

function missing(message: string): GitdriftError {
  return new GitdriftError('source-not-found', message, {
    hint: 'mend valueFiles, or set ignoreMissingValueFiles where it may be absent',
  });
}
