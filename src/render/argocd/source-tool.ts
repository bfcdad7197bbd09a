import { GitdriftError } from '../../model/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { shownPath } from '../contained.js';
import { KUSTOMIZATION_FILES } from '../detect.js';
import { readFolder } from '../read-folder.js';
import { own } from './options.js';

/** What renders a source, in Argo CD's words. */
export type ArgoTool = 'Directory' | 'Kustomize' | 'Helm' | 'Plugin';

/** The option blocks of a source, in the order that Argo CD names them. */
const BLOCKS = [
  ['kustomize', 'Kustomize'],
  ['helm', 'Helm'],
  ['directory', 'Directory'],
  ['plugin', 'Plugin'],
] as const satisfies readonly (readonly [string, ArgoTool])[];

/**
 * A source as the controller keeps it: blocks of options that say nothing are gone, so that they choose no tool
 * (NormalizeApplicationSpec).
 */
export function normalSource(source: JsonObject): JsonObject {
  const empty = BLOCKS.filter(([name]) => name !== 'plugin' && saysNothing(own(source, name))).map(([name]) => name);
  return Object.fromEntries(Object.entries(source).filter(([name]) => !empty.some((block) => block === name)));
}

/**
 * The tool of a source: the one whose options are given, else what its folder holds (a Chart.yaml, a kustomization: the
 * name that sorts last wins), else plain manifests. `disabled` are switched off in argocd-cm and fall back to plain
 * manifests. Throws `manifest-invalid` where the options of two tools are given.
 */
export async function toolOf(
  source: JsonObject,
  folder: string,
  root: string,
  disabled: ReadonlySet<ArgoTool>,
): Promise<ArgoTool> {
  const named = BLOCKS.filter(([name]) => isObject(own(source, name))).map(([, tool]) => tool);
  const [explicit] = named;
  if (named.length > 1) {
    throw new GitdriftError('manifest-invalid', `multiple application sources defined: ${named.join(',')}`, {
      hint: 'give the options of one tool only',
    });
  }
  if (explicit !== undefined) return disabled.has(explicit) ? 'Directory' : explicit;
  const names = (await readFolder(folder, shownPath(root, folder)))
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  let found: ArgoTool = 'Directory';
  for (const name of names) {
    // Any name that ends so: that is how Argo CD asks.
    if (name.endsWith('Chart.yaml') && !disabled.has('Helm')) found = 'Helm';
    if (KUSTOMIZATION_FILES.includes(name) && !disabled.has('Kustomize')) found = 'Kustomize';
  }
  return found;
}

/** The tools that argocd-cm switches off (`helm.enable`, `kustomize.enable`, `jsonnet.enable`: plain manifests have no switch). */
export function disabledTools(settings: Readonly<Record<string, string>>): ReadonlySet<ArgoTool> {
  const isOff = (key: string): boolean => settings[key]?.trim() === 'false';
  return new Set<ArgoTool>([
    ...(isOff('helm.enable') ? (['Helm'] as const) : []),
    ...(isOff('kustomize.enable') ? (['Kustomize'] as const) : []),
  ]);
}

/** True for a block in which every option has its zero value; a valuesObject, however empty, says something. */
function saysNothing(block: JsonValue | undefined): boolean {
  if (!isObject(block)) return block === null;
  return Object.entries(block).every(([name, value]) => (name === 'valuesObject' ? value === null : isZero(value)));
}

function isZero(value: JsonValue): boolean {
  if (isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.values(value).every(isZero);
  return value === null || value === false || value === '' || value === 0;
}
