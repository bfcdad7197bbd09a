import { fieldElement, indexElement } from '../../model/field-path.js';
import { digString, type JsonValue } from '../../model/json.js';
import type { FieldEdit } from './edit-document.js';

/** An image reference in its parts; a port of the registry is part of the name. */
export interface ImageParts {
  readonly name: string;
  readonly tag?: string;
  readonly digest?: string;
}

/** `registry.example:5000/catalog:1.4.2@sha256:…` taken apart. */
export function imageParts(image: string): ImageParts {
  const [before = '', digest] = image.split('@', 2);
  const colon = before.lastIndexOf(':');
  const tagged = colon > before.lastIndexOf('/');
  return {
    name: tagged ? before.slice(0, colon) : before,
    ...(tagged ? { tag: before.slice(colon + 1) } : {}),
    ...(digest === undefined ? {} : { digest }),
  };
}

/**
 * What to change in the entry `at` of a kustomization's `images`, so that an image it makes becomes another; nothing
 * where the entry is not about that image (kustomize api/types/image.go: `newTag` and `digest` exclude each other).
 */
export function imageEdits(item: JsonValue, at: number, now: string, wanted: string): readonly FieldEdit[] {
  const [from, to] = [imageParts(now), imageParts(wanted)];
  const made = digString(item, 'newName') ?? digString(item, 'name');
  if (made === undefined || made !== from.name) return [];
  const path = (key: string) => [fieldElement('images'), indexElement(at), fieldElement(key)];
  const set = (key: string, value: string | undefined): FieldEdit[] => {
    const own = digString(item, key);
    if (own === value) return [];
    return value === undefined ? [{ kind: 'remove', path: path(key) }] : [{ kind: 'set', path: path(key), value }];
  };
  return [
    ...(to.name === from.name ? [] : set('newName', to.name)),
    ...set('newTag', to.digest === undefined ? to.tag : undefined),
    ...set('digest', to.digest),
  ];
}
