import { GitdriftError } from '../../model/errors.js';
import { digString, field, isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import {
  apiVersionOf,
  type Gvk,
  type KubernetesObject,
  parseApiVersion,
  refKey,
  refOf,
  refText,
} from '../../model/resource.js';
import { parseDocuments } from './parse-documents.js';
import type { SavedFile } from './read-files.js';
import { parseIndex, type RecordingIndex } from './recording-index.js';

/** What saved files hold, as one. */
export interface SavedObjects {
  /** By `refKey`, then by apiVersion. */
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, KubernetesObject>>;
  /** Kinds of which a list of their own is there (`DeploymentList`), also an empty one. */
  readonly typedLists: readonly Gvk[];
  readonly indexes: readonly RecordingIndex[];
  readonly warnings: readonly string[];
}

/** Takes apart files as kubectl prints them: objects, lists of any kind, many documents. Throws `recording-invalid`. */
export function collectObjects(files: readonly SavedFile[]): SavedObjects {
  const objects = new Map<string, Map<string, KubernetesObject>>();
  const typedLists: Gvk[] = [];
  const indexes: RecordingIndex[] = [];
  const warnings: string[] = [];

  const add = (object: KubernetesObject, file: string): void => {
    const ref = refOf(object);
    const versions = objects.get(refKey(ref)) ?? new Map<string, KubernetesObject>();
    objects.set(refKey(ref), versions);
    if (versions.has(object.apiVersion)) {
      warnings.push(`${refText(ref)} is saved more than once; the last one, in ${file}, is used`);
    }
    versions.set(object.apiVersion, object);
  };

  const take = (value: JsonValue, file: string, defaults?: Gvk): void => {
    if (isArray(value)) {
      for (const item of value) take(item, file);
      return;
    }
    const object = typed(value, file, defaults);
    const index = field(object, 'gitdrift');
    if (object.kind === 'List' && index !== undefined) indexes.push(parseIndex(index, file));
    const items = field(object, 'items');
    if (!object.kind.endsWith('List') || (!isArray(items) && items !== null)) {
      add(object, file);
      return;
    }
    const itemKind = object.kind.slice(0, -'List'.length);
    const gvk = itemKind === '' ? undefined : { ...parseApiVersion(object.apiVersion), kind: itemKind };
    if (gvk !== undefined) typedLists.push(gvk);
    for (const item of items ?? []) take(item, file, gvk);
  };

  for (const { file, text } of files) {
    for (const document of parseDocuments(text, file)) take(document, file);
  }
  return { objects, typedLists, indexes, warnings };
}

/** The value as an object with apiVersion, kind and metadata; `defaults` fill what items of a typed list lack. */
function typed(value: JsonValue, file: string, defaults: Gvk | undefined): KubernetesObject {
  const found = isObject(value) ? value : undefined;
  const apiVersion = digString(found, 'apiVersion') ?? (defaults && apiVersionOf(defaults));
  const kind = digString(found, 'kind') ?? defaults?.kind;
  if (found === undefined || apiVersion === undefined || kind === undefined) {
    throw invalid(
      file,
      `the saved file ${file} holds something that is no Kubernetes object: it has no apiVersion and kind`,
    );
  }
  if (kind === 'Status' && apiVersion === 'v1') {
    throw invalid(
      file,
      `the saved file ${file} holds an error of the API server, no objects: ${digString(found, 'message')}`,
    );
  }
  const isList = kind.endsWith('List') && field(found, 'items') !== undefined;
  if (!isList && digString(found, 'metadata', 'name') === undefined) {
    throw invalid(file, `the saved file ${file} holds a ${kind} without metadata.name`);
  }
  const metadata = field(found, 'metadata');
  const filled: JsonObject = { ...found, apiVersion, kind, metadata: isObject(metadata) ? metadata : {} };
  return filled as unknown as KubernetesObject;
}

function invalid(file: string, message: string): GitdriftError {
  return new GitdriftError('recording-invalid', message, {
    hint: 'save it with: kubectl get … -o json --show-managed-fields',
    position: { file },
  });
}
