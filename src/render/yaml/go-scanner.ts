import type { ScalarEvent } from 'js-yaml';

/*
 * What go-yaml v2 refuses and the parser, which knows YAML 1.2, takes (go-yaml scannerc.go). Each function gives the
 * fault as a sentence, or undefined where there is none.
 */

/** Anchors and aliases are words of ASCII, and no bracket opens right after one. */
export function anchorFault(source: string, { anchorStart, anchorEnd }: Anchored): string | undefined {
  const name = source.slice(anchorStart, anchorEnd);
  return /^[\w-]+$/.test(name) && !/[[{]/.test(source[anchorEnd] ?? '')
    ? undefined
    : `\`${name}\` is no name of an anchor: letters, digits, - and _ make one`;
}

export interface Anchored {
  readonly anchorStart: number;
  readonly anchorEnd: number;
}

/** Tags are made of the characters of an address, and something blank follows them, in brackets too. */
export function tagFault(source: string, { tagStart, tagEnd }: Tagged): string | undefined {
  if (tagStart < 0) return undefined;
  const written = source.slice(tagStart, tagEnd);
  if (written === '!!' || !/^[\w\-;/?:@&=+$,.!~*'()[\]%<>]*$/.test(written)) return `\`${written}\` is no tag`;
  return /^(?:\s|$)/.test(source.slice(tagEnd, tagEnd + 1))
    ? undefined
    : `a space has to follow the tag \`${written}\``;
}

export interface Tagged {
  readonly tagStart: number;
  readonly tagEnd: number;
}

/** Outside brackets, no tab may stand between the start of a line, or a dash, and what begins at `start`. */
export function tabFault(source: string, start: number): string | undefined {
  const before = source.slice(lineStartOf(source, start), start);
  return before.includes('\t') && /^ *(?:[-?][ \t]+)*[ \t]*["'&*[{]?$/.test(before)
    ? 'a tab stands where spaces have to indent'
    : undefined;
}

const BLOCK_HEADER = /[|>](?:[+-]?([1-9])|([1-9])[+-])?[+-]?[ \t]*(?:#.*)?(?:\r\n|\r|\n)$/;
const LEADING_TAB = /^(?: *(?:\r\n|\r|\n))* *\t/;

/** The first line of a block sets its indentation, so it may not begin with a tab, unless the header gives a width. */
export function blockFault(source: string, { valueStart, valueEnd }: ScalarEvent): string | undefined {
  if (!LEADING_TAB.test(source.slice(valueStart, valueEnd))) return undefined;
  const [, width, widthFirst] = BLOCK_HEADER.exec(source.slice(0, valueStart).slice(-200)) ?? [];
  return width === undefined && widthFirst === undefined
    ? 'a tab stands where spaces have to indent the first line of the text'
    : undefined;
}

/**
 * Between brackets, a text without quotes may neither begin with a colon nor hold a question mark, and a key's colon
 * needs a space after it: `{a:, b}` has a key `a:`.
 */
export function flowFault(source: string, { valueStart, valueEnd }: ScalarEvent): string | undefined {
  const written = source.slice(valueStart, valueEnd);
  if (written.startsWith(':') || written.includes('?')) return `\`${written}\` needs quotes between brackets`;
  return source[valueEnd] === ':' && /[,[\]{}]/.test(source[valueEnd + 1] ?? '')
    ? `a space has to follow the colon after \`${written}\``
    : undefined;
}

/** Between brackets, a key and its colon stand on one line. */
export function flowKeyFault(source: string, { valueStart, valueEnd }: ScalarEvent): string | undefined {
  const colon = /^['"]?\s*:/.exec(source.slice(valueEnd))?.[0];
  return colon !== undefined && /[\r\n]/.test(source.slice(valueStart, valueEnd) + colon)
    ? 'a key between brackets has to end on the line on which it begins'
    : undefined;
}

/** A mapping in block style begins on a line of its own, or after dashes; not after a key and an anchor or a tag. */
export function blockMappingFault(source: string, start: number): string | undefined {
  const before = source.slice(lineStartOf(source, start), start);
  return /^[ \t]*(?:[-?:][ \t]+|[&!]\S*[ \t]+)*$/.test(before) || before.startsWith('---')
    ? undefined
    : 'a mapping cannot begin on the line of its key';
}

/** Every other key of such a mapping begins its line; the parser also takes one after what a bracket closed. */
export function blockKeyFault(source: string, start: number): string | undefined {
  return /^[ \t]*(?:\?[ \t]+)?["'&]?$/.test(source.slice(lineStartOf(source, start), start))
    ? undefined
    : 'a key has to begin its line';
}

function lineStartOf(source: string, at: number): number {
  return Math.max(source.lastIndexOf('\n', at - 1), source.lastIndexOf('\r', at - 1)) + 1;
}
