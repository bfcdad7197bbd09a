import { lstat, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import { compileGlob } from '../../model/glob.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { Rendered } from '../../model/source.js';
import { realInside, shownPath } from '../contained.js';
import { readFolder } from '../read-folder.js';
import { PLAIN } from '../yaml-files.js';
import { manifestsIn } from './manifest-text.js';
import { own, switchOption, textOption } from './options.js';

/** The names that count as manifests (Argo CD's manifestFile). */
const MANIFEST = /\.(?:yaml|yml|json|jsonnet)$/;

/** A file with this text is passed over. */
const SKIP_MARK = '+argocd:skip-file-rendering';

/** `--max-combined-directory-manifests-size` of the repo server, as shipped. */
const LIMIT = 10 * 1024 * 1024;

/**
 * The manifests of a folder, as Argo CD's directory tool reads them: in the order of a walk, sub-folders with `recurse`,
 * through `include` and `exclude`. `jsonnet` is false where argocd-cm switches it off. Throws `manifest-invalid` where
 * Argo CD would fail, and for jsonnet, which is not evaluated here.
 */
export async function renderDirectory(
  folder: string,
  root: string,
  options: JsonObject,
  jsonnet: boolean,
): Promise<Rendered> {
  const where = 'directory';
  const wanted: Wanted = {
    folder,
    root,
    recurse: switchOption(options, 'recurse', where),
    anyName: switchOption(options, 'disableExtensionFilter', where),
    include: textOption(options, 'include', where),
    exclude: textOption(options, 'exclude', where),
  };
  const files = await walk(folder, wanted);
  const documents: ManifestDocument[] = [];
  let size = 0;
  for (const file of files) {
    const shown = shownPath(root, file);
    const bytes = await readFile(await realInside(root, file, shown));
    if (bytes.includes(SKIP_MARK)) continue;
    if (file.endsWith('.jsonnet')) {
      if (!jsonnet) continue;
      throw new GitdriftError('renderer-failed', `${shown} is jsonnet, which gitdrift does not evaluate`, {
        hint: 'compare its output: jsonnet FILE | gitdrift diff -',
        position: { file: shown },
      });
    }
    size += bytes.length;
    if (size > LIMIT) throw tooLarge(folder, root);
    documents.push(...manifestsIn(bytes, shown));
  }
  return { renderer: PLAIN, documents, findings: [] };
}

/** True for options of the directory tool that only jsonnet has a use for. */
export function asksForJsonnet(options: JsonObject): boolean {
  const jsonnet = own(options, 'jsonnet');
  return isObject(jsonnet) && Object.values(jsonnet).some((value) => Array.isArray(value) && value.length > 0);
}

interface Wanted {
  readonly folder: string;
  readonly root: string;
  readonly recurse: boolean;
  readonly anyName: boolean;
  readonly include: string;
  readonly exclude: string;
}

/** The files that are wanted, in the order of Go's filepath.Walk: names sorted, a folder where its name stands. */
async function walk(here: string, wanted: Wanted): Promise<string[]> {
  const found: string[] = [];
  const entries = await readFolder(here, shownPath(wanted.root, here));
  for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(here, name);
    const own = await lstat(path);
    // A link to a folder is not entered.
    if (own.isDirectory()) {
      if (wanted.recurse && !(here === wanted.root && name === '.git')) found.push(...(await walk(path, wanted)));
    } else if (isWanted(path, wanted) && (await isFile(path, own.isSymbolicLink(), wanted.root))) found.push(path);
  }
  return found;
}

function isWanted(path: string, { folder, anyName, include, exclude }: Wanted): boolean {
  if (!anyName && !MANIFEST.test(basename(path))) return false;
  const name = relative(folder, path).split(sep).join('/');
  if (exclude !== '' && compileGlob(exclude)?.(name) === true) return false;
  return include === '' || compileGlob(include)?.(name) === true;
}

/** A link counts as what it leads to, inside the repository; one that leads nowhere is passed over. */
async function isFile(path: string, link: boolean, root: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return false;
  if (link) await realInside(root, path, shownPath(root, path));
  return found.isFile();
}

function tooLarge(folder: string, root: string): GitdriftError {
  const shown = shownPath(root, folder);
  return new GitdriftError('manifest-invalid', `${shown} holds more than 10 MiB of manifests, which Argo CD refuses`, {
    hint: 'split it, or leave files out with directory.exclude',
  });
}
