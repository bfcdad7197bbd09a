import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../model/report.js';
import { shownPath } from './contained.js';
import { KUSTOMIZATION_FILES } from './detect.js';

/** Which files of a folder are manifests: as kubectl (cli-runtime resource.FileExtensions). */
export const MANIFEST = /\.(ya?ml|json)$/;

/** How many paths a message names, and how many files are opened to find out whether they count. */
const NAMED = 3;
const OPENED = 200;

/** What a reading of plain manifests met and did not read; absolute paths. */
export interface NotRead {
  readonly kustomizations: readonly string[];
  /** Folders below the one that was read. */
  readonly folders: readonly string[];
  readonly hiddenFiles: readonly string[];
  readonly hiddenFolders: readonly string[];
  /** With what each is: `a named pipe`. */
  readonly special: readonly { readonly path: string; readonly what: string }[];
}

/** Says of everything that was not read, and may hold manifests, that it was not read. */
export async function notReadFindings(notRead: NotRead, root: string): Promise<Finding[]> {
  const folders = await foldersWithManifests(notRead.folders, root);
  const hidden = await hiddenManifests(notRead, root);
  return [
    ...notRead.kustomizations.map((path) => kustomizationFinding(shownPath(root, path))),
    ...notRead.special.map(({ path, what }) => specialFinding(shownPath(root, path), what)),
    ...foldersFindings(folders),
    ...(hidden.length === 0 ? [] : [hiddenFinding(hidden)]),
  ];
}

function kustomizationFinding(file: string): Finding {
  return {
    code: 'kustomization-not-built',
    severity: 'warning',
    message: 'left out: the files beside it are read as they are, nothing is built',
    origin: { file },
  };
}

function specialFinding(file: string, what: string): Finding {
  return {
    code: 'special-file-not-read',
    severity: 'warning',
    message: `this is ${what}, not a file, and was not read`,
    origin: { file },
  };
}

function foldersFindings(folders: readonly Unread[]): Finding[] {
  const of = (wanted: boolean): string[] =>
    folders.filter(({ closed }) => closed === wanted).map(({ folder }) => folder);
  const [open, closed] = [of(false), of(true)];
  const finding = (message: string): Finding => ({ code: 'folders-not-read', severity: 'warning', message });
  const which = open.length === 1 ? 'a folder with manifests below was' : 'folders with manifests below were';
  return [
    ...(open.length === 0 ? [] : [finding(`${which} not read: ${listed(open)}; -R reads them`)]),
    ...(closed.length === 0
      ? []
      : [finding(`whether there are manifests below cannot be seen, permission is denied: ${listed(closed)}`)]),
  ];
}

function hiddenFinding(files: readonly string[]): Finding {
  const which = files.length === 1 ? 'a hidden file with a manifest was' : 'hidden files with manifests were';
  return {
    code: 'hidden-files-not-read',
    severity: 'note',
    message: `${which} not read: ${listed(files)}; kubectl apply -f reads them`,
  };
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A folder as origins name it; `closed` where it cannot be looked into. */
interface Unread {
  readonly folder: string;
  readonly closed: boolean;
}

/** Those of the folders that hold a manifest at any depth, or that cannot be looked into. */
async function foldersWithManifests(folders: readonly string[], root: string): Promise<Unread[]> {
  const opened = { left: OPENED };
  const found: Unread[] = [];
  for (const folder of folders) {
    const closed = await readdir(folder).then(
      () => false,
      () => true,
    );
    if (closed || (await holdsManifest(folder, opened))) found.push({ folder: shownPath(root, folder), closed });
  }
  return found;
}

async function holdsManifest(folder: string, opened: { left: number }): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const shown = entries.filter((entry) => !entry.name.startsWith('.'));
  for (const { name } of shown.filter((entry) => entry.isFile() && MANIFEST.test(entry.name))) {
    if (KUSTOMIZATION_FILES.includes(name) || (await isManifest(join(folder, name), opened))) return true;
  }
  for (const entry of shown) {
    if (entry.isDirectory() && (await holdsManifest(join(folder, entry.name), opened))) return true;
  }
  return false;
}

/** The hidden files that are manifests, with those of the hidden folders, sorted, as origins name them. */
async function hiddenManifests({ hiddenFiles, hiddenFolders }: NotRead, root: string): Promise<string[]> {
  const opened = { left: OPENED };
  const files = [...hiddenFiles];
  for (const folder of hiddenFolders) {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
    files.push(...entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  }
  const found: string[] = [];
  for (const file of files.filter((name) => MANIFEST.test(name)).sort()) {
    if (await isManifest(file, opened)) found.push(shownPath(root, file));
  }
  return found.sort();
}

/** Configuration of tools (`.pre-commit-config.yaml`, `.sops.yaml`, workflows) has no apiVersion and kind of its own. */
async function isManifest(file: string, opened: { left: number }): Promise<boolean> {
  if (opened.left-- <= 0 || !(await stat(file).catch(() => undefined))?.isFile()) return false;
  const text = await readFile(file, 'utf8').catch(() => '');
  return ['apiVersion', 'kind'].every((key) =>
    (file.endsWith('.json') ? new RegExp(`"${key}"\\s*:`) : new RegExp(`^["']?${key}["']?\\s*:`, 'm')).test(text),
  );
}
