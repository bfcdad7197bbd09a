import type { PathElement } from '../../src/model/field-path.js';
import type { FieldSet } from '../../src/model/field-set.js';
import { type JsonObject, type JsonValue, setField } from '../../src/model/json.js';
import { printJson } from '../../src/model/json-text.js';

/** Encodes a set as fieldsV1, with Go's HTML escapes in keys: what the server would write. */
export function encodeFieldsV1(set: FieldSet): JsonObject {
  const encoded: Record<string, JsonValue> = {};
  for (const { element, set: below } of set.children.values()) setField(encoded, keyText(element), encodeNode(below));
  return encoded;
}

function encodeNode(set: FieldSet): JsonObject {
  if (set.children.size === 0) return {};
  return { ...(set.member ? { '.': {} } : {}), ...encodeFieldsV1(set) };
}

function keyText(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return `f:${element.name}`;
    case 'key':
      return `k:${goEscaped(printJson(element.key))}`;
    case 'value':
      return `v:${goEscaped(printJson(element.value))}`;
    case 'index':
      return `i:${element.index}`;
  }
}

/** encoding/json escapes these so that JSON can stand in HTML. */
function goEscaped(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
}
