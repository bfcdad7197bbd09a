import { YamlFault } from './fault.js';

export interface StreamPart {
  readonly part: string;
  /** How many lines stand before the part in the stream. */
  readonly linesBefore: number;
}

const SEPARATOR = /^---(?=[ \t\r\n]|$)/gm;
/** A line that begins so is a separator for kubectl, and anything but a comment on it a fault. */
const NO_SEPARATOR = /^---(?![ \t]*(?:#.*)?(?:[\r\n]|$))/m;
const LINE_BREAK = /\r\n|\r|\n/g;

/**
 * Cuts a YAML stream before each line that begins with `---`, as kubectl does (apimachinery's YAMLReader): no document
 * reaches across one, whatever is open. Throws a YamlFault for a separator with more than a comment after it.
 */
export function splitStream(text: string): StreamPart[] {
  const odd = NO_SEPARATOR.exec(text);
  if (odd !== null) {
    const line = 1 + (text.slice(0, odd.index).match(LINE_BREAK)?.length ?? 0);
    throw new YamlFault(line, 'nothing but a comment may follow `---` on its line');
  }
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
