import { pathOfSteps, printPath } from '../model/field-path.js';
import type { JsonValue } from '../model/json.js';
import { pointerSteps } from '../model/json-pointer.js';
import type { DuplicateKey, ManifestDocument } from '../model/manifest.js';
import type { Finding } from '../model/report.js';
import type { ResourceRef } from '../model/resource.js';
import { listDuplicates } from './unwrap-lists.js';

/** One finding per YAML key that stands twice in a mapping of an object: Kubernetes keeps the last and says nothing. */
export function duplicateKeyFindings(document: ManifestDocument, resource: ResourceRef): readonly Finding[] {
  return document.duplicateKeys.map((key) => ({ ...finding(document, key), resource }));
}

/** The same for the keys of a list itself, which are nobody's. */
export function listKeyFindings(document: ManifestDocument): readonly Finding[] {
  return listDuplicates(document).map((key) => finding(document, key));
}

function finding(document: ManifestDocument, { pointer, key, line }: DuplicateKey): Finding {
  return {
    code: 'duplicate-yaml-key',
    severity: 'warning',
    path: pathOf(document.value, pointer),
    message: `the key ${JSON.stringify(key)} stands here a second time; the last one counts`,
    origin: { file: document.origins.file, line },
  };
}

/** A pointer as a field path; items of lists by their index, for without a schema nothing else is known. */
function pathOf(root: JsonValue, pointer: string): string {
  return printPath(pathOfSteps(pointerSteps(pointer), root));
}
