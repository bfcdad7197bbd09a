import type { FieldPath, PathElement } from '../../model/field-path.js';
import { field, isArray, isObject, type JsonValue, jsonEqual, setField } from '../../model/json.js';
import { type Around, addEntries, addItems, aroundEntry, aroundItem, changeValue, type Editing } from './edit-node.js';
import type { Manner } from './emit.js';
import { nodeValue } from './node-value.js';
import { removeEntry, removeItem } from './remove-node.js';
import type { SourceEntry, SourceMapping, SourceNode, SourceSequence } from './source-tree.js';
import { applyEdits, columnOf, eolOf, type TextEdit } from './text-edit.js';

/** A change to what a document declares. `set` also adds what is not there. */
export type FieldEdit =
  | { readonly kind: 'set'; readonly path: FieldPath; readonly value: JsonValue }
  | { readonly kind: 'remove'; readonly path: FieldPath };

/**
 * The text with one change made in the document (or the part of one) that `root` is; only lines of the value itself
 * change. Undefined where the text does not say the field in a way that can be changed.
 */
export function editField(text: string, root: SourceNode, edit: FieldEdit): string | undefined {
  const editing: Editing = { text, manner: mannerOf(text, root) };
  const edits = edit.kind === 'set' ? setIn(editing, root, edit.path, edit.value) : removeIn(editing, root, edit.path);
  return edits === undefined ? undefined : applyEdits(text, edits);
}

interface Found {
  readonly node: SourceNode;
  readonly around: Around;
  /** What holds it: the mapping and entry, or the list. */
  readonly holder:
    | { readonly kind: 'entry'; readonly mapping: SourceMapping; readonly entry: SourceEntry }
    | { readonly kind: 'item'; readonly sequence: SourceSequence };
}

/** The way to a path, as far as the text goes. */
function follow(editing: Editing, root: SourceNode, path: FieldPath): Found[] {
  const way: Found[] = [];
  let node = root;
  for (const element of path) {
    const next = step(editing, node, element);
    if (next === undefined) break;
    way.push(next);
    node = next.node;
  }
  return way;
}

function step(editing: Editing, node: SourceNode, element: PathElement): Found | undefined {
  if (node.kind === 'mapping' && element.kind === 'field') {
    // Kubernetes keeps the last of several keys of one name.
    const entry = node.entries.findLast(({ name }) => name === element.name);
    if (entry === undefined) return undefined;
    return {
      node: entry.value,
      around: aroundEntry(editing, node, entry),
      holder: { kind: 'entry', mapping: node, entry },
    };
  }
  if (node.kind !== 'sequence') return undefined;
  const item = node.items.find((one, index) => isItem(nodeValue(one), index, element));
  if (item === undefined) return undefined;
  return { node: item, around: aroundItem(editing, node), holder: { kind: 'item', sequence: node } };
}

function isItem(value: JsonValue | undefined, index: number, element: PathElement): boolean {
  if (element.kind === 'index') return index === element.index;
  if (value === undefined) return false;
  if (element.kind === 'value') return jsonEqual(value, element.value);
  if (element.kind !== 'key') return false;
  return Object.entries(element.key).every(([name, wanted]) => {
    const own = field(value, name);
    // The one key default of the built-in kinds: the protocol of a port (k8s.io/api/core/v1 types.go).
    return own === undefined ? name === 'protocol' && wanted === 'TCP' : jsonEqual(own, wanted);
  });
}

function setIn(editing: Editing, root: SourceNode, path: FieldPath, value: JsonValue): TextEdit[] | undefined {
  const way = follow(editing, root, path);
  const last = way.at(-1);
  if (way.length === path.length && last !== undefined) return changeValue(editing, last.node, value, last.around);
  const parent = last?.node ?? root;
  const around = last?.around ?? { column: -editing.manner.step, flow: false, item: false };
  const rest = path.slice(way.length);
  const [first] = rest;
  if (first === undefined) return undefined;
  return addTo(editing, parent, first, wrap(rest.slice(1), value), around, way.length === 0);
}

