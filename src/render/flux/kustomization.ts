import { readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import { isArray, isObject, type JsonObject } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import type { Rendered } from '../../model/source.js';
import { stepsInside } from '../../model/steps-inside.js';
import { isInside, shownPath } from '../contained.js';
import { KUSTOMIZATION_FILES } from '../detect.js';
import { renderKustomize } from '../kustomize.js';
import { readText } from '../read-text.js';
import type { RenderIo } from '../render.js';
import { readDocuments } from '../yaml/read-documents.js';
import { fluxComponents, fluxKustomization } from './kustomization-edits.js';

/** Flux takes files from anywhere inside the artifact. */
const BUILD = ['--load-restrictor', 'LoadRestrictionsNone'];

/**
 * Builds the folder of a Kustomization as kustomize-controller does, before variables are put in: with its own
 * kustomization file or one that is made of its files, edited by the spec. The artifact is a copy of this run's own, and
 * is left as it was. Throws as renderKustomize, and `source-not-found` or `manifest-invalid`.
 */
export async function renderFluxKustomization(
  root: string,
  path: string,
  spec: JsonObject,
  io: RenderIo,
): Promise<Rendered> {
  const folder = await folderOf(root, path);
  const file = await kustomizationFile(folder);
  const generated = file === undefined;
  const before = generated ? await generatedKustomization(folder) : await ownKustomization(file, root);
  if (generated && before.resources === undefined && spec.components === undefined) {
    const nothing = { name: 'kustomize', version: 'not needed' } as const;
    return { renderer: nothing, documents: [], findings: [] };
  }
  const components = await fluxComponents(spec, async (component) => {
    const place = join(folder, component);
    return isInside(root, place) && (await stat(place).catch(() => undefined)) !== undefined;
  });
  const target = file ?? join(folder, 'kustomization.yaml');
  const original = generated ? undefined : await readFile(target);
  try {
    await writeFile(target, printJson(fluxKustomization(before, spec, components, generated)));
    return await renderKustomize(folder, { root, confined: true, buildArgs: BUILD }, io);
  } finally {
    await (original === undefined ? rm(target, { force: true }) : writeFile(target, original));
  }
}

/** The folder of `spec.path`, which cannot leave the artifact (securejoin). */
async function folderOf(root: string, path: string): Promise<string> {
  const folder = join(root, ...stepsInside(path));
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return realpath(folder);
  const what = found === undefined ? 'is not in the artifact of its source' : 'is a file, not a folder';
  throw new GitdriftError('source-not-found', `kustomization path ${path || '.'} ${what}`, {
    hint: 'check spec.path, the revision, and what .sourceignore leaves out',
  });
}

async function kustomizationFile(folder: string): Promise<string | undefined> {
  for (const name of KUSTOMIZATION_FILES) {
    const path = join(folder, name);
    if ((await stat(path).catch(() => undefined))?.isFile()) return path;
  }
  return undefined;
}

async function ownKustomization(file: string, root: string): Promise<JsonObject> {
  const shown = shownPath(root, file);
  const value = readDocuments(await readText(file, shown), shown).documents[0]?.value ?? {};
  if (isObject(value) && !isArray(value)) return value;
  throw new GitdriftError('manifest-invalid', `${shown} is no kustomization`, { position: { file: shown } });
}

/** A kustomization of all YAML files; a folder that has a kustomization of its own is a resource as a whole. */
async function generatedKustomization(folder: string): Promise<JsonObject> {
  const resources = await resourcesIn(folder, '.');
  return {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    ...(resources.length === 0 ? {} : { resources }),
  };
}

async function resourcesIn(folder: string, path: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const here = `${path}/${entry.name}`;
    if (!entry.isDirectory()) {
      if (/\.ya?ml$/.test(entry.name)) found.push(here);
    } else if ((await kustomizationFile(join(folder, here))) !== undefined) found.push(here);
    else found.push(...(await resourcesIn(folder, here)));
  }
  return found;
}
