import { isArray, isObject, type JsonValue } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';

/**
 * A value as YAML in block style, with every text that holds a dollar written in the style that Go's YAML printer chooses:
 * plain where it can be, so that what is put in its place decides the type. All other texts are quoted; nothing is
 * substituted in them, so their style does not matter.
 */
export function printGoYaml(value: JsonValue): string {
  return `${block(value, 0)}\n`;
}

function block(value: JsonValue, indent: number): string {
  const pad = ' '.repeat(indent);
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    return entries.map(([key, inner]) => `${pad}${scalar(key, -1)}:${below(inner, indent)}`).join('\n');
  }
  if (isArray(value)) {
    if (value.length === 0) return '[]';
    return value.map((item) => `${pad}-${below(item, indent)}`).join('\n');
  }
  return scalar(value, indent);
}

function below(value: JsonValue, indent: number): string {
  const nested = (isObject(value) && Object.keys(value).length > 0) || (isArray(value) && value.length > 0);
  return nested ? `\n${block(value, indent + 2)}` : ` ${block(value, indent)}`;
}

/** `indent` below zero: a key, which stands in one line. */
function scalar(value: JsonValue, indent: number): string {
  if (typeof value !== 'string' || !value.includes('$')) return printJson(value);
  const inOneLine = indent < 0;
  if (value.includes('\n')) return inOneLine || !canBeLiteral(value) ? printJson(value) : literal(value, indent + 2);
  if (canBePlain(value)) return value;
  return /[^\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd]/.test(value) ? printJson(value) : `'${value.replaceAll("'", "''")}'`;
}

/** libyaml, yaml_emitter_analyze_scalar: what begins or holds an indicator, or blanks at its ends, cannot be plain. */
function canBePlain(value: string): boolean {
  if (/^(?:---|\.\.\.)/.test(value) || /^[#,[\]{}&*!|>'"%@`]/.test(value)) return false;
  if (/^[?:-](?:\s|$)/.test(value) || /:(?:\s|$)/.test(value) || /\s#/.test(value)) return false;
  if (/^ | $/.test(value)) return false;
  return !/[^\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd]/.test(value);
}

/** A blank before a line's end, or what cannot be printed, makes a literal block impossible. */
function canBeLiteral(value: string): boolean {
  return !/ $/.test(value) && !/ \n/.test(value) && !/[^\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd]/.test(value);
}

function literal(value: string, indent: number): string {
  const hint = /^[ \n]/.test(value) ? '2' : '';
  const keep = value.endsWith('\n\n') || value === '\n' ? '+' : value.endsWith('\n') ? '' : '-';
  const lines = (value.endsWith('\n') ? value.slice(0, -1) : value).split('\n');
  const pad = ' '.repeat(indent);
  return `|${hint}${keep}\n${lines.map((line) => (line === '' ? '' : `${pad}${line}`)).join('\n')}`;
}
