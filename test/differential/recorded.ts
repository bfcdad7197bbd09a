import type { FieldPath, PathElement } from '../../src/model/field-path.js';
import { dig, isArray, isObject, type JsonValue, jsonEqual } from '../../src/model/json.js';
import { parseJson } from '../../src/model/json-text.js';
import type { KubernetesObject } from '../../src/model/resource.js';

/**
 * True where some entry of managedFields names the path, something below it, or an atomic list or map that it lies in.
 * Reads fieldsV1 by itself: what is checked must not check itself.
 */
export function isRecorded(object: KubernetesObject, path: FieldPath): boolean {
  const entries = dig(object, 'metadata', 'managedFields');
  if (!isArray(entries)) return false;
  return entries.some((entry) =>
    [path, ...inStringData(object, path)].some((at) => reaches(dig(entry, 'fieldsV1'), at)),
  );
}

function inStringData(object: KubernetesObject, path: FieldPath): FieldPath[] {
  const [first, ...rest] = path;
  const isData = object.kind === 'Secret' && first?.kind === 'field' && first.name === 'data';
  return isData ? [[{ kind: 'field', name: 'stringData' }, ...rest]] : [];
}

function reaches(set: JsonValue | undefined, path: FieldPath): boolean {
  let here = set;
  for (const element of path) {
    if (!isObject(here)) return false;
    // An empty `f:spec` of somebody who applied nothing in it owns nothing in it.
    if (Object.keys(here).length === 0) return here !== dig(set, 'f:spec');
    const step = Object.keys(here).find((name) => means(name, element));
    if (step === undefined) return false;
    here = here[step];
  }
  return here !== undefined;
}

function means(step: string, element: PathElement): boolean {
  if (element.kind === 'field') return step === `f:${element.name}`;
  if (element.kind === 'value') return step.startsWith('v:') && jsonEqual(parseJson(step.slice(2)), element.value);
  if (element.kind === 'key') return step.startsWith('k:') && jsonEqual(parseJson(step.slice(2)), element.key);
  return step === `i:${element.index}`;
}
