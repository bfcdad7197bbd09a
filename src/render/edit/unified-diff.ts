import { structuredPatch } from 'diff';

/**
 * A patch of one file as `git diff` prints it, which `git apply` takes in any folder of the repository; `file` is
 * relative to the repository's root, with forward slashes.
 */
export function unifiedDiff(file: string, before: string, after: string): string {
  const { hunks } = structuredPatch('a', 'b', before, after, '', '', { context: 3 });
  const [from, to] = [quoted(`a/${file}`), quoted(`b/${file}`)];
  const lines = [
    `diff --git ${from} ${to}`,
    `--- ${from}${blankMark(file)}`,
    `+++ ${to}${blankMark(file)}`,
    ...hunks.flatMap((hunk) => [
      `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
      ...hunk.lines,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Lines of the old text that the patch shows, counted from 1. */
export function shownLines(before: string, after: string): readonly number[] {
  const { hunks } = structuredPatch('a', 'b', before, after, '', '', { context: 3 });
  return hunks.flatMap(({ oldStart, oldLines }) => Array.from({ length: oldLines }, (_, at) => oldStart + at));
}

function range(start: number, lines: number): string {
  return lines === 1 ? String(start) : `${lines === 0 ? start - 1 : start},${lines}`;
}

/** Git ends a name with blanks in it by a tab, so that patch does not cut it (git diff.c). */
const blankMark = (file: string): string => (file.includes(' ') && quoted(file) === file ? '\t' : '');

const SHORT: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '"': '\\"', '\\': '\\\\' };

/** A name as git writes it: with controls, quotes and bytes beyond ASCII as escapes, in quotes (git quote.c). */
function quoted(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  if (!/[\u0000-\u001f"\\\u007f-\uffff]/.test(name)) return name;
  const escaped = [...Buffer.from(name, 'utf8')].map((byte) => {
    const character = String.fromCharCode(byte);
    if (SHORT[character] !== undefined) return SHORT[character];
    return byte < 0x20 || byte >= 0x7f ? `\\${byte.toString(8).padStart(3, '0')}` : character;
  });
  return `"${escaped.join('')}"`;
}
