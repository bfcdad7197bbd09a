import { dump, YAML11_SCHEMA } from 'js-yaml';
import { isArray, isObject, type JsonScalar, type JsonValue } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import { readDocuments } from '../yaml/read-documents.js';
import type { ScalarStyle } from './source-tree.js';

/** How a file is written: what new lines have to look like. */
export interface Manner {
  /** Columns of one level. */
  readonly step: number;
  /** Columns that a list is indented by under its key. */
  readonly listStep: number;
  readonly eol: string;
  /** The text is JSON: quotes everywhere. */
  readonly json: boolean;
}

/** What surrounds a value that is written: in brackets it has to stay on its line. */
export interface Around {
  readonly flow: boolean;
  readonly style?: ScalarStyle;
}

/** A scalar as YAML or JSON on one line, in the quotes that it had if they do; text never reads as something else. */
export function emitScalar(value: JsonScalar, manner: Manner, around: Around): string {
  if (manner.json) return printJson(value);
  if (typeof value !== 'string') return value === null ? 'null' : String(printJson(value));
  if (around.style === 'double') return doubleQuoted(value);
  if (around.style === 'single' && !NEEDS_ESCAPES.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return staysPlain(value) ? value : doubleQuoted(value);
}

/** Line breaks, controls and whatever YAML or a terminal takes for one: they are written as escapes. */
const NEEDS_ESCAPES = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const ESCAPED = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(ESCAPED, (character) =>
    [...character]
      .flatMap((one) => {
        const code = one.codePointAt(0) ?? 0;
        return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
      })
      .join(''),
  );
}

/**
 * True for a text that needs no quotes anywhere: neither the YAML 1.1 dumper quotes it, nor does our reader, which reads
 * as go-yaml v2 does, take it for anything but this text, at the end of a line and between brackets.
 */
function staysPlain(text: string): boolean {
  if (!/^[A-Za-z0-9_./$(+~^;-]/.test(text) || NEEDS_ESCAPES.test(text)) return false;
  if (dump(text, { schema: YAML11_SCHEMA, lineWidth: -1 }) !== `${text}\n`) return false;
  return [`a: ${text}\n`, `a: [${text}]\n`, `- ${text}\n`].every((written, at) => {
    try {
      const [document] = readDocuments(written, '-').documents;
      const value = document?.value;
      if (at === 2) return isArray(value) && value.length === 1 && value[0] === text;
      const own = isObject(value) ? value.a : undefined;
      return at === 0 ? own === text : isArray(own) && own.length === 1 && own[0] === text;
    } catch {
      return false;
    }
  });
}

/** A text of several lines as a `|` block with its lines indented; undefined where only quotes can hold it. */
export function emitBlockText(text: string, indent: number, eol: string, comment = ''): string | undefined {
  const body = text.replace(/\n+$/, '');
  const breaks = text.length - body.length;
  const lines = body.split('\n');
  const isPlain = lines.length + breaks > 1 && body !== '' && !/^[ \n]/.test(body);
  if (!isPlain || lines.some((line) => NEEDS_ESCAPES.test(line.replaceAll('\t', '')))) return undefined;
  const chomp = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
  const pad = ' '.repeat(indent);
  const written = lines.map((line) => (line === '' ? '' : `${pad}${line}`));
  const blank = Array.from({ length: Math.max(breaks - 1, 0) }, () => '');
  return [`|${chomp}${comment}`, ...written, ...blank].join(eol);
}

/** A key of a mapping. */
export function emitKey(name: string, manner: Manner): string {
  return emitScalar(name, manner, { flow: true });
}

/** A value between brackets, on one line. */
export function emitFlow(value: JsonValue, manner: Manner): string {
  if (isArray(value)) return `[${value.map((item) => emitFlow(item, manner)).join(', ')}]`;
  if (isObject(value)) {
    const fields = Object.entries(value).map(([name, inner]) => `${emitKey(name, manner)}: ${emitFlow(inner, manner)}`);
    return `{${fields.join(', ')}}`;
  }
  return emitScalar(value, manner, { flow: true });
}

/** `key: value` in block style as lines, the first without its indentation; `column` is where the key stands. */
export function emitEntry(name: string, value: JsonValue, column: number, manner: Manner): string[] {
  const key = `${emitKey(name, manner)}:`;
  if (isArray(value) && value.length > 0) return [key, ...emitItems(value, column + manner.listStep, manner)];
  if (isObject(value) && Object.keys(value).length > 0)
    return [key, ...emitFields(value, column + manner.step, manner)];
  return withValue(key, value, column, manner);
}

/** The fields of a mapping as indented lines. */
export function emitFields(value: Readonly<Record<string, JsonValue>>, column: number, manner: Manner): string[] {
  return Object.entries(value).flatMap(([name, inner]) => indentFirst(emitEntry(name, inner, column, manner), column));
}

/** The items of a list as indented lines. */
export function emitItems(items: readonly JsonValue[], column: number, manner: Manner): string[] {
  return items.flatMap((item) => indentFirst(emitItem(item, column, manner), column));
}

/** `- item` as lines, the first without its indentation. */
export function emitItem(item: JsonValue, column: number, manner: Manner): string[] {
  if (isObject(item) && Object.keys(item).length > 0) {
    const [first = '', ...rest] = emitFields(item, column + 2, manner);
    return [`- ${first.trimStart()}`, ...rest];
  }
  if (isArray(item) && item.length > 0) {
    const [first = '', ...rest] = emitItems(item, column + 2, manner);
    return [`- ${first.trimStart()}`, ...rest];
  }
  return withValue('-', item, column, manner);
}

function withValue(head: string, value: JsonValue, column: number, manner: Manner): string[] {
  if (typeof value === 'string') {
    const block = emitBlockText(value, column + manner.step, '\n');
    if (block !== undefined) return `${head} ${block}`.split('\n');
  }
  return [`${head} ${emitFlow(value, manner)}`];
}

const indentFirst = ([first = '', ...rest]: readonly string[], column: number): string[] => [
  `${' '.repeat(column)}${first}`,
  ...rest,
];
