export interface StreamPart {
  readonly part: string;
  /** How many lines stand before the part in the stream. */
  readonly linesBefore: number;
}

const SEPARATOR = /^---(?=[ \t\r\n]|$)/gm;
const LINE_BREAK = /\r\n|\r|\n/g;

/**
 * Cuts a YAML stream before each line that begins with `---`, as kubectl does (apimachinery's YAMLReader): no document
 * reaches across one, whatever is open.
 */
export function splitStream(text: string): StreamPart[] {
  const parts: StreamPart[] = [];
  let start = 0;
  let linesBefore = 0;
  const cut = (end: number) => {
    const part = text.slice(start, end);
    parts.push({ part, linesBefore });
    linesBefore += part.match(LINE_BREAK)?.length ?? 0;
    start = end;
  };
  for (const { index } of text.matchAll(SEPARATOR))
    if (index > start && !isDirectives(text.slice(start, index))) cut(index);
  cut(text.length);
  return parts;
}

/** A part that holds nothing but directives and comments belongs to the document after the separator. */
function isDirectives(part: string): boolean {
  return /^%/m.test(part) && part.split(LINE_BREAK).every((line) => /^(?:%.*|\s*(?:#.*)?)$/.test(line));
}
