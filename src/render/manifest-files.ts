import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import type { Finding } from '../model/report.js';
import { realInside, shownPath } from './contained.js';
import { KUSTOMIZATION_FILES, renderersOf } from './detect.js';

/** Which files of a folder are manifests: as kubectl (cli-runtime resource.FileExtensions). */
const MANIFEST = /\.(ya?ml|json)$/;

/** How many folders below are named in a message, and how many files are opened to find out whether they count. */
const NAMED = 3;
const OPENED = 200;

export interface ManifestFiles {
  /** Absolute paths, sorted by their path from the root. */
  readonly files: readonly string[];
  readonly findings: readonly Finding[];
}

/**
 * Lists the manifests of a folder; with `recursive` also below it. Hidden files and folders are passed over; symbolic
 * links are followed inside `root` only. A chart or a kustomization below cannot be read as plain manifests and is an
 * error, unless `forced` says to read all YAML as it is: then kustomization files are left out with a finding.
 */
export async function manifestFiles(
  folder: string,
  options: { readonly root: string; readonly recursive: boolean; readonly forced: boolean },
): Promise<ManifestFiles> {
  const { root, recursive, forced } = options;
  const files: string[] = [];
  const leftOut: string[] = [];
  const otherRenderers: { path: string; what: string }[] = [];
  const below: string[] = [];
  const visit = async (here: string, trail: readonly string[]): Promise<void> => {
    const entries = (await readdir(here, { withFileTypes: true })).filter((entry) => !entry.name.startsWith('.'));
    for (const renderer of renderersOf(entries.map((entry) => entry.name))) {
      if (forced && (renderer === 'kustomize' || here === folder)) continue;
      otherRenderers.push({ path: here, what: renderer === 'helm' ? 'a chart' : 'a kustomization' });
    }
    for (const { name } of entries.sort((a, b) => compareText(a.name, b.name))) {
      const path = join(here, name);
      const found = await stat(path).catch(() => undefined);
      if (found?.isDirectory()) {
        if (!recursive) below.push(path);
        else {
          const real = await realInside(root, path);
          // A link back to a folder above: its files are listed already.
          if (!trail.includes(real)) await visit(path, [...trail, real]);
        }
      } else if (KUSTOMIZATION_FILES.includes(name)) leftOut.push(path);
      else if (MANIFEST.test(name)) {
        await realInside(root, path);
        files.push(path);
      }
    }
  };
  await visit(folder, [await realInside(root, folder)]);
  if (otherRenderers.length > 0) throw needsRenderer(otherRenderers, root);
  const unread = recursive ? [] : await foldersWithManifests(below);
  return {
    files: files.sort((a, b) => compareText(shownPath(root, a), shownPath(root, b))),
    findings: [...notManifests(leftOut, root), ...notRead(unread, root)],
  };
}

function needsRenderer(folders: readonly { path: string; what: string }[], root: string): GitdriftError {
  const [first] = folders;
  const others = folders.length - 1;
  const file = shownPath(root, first?.path ?? root);
  const more = others === 0 ? '' : ` (and ${others} more such ${others === 1 ? 'folder' : 'folders'} below)`;
  return new GitdriftError(
    'manifest-invalid',
    `${file} holds ${first?.what}${more}, which is not read as plain manifests`,
    {
      hint: `run gitdrift on ${file} by itself; --renderer yaml reads the other files beside a kustomization as they are`,
      position: { file },
    },
  );
}

function notManifests(paths: readonly string[], root: string): Finding[] {
  return paths.map((path) => ({
    code: 'kustomization-not-built',
    severity: 'warning',
    message: `${shownPath(root, path)} was left out: the files beside it are read as they are, nothing is built`,
    origin: { file: shownPath(root, path) },
  }));
}

function notRead(folders: readonly string[], root: string): Finding[] {
  if (folders.length === 0) return [];
  const named = folders.slice(0, NAMED).map((path) => shownPath(root, path));
  const more = folders.length - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    {
      code: 'folders-not-read',
      severity: 'warning',
      message: `${folders.length === 1 ? 'a folder' : 'folders'} with manifests below ${folders.length === 1 ? 'was' : 'were'} not read: ${list}; -R reads them`,
    },
  ];
}

/** Those of the folders that hold a manifest at any depth, as far as opening a bounded number of files can tell. */
async function foldersWithManifests(folders: readonly string[]): Promise<string[]> {
  let budget = OPENED;
  const holds = async (folder: string): Promise<boolean> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const shown = entries.filter((entry) => !entry.name.startsWith('.'));
    for (const entry of shown) {
      if (!entry.isFile() || !MANIFEST.test(entry.name)) continue;
      if (budget-- <= 0) return false;
      const text = await readFile(join(folder, entry.name), 'utf8').catch(() => '');
      if (KUSTOMIZATION_FILES.includes(entry.name) || /^\s*"?apiVersion"?\s*:/m.test(text)) return true;
    }
    for (const entry of shown) {
      if (entry.isDirectory() && (await holds(join(folder, entry.name)))) return true;
    }
    return false;
  };
  const found: string[] = [];
  for (const folder of folders) if (await holds(folder)) found.push(folder);
  return found;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
