import { structuredPatch } from 'diff';
import type { JsonValue } from '../model/json.js';
import { printable } from './safe-text.js';
import { yamlLines } from './yaml-lines.js';

/** A line of a difference: `-` is only desired's, `+` only live's, a space both's; `@` says where the next ones stand. */
export interface DiffLine {
  readonly sign: '-' | '+' | ' ' | '@';
  readonly text: string;
}

const CONTEXT_LINES = 2;

/** Edits after which two texts count as different throughout: keeps the time bounded on texts with nothing in common. */
const MAX_EDITS = 2000;

/** The lines in which two values differ, with two lines around each; maps and lists are compared as printed in YAML. */
export function lineDiff(desired: JsonValue, live: JsonValue): DiffLine[] {
  const [before, after] = [linesOf(desired), linesOf(live)];
  const patch = structuredPatch('', '', before, after, '', '', { context: CONTEXT_LINES, maxEditLength: MAX_EDITS });
  if (patch === undefined) return [...signed('-', before), ...signed('+', after)];
  return patch.hunks.flatMap((hunk) => [
    { sign: '@' as const, text: `line ${hunk.newStart} of live` },
    ...hunk.lines.map(readLine),
  ]);
}

/** All lines of one value under one sign: what only one side has. */
export function blockLines(sign: '-' | '+', value: JsonValue): DiffLine[] {
  return signed(sign, linesOf(value));
}

function signed(sign: '-' | '+', text: string): DiffLine[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => ({ sign, text: shown(line) }));
}

/** A text as it is; anything else as YAML. A text of another type than its counterpart stays readable so. */
function linesOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return `${yamlLines(value)
    .map((line) => line.text)
    .join('\n')}\n`;
}

function readLine(line: string): DiffLine {
  if (line.startsWith('\\')) return { sign: ' ', text: '(no line break at the end)' };
  const sign = line[0] === '-' || line[0] === '+' ? line[0] : ' ';
  return { sign, text: sign === ' ' ? printable(line.slice(1)) : shown(line.slice(1)) };
}

/** Blanks at the end of a line are a difference that nobody sees: they are drawn. */
function shown(line: string): string {
  const text = line.replace(/[ \t]+$/, '');
  return printable(text) + '·'.repeat(line.length - text.length);
}
