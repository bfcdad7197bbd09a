import { GitdriftError } from '../../model/errors.js';
import { digString, field, isArray, isObject } from '../../model/json.js';
import type { ManifestDocument } from '../../model/manifest.js';
import { readDocuments } from '../yaml/read-documents.js';
import { splitStream } from '../yaml/split-stream.js';

/** Texts without which a broken file is taken for something else than a manifest. */
const MANIFEST_WORDS = ['apiVersion:', 'kind:', 'metadata:'];

/**
 * The objects of one file, as Argo CD reads it (getObjsFromYAMLOrJSON): a JSON file holds exactly one; a YAML file that
 * cannot be read is passed over where it gave no object yet and does not look like a manifest. Throws `manifest-invalid`.
 */
export function manifestsIn(bytes: Uint8Array, shown: string): readonly ManifestDocument[] {
  const text = new TextDecoder('utf-8').decode(bytes);
  return shown.endsWith('.json') ? fromJson(text, shown) : fromYaml(text, shown);
}

function fromJson(text: string, shown: string): readonly ManifestDocument[] {
  try {
    JSON.parse(text);
  } catch (cause) {
    throw fault(shown, `is not one JSON object: ${cause instanceof Error ? cause.message : 'syntax error'}`, cause);
  }
  const { documents } = readDocuments(text, shown);
  const [document] = documents;
  if (document !== undefined && isKind(document)) return documents;
  // An image manifest beside the files of an OCI artifact is tolerated.
  if (document !== undefined && isArray(field(document.value, 'layers'))) return [];
  throw fault(shown, "is no Kubernetes object: 'kind' is missing");
}

function fromYaml(text: string, shown: string): readonly ManifestDocument[] {
  try {
    const { documents } = readDocuments(text, shown);
    const bad = documents.findIndex((document) => !isKind(document));
    if (bad < 0) return documents;
    if (bad > 0 || looksLikeManifest(text)) {
      throw fault(shown, `holds a document that is no Kubernetes object: 'kind' is missing (document ${bad + 1})`);
    }
    return [];
  } catch (error) {
    if (!(error instanceof GitdriftError)) throw error;
    if (looksLikeManifest(text) || beginsWithObject(text, shown)) throw error;
    return [];
  }
}

function looksLikeManifest(text: string): boolean {
  return MANIFEST_WORDS.every((word) => text.includes(word));
}

/** True where a text that cannot be read whole gives an object before its fault. */
function beginsWithObject(text: string, shown: string): boolean {
  try {
    for (const { part } of splitStream(text)) {
      const { documents } = readDocuments(part, shown);
      if (documents.length > 0) return documents.every(isKind);
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return false;
}

function isKind({ value }: ManifestDocument): boolean {
  return isObject(value) && (digString(value, 'kind') ?? '') !== '';
}

function fault(shown: string, what: string, cause?: unknown): GitdriftError {
  return new GitdriftError('manifest-invalid', `${shown} ${what}`, {
    hint: 'mend it, or leave it out with directory.exclude',
    position: { file: shown },
    cause,
  });
}
