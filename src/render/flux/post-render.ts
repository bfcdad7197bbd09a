import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digString, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import type { ManifestDocument } from '../../model/manifest.js';
import { objectsOption, own } from '../argocd/options.js';
import { renderKustomize } from '../kustomize.js';
import type { RenderIo } from '../render.js';
import { withTemporaryFolder } from '../temporary-folder.js';
import { patchOf } from './kustomization-edits.js';

const INPUT = 'helm-output.yaml';

/**
 * Runs the kustomize post-renderers of a HelmRelease over a rendered chart, one after the other (helm-controller
 * internal/postrender). Objects keep their origins as far as they keep their names. Throws as renderKustomize.
 */
export async function postRender(
  documents: readonly ManifestDocument[],
  renderers: readonly JsonObject[],
  io: RenderIo,
): Promise<readonly ManifestDocument[]> {
  let current = documents;
  for (const renderer of renderers) current = await runOne(current, renderer, io);
  return current;
}

function runOne(
  documents: readonly ManifestDocument[],
  renderer: JsonObject,
  io: RenderIo,
): Promise<readonly ManifestDocument[]> {
  const images = own(renderer, 'images');
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: [INPUT],
    ...(images === undefined ? {} : { images }),
    patches: objectsOption(renderer, 'patches', 'postRenderers').map(patchOf),
  };
  return withTemporaryFolder(io.env, async (folder) => {
    await writeFile(join(folder, INPUT), documents.map(({ value }) => printJson(value)).join('\n---\n'));
    await writeFile(join(folder, 'kustomization.yaml'), printJson(kustomization));
    const rendered = await renderKustomize(folder, { root: folder, confined: true }, io);
    const known = new Map(documents.map((document) => [identity(document.value), document]));
    return rendered.documents.map((document) => {
      const before = known.get(identity(document.value));
      return before === undefined ? document : { ...before, value: document.value };
    });
  });
}

function identity(value: JsonValue): string {
  const parts = [['apiVersion'], ['kind'], ['metadata', 'namespace'], ['metadata', 'name']];
  return parts.map((steps) => digString(value, ...steps) ?? '').join('\n');
}

/** Documents with labels and annotations that Flux sets on every object (`spec.commonMetadata`), over their own. */
export function withCommonMetadata(
  documents: readonly ManifestDocument[],
  labels: Readonly<Record<string, string>>,
  annotations: Readonly<Record<string, string>>,
): readonly ManifestDocument[] {
  if (Object.keys(labels).length + Object.keys(annotations).length === 0) return documents;
  return documents.map((document) => {
    if (!isObject(document.value)) return document;
    const metadata: Record<string, JsonValue> = { ...mapOf(own(document.value, 'metadata')) };
    for (const [place, added] of Object.entries({ labels, annotations })) {
      if (Object.keys(added).length === 0) continue;
      const all: Record<string, JsonValue> = { ...mapOf(own(metadata, place)) };
      for (const [key, value] of Object.entries(added)) setField(all, key, value);
      metadata[place] = all;
    }
    return { ...document, value: { ...document.value, metadata } };
  });
}

function mapOf(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}
