/** A piece of a text to be replaced; offsets count in the text as it was. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all edits made; they must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const edit of [...edits].sort((a, b) => b.start - a.start || b.end - a.end)) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  }
  return result;
}

/** Where the line that holds an offset begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line that holds an offset ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  if (found < 0) return text.length;
  return text[found - 1] === '\r' ? Math.max(found - 1, offset) : found;
}

/** The columns before an offset on its line. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The line break that the text uses. */
export function eolOf(text: string): string {
  return /\r\n/.test(text) ? '\r\n' : '\n';
}

/** An insertion of whole lines behind the line that ends at or after an offset, with that line's comment left where it is. */
export function linesAfter(text: string, offset: number, lines: readonly string[], eol: string): TextEdit {
  // What a block scalar holds ends where the next line begins.
  const isLineStart = offset > 0 && text[offset - 1] === '\n';
  if (isLineStart) {
    const last = lastWritten(text, offset);
    return { start: last, end: last, text: lines.map((line) => `${eol}${line}`).join('') };
  }
  const end = lineEnd(text, offset);
  return { start: end, end, text: lines.map((line) => `${eol}${line}`).join('') };
}

/** The end of the last line before an offset that is not blank. */
function lastWritten(text: string, offset: number): number {
  const before = text.slice(0, offset).trimEnd().length;
  return before;
}

/** The removal of whole lines, from the one that holds `from` to the one in which `to` ends. */
export function withoutLines(text: string, from: number, to: number): TextEdit {
  const start = lineStart(text, from);
  // What a block scalar holds ends where the next line begins.
  const end = to > 0 && text[to - 1] === '\n' ? to : lineEnd(text, to);
  const next = text.indexOf('\n', end);
  if (to > 0 && text[to - 1] === '\n') return { start, end: to, text: '' };
  if (next >= 0) return { start, end: next + 1, text: '' };
  // The last line of a text without a final line break: the break before it goes.
  const breakLength = text.slice(0, start).endsWith('\r\n') ? 2 : start > 0 ? 1 : 0;
  return { start: start - breakLength, end: text.length, text: '' };
}
