import { CORE_SCHEMA, defineScalarTag, intCoreTag, loadAll, NOT_RESOLVED, YAMLException } from 'js-yaml';
import { GitdriftError } from '../../model/errors.js';
import type { JsonValue } from '../../model/json.js';
import { parseJson } from '../../model/json-text.js';
import { isTree } from '../../model/tree.js';

/**
 * kubectl's YAML is made from JSON by sigs.k8s.io/yaml, which quotes whatever YAML 1.1 would read as something else; so
 * the plain forms of the core schema suffice. Integers beyond 2^53 stay exact, times stay text.
 */
const KUBECTL_YAML = CORE_SCHEMA.withTags(
  defineScalarTag<number | bigint>('tag:yaml.org,2002:int', {
    ...intCoreTag,
    resolve: (source, isExplicit, tagName) => {
      const value = intCoreTag.resolve(source, isExplicit, tagName);
      if (value === NOT_RESOLVED || Number.isSafeInteger(value)) return value;
      return /^-?\d+$/.test(source) ? BigInt(source) : value;
    },
  }),
);

/**
 * The documents of a saved file: one JSON value, several in a row, or YAML documents. Empty ones are left out. Throws
 * `recording-invalid` with the line; the text is never quoted, for it may hold secrets.
 */
export function parseDocuments(text: string, file: string): readonly JsonValue[] {
  return (jsonDocuments(text) ?? yamlDocuments(text, file)).filter((value) => value !== null);
}

function jsonDocuments(text: string): readonly JsonValue[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return [parseJson(text)];
  } catch {
    // Several objects in a row, as `kubectl get -o json` for each kind appends them; or YAML in flow style.
  }
  try {
    return jsonTexts(text).map(parseJson);
  } catch {
    return undefined;
  }
}

/** Cuts a text at the end of each top-level object or list; `---` between them is dropped. */
function jsonTexts(text: string): readonly string[] {
  const found: string[] = [];
  let [depth, start, inString] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) {
      found.push(text.slice(start, at + 1).replace(/^\s*(---\s*)?/, ''));
      start = at + 1;
    }
  }
  const rest = text.slice(start).trim();
  return rest === '' || rest === '---' ? found : [...found, rest];
}

function yamlDocuments(text: string, file: string): readonly JsonValue[] {
  try {
    const documents = loadAll(text, { schema: KUBECTL_YAML, json: true }) as JsonValue[];
    if (!text.includes('*') || documents.every(isTree)) return documents;
    throw new YAMLException('aliases make it hold itself, or grow beyond reason');
  } catch (error) {
    const [why, line] =
      error instanceof YAMLException ? [error.reason, (error.mark?.line ?? 0) + 1] : ['syntax error', 1];
    throw new GitdriftError(
      'recording-invalid',
      `the saved file ${file} is neither JSON nor YAML: ${why} (line ${line})`,
      {
        hint: 'save it with: kubectl get … -o json --show-managed-fields',
        position: { file, line },
      },
    );
  }
}
