import type { Dirent, Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import type { Finding } from '../model/report.js';
import { realInside, shownPath } from './contained.js';
import { KUSTOMIZATION_FILES, renderersOf } from './detect.js';
import { specialType } from './file-type.js';
import { MANIFEST, notReadFindings } from './not-read.js';
import { cannotBeRead, readFolder } from './read-folder.js';

export interface ManifestFiles {
  /** Absolute paths, sorted by their path from the root. */
  readonly files: readonly string[];
  readonly findings: readonly Finding[];
}

/** What a walk over a folder met; absolute paths. */
interface Met {
  readonly files: string[];
  readonly kustomizations: string[];
  readonly folders: string[];
  readonly hiddenFiles: string[];
  readonly hiddenFolders: string[];
  readonly special: { path: string; what: string }[];
  readonly otherRenderers: { path: string; what: string }[];
}

/**
 * Lists the manifests of a folder; with `recursive` also below it. Hidden files and folders are passed over; symbolic
 * links are followed inside `bounds` only. A chart or a kustomization below cannot be read as plain manifests and is an
 * error, unless `forced` says to read all YAML as it is: then kustomization files are left out. Whatever is not read and
 * may be a manifest is a finding. Throws `source-not-found` for a folder that cannot be read.
 */
export async function manifestFiles(
  folder: string,
  options: {
    readonly root: string;
    readonly bounds: string;
    readonly recursive: boolean;
    readonly forced: boolean;
  },
): Promise<ManifestFiles> {
  const { root, bounds, recursive, forced } = options;
  const met: Met = {
    files: [],
    kustomizations: [],
    folders: [],
    hiddenFiles: [],
    hiddenFolders: [],
    special: [],
    otherRenderers: [],
  };
  const visit = async (here: string, trail: readonly string[]): Promise<void> => {
    const entries = await readFolder(here, shownPath(root, here));
    for (const renderer of renderersOf(entries.map(({ name }) => name))) {
      if (forced && (renderer === 'kustomize' || here === folder)) continue;
      met.otherRenderers.push({ path: here, what: renderer === 'helm' ? 'a chart' : 'a kustomization' });
    }
    for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
      const { name } = entry;
      const path = join(here, name);
      if (name.startsWith('.')) {
        noteHidden(path, entry, met);
        continue;
      }
      const found = await statOf(path, shownPath(root, path));
      if (found?.isDirectory()) {
        if (!recursive) met.folders.push(path);
        else {
          const real = await realInside(bounds, path, shownPath(root, path));
          // A link back to a folder above: its files are listed already.
          if (!trail.includes(real)) await visit(path, [...trail, real]);
        }
      } else if (KUSTOMIZATION_FILES.includes(name)) met.kustomizations.push(path);
      else if (MANIFEST.test(name)) {
        await realInside(bounds, path, shownPath(root, path));
        const what = found === undefined ? undefined : specialType(found);
        if (what === undefined) met.files.push(path);
        else met.special.push({ path, what });
      }
    }
  };
  await visit(folder, [await realInside(bounds, folder, shownPath(root, folder))]);
  if (met.otherRenderers.length > 0) throw needsRenderer(met.otherRenderers, root);
  // Without -R, kubectl would not read them either.
  const hiddenFolders = recursive ? met.hiddenFolders : [];
  return {
    files: met.files.sort((a, b) => compareText(shownPath(root, a), shownPath(root, b))),
    findings: await notReadFindings({ ...met, hiddenFolders }, root),
  };
}

/** What stands at a path, links followed; undefined for a link that leads nowhere or round in a circle. */
async function statOf(path: string, shown: string): Promise<Stats | undefined> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ELOOP') return undefined;
    throw cannotBeRead(shown, error);
  });
}

/** Git's own folder holds no manifests; `..data` and its like are how a mounted ConfigMap holds its visible files. */
function noteHidden(path: string, entry: Dirent, met: Met): void {
  if (entry.name === '.git' || entry.name.startsWith('..')) return;
  if (entry.isDirectory()) met.hiddenFolders.push(path);
  else if (entry.isFile()) met.hiddenFiles.push(path);
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
