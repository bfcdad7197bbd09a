/** Translates offsets into a text to lines, which count from 1. */
export interface LineIndex {
  lineAt(offset: number): number;
}

/** Finds the line breaks of `text` (LF, CRLF or CR) once; `linesBefore` lines stand before it. */
export function lineIndex(text: string, linesBefore = 0): LineIndex {
  const starts = [0];
  for (const found of text.matchAll(/\r\n|\r|\n/g)) starts.push(found.index + found[0].length);
  return {
    lineAt(offset) {
      let [low, high] = [0, starts.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((starts[middle] as number) <= offset) low = middle;
        else high = middle;
      }
      return linesBefore + low + 1;
    },
  };
}
