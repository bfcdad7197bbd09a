import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { realInside, shownPath } from '../contained.js';
import { readText } from '../read-text.js';
import { readDocuments } from '../yaml/read-documents.js';
import { own, wrong } from './options.js';

/** What an override may not change: where the source is. */
const KEPT = ['repoURL', 'path', 'chart', 'targetRevision'];

/**
 * A source with what `.argocd-source.yaml` and `.argocd-source-<instance>.yaml` in its folder put over it: JSON merge
 * patches, the application's own last, so that lists are replaced (Argo CD's mergeSourceParameters). Gives the files
 * that were found as well. Throws `manifest-invalid`.
 */
export async function withOverrides(
  source: JsonObject,
  folder: string,
  root: string,
  instanceName: string,
): Promise<{ readonly source: JsonObject; readonly files: readonly string[] }> {
  const files: string[] = [];
  let merged: JsonObject = source;
  for (const name of ['.argocd-source.yaml', `.argocd-source-${instanceName}.yaml`]) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.isDirectory()) continue;
    const shown = shownPath(root, path);
    const [patch] = readDocuments(await readText(await realInside(root, path, shown), shown), shown).documents;
    if (patch === undefined) continue;
    const result = mergePatch(merged, patch.value);
    if (!isObject(result)) throw wrong(shown, 'an object of source options');
    merged = result;
    files.push(shown);
  }
  return { source: files.length === 0 ? source : { ...merged, ...kept(source) }, files };
}

function kept(source: JsonObject): JsonObject {
  return Object.fromEntries(KEPT.map((name) => [name, own(source, name) ?? null]));
}

/** RFC 7386: objects are merged, null removes, everything else replaces. */
function mergePatch(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  const result = new Map<string, JsonValue>(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergePatch(result.get(key) ?? null, value));
  }
  return Object.fromEntries(result);
}
