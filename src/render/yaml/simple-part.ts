import { MAX_DEPTH, type MappingNode, type SequenceNode, type YamlNode } from './node.js';
import { type ResolvedScalar, resolveScalar } from './scalar.js';

/**
 * Reads one part of a stream if it is written in the plain style of nearly all manifests: block mappings and sequences,
 * plain and quoted scalars of one line, `|` and `|-` blocks, `{}` and `[]`. Undefined for anything else, faults included:
 * then the whole parser decides. What it does read is the tree that the whole parser makes, in a tenth of its time.
 */
export function readSimplePart(part: string, linesBefore: number): YamlNode | undefined {
  if (FOREIGN.test(part)) return undefined;
  const cursor: Cursor = { text: part, at: 0, line: linesBefore, indent: 0, start: 0, end: -1 };
  const marked = /^--- *(?:\n|$)/.exec(part);
  if (marked !== null) {
    cursor.end = marked[0].length - 1;
    cursor.line++;
  }
  nextLine(cursor);
  if (cursor.start < 0 || cursor.indent !== 0) return undefined;
  const root = readBlock(cursor, 0, 0);
  return cursor.start < 0 ? root : undefined;
}

/** Anything that may mean more than itself: tabs, other line breaks, control characters, surrogates, byte order marks. */
const FOREIGN = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

/** Stands on a line that holds something; `start` is -1 after the last one. */
interface Cursor {
  readonly text: string;
  /** Where the rest of the line begins that is not read yet. */
  at: number;
  line: number;
  indent: number;
  /** Of the line's content and of its line break. */
  start: number;
  end: number;
}

const [SPACE, HASH, DASH, COLON, BREAK] = [0x20, 0x23, 0x2d, 0x3a, 0x0a];

/** Goes to the next line that is neither blank nor a comment. */
function nextLine(cursor: Cursor): void {
  const { text } = cursor;
  for (let from = cursor.end + 1; from < text.length; from = cursor.end + 1) {
    let start = from;
    while (text.charCodeAt(start) === SPACE) start++;
    const found = text.indexOf('\n', start);
    cursor.end = found < 0 ? text.length : found;
    cursor.line++;
    if (start === cursor.end || text.charCodeAt(start) === HASH) continue;
    cursor.start = start;
    cursor.at = start;
    cursor.indent = start - from;
    return;
  }
  cursor.start = -1;
  cursor.indent = -1;
}

/** A mapping or sequence whose entries stand at `indent`; the cursor is on the first. */
function readBlock(cursor: Cursor, indent: number, depth: number): YamlNode | undefined {
  if (depth > MAX_DEPTH / 2) return undefined;
  return isItem(cursor) ? readSequence(cursor, indent, depth) : readMapping(cursor, indent, depth);
}

function isItem({ text, at }: Cursor): boolean {
  return text.charCodeAt(at) === DASH && text.charCodeAt(at + 1) === SPACE;
}

function readSequence(cursor: Cursor, indent: number, depth: number): SequenceNode | undefined {
  const node: SequenceNode = { kind: 'sequence', line: cursor.line, items: [] };
  while (cursor.indent === indent && isItem(cursor)) {
    let at = cursor.at + 2;
    while (cursor.text.charCodeAt(at) === SPACE) at++;
    cursor.at = at;
    // A dash with a comment after it, or with another dash.
    if (cursor.text.charCodeAt(at) === HASH || isItem(cursor)) return undefined;
    const keyed = keyEnd(cursor) >= 0;
    if (keyed) cursor.indent = indent + (at - cursor.start);
    const item = keyed ? readMapping(cursor, cursor.indent, depth + 1) : readValue(cursor, indent);
    if (item === undefined) return undefined;
    node.items.push(item);
  }
  return cursor.indent > indent ? undefined : node;
}

function readMapping(cursor: Cursor, indent: number, depth: number): MappingNode | undefined {
  const node: MappingNode = { kind: 'mapping', line: cursor.line, entries: [] };
  while (cursor.indent === indent && cursor.start >= 0) {
    const end = keyEnd(cursor);
    if (end < 0) return undefined;
    const key = readKey(cursor.text.slice(cursor.at, end), cursor.line);
    cursor.at = end + 1;
    while (cursor.text.charCodeAt(cursor.at) === SPACE) cursor.at++;
    const nothing = cursor.at >= cursor.end || cursor.text.charCodeAt(cursor.at) === HASH;
    const value = nothing ? readBelow(cursor, indent, depth) : readValue(cursor, indent);
    if (key === undefined || value === undefined) return undefined;
    node.entries.push({ key, value });
  }
  return cursor.indent > indent ? undefined : node;
}

