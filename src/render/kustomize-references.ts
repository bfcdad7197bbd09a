import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { field, isArray, isObject, type JsonValue } from '../model/json.js';
import { type ManifestDocument, originAt } from '../model/manifest.js';
import { systemReason } from '../model/system-error.js';
import { withoutLogins } from '../model/url-login.js';
import { checkLinks, isInside, shownPath } from './contained.js';
import { KUSTOMIZATION_FILES } from './detect.js';
import { specialType } from './file-type.js';
import { readFolder } from './read-folder.js';
import { readText } from './read-text.js';
import { readDocuments } from './yaml/read-documents.js';

/** Fields whose entries are paths, or addresses (kustomize api/types/kustomization.go). */
const PATHS = ['resources', 'bases', 'components', 'crds', 'configurations'];

/** Fields whose entries are paths, or are written in place. */
const PATHS_OR_INLINE = [
  ['generators', 'transformers', 'validators'],
  ['patches', 'patchesStrategicMerge', 'patchesJson6902', 'replacements'],
].flat();

/** What kustomize takes for an address (kustomize api/internal/git/repospec.go, api/internal/loader/fileloader.go). */
const REMOTE = /^(git::|gh:|[a-z][a-z0-9+.-]*:\/\/|[\w.-]+@[\w.-]+[:/]|(www\.)?github\.com[:/])/i;

const FETCH_IT =
  'copy what it refers to into the repository, or build it first and pass the result: kustomize build … | gitdrift diff -';

const UPDATE_SUBMODULE = 'if it is a Git submodule, check it out: git submodule update --init';
const NO_SUBMODULES = 'gitdrift clones no submodules: give the path of a local checkout that has them';

interface Reference {
  /** A path or an address, or what is written in place: kustomize takes whatever it can read for a path. */
  readonly text: string;
  readonly pointer: string;
  /** True where it can be nothing but the path of a file or folder. */
  readonly isPath: boolean;
}

/**
 * Reads a kustomization and all that it is built on before kustomize does, and returns their folders. Throws
 * `renderer-failed` with file and line where one refers to an address or to nothing, and, where the source is
 * `confined`, to something outside `root`.
 */
export async function checkReferences(
  folder: string,
  options: { readonly root: string; readonly confined: boolean },
): Promise<string[]> {
  const { root, confined } = options;
  const seen = new Set<string>();
  const waiting = [await realpath(folder)];
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    if (seen.has(here)) continue;
    seen.add(here);
    if (confined) await checkLinks(root, here);
    const document = await kustomizationIn(here, root);
    if (document === undefined) continue;
    for (const reference of references(document.value)) {
      if (REMOTE.test(reference.text)) {
        throw fault(reference, document, 'is a remote reference, and gitdrift fetches none', FETCH_IT);
      }
      const path = resolve(here, reference.text);
      if (reference.isPath && (await isInEmptyFolder(path))) {
        throw fault(reference, document, 'leads to an empty folder', confined ? NO_SUBMODULES : UPDATE_SUBMODULE);
      }
      const found = await realpath(path).catch((error: NodeJS.ErrnoException) => {
        if (!reference.isPath) return undefined;
        if (error.code !== 'ENOENT')
          throw fault(reference, document, `cannot be read: ${systemReason(error)}`, 'check it');
        throw fault(reference, document, 'does not exist', 'paths count from the folder of the kustomization');
      });
      if (found === undefined) continue;
      if (confined && !isInside(root, found)) {
        throw fault(reference, document, 'leaves the repository', 'what it points at is not in Git');
      }
      const type = await stat(found);
      const special = specialType(type);
      // kustomize would wait for what never comes.
      if (special !== undefined)
        throw fault(reference, document, `is ${special}, not a file`, 'put a file in its place');
      if (type.isDirectory()) waiting.push(found);
    }
  }
  return [...seen].sort();
}

/** The kustomization of a folder, read as a manifest; undefined where there is none, which kustomize says better. */
async function kustomizationIn(folder: string, root: string): Promise<ManifestDocument | undefined> {
  const name = await fileName(folder, root);
  if (name === undefined) return undefined;
  const path = join(folder, name);
  const shown = shownPath(root, path);
  return readDocuments(await readText(path, shown), shown).documents[0];
}

/** The kustomization file of a folder as origins name it; the folder where it has none. */
export async function kustomizationFile(folder: string, root: string): Promise<string> {
  return shownPath(root, join(folder, (await fileName(folder, root)) ?? ''));
}

async function fileName(folder: string, root: string): Promise<string | undefined> {
  const entries = await readFolder(folder, shownPath(root, folder));
  return entries.map(({ name }) => name).find((name) => KUSTOMIZATION_FILES.includes(name));
}

/** Git keeps no empty folders but those of submodules that are not checked out. */
async function isInEmptyFolder(path: string): Promise<boolean> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => error.code);
  if (names === 'ENOENT' && dirname(path) !== path) return isInEmptyFolder(dirname(path));
  return Array.isArray(names) && names.length === 0;
}

function references(kustomization: JsonValue): Reference[] {
  const found: Reference[] = [];
  const add = (value: JsonValue | undefined, pointer: string, isPath = false): void => {
    if (typeof value === 'string') found.push({ text: value, pointer, isPath });
  };
  for (const name of PATHS) {
    for (const [item, pointer] of itemsOf(kustomization, name)) add(item, pointer, true);
  }
  for (const name of PATHS_OR_INLINE) {
    for (const [item, pointer] of itemsOf(kustomization, name)) {
      add(item, pointer);
      if (isObject(item)) add(field(item, 'path'), `${pointer}/path`, true);
    }
  }
  for (const name of ['configMapGenerator', 'secretGenerator']) {
    for (const [item, pointer] of itemsOf(kustomization, name)) {
      add(field(item, 'env'), `${pointer}/env`, true);
      for (const list of ['files', 'envs']) {
        for (const [entry, at] of itemsOf(item, list)) {
          // `key=file`, or the file alone.
          if (typeof entry === 'string') add(entry.replace(/^[^=/]*=/, ''), `${pointer}${at}`, true);
        }
      }
    }
  }
  add(field(field(kustomization, 'openapi'), 'path'), '/openapi/path', true);
  return found;
}

function itemsOf(value: JsonValue, name: string): [JsonValue, string][] {
  const list = field(value, name);
  return isArray(list) ? list.map((item, index) => [item, `/${name}/${index}`]) : [];
}

/** One sentence on a reference, with its file and line. */
function fault(reference: Reference, document: ManifestDocument, what: string, hint: string): GitdriftError {
  const position = originAt(document.origins, reference.pointer);
  const place = position.line === undefined ? position.file : `${position.file}:${position.line}`;
  const shown = withoutLogins(reference.text);
  return new GitdriftError('renderer-failed', `${place}: ${shown} ${what}`, { hint, position });
}
