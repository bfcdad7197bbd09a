import { GitdriftError } from '../../model/errors.js';
import { digString, field, isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import {
  apiVersionOf,
  type Gvk,
  type KubernetesObject,
  parseApiVersion,
  type ResourceRef,
  refKey,
  refOf,
  refText,
} from '../../model/resource.js';
import { isSecret } from './mask-secret.js';
import { parseDocuments } from './parse-documents.js';
import type { SavedFile } from './read-files.js';
import { parseIndex, type RecordingIndex } from './recording-index.js';

const HOW_TO_SAVE = 'save it with: kubectl get … -o json --show-managed-fields';

/** What saved files hold, as one. */
export interface SavedObjects {
  /** By `refKey`, then by apiVersion. */
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, KubernetesObject>>;
  /** Kinds of which a whole list of their own is there (`DeploymentList`), also an empty one. */
  readonly typedLists: readonly Gvk[];
  /** Lists of which only a page is there; without `of` it may hold any kind. */
  readonly pages: readonly SavedPage[];
  readonly indexes: readonly RecordingIndex[];
  /** Of recorded Secrets, by apiVersion and `refKey`: the check of what their values were compared with. */
  readonly desiredChecks: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

/** One page of a longer list: its file, and the kind of its items where the list is of one kind. */
export interface SavedPage {
  readonly file: string;
  readonly of?: Gvk;
}

/**
 * Takes apart files as kubectl prints them: objects, lists of any kind, many documents. Throws `recording-invalid`, also
 * where they hold nothing at all: that is how a command looks that failed, not a cluster.
 */
export function collectObjects(files: readonly SavedFile[], location: string): SavedObjects {
  const objects = new Map<string, Map<string, KubernetesObject>>();
  const typedLists: Gvk[] = [];
  const pages: SavedPage[] = [];
  const indexes: RecordingIndex[] = [];
  const desiredChecks = new Map<string, string>();
  const warnings: string[] = [];
  let found = 0;

  const add = (object: KubernetesObject, file: string, index: RecordingIndex | undefined): void => {
    found++;
    const ref = refOf(object);
    const versions = objects.get(refKey(ref)) ?? new Map<string, KubernetesObject>();
    objects.set(refKey(ref), versions);
    if (versions.has(object.apiVersion)) {
      warnings.push(`${refText(ref)} is saved more than once; the last one, in ${file}, is used`);
    }
    versions.set(object.apiVersion, object);
    if (!isSecret(object)) return;
    // A check counts for the copy beside which it was recorded.
    const check = index?.secrets.find((secret) => refKey(secret) === refKey(ref))?.desiredCheck;
    if (check === undefined) desiredChecks.delete(savedKey(ref));
    else desiredChecks.set(savedKey(ref), check);
  };

  const take = (value: JsonValue, file: string, defaults?: Gvk, recording?: RecordingIndex): void => {
    if (isArray(value)) {
      for (const item of value) take(item, file);
      return;
    }
    const object = typed(value, file, defaults);
    const items = field(object, 'items');
    if (!object.kind.endsWith('List') || (!isArray(items) && items !== null)) {
      add(object, file, recording);
      return;
    }
    const told = field(object, 'gitdrift');
    const index = object.kind === 'List' && told !== undefined ? parseIndex(told, file) : undefined;
    if (index !== undefined) indexes.push(index);
    const itemKind = object.kind.slice(0, -'List'.length);
    const gvk = itemKind === '' ? undefined : { ...parseApiVersion(object.apiVersion), kind: itemKind };
    const isPage = (digString(object, 'metadata', 'continue') ?? '') !== '';
    // A list that is there and empty is an answer: kubectl prints one where it finds nothing.
    if (gvk !== undefined || index !== undefined || items?.length === 0) found++;
    if (isPage) pages.push({ file, ...(gvk !== undefined && { of: gvk }) });
    else if (gvk !== undefined) typedLists.push(gvk);
    for (const item of items ?? []) take(item, file, gvk, index);
  };

  const empty: string[] = [];
  for (const { file, text } of files) {
    const before = found;
    for (const document of parseDocuments(text, file)) take(document, file);
    if (found === before) empty.push(file);
  }
  if (found === 0) {
    throw new GitdriftError('recording-invalid', `${location} holds no objects`, {
      hint: `nothing in it says that there are none; ${HOW_TO_SAVE}`,
      position: { file: location },
    });
  }
  warnings.push(...empty.map((file) => `${file} holds no objects`));
  return { objects, typedLists, pages, indexes, desiredChecks, warnings };
}

/** The key of one saved object at one version. */
export function savedKey(ref: ResourceRef): string {
  return `${apiVersionOf(ref)} ${refKey(ref)}`;
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
    hint: HOW_TO_SAVE,
    position: { file },
  });
}
