import { type JsonValue, setField } from '../../model/json.js';
import { pointerBelow } from '../../model/json-pointer.js';
import type { DuplicateKey } from '../../model/manifest.js';
import { YamlFault } from './fault.js';
import { MAX_DEPTH, type MappingNode, type YamlNode } from './node.js';
import { floatAsPrinted, floatKeyText } from './number.js';
import { plainJson } from './plain-json.js';

export interface JsonDocument {
  readonly value: JsonValue;
  readonly duplicateKeys: readonly DuplicateKey[];
}

/** What one document's conversion gathers. */
interface Conversion {
  /** Undefined where nobody wants them. */
  readonly lines: Map<string, number> | undefined;
  readonly duplicateKeys: DuplicateKey[];
  /** Aliases that are being followed; meeting one again means that its anchor contains itself. */
  readonly following: Set<YamlNode>;
  /** What a later key replaces is decoded, and has to be right as YAML, but never becomes JSON. */
  readonly replaced: boolean;
  nodes: number;
  fromAliases: number;
}

/** A document as JSON: aliases and merge keys followed, keys made text. Throws a YamlFault. */
export function toJson(root: YamlNode): JsonDocument {
  const plain = plainJson(root);
  if (plain !== undefined) return { value: plain, duplicateKeys: [] };
  const conversion = start(undefined);
  const value = convert(root, '', 0, conversion);
  return { value, duplicateKeys: conversion.duplicateKeys };
}

/**
 * The line of each key and item of a document that `toJson` can read, by pointer. What comes through an alias or a
 * merge key has no line below the place where it is used.
 */
export function linesOf(root: YamlNode): ReadonlyMap<string, number> {
  const lines = new Map([['', root.line]]);
  convert(root, '', 0, start(lines));
  return lines;
}

function start(lines: Map<string, number> | undefined): Conversion {
  return { lines, duplicateKeys: [], following: new Set(), replaced: false, nodes: 0, fromAliases: 0 };
}

/** `pointer` is undefined below an alias or a merge key. */
function convert(node: YamlNode, pointer: string | undefined, depth: number, conversion: Conversion): JsonValue {
  count(node, pointer === undefined, conversion);
  if (depth > MAX_DEPTH) throw new YamlFault(node.line, `nested more than ${MAX_DEPTH} levels deep`);
  switch (node.kind) {
    case 'scalar':
      return node.type === 'float' ? finite(node.value as number, node.line, conversion) : node.value;
    case 'alias':
      return follow(node, conversion, () => convert(node.target, undefined, depth + 1, conversion));
    case 'sequence':
      return node.items.map((item, index) => {
        const below = pointer === undefined ? undefined : `${pointer}/${index}`;
        if (below !== undefined) conversion.lines?.set(below, item.line);
        return convert(item, below, depth + 1, conversion);
      });
    case 'mapping':
      return convertMapping(node, pointer, depth, conversion);
  }
}

function finite(value: number, line: number, { replaced }: Conversion): JsonValue {
  if (!Number.isFinite(value) && !replaced)
    throw new YamlFault(line, 'infinity and not-a-number have no place in a manifest (JSON cannot hold them)');
  return floatAsPrinted(value);
}

interface Entry {
  readonly value: YamlNode;
  readonly line: number;
  readonly merged: boolean;
}

function convertMapping(node: MappingNode, pointer: string | undefined, depth: number, conversion: Conversion) {
  const entries = new Map<string, Entry>();
  collect(node, undefined, entries, pointer, conversion);
  const object: Record<string, JsonValue> = {};
  for (const [key, { value, line, merged }] of entries) {
    const below = pointer === undefined ? undefined : pointerBelow(pointer, key);
    if (below !== undefined) conversion.lines?.set(below, line);
    setField(object, key, convert(value, merged ? undefined : below, depth + 1, conversion));
  }
  return object;
}

