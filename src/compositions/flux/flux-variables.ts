import { GitdriftError } from '../../model/errors.js';
import type { FluxHelmRelease, FluxKustomization } from '../../model/flux.js';
import { dig, isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { isRecordedSecret } from '../../model/recorded-secret.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { ValuesPart } from '../../render/flux/chart-values.js';
import type { Variables } from '../../render/flux/post-build.js';
import { readDocuments } from '../../render/yaml/read-documents.js';
import type { FluxObjects } from './flux-objects.js';

/** The variables of `spec.postBuild`, those of ConfigMaps and Secrets read; undefined without postBuild. Throws. */
export async function variablesOf(
  { postBuild, namespace }: FluxKustomization,
  objects: FluxObjects,
): Promise<Variables | undefined> {
  if (postBuild === undefined) return undefined;
  const values = new Map<string, string>();
  const secret = new Set<string>();
  for (const { kind, name, optional } of postBuild.substituteFrom) {
    const source = await dataOf(objects, { kind, namespace, name }, optional, 'substitute from');
    for (const [key, value] of source?.data ?? []) {
      values.set(key, value.replaceAll('\n', ''));
      if (kind === 'Secret') secret.add(key);
      else secret.delete(key);
    }
  }
  for (const [key, value] of Object.entries(postBuild.substitute)) {
    values.set(key, value.replaceAll('\n', ''));
    secret.delete(key);
  }
  return { values, secret, always: postBuild.always };
}

/** What `spec.valuesFrom` gives, in its order, and every text among it that comes from a Secret. */
export interface ReadValues {
  readonly parts: readonly ValuesPart[];
  readonly secrets: readonly string[];
}

/** Reads `spec.valuesFrom` of a HelmRelease. Throws where one cannot be had that is not optional. */
export async function valuesOf({ valuesFrom, namespace }: FluxHelmRelease, objects: FluxObjects): Promise<ReadValues> {
  const parts: ValuesPart[] = [];
  const secrets: string[] = [];
  for (const { kind, name, key, targetPath, optional, literal } of valuesFrom) {
    const source = await dataOf(objects, { kind, namespace, name }, optional, 'values from');
    const text = source?.data.get(key);
    if (text === undefined) {
      if (optional || source === undefined) continue;
      throw new GitdriftError('source-not-found', `values from ${kind}/${name}: it has no key ${key}`, {
        hint: 'check spec.valuesFrom (valuesKey)',
      });
    }
    const part = partOf(text, { targetPath, literal, what: `${kind}/${name}, key ${key}` });
    parts.push(part);
    if (kind === 'Secret') secrets.push(...(part.kind === 'path' ? [part.text] : textsIn(part.values)));
  }
  return { parts, secrets };
}

function partOf(text: string, from: { targetPath: string; literal: boolean; what: string }): ValuesPart {
  if (from.targetPath !== '') return { kind: 'path', path: from.targetPath, text, literal: from.literal };
  let value: JsonValue;
  try {
    value = readDocuments(text, from.what).documents[0]?.value ?? {};
  } catch {
    // What the reader says quotes the text, and that may be a Secret's.
    throw new GitdriftError('manifest-invalid', `values from ${from.what}: it is no YAML`, { hint: 'mend the values' });
  }
  if (isObject(value)) return { kind: 'values', values: value };
  throw new GitdriftError('manifest-invalid', `values from ${from.what}: it is no map of values`, {
    hint: 'mend the values, or set targetPath',
  });
}

/** Every text and number in a value; words such as `true` would hide half of what a chart renders. */
function textsIn(value: JsonValue): readonly string[] {
  if (isObject(value)) return Object.values(value).flatMap(textsIn);
  if (isArray(value)) return value.flatMap(textsIn);
  return value === null || typeof value === 'boolean' ? [] : [String(value)];
}

interface FoundData {
  readonly data: ReadonlyMap<string, string>;
}

/** The data of a ConfigMap or Secret; undefined where an optional one is not there. Throws `source-not-found`. */
async function dataOf(
  objects: FluxObjects,
  reference: { readonly kind: string; readonly namespace: string; readonly name: string },
  optional: boolean,
  doing: string,
): Promise<FoundData | undefined> {
  const { kind, namespace, name } = reference;
  const what = `${doing} ${kind}/${name} in ${namespace}`;
  if (kind !== 'ConfigMap' && kind !== 'Secret') {
    throw new GitdriftError('manifest-invalid', `${what}: Flux knows ConfigMap and Secret alone`, {
      hint: 'mend the kind',
    });
  }
  const found = await objects.find('', reference);
  if (found.kind === 'found') return { data: textData(found.object, what) };
  if (optional && 'absent' in found) return undefined;
  throw new GitdriftError('source-not-found', `${what}: ${found.reason}`, {
    hint: 'it has to be readable, for Flux puts its values into the objects',
  });
}

function textData(object: KubernetesObject, what: string): ReadonlyMap<string, string> {
  const data = dig(object, 'data');
  const entries: (readonly [string, string])[] = [];
  for (const [key, value] of Object.entries(isObject(data) ? (data as JsonObject) : {})) {
    if (isRecordedSecret(value)) {
      throw new GitdriftError('source-not-found', `${what}: the recording keeps no values of Secrets`, {
        hint: 'compare with the cluster, where the Secret can be read',
      });
    }
    if (typeof value !== 'string') continue;
    entries.push([key, object.kind === 'Secret' ? Buffer.from(value, 'base64').toString('utf8') : value]);
  }
  return new Map(entries);
}
