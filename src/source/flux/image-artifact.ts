import { GitdriftError } from '../../model/errors.js';
import type { FluxSource } from '../../model/flux.js';
import { compileGoExpression, type GoExpression } from '../../model/go-expression.js';
import { dig, digString, isArray } from '../../model/json.js';
import { parseJson } from '../../model/json-text.js';
import { compareVersions, parseVersion } from '../argocd/semver.js';
import { parseConstraint } from '../argocd/semver-constraint.js';
import { openRegistry, type Registry, type RegistryIo } from './registry.js';
import { unpack } from './unpack.js';

/**
 * Pulls the image of an OCIRepository into a folder as source-controller does: at the digest of its artifact, else at what
 * `spec.ref` asks for; the files of its first layer, or of the one that `layerSelector` names. Gives its revision
 * (`latest@sha256:…`). Throws `source-not-found` or `interrupted`.
 */
export async function pullImage(source: FluxSource, into: string, io: RegistryIo): Promise<string> {
  const registry = openRegistry(source.url, source.insecure, io);
  const made = /^(?:([^@]*)@)?(sha256:[0-9a-f]{64})$/.exec(source.revision ?? '');
  const name = made?.[1] ?? (made === null ? await wantedTag(source, registry) : '');
  const { text, digest } = await registry.manifest(made?.[2] ?? name);
  // Whether Flux unpacks the layer or copies it, its artifact is that archive.
  await unpack(await registry.blob(layerOf(text, source)), into, `the image ${source.url}`);
  return name === '' || name === digest ? digest : `${name}@${digest}`;
}

/** The tag or digest of `spec.ref`; a range is the highest tag that it admits. */
async function wantedTag({ image, url }: FluxSource, registry: Registry): Promise<string> {
  if (image?.digest !== undefined) return image.digest;
  if (image?.semver === undefined) return image?.tag ?? 'latest';
  const admits = parseConstraint(image.semver);
  const filter = filterOf(image.semverFilter ?? '', url);
  const fitting = (await registry.tags()).flatMap((tag) => {
    const version = filter.finds(tag) ? parseVersion(tag) : undefined;
    return version !== undefined && admits?.(version) === true ? [{ tag, version }] : [];
  });
  const best = fitting.sort((a, b) => compareVersions(b.version, a.version))[0];
  if (best !== undefined) return best.tag;
  throw new GitdriftError('source-not-found', `${url} has no tag that ${image.semver} admits`, {
    hint: 'check spec.ref.semver and spec.ref.semverFilter',
  });
}

function filterOf(text: string, url: string): GoExpression {
  try {
    return compileGoExpression(text);
  } catch (error) {
    throw new GitdriftError('source-not-found', `spec.ref.semverFilter of ${url} is no regular expression: ${text}`, {
      hint: 'write it as Go does (RE2): without look-ahead and back references',
      cause: error,
    });
  }
}

/** The digest of the layer with the files. */
function layerOf(manifest: string, { url, layerType }: FluxSource): string {
  const found = dig(parseJson(manifest), 'layers');
  const layers = isArray(found) ? found : [];
  const layer = layerType === undefined ? layers[0] : layers.find((one) => digString(one, 'mediaType') === layerType);
  const digest = digString(layer, 'digest');
  if (digest === undefined) {
    const which = layerType === undefined ? 'layer' : `layer of ${layerType}`;
    throw new GitdriftError('source-not-found', `the image ${url} has no ${which}`, {
      hint: 'check spec.layerSelector and spec.ref',
    });
  }
  return digest;
}
