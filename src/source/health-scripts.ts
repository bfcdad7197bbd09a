import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ArgoHealthScript } from '../model/argo-settings.js';
import { GitdriftError } from '../model/errors.js';
import { systemReason } from '../model/system-error.js';

/**
 * The health scripts of a folder laid out like Argo CD's `resource_customizations`: `GROUP/KIND/health.lua`, where `_`
 * stands for any text. They may use the libraries that Argo CD opens to its own scripts. Sorted by folder. Throws `config` where the folder cannot be read or holds no script.
 */
export async function readHealthScripts(folder: string, cwd: string): Promise<readonly ArgoHealthScript[]> {
  const root = resolve(cwd, folder);
  const scripts: ArgoHealthScript[] = [];
  for (const group of await foldersOf(root, folder)) {
    for (const kind of await foldersOf(join(root, group), folder)) {
      const script = await textOf(join(root, group, kind, 'health.lua'), folder);
      if (script !== undefined) scripts.push({ group: glob(group), kind: glob(kind), script, useOpenLibs: true });
    }
  }
  if (scripts.length > 0) return scripts;
  throw new GitdriftError('config', `the folder ${folder} of health scripts holds none`, {
    hint: 'lay it out like resource_customizations of Argo CD: GROUP/KIND/health.lua',
  });
}

/** Argo CD's own folders spell `*` as `_`. */
function glob(name: string): string {
  return name.replaceAll('_', '*');
}

async function foldersOf(path: string, shown: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => (name.startsWith('.') ? [] : [name]))
      .sort();
  } catch (error) {
    throw unreadable(shown, error);
  }
}

async function textOf(path: string, shown: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(shown, error);
  }
}

function unreadable(shown: string, error: unknown): GitdriftError {
  return new GitdriftError('config', `the folder ${shown} of health scripts cannot be read: ${systemReason(error)}`, {
    hint: 'name a folder that holds GROUP/KIND/health.lua',
    cause: error,
  });
}
