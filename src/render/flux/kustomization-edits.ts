import { GitdriftError } from '../../model/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import { objectsOption, own, switchOption, textOption, textsOption } from '../argocd/options.js';

const SPEC = 'spec';

/** A component is a path inside the artifact (fluxcd/pkg kustomize_generator.go, IsLocalRelativePath). */
const REMOTE = /^(?:git::|gh:|ssh:\/\/|https:\/\/|http:\/\/|git@|github\.com[:/]|file:\/\/\/|\/)/i;

/**
 * A kustomization as kustomize-controller edits it before the build, from the fields of a Kustomization's spec (fluxcd/pkg
 * kustomize_generator.go). `generated`: it was made of the folder's files. `components` are those that are there. Throws
 * `manifest-invalid`.
 */
export function fluxKustomization(
  kustomization: JsonObject,
  spec: JsonObject,
  components: readonly string[],
  generated: boolean,
): JsonObject {
  const edited: Record<string, JsonValue> = { ...kustomization };
  // What has no resources is built with origins, for otherwise kustomize calls it empty.
  if (!generated && textsOption(edited, 'resources', 'kustomization').length === 0) {
    edited.buildMetadata = ['originAnnotations'];
  }
  for (const [from, to] of [
    ['targetNamespace', 'namespace'],
    ['namePrefix', 'namePrefix'],
    ['nameSuffix', 'nameSuffix'],
  ] as const) {
    const text = textOption(spec, from, SPEC);
    if (text !== '') edited[to] = text;
  }
  append(edited, 'patches', objectsOption(spec, 'patches', SPEC).map(patchOf));
  append(edited, 'components', components);
  append(
    edited,
    'patchesStrategicMerge',
    listOf(spec, 'patchesStrategicMerge').map((patch) => printJson(patch)),
  );
  append(
    edited,
    'patchesJson6902',
    objectsOption(spec, 'patchesJson6902', SPEC).map((entry) =>
      patchOf({ ...entry, patch: printJson(own(entry, 'patch') ?? []) }),
    ),
  );
  const images = objectsOption(spec, 'images', SPEC);
  if (images.length > 0) edited.images = withImages(objectsOption(edited, 'images', 'kustomization'), images);
  const metadata = textsOption(spec, 'buildMetadata', SPEC);
  if (metadata.length > 0) edited.buildMetadata = metadata;
  return edited;
}

function append(edited: Record<string, JsonValue>, name: string, items: readonly JsonValue[]): void {
  if (items.length > 0) edited[name] = [...listOf(edited, name), ...items];
}

function listOf(object: JsonObject, name: string): readonly JsonValue[] {
  const list = own(object, name);
  return list !== undefined && isArray(list) ? list : [];
}

const TARGET = ['group', 'version', 'kind', 'name', 'namespace', 'labelSelector', 'annotationSelector'];

/** A patch with the fields that Flux knows. */
export function patchOf(entry: JsonObject): JsonObject {
  const target = own(entry, 'target');
  return {
    patch: textOption(entry, 'patch', 'patches'),
    ...(target !== undefined && isObject(target)
      ? { target: Object.fromEntries(Object.entries(target).filter(([name]) => TARGET.includes(name))) }
      : {}),
  };
}

/** Images field by field, by name; tag and digest are one unit. */
function withImages(present: readonly JsonObject[], given: readonly JsonObject[]): readonly JsonObject[] {
  const images: JsonObject[] = [...present];
  for (const entry of given) {
    const [name, newName, newTag, digest] = ['name', 'newName', 'newTag', 'digest'].map((key) =>
      textOption(entry, key, 'images'),
    );
    const at = images.findIndex((image) => own(image, 'name') === name);
    const versioned = newTag !== '' || digest !== '';
    const { newTag: _tag, digest: _digest, ...rest } = (at < 0 ? { name } : images[at]) as JsonObject;
    const version = {
      ...(newTag === '' ? {} : { newTag: newTag ?? '' }),
      ...(digest === '' ? {} : { digest: digest ?? '' }),
    };
    const merged = {
      ...(at >= 0 && !versioned ? (images[at] as JsonObject) : rest),
      ...(newName === '' ? {} : { newName: newName ?? '' }),
      ...version,
    } as JsonObject;
    if (at < 0) images.push(merged);
    else images[at] = merged;
  }
  return images;
}

/** The components of a spec that are to be added; `exists` tells which are there. Throws `manifest-invalid`. */
export async function fluxComponents(
  spec: JsonObject,
  exists: (component: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const components = textsOption(spec, 'components', SPEC);
  const remote = components.find((component) => REMOTE.test(component));
  if (remote !== undefined) {
    throw new GitdriftError('manifest-invalid', `component path '${remote}' must be local and relative`, {
      hint: 'Flux takes components of the same source alone: mend spec.components',
    });
  }
  if (!switchOption(spec, 'ignoreMissingComponents', SPEC)) return components;
  const found = await Promise.all(components.map(async (component) => ((await exists(component)) ? [component] : [])));
  return found.flat();
}
