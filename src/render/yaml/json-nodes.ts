import { YamlFault } from './fault.js';
import { lineIndex } from './line-index.js';
import { type DocumentNode, MAX_DEPTH, type YamlNode } from './node.js';
import type { ResolvedScalar } from './scalar.js';

/**
 * True where kubectl would first try a text as JSON: it begins with an opening brace (apimachinery's IsJSONBuffer).
 */
export function looksLikeJson(text: string): boolean {
  return /^\s*\{/.test(text);
}

/** Reads JSON values that follow each other into one tree each. Throws a YamlFault. */
export function composeJson(text: string): DocumentNode[] {
  const cursor: Cursor = { text, at: 0, line: lineIndex(text).lineAt };
  const documents: DocumentNode[] = [];
  for (skipSpace(cursor); cursor.at < text.length; skipSpace(cursor))
    documents.push({ index: documents.length, root: readValue(cursor, 0) });
  return documents;
}

interface Cursor {
  readonly text: string;
  at: number;
  readonly line: (offset: number) => number;
}

function readValue(cursor: Cursor, depth: number): YamlNode {
  const line = cursor.line(cursor.at);
  if (depth > MAX_DEPTH) throw new YamlFault(line, `nested more than ${MAX_DEPTH} levels deep`);
  switch (cursor.text[cursor.at]) {
    case '{':
      return {
        kind: 'mapping',
        line,
        entries: readItems(cursor, '}', () => {
          const key = readScalar(cursor);
          if (key.type !== 'str') fail(cursor, 'a key must be text in quotes');
          expect(cursor, ':');
          const keyNode: YamlNode = { kind: 'scalar', line: cursor.line(cursor.at), merge: false, ...key };
          return { key: keyNode, value: readValue(cursor, depth + 1) };
        }),
      };
    case '[':
      return { kind: 'sequence', line, items: readItems(cursor, ']', () => readValue(cursor, depth + 1)) };
    default:
      return { kind: 'scalar', line, merge: false, ...readScalar(cursor) };
  }
}

/** Reads what stands between brackets, separated by commas. */
function readItems<Item>(cursor: Cursor, end: string, read: () => Item): Item[] {
  const items: Item[] = [];
  cursor.at++;
  skipSpace(cursor);
  if (cursor.text[cursor.at] === end) {
    cursor.at++;
    return items;
  }
  for (;;) {
    skipSpace(cursor);
    items.push(read());
    skipSpace(cursor);
    const next = cursor.text[cursor.at];
    if (next !== ',' && next !== end) fail(cursor, `expected \`,\` or \`${end}\``);
    cursor.at++;
    if (next === end) return items;
  }
}

const STRING = /"(?:[^"\\]|\\.)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
const WORD = /true|false|null/y;

function readScalar(cursor: Cursor): ResolvedScalar {
  const quoted = take(cursor, STRING);
  if (quoted) return { type: 'str', value: unquote(cursor, quoted[0]) };
  const number = take(cursor, NUMBER);
  if (number) return number[1] === undefined && number[2] === undefined ? integer(number[0]) : float(cursor, number[0]);
  const word = take(cursor, WORD)?.[0];
  if (word === undefined)
    return fail(cursor, cursor.at < cursor.text.length ? 'this is not JSON' : 'the JSON ends early');
  return word === 'null' ? { type: 'null', value: null } : { type: 'bool', value: word === 'true' };
}

function unquote(cursor: Cursor, quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return fail(cursor, 'the text in quotes is not JSON');
  }
}

function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found) cursor.at += found[0].length;
  return found;
}

const UINT64_MAX = 2n ** 64n - 1n;

function integer(text: string): ResolvedScalar {
  const small = Number(text);
  if (Number.isSafeInteger(small)) return { type: 'int', value: small };
  const exact = BigInt(text);
  return exact > UINT64_MAX || exact < -(2n ** 63n) ? { type: 'float', value: small } : { type: 'int', value: exact };
}

function float(cursor: Cursor, text: string): ResolvedScalar {
  const value = Number(text);
  return Number.isFinite(value) ? { type: 'float', value } : fail(cursor, `the number ${text} is too large`);
}

function expect(cursor: Cursor, character: string): void {
  skipSpace(cursor);
  if (cursor.text[cursor.at] !== character) fail(cursor, `expected \`${character}\``);
  cursor.at++;
  skipSpace(cursor);
}

function skipSpace(cursor: Cursor): void {
  take(cursor, /[ \t\r\n]*/y);
}

function fail(cursor: Cursor, message: string): never {
  throw new YamlFault(cursor.line(cursor.at), message);
}
