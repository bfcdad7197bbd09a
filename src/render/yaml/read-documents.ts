import type { ManifestDocument } from '../../model/manifest.js';
import { composeYaml } from './compose.js';
import { manifestInvalid, YamlFault } from './fault.js';
import { composeJson, looksLikeJson } from './json-nodes.js';
import type { DocumentNode } from './node.js';
import { toJson } from './to-json.js';

/**
 * Reads the documents of a YAML or JSON text as kubectl does (sigs.k8s.io/yaml, that is go-yaml v2 and YAML 1.1); empty
 * and null documents are left out but count for `index`. `file` is what origins and messages name (`-` for standard
 * input). Throws a GitdriftError `manifest-invalid` with file and line.
 */
export function readDocuments(text: string, file: string): { documents: ManifestDocument[] } {
  // A byte order mark is no part of the text; lines and offsets do not change without it.
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    const documents: ManifestDocument[] = [];
    for (const { index, root } of compose(body, file)) {
      if (root.kind === 'scalar' && root.type === 'null') continue;
      const { value, lines, duplicateKeys } = toJson(root);
      documents.push({ value, index, origins: { file, lines }, duplicateKeys });
    }
    return { documents };
  } catch (error) {
    if (error instanceof YamlFault) throw manifestInvalid(error, file, body);
    throw error;
  }
}

/** Like kubectl, tries a text that begins with a brace as JSON and falls back to YAML, of which JSON is a part. */
function compose(text: string, file: string): DocumentNode[] {
  if (!looksLikeJson(text)) return composeYaml(text);
  try {
    return composeJson(text);
  } catch (jsonFault) {
    try {
      return composeYaml(text);
    } catch (yamlFault) {
      throw file.endsWith('.json') ? jsonFault : yamlFault;
    }
  }
}
