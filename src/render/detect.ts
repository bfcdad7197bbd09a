import { basename, dirname } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import type { RendererName } from '../model/report.js';
import { shownPath } from './contained.js';
import { readFolder } from './read-folder.js';

/** The three names of a kustomization (kustomize api/konfig, RecognizedKustomizationFileNames). */
export const KUSTOMIZATION_FILES: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** What makes a folder a chart (helm pkg/chart/v2/loader). */
const CHART_FILE = 'Chart.yaml';

/** What to render and with what: `target` is a folder, or a file of manifests, or a packaged chart. */
export interface Detected {
  readonly renderer: RendererName;
  readonly target: string;
}

/**
 * Recognises the renderer of a file or folder by its files. A kustomization file or a Chart.yaml stands for its folder.
 * `forced` is believed. Throws `usage` where a folder is both a chart and a kustomization, for either could be meant, and
 * `source-not-found` where it cannot be read. `root` is what messages name paths from.
 */
export async function detect(
  location: string,
  isDirectory: boolean,
  forced: RendererName | undefined,
  root: string,
): Promise<Detected> {
  if (isDirectory) return { renderer: forced ?? (await rendererOfFolder(location, root)), target: location };
  const name = basename(location);
  if (name.endsWith('.tgz')) return { renderer: forced ?? 'helm', target: location };
  const [own] = renderersOf([name]);
  const renderer = forced ?? own ?? 'yaml';
  return { renderer, target: own !== undefined && renderer === own ? dirname(location) : location };
}

async function rendererOfFolder(folder: string, root: string): Promise<RendererName> {
  const shown = shownPath(root, folder);
  const [renderer, another] = renderersOf((await readFolder(folder, shown)).map(({ name }) => name));
  if (another === undefined) return renderer ?? 'yaml';
  throw new GitdriftError('usage', `${shown} holds both a Chart.yaml and a kustomization`, {
    hint: 'say which one is meant: --renderer helm or --renderer kustomize',
  });
}

/** The renderers that a folder with files of these names asks for; none where they are plain manifests. */
export function renderersOf(names: readonly string[]): ('helm' | 'kustomize')[] {
  return [
    ...(names.includes(CHART_FILE) ? (['helm'] as const) : []),
    ...(names.some((name) => KUSTOMIZATION_FILES.includes(name)) ? (['kustomize'] as const) : []),
  ];
}
