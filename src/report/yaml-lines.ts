import { isArray, isObject, type JsonValue } from '../model/json.js';
import { pointerBelow } from '../model/json-pointer.js';
import { printable } from './safe-text.js';
import { stringText, valueText } from './value-text.js';

/** One line of an object printed like YAML; `pointer` (RFC 6901) names the value that begins on it. */
export interface YamlLine {
  readonly text: string;
  readonly pointer: string;
  /** True where the line holds the value itself, false where it only opens a list or map. */
  readonly leaf: boolean;
  /** The pointer of the list item that begins on the line, where one does. */
  readonly item?: string;
}

/** A value as lines of YAML for reading, keys in the value's own order; texts of several lines as block scalars. */
export function yamlLines(value: JsonValue, pointer = '', columns = 0): YamlLine[] {
  const pad = ' '.repeat(columns);
  if (isArray(value) && value.length > 0) {
    return value.flatMap((item, at) =>
      listItem(yamlLines(item, `${pointer}/${at}`, columns + 2), pad, `${pointer}/${at}`),
    );
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.keys(value).flatMap((key) => mapEntry(key, value[key] ?? null, pointerBelow(pointer, key), columns));
  }
  return [{ text: `${pad}${valueText(value)}`, pointer, leaf: true }];
}

/** Puts the dash where the item's first line is indented. */
function listItem(lines: readonly YamlLine[], pad: string, item: string): YamlLine[] {
  return lines.map((line, at) =>
    at === 0 ? { ...line, text: `${pad}- ${line.text.slice(pad.length + 2)}`, item } : line,
  );
}

function mapEntry(key: string, value: JsonValue, pointer: string, columns: number): YamlLine[] {
  const head = `${' '.repeat(columns)}${stringText(key)}:`;
  if (typeof value === 'string' && value.trimEnd().includes('\n')) return blockScalar(head, value, pointer, columns);
  const nested = (isObject(value) && Object.keys(value).length > 0) || (isArray(value) && value.length > 0);
  if (!nested) return [{ text: `${head} ${valueText(value)}`, pointer, leaf: true }];
  return [{ text: head, pointer, leaf: false }, ...yamlLines(value, pointer, columns + (isArray(value) ? 0 : 2))];
}

function blockScalar(head: string, text: string, pointer: string, columns: number): YamlLine[] {
  const ends = text.endsWith('\n') ? '|' : '|-';
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const pad = ' '.repeat(columns + 2);
  return [
    { text: `${head} ${ends}`, pointer, leaf: true },
    ...lines.map((line) => ({ text: line === '' ? '' : `${pad}${printable(line)}`, pointer, leaf: true })),
  ];
}
