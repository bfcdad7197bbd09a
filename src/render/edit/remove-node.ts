import type { SourceEntry, SourceMapping, SourceNode, SourceSequence } from './source-tree.js';
import { lineStart, type TextEdit, withoutLines } from './text-edit.js';

/** Takes an entry out of a mapping that keeps others. */
export function removeEntry(text: string, node: SourceMapping, entry: SourceEntry): TextEdit[] {
  const at = node.entries.indexOf(entry);
  const [before, after] = [node.entries[at - 1], node.entries[at + 1]];
  if (node.flow) return [removeFlow(before?.value.end, entry.key.begin, entry.value.end, after?.key.begin)];
  // The first entry of an item stands behind the dash, and so will the next.
  const behindDash = text.slice(lineStart(text, entry.key.begin), entry.key.begin).trim() !== '';
  if (behindDash && after !== undefined) return [{ start: entry.key.begin, end: after.key.begin, text: '' }];
  return [withoutLines(text, entry.key.begin, entry.value.end)];
}

/** Takes an item out of a list that keeps others. */
export function removeItem(text: string, node: SourceSequence, item: SourceNode): TextEdit[] {
  const at = node.items.indexOf(item);
  const [before, after] = [node.items[at - 1], node.items[at + 1]];
  if (node.flow) return [removeFlow(before?.end, item.begin, item.end, after?.begin)];
  const dash = text.lastIndexOf('-', item.begin - 1);
  return [withoutLines(text, dash, item.end)];
}

function removeFlow(before: number | undefined, start: number, end: number, after: number | undefined): TextEdit {
  if (before !== undefined) return { start: before, end, text: '' };
  return { start, end: after ?? end, text: '' };
}
