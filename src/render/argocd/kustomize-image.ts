import { GitdriftError } from '../../model/errors.js';
import type { JsonObject } from '../../model/json.js';

/**
 * An image as `kustomize edit set image` reads it: `name:tag`, `name@digest`, `name=new`, `name=new:tag@digest`; a `*`
 * stands for what the kustomization says already. Throws `manifest-invalid`.
 */
export function parseImage(text: string): JsonObject {
  const at = text.indexOf('=');
  const [key, value] = at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 1)];
  const { name, tag, digest } = splitImage(value);
  if (name === text) {
    throw new GitdriftError(
      'manifest-invalid',
      `kustomize.images: ${JSON.stringify(text)} names no tag and no digest`,
      {
        hint: 'write it as name:tag, name@digest or name=new:tag',
      },
    );
  }
  return imageEntry(key === '' ? { name, newTag: tag, digest } : { name: key, newName: name, newTag: tag, digest });
}

/** The images of a kustomization with those given put over them, by name, sorted as the edit leaves them. */
export function withImages(present: readonly JsonObject[], given: readonly JsonObject[]): JsonObject[] {
  const images = new Map(given.map((image) => [String(image.name), image]));
  for (const image of present) {
    const name = String(image.name);
    const over = images.get(name);
    images.set(name, over === undefined ? image : keepStars(over, image));
  }
  return [...images.entries()]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, image]) => keepStars(image, {}));
}

function keepStars(image: JsonObject, before: JsonObject): JsonObject {
  const kept = Object.entries(image).map(([field, value]) => [field, value === '*' ? (before[field] ?? '') : value]);
  return imageEntry(Object.fromEntries(kept) as JsonObject);
}

/** Without the fields that are empty. */
function imageEntry(image: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(image).filter(([, value]) => value !== ''));
}

/** A tag and a digest are looked for after the first slash, for a registry may have a port. */
function splitImage(image: string): { readonly name: string; readonly tag: string; readonly digest: string } {
  const from = Math.max(image.indexOf('/'), 0);
  const [colon, at] = [image.indexOf(':', from), image.indexOf('@', from)];
  if (at >= 0 && (colon < 0 || at < colon)) return { name: image.slice(0, at), tag: '', digest: image.slice(at + 1) };
  if (colon < 0) return { name: image, tag: '', digest: '' };
  const end = at < 0 ? image.length : at;
  return {
    name: image.slice(0, colon),
    tag: image.slice(colon + 1, end),
    digest: image.slice(Math.min(end + 1, image.length)),
  };
}