/**
 * Gathers a mapping's entries in order, the last of a key winning. A merge key counts where it stands, as in go-yaml
 * v2: what it brings replaces earlier keys and is replaced by later ones. `mergeLine` is the line of the `<<` through
 * which the mapping comes.
 */
function collect(
  node: MappingNode,
  mergeLine: number | undefined,
  into: Map<string, Entry>,
  pointer: string | undefined,
  conversion: Conversion,
): void {
  const own = new Set<string>();
  for (const { key: keyNode, value } of node.entries) {
    if (keyNode.kind === 'scalar' && keyNode.merge) {
      merge(value, mergeLine ?? keyNode.line, into, conversion);
      continue;
    }
    count(keyNode, pointer === undefined, conversion);
    const key = keyText(keyNode, conversion);
    const replaced = into.get(key)?.value;
    if (replaced !== undefined) convert(replaced, undefined, 0, { ...conversion, replaced: true });
    if (own.has(key) && pointer !== undefined) conversion.duplicateKeys.push({ pointer, key, line: keyNode.line });
    own.add(key);
    into.set(key, { value, line: mergeLine ?? keyNode.line, merged: mergeLine !== undefined });
  }
}

function targetOf(node: YamlNode): YamlNode {
  return node.kind === 'alias' ? node.target : node;
}

function mergeSources(node: YamlNode): readonly YamlNode[] {
  return node.kind === 'sequence' ? node.items : [node];
}

function mergedMapping(node: YamlNode, source: YamlNode): MappingNode {
  const mapping = targetOf(source);
  if (mapping.kind === 'mapping') return mapping;
  throw new YamlFault(node.line, 'the merge key `<<` takes a mapping or a list of mappings');
}

function merge(node: YamlNode, line: number, into: Map<string, Entry>, conversion: Conversion): void {
  // Earlier items of a list take precedence, so they come last.
  for (const source of mergeSources(node).toReversed()) {
    const mapping = mergedMapping(node, source);
    follow(source, conversion, () => collect(mapping, line, into, undefined, conversion));
  }
}

function follow<Result>(node: YamlNode, conversion: Conversion, read: () => Result): Result {
  if (conversion.following.has(node))
    throw new YamlFault(node.line, `the anchor \`${node.kind === 'alias' ? node.name : ''}\` contains itself`);
  conversion.following.add(node);
  const result = read();
  conversion.following.delete(node);
  return result;
}

/** A key as text, as sigs.k8s.io/yaml makes it (convertToJSONableObject). */
function keyText(node: YamlNode, conversion: Conversion): string {
  if (node.kind === 'alias') return follow(node, conversion, () => keyText(node.target, conversion));
  if (node.kind !== 'scalar') throw new YamlFault(node.line, `a ${node.kind} cannot be a key`);
  if (node.type === 'null' && !conversion.replaced) throw new YamlFault(node.line, 'a key is null');
  if (node.type === 'uint' && !conversion.replaced)
    throw new YamlFault(node.line, `the key ${node.value} is beyond 64 bits`);
  return node.type === 'float' ? floatKeyText(node.value as number) : String(node.value);
}

/**
 * Ends a document that grows out of proportion through its aliases, by go-yaml's own measure (decode.go,
 * allowedAliasRatio): 99 % of up to 400,000 nodes may come from aliases, falling to 10 % at 4,000,000.
 */
function count(node: YamlNode, fromAlias: boolean, conversion: Conversion): void {
  conversion.nodes++;
  if (!fromAlias) return;
  conversion.fromAliases++;
  const { nodes, fromAliases } = conversion;
  if (fromAliases <= 100 || nodes <= 1000) return;
  const beyond = Math.min(Math.max((nodes - 400_000) / 3_600_000, 0), 1);
  if (fromAliases / nodes > 0.99 - 0.89 * beyond)
    throw new YamlFault(node.line, 'the document grows out of proportion through its aliases');
}
