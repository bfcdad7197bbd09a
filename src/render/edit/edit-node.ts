import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue, jsonEqual } from '../../model/json.js';
import { emitBlockText, emitEntry, emitFlow, emitItem, emitKey, emitScalar, type Manner } from './emit.js';
import { nodeValue } from './node-value.js';
import { pairItems } from './pair-items.js';
import { removeEntry, removeItem } from './remove-node.js';
import type { SourceEntry, SourceMapping, SourceNode, SourceSequence } from './source-tree.js';
import { columnOf, lineEnd, lineStart, linesAfter, type TextEdit } from './text-edit.js';

/** The text that is edited, and how it is written. */
export interface Editing {
  readonly text: string;
  readonly manner: Manner;
}

/** Where a value stands in its mapping or list: it decides how its replacement is indented. */
export interface Around {
  /** The column of the key or dash that the value belongs to. */
  readonly column: number;
  readonly flow: boolean;
  /** Behind a dash, not a key. */
  readonly item: boolean;
}

/** The edits that make a node's value another one; lines that stay equal are left as they are, comments too. */
export function changeValue(editing: Editing, node: SourceNode, value: JsonValue, around: Around): TextEdit[] {
  const old = nodeValue(node);
  if (old !== undefined && jsonEqual(old, value)) return [];
  if (node.kind === 'sequence' && isArray(value) && value.length > 0 && node.items.length > 0)
    return changeItems(editing, node, value);
  if (node.kind === 'mapping' && isObject(value) && Object.keys(value).length > 0 && node.entries.length > 0)
    return changeFields(editing, node, value);
  if (isEmptyPlace(node) && !around.flow && !around.item && !editing.manner.json && isFilled(value))
    return fillPlace(editing, node, value, around);
  return [replaceNode(editing, node, value, around)];
}

/** A list or map with something in it. */
const isFilled = (value: JsonValue): boolean => (isObject(value) || isArray(value)) && Object.keys(value).length > 0;

/** `{}`, `[]` or nothing behind a key. */
function isEmptyPlace(node: SourceNode): boolean {
  if (node.kind === 'scalar') return node.style === 'empty';
  return (
    (node.kind === 'mapping' && node.entries.length === 0) || (node.kind === 'sequence' && node.items.length === 0)
  );
}

/** Writes a list or map below a key that has none; a comment stays on the key's line. */
function fillPlace({ text, manner }: Editing, node: SourceNode, value: JsonValue, around: Around): TextEdit[] {
  const lines = emitEntry('k', value, around.column, manner).slice(1);
  const start = blankBefore(text, node.begin);
  const end = lineEnd(text, node.end);
  return [
    ...(node.end > start ? [{ start, end: node.end, text: '' }] : []),
    { start: end, end, text: withEol(lines.map((line) => `\n${line}`).join(''), manner) },
  ];
}

/** Writes another value in place of all that a node says; an anchor stays, what an alias stood for is written out. */
function replaceNode({ text, manner }: Editing, node: SourceNode, value: JsonValue, around: Around): TextEdit {
  const isWhole = isFilled(value);
  const inFlow = around.flow || (node.kind !== 'alias' && node.kind !== 'scalar' && node.flow);
  if (isWhole && !inFlow && !manner.json) {
    const lines = around.item
      ? emitItem(value, around.column, manner)
      : emitEntry('k', value, around.column, manner).slice(1);
    const start = around.item ? text.lastIndexOf('-', node.begin) : blankBefore(text, node.begin);
    const first = around.item ? lines.join('\n') : lines.map((line) => `\n${line}`).join('');
    return { start, end: endOf(text, node), text: withEol(first, manner) };
  }
  const end = endOf(text, node);
  if (!isWhole && !isObject(value) && !isArray(value)) {
    const style = node.kind === 'scalar' ? node.style : undefined;
    const comment = commentBehind(text, end);
    const block = blockText({ text, manner }, node, value, around, comment);
    const written = block ?? emitScalar(value, manner, { flow: inFlow, ...(style === undefined ? {} : { style }) });
    const behind = block === undefined ? 0 : comment.length;
    return { start: node.start, end: end + behind, text: spaced(text, node, written) };
  }
  // A block list or map becomes `[]` or `{}` behind its key.
  const isBlock = (node.kind === 'sequence' || node.kind === 'mapping') && !node.flow;
  const start = isBlock && !around.item ? blankBefore(text, node.begin) : node.start;
  const flat = emitFlow(value, manner);
  return { start, end, text: isBlock && !around.item ? ` ${flat}` : spaced(text, node, flat) };
}

