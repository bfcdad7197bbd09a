import { printable } from '../safe-text.js';

/** A piece of HTML. Only `html` and `joined` make one that templates accept: they keep book by identity. */
export interface Html {
  readonly markup: string;
}

/** What may stand in a template: texts and numbers are escaped, pieces of HTML are kept, of a list each. */
export type Part = string | number | Html | readonly Html[];

const MADE = new WeakSet<object>();

/**
 * A piece of HTML; every text that is put into it is escaped, for element content and for attributes within double
 * quotes. Control, bidirectional and invisible characters are written out as in text reports. Never fails on a value;
 * throws where a piece was made elsewhere, which is a bug of ours.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return made(texts.map((text, at) => text + (at < parts.length ? markupOf(parts[at] ?? '') : '')).join(''));
}

/** Pieces one after another. */
export function joined(pieces: readonly Html[]): Html {
  return made(pieces.map(markupOf).join(''));
}

export const NOTHING: Html = html``;

function made(markup: string): Html {
  const piece: Html = { markup };
  MADE.add(piece);
  return piece;
}

function markupOf(part: Part): string {
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return printable(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
  if (isList(part)) return part.map(markupOf).join('');
  // JSON may hold an object with a key `markup`: it is none of ours.
  if (!MADE.has(part)) throw new TypeError('a template was given an object that is no HTML of its own making');
  return part.markup;
}

/** `Array.isArray` does not narrow readonly arrays (microsoft/TypeScript#17002). */
function isList(part: Part): part is readonly Html[] {
  return Array.isArray(part);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