/** Adds what is missing to the nearest parent that the text has. */
function addTo(
  editing: Editing,
  parent: SourceNode,
  element: PathElement,
  inner: JsonValue,
  around: Around,
  isRoot: boolean,
): TextEdit[] | undefined {
  const isNothing = parent.kind === 'scalar' && parent.value === null;
  if (element.kind === 'field') {
    if (parent.kind === 'mapping' && parent.entries.length > 0)
      return addEntries(editing, parent, [[element.name, inner]]);
    const isEmpty = parent.kind === 'mapping' || isNothing;
    return isEmpty && !isRoot ? changeValue(editing, parent, { [element.name]: inner }, around) : undefined;
  }
  const item = itemOf(element, inner);
  if (item === undefined) return undefined;
  if (parent.kind === 'sequence' && parent.items.length > 0) return addItems(editing, parent, [item]);
  return parent.kind === 'sequence' || isNothing ? changeValue(editing, parent, [item], around) : undefined;
}

/** The value with the steps of a path around it. */
function wrap(path: FieldPath, value: JsonValue): JsonValue {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const inner = wrap(rest, value);
  if (first.kind !== 'field') return [itemOf(first, inner) ?? inner];
  const fields: Record<string, JsonValue> = {};
  setField(fields, first.name, inner);
  return fields;
}

/** An item with the fields of its key first. */
function itemOf(element: PathElement, value: JsonValue): JsonValue | undefined {
  if (element.kind === 'key') return isObject(value) ? { ...withoutDefaults(element.key, value), ...value } : undefined;
  return element.kind === 'value' || element.kind === 'index' ? value : undefined;
}

/** The protocol of a port is filled in by the server where it is TCP. */
function withoutDefaults(key: Readonly<Record<string, JsonValue>>, value: JsonValue): Record<string, JsonValue> {
  const kept = Object.entries(key).filter(
    ([name, own]) => !(name === 'protocol' && own === 'TCP' && field(value, 'protocol') === undefined),
  );
  return Object.fromEntries(kept);
}

/** Takes the field out, and with it every map and list above that would be left with nothing in it. */
function removeIn(editing: Editing, root: SourceNode, path: FieldPath): TextEdit[] | undefined {
  const way = follow(editing, root, path);
  if (way.length !== path.length) return undefined;
  for (const { node, holder } of [...way].reverse()) {
    if (holder.kind === 'entry' && holder.mapping.entries.length > 1)
      return removeEntry(editing.text, holder.mapping, holder.entry);
    if (holder.kind === 'item' && holder.sequence.items.length > 1)
      return removeItem(editing.text, holder.sequence, node);
  }
  return undefined;
}

/** How a document is written, by what it does itself. */
function mannerOf(text: string, root: SourceNode): Manner {
  const steps: number[] = [];
  const listSteps: number[] = [];
  const walk = (node: SourceNode, depth: number): void => {
    if (depth > 50 || steps.length + listSteps.length > 200) return;
    if (node.kind === 'sequence') for (const item of node.items) walk(item, depth + 1);
    if (node.kind !== 'mapping' || node.flow) return;
    for (const { key, value } of node.entries) {
      const column = columnOf(text, key.begin);
      if (value.kind === 'mapping' && !value.flow) steps.push(columnOf(text, value.start) - column);
      if (value.kind === 'sequence' && !value.flow) listSteps.push(columnOf(text, value.start) - column);
      walk(value, depth + 1);
    }
  };
  walk(root, 0);
  const isJson = root.kind === 'mapping' && root.flow && /^\s*\{\s*"/.test(text.slice(root.start));
  return {
    step: mostUsed(steps.filter((step) => step > 0)) ?? 2,
    listStep: mostUsed(listSteps.filter((step) => step >= 0)) ?? mostUsed(steps.filter((step) => step > 0)) ?? 2,
    eol: eolOf(text),
    json: isJson,
  };
}

function mostUsed(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0];
}

/** The value that a node says at a path. */
export function declaredAt(root: SourceNode, path: FieldPath): JsonValue | undefined {
  let node: JsonValue | undefined = nodeValue(root);
  for (const element of path) {
    if (element.kind === 'field') node = field(node, element.name);
    else node = isArray(node) ? node.find((item, index) => isItem(item, index, element)) : undefined;
  }
  return node;
}