/** A value of several lines as a block, where it may be one. */
function blockText(
  { text, manner }: Editing,
  node: SourceNode,
  value: JsonValue,
  around: Around,
  comment: string,
): string | undefined {
  if (typeof value !== 'string' || around.flow || manner.json) return undefined;
  const isBlock = node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded');
  const indent = isBlock && node.indent > 0 ? node.indent : around.column + manner.step;
  const header = isBlock ? /^[|>][-+0-9]*([ \t]*#[^\r\n]*)?/.exec(text.slice(node.start, node.end))?.[1] : undefined;
  return emitBlockText(value, indent, manner.eol, header ?? comment);
}

/** What stands on the line behind a value: behind a block's first line it stays a comment, behind its last it is text. */
function commentBehind(text: string, end: number): string {
  return /^[ \t]+#[^\r\n]*/.exec(text.slice(end, lineEnd(text, end)))?.[0] ?? '';
}

/** Behind the key or dash, blanks left out. */
function blankBefore(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

/** The end of what a node says, without the blank lines and the line break that follow a block scalar. */
function endOf(text: string, node: SourceNode): number {
  if (node.kind !== 'scalar' || (node.style !== 'literal' && node.style !== 'folded')) return node.end;
  return text[node.end - 1] === '\n' ? lineEnd(text, lastBreak(text, node.end)) : node.end;
}

function lastBreak(text: string, end: number): number {
  const kept = text.slice(0, end).replace(/(?:\r?\n)$/, '');
  return kept.length;
}

/** Behind a bare colon or dash a value needs a blank. */
function spaced(text: string, node: SourceNode, written: string): string {
  const before = text[node.start - 1] ?? '';
  return node.start === node.end && /[:-]/.test(before) ? ` ${written}` : written;
}

const withEol = (text: string, { eol }: Manner): string => text.replaceAll('\n', eol);

function changeFields(editing: Editing, node: SourceMapping, value: JsonObject): TextEdit[] {
  const gone = node.entries.filter(({ name }) => !Object.hasOwn(value, name));
  const edits = gone.flatMap((entry) => removeEntry(editing.text, node, entry));
  for (const entry of node.entries) {
    const wanted = value[entry.name];
    if (wanted !== undefined && Object.hasOwn(value, entry.name))
      edits.push(...changeValue(editing, entry.value, wanted, aroundEntry(editing, node, entry)));
  }
  const added = Object.entries(value).filter(([name]) => !node.entries.some((entry) => entry.name === name));
  return [...edits, ...addEntries(editing, node, added)];
}

/** How the value of an entry stands. */
export function aroundEntry({ text }: Editing, node: SourceMapping, entry: SourceEntry): Around {
  return { column: columnOf(text, entry.key.begin), flow: node.flow, item: false };
}

/** How an item of a list stands. */
export function aroundItem({ text }: Editing, node: SourceSequence): Around {
  return { column: columnOf(text, node.start), flow: node.flow, item: true };
}

/** Adds entries behind the last one of a mapping that has some. */
export function addEntries(
  editing: Editing,
  node: SourceMapping,
  added: readonly (readonly [string, JsonValue])[],
): TextEdit[] {
  const { text, manner } = editing;
  const last = node.entries.at(-1);
  if (added.length === 0) return [];
  if (node.flow || last === undefined) {
    const written = added.map(([name, value]) => `${emitKey(name, manner)}: ${emitFlow(value, manner)}`);
    if (last === undefined) return [{ start: node.start, end: node.end, text: `{${written.join(', ')}}` }];
    return [
      {
        start: last.value.end,
        end: last.value.end,
        text: written.map((one) => `,${flowGap(text, last.key)}${one}`).join(''),
      },
    ];
  }
  const column = columnOf(text, (node.entries[0] ?? last).key.begin);
  const lines = added.flatMap(([name, value]) => {
    const [first = '', ...rest] = emitEntry(name, value, column, manner);
    return [`${' '.repeat(column)}${first}`, ...rest];
  });
  return [linesAfter(text, last.value.end, lines, manner.eol)];
}

/** Adds items behind the last one of a list that has some. */
export function addItems(editing: Editing, node: SourceSequence, added: readonly JsonValue[]): TextEdit[] {
  const { text, manner } = editing;
  const last = node.items.at(-1);
  if (added.length === 0) return [];
  if (node.flow || last === undefined) {
    const written = added.map((value) => emitFlow(value, manner));
    if (last === undefined) return [{ start: node.start, end: node.end, text: `[${written.join(', ')}]` }];
    return [{ start: last.end, end: last.end, text: written.map((one) => `,${flowGap(text, last)}${one}`).join('') }];
  }
  return [linesAfter(text, last.end, itemLines(editing, node, added), manner.eol)];
}

function itemLines({ text, manner }: Editing, node: SourceSequence, added: readonly JsonValue[]): string[] {
  const column = columnOf(text, node.start);
  return added.flatMap((item) => {
    const [first = '', ...rest] = emitItem(item, column, manner);
    return [`${' '.repeat(column)}${first}`, ...rest];
  });
}

/** Between brackets the next entry stands as the last one does: on a line of its own, or behind a blank. */
function flowGap(text: string, last: SourceNode): string {
  const start = lineStart(text, last.begin);
  const before = text.slice(start, last.begin);
  const eol = text[start - 2] === '\r' ? '\r\n' : '\n';
  return before.trim() === '' && start > 0 ? `${eol}${before}` : ' ';
}

/** Items that are equal on both sides stay; others are changed in place as far as they pair up. */
function changeItems(editing: Editing, node: SourceSequence, value: JsonArray): TextEdit[] {
  const old = node.items.map((item) => nodeValue(item) ?? null);
  const edits: TextEdit[] = [];
  let behind: SourceNode | undefined;
  let waiting: JsonValue[] = [];
  const flush = (): void => {
    if (waiting.length > 0) edits.push(...insertItems(editing, node, behind, waiting));
    waiting = [];
  };
  for (const pair of pairItems(old, value)) {
    const item = pair.old === undefined ? undefined : node.items[pair.old];
    const wanted = pair.next === undefined ? undefined : value[pair.next];
    if (item !== undefined && wanted !== undefined) {
      flush();
      edits.push(...changeValue(editing, item, wanted, aroundItem(editing, node)));
      behind = item;
    } else if (item !== undefined) edits.push(...removeItem(editing.text, node, item));
    else if (wanted !== undefined) waiting.push(wanted);
  }
  flush();
  return edits;
}

function insertItems(
  editing: Editing,
  node: SourceSequence,
  behind: SourceNode | undefined,
  items: readonly JsonValue[],
): TextEdit[] {
  const { text, manner } = editing;
  if (behind !== undefined) return addItems(editing, { ...node, items: [behind] }, items);
  const [first] = node.items;
  if (first === undefined) return addItems(editing, node, items);
  if (node.flow) {
    const written = items.map((item) => `${emitFlow(item, manner)}, `).join('');
    return [{ start: first.begin, end: first.begin, text: written }];
  }
  const start = lineStart(text, text.lastIndexOf('-', first.begin - 1));
  const lines = itemLines(editing, node, items);
  return [{ start, end: start, text: lines.map((line) => `${line}${manner.eol}`).join('') }];
}
