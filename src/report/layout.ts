/** Columns of a terminal that does not say how wide it is, and of the layout where nobody watches. */
export const DEFAULT_WIDTH = 120;

/**
 * Breaks prose at spaces into lines of at most `width` columns; a word longer than that stays whole. `undefined` never
 * breaks.
 */
export function wrapWords(text: string, width: number | undefined): string[] {
  // A number stays with the word before it where a bracket closes behind it: (exit 1).
  return wrap(text.split(/(?<= )(?!\d+\))/), width);
}

/** What indentation has to leave of a narrow terminal for words. */
export const LEAST_TEXT = 16;

/** `wrapWords` with every line but the first indented by `columns`, less where that leaves no room, all within `width`. */
export function hang(text: string, width: number | undefined, columns: number): string[] {
  if (width === undefined) return [wrapWords(text, undefined).join('')];
  const kept = Math.min(columns, Math.max(width - LEAST_TEXT, 0));
  const [first = '', ...rest] = wrapWords(text, width - kept);
  return [first, ...indent(rest, kept)];
}

/** Breaks a field path before its elements into lines of at most `width` columns; an element stays whole. */
export function wrapPath(path: string, width: number | undefined): string[] {
  return wrap(path.match(PATH_ELEMENT) ?? [path], width);
}

/** A field name with its dot, or a bracket with whatever stands in its quotes; else one character at a time. */
const PATH_ELEMENT = /\.[^.[\]"]*|\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\]|./gu;

function wrap(pieces: readonly string[], width: number | undefined): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (width !== undefined && line.trim() !== '' && line.length + piece.trimEnd().length > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}

/** Shortens a text to `width` columns by leaving out its middle; the end, where tags and digests differ, is kept. */
export function cutMiddle(text: string, width: number | undefined): string {
  if (width === undefined || text.length <= width) return text;
  const keep = Math.max(width - 1, 2);
  const tail = Math.floor(keep / 2);
  return `${wellFormed(text.slice(0, keep - tail))}…${wellFormed(text.slice(text.length - tail))}`;
}

/**
 * Shortens two texts that differ so that they still differ when shown: by their middle, or to the part around the first
 * difference where that would leave them equal.
 */
export function cutPair(a: string, b: string, width: number | undefined): readonly [string, string] {
  const cut = [cutMiddle(a, width), cutMiddle(b, width)] as const;
  if (cut[0] !== cut[1] || width === undefined) return cut;
  let at = 0;
  while (a[at] === b[at] && at < a.length) at++;
  return [cutAround(a, at, width), cutAround(b, at, width)];
}

function cutAround(text: string, at: number, width: number): string {
  const from = Math.max(0, Math.min(at - Math.floor(width / 3), text.length - width + 2));
  const to = Math.min(text.length, from + width - 2);
  return `${from > 0 ? '…' : ''}${wellFormed(text.slice(from, to))}${to < text.length ? '…' : ''}`;
}

/** Drops the half of a surrogate pair that a cut left behind. */
function wellFormed(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

/** Puts the same indentation before every line. */
export function indent(lines: readonly string[], columns: number): string[] {
  return lines.map((line) => (line === '' ? '' : `${' '.repeat(columns)}${line}`));
}
