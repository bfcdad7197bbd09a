import type { ManifestDocument, Origins } from '../../model/manifest.js';
import { composeYaml } from './compose.js';
import { manifestInvalid, YamlFault } from './fault.js';
import { composeJson, looksLikeJson } from './json-nodes.js';
import type { DocumentNode, YamlNode } from './node.js';
import { linesOf, toJson } from './to-json.js';

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
    for (const { index, root, again } of compose(body, file)) {
      if (root.kind === 'scalar' && root.type === 'null') continue;
      const { value, duplicateKeys } = toJson(root);
      documents.push({ value, index, origins: originsOf(file, again ?? keeping(root)), duplicateKeys });
    }
    return { documents };
  } catch (error) {
    if (error instanceof YamlFault) throw manifestInvalid(error, file, body);
    throw error;
  }
}

function keeping(root: YamlNode): () => YamlNode {
  return () => root;
}

/** Lines are asked for where something differs, so they are found then: for all fields they cost more than the values. */
function originsOf(file: string, root: () => YamlNode): Origins {
  let lines: ReadonlyMap<string, number> | undefined;
  return {
    file,
    get lines() {
      lines ??= linesOf(root());
      return lines;
    },
  };
}

/** Like kubectl, tries a text that begins with a brace as JSON and falls back to YAML, of which JSON is a part. */
function compose(text: string, file: string): Iterable<DocumentNode> {
  if (!looksLikeJson(text)) return composeYaml(text);
  try {
    return composeJson(text);
  } catch (jsonFault) {
    try {
      return [...composeYaml(text)];
    } catch (yamlFault) {
      throw file.endsWith('.json') ? jsonFault : yamlFault;
    }
  }
}