/** The value of a key with nothing after it: a block on the lines below, else null. */
function readBelow(cursor: Cursor, indent: number, depth: number): YamlNode | undefined {
  const { line } = cursor;
  nextLine(cursor);
  if (cursor.indent > indent || (cursor.indent === indent && isItem(cursor))) {
    return readBlock(cursor, cursor.indent, depth + 1);
  }
  return { kind: 'scalar', line, merge: false, type: 'null', value: null };
}

/** A key without quotes that begins with neither an indicator nor a sign, or a quoted one without escapes. */
const KEY = /(?:[A-Za-z0-9_][A-Za-z0-9_./-]{0,500}|"[^"\\\n]{0,500}"|'[^'\n]{0,500}'):(?=[ \n]|$)/y;

/** Where the colon stands after the key that begins here; -1 where none does. */
function keyEnd(cursor: Cursor): number {
  KEY.lastIndex = cursor.at;
  return KEY.test(cursor.text) ? KEY.lastIndex - 1 : -1;
}

/** Keys are few and come again and again. */
const keys = new Map<string, ResolvedScalar>();

function readKey(written: string, line: number): YamlNode | undefined {
  const known = keys.get(written);
  if (known !== undefined) return { kind: 'scalar', line, merge: false, type: known.type, value: known.value };
  const key = readScalar(written, line);
  if (key?.kind === 'scalar') keys.set(written, { type: key.type, value: key.value });
  return key;
}

/** A value on the rest of the line; passes the line. */
function readValue(cursor: Cursor, indent: number): YamlNode | undefined {
  const { text, line } = cursor;
  let end = cursor.end;
  while (end > cursor.at && text.charCodeAt(end - 1) === SPACE) end--;
  const written = text.slice(cursor.at, end);
  if (written === '|' || written === '|-') return readLiteral(cursor, indent, written === '|-');
  nextLine(cursor);
  if (written === '{}') return { kind: 'mapping', line, entries: [] };
  if (written === '[]') return { kind: 'sequence', line, items: [] };
  return readScalar(written, line);
}

/** A quoted text without escapes, then nothing or a comment. */
const QUOTED = /^(?:"([^"\\]*)"|'([^']*)')(?: +#.*)?$/;
/** Begins with no indicator. */
const PLAIN = /^(?!---|\.\.\.)(?:[A-Za-z0-9_./$(+~^;\\]|-(?=[^ ]))/;

function readScalar(written: string, line: number): YamlNode | undefined {
  if (PLAIN.test(written)) {
    const comment = written.indexOf(' #');
    const text = comment < 0 ? written : written.slice(0, comment).replace(/ +$/, '');
    // What would be a key.
    if (text.includes(': ') || text.charCodeAt(text.length - 1) === COLON) return undefined;
    const { type, value } = resolveScalar(text, undefined, true);
    return { kind: 'scalar', line, merge: false, type, value };
  }
  const quoted = QUOTED.exec(written);
  return quoted === null
    ? undefined
    : { kind: 'scalar', line, merge: false, type: 'str', value: quoted[1] ?? quoted[2] ?? '' };
}

/** A `|` block whose first line is no blank one; `indent` is the indentation of what it belongs to. */
function readLiteral(cursor: Cursor, indent: number, stripped: boolean): YamlNode | undefined {
  const { text, line } = cursor;
  const first = cursor.end + 1;
  let start = first;
  while (text.charCodeAt(start) === SPACE) start++;
  const width = start - first;
  if (width <= indent || start >= text.length || text.charCodeAt(start) === BREAK) return undefined;
  let value = '';
  let breaks = '';
  for (let from = first; from < text.length; from = cursor.end + 1) {
    const end = text.indexOf('\n', from);
    // Whether a last line without a line break gets one is left to the whole parser.
    if (end < 0) return undefined;
    let at = from;
    while (at < end && at - from < width && text.charCodeAt(at) === SPACE) at++;
    if (at < end && at - from < width) break;
    if (at < end) {
      value += breaks + text.slice(at, end);
      breaks = '';
    }
    breaks += '\n';
    cursor.end = end;
    cursor.line++;
  }
  nextLine(cursor);
  return { kind: 'scalar', line, merge: false, type: 'str', value: stripped ? value : `${value}\n` };
}
