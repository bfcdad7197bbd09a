/**
 * A text as a code span: nothing in it is markup, a mention or a link. The fence is longer than any run of backticks
 * inside (CommonMark §6.1); the text is on one line (`printable`).
 */
export function codeSpan(text: string): string {
  if (text === '') return '` `';
  const fence = '`'.repeat(longestRun(text) + 1);
  // One blank at each end is taken off again; needed where a backtick or a blank stands there.
  const pad = /^[` ]|[` ]$/.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/**
 * Prose with other people's words in it: plain words stay, everything that could be markup, a mention (`@team`), an issue
 * (`#12`), a commit or a link is put into code spans, neighbours into one. Something of ours has to stand before it on its
 * line: `12.` would begin a list.
 */
export function prose(text: string): string {
  const parts: { readonly code: boolean; readonly text: string }[] = [];
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const code = !isPlain(word);
    const last = parts.at(-1);
    if (code && last?.code === true) parts[parts.length - 1] = { code, text: `${last.text} ${word}` };
    else parts.push({ code, text: word });
  }
  return parts.map((part) => (part.code ? spanOf(part.text) : part.text)).join(' ');
}

/** What ends a sentence or its part stays outside. */
function spanOf(text: string): string {
  const inner = text.replace(/[.,;:!?]$/, '');
  return inner === '' ? codeSpan(text) : `${codeSpan(inner)}${text.slice(inner.length)}`;
}

/** Letters, digits and what prose puts around a word. Not plain: `deadbee` (a commit), `GH-12` (an issue). */
const PLAIN = /^\(?[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*[.,;:!?)]{0,2}$/u;
/** GitHub knows the edges of a word by ASCII: `édeadbee` holds a commit. */
const REFERENCE = /\b(?:[0-9a-f]{7,}|GH-\d+)/i;

function isPlain(word: string): boolean {
  return word === '·' || (PLAIN.test(word) && !REFERENCE.test(word));
}

/** A text inside HTML that is written by us. */
export function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Lines in a fence that none of them can end. */
export function fenced(lines: readonly string[], language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return `${fence}${language}\n${lines.map((line) => `${line}\n`).join('')}${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
