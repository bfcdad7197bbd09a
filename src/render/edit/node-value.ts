import { type JsonValue, setField } from '../../model/json.js';
import type { SourceNode } from './source-tree.js';

/** The value that a node stands for, merge keys left as they are written; undefined where it contains itself. */
export function nodeValue(node: SourceNode | undefined, depth = 0): JsonValue | undefined {
  if (node === undefined || depth > MAX_DEPTH) return undefined;
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'alias':
      return nodeValue(node.target, depth + 1);
    case 'sequence': {
      const items = node.items.map((item) => nodeValue(item, depth + 1));
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    case 'mapping': {
      const fields: Record<string, JsonValue> = {};
      for (const { name, value } of node.entries) {
        const inner = nodeValue(value, depth + 1);
        if (inner === undefined) return undefined;
        setField(fields, name, inner);
      }
      return fields;
    }
  }
}

const MAX_DEPTH = 200;
