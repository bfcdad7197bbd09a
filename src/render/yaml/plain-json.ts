import { type JsonValue, setField } from '../../model/json.js';
import { MAX_DEPTH, type MappingNode, type ScalarNode, type YamlNode } from './node.js';
import { floatAsPrinted } from './number.js';

/**
 * A document as JSON where there is nothing to say of it: no alias, no merge key, no key but text, none twice, no
 * infinity. Undefined for anything else, which the whole conversion reads. Keeps no account of where it is: nearly all
 * documents are such.
 */
export function plainJson(node: YamlNode, depth = 0): JsonValue | undefined {
  if (depth > MAX_DEPTH) return undefined;
  switch (node.kind) {
    case 'scalar':
      return node.type === 'float' ? plainFloat(node) : node.value;
    case 'sequence': {
      const list: JsonValue[] = new Array(node.items.length);
      for (let at = 0; at < list.length; at++) {
        const value = plainJson(node.items[at] as YamlNode, depth + 1);
        if (value === undefined) return undefined;
        list[at] = value;
      }
      return list;
    }
    case 'mapping':
      return plainObject(node, depth);
    case 'alias':
      return undefined;
  }
}

function plainFloat({ value }: ScalarNode): JsonValue | undefined {
  return Number.isFinite(value) ? floatAsPrinted(value as number) : undefined;
}

function plainObject({ entries }: MappingNode, depth: number): JsonValue | undefined {
  const object: Record<string, JsonValue> = {};
  for (const { key, value: node } of entries) {
    if (key.kind !== 'scalar' || key.merge || typeof key.value !== 'string' || Object.hasOwn(object, key.value)) {
      return undefined;
    }
    const value = plainJson(node, depth + 1);
    if (value === undefined) return undefined;
    setField(object, key.value, value);
  }
  return object;
}
