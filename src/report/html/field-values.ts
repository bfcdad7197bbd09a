import type { FieldDrift } from '../../model/drift.js';
import type { JsonValue } from '../../model/json.js';
import type { FieldList } from '../field-text.js';
import { cutPair } from '../layout.js';
import { blockLines, type DiffLine, lineDiff } from '../line-diff.js';
import { NAMED_SECRET } from '../named-secrets.js';
import { count } from '../plural.js';
import { ABSENT, isBlock, valueText } from '../value-text.js';
import { type Html, html } from './markup.js';

/** Lists and maps up to this many characters stay on one line, as in text reports. */
const INLINE_JSON = 60;

/** A longer value is cut, and stands whole below a summary. */
const LONGEST = 400;

/** Lines of a block before the rest goes below a summary. */
const MOST_LINES = 60;

/** Both values of a difference, each with its side's name and sign; of texts of several lines those that differ. */
export function fieldValues(field: FieldDrift, list: FieldList): Html {
  const { desired, live } = field;
  if (isBlock(desired, INLINE_JSON) || isBlock(live, INLINE_JSON)) {
    if (desired !== undefined && live !== undefined) return blockOf(lineDiff(desired, live), 'both');
    return blockOf(blockLines(desired === undefined ? '+' : '-', desired ?? live ?? null), sideOf(field));
  }
  const texts = [shown(field, desired), shown(field, live)] as const;
  const [left, right] = cutPair(...texts, LONGEST);
  const rows = [
    ...(list === 'undeclared' ? [] : [html`<dt class="d">− desired</dt><dd class="d mono"><del>${left}</del></dd>`]),
    html`<dt class="l">+ live</dt><dd class="l mono"><ins>${right}</ins></dd>`,
  ];
  const cut = left !== texts[0] || right !== texts[1];
  return html`<dl class="values">${rows}</dl>${cut ? [wholeValues(texts, list)] : []}`;
}

function wholeValues([desired, live]: readonly [string, string], list: FieldList): Html {
  const sides = [
    ...(list === 'undeclared' ? [] : [html`<p>desired:</p><pre>${desired}</pre>`]),
    html`<p>live:</p><pre>${live}</pre>`,
  ];
  return html`<details><summary>The whole values (${count(Math.max(desired.length, live.length), 'character')})</summary>${sides}</details>`;
}

const LEGENDS = {
  both: '− desired, + live',
  live: '+ live only',
  desired: '− desired only, absent in live',
} as const;

function sideOf({ desired }: FieldDrift): 'live' | 'desired' {
  return desired === undefined ? 'live' : 'desired';
}

function blockOf(lines: readonly DiffLine[], legend: keyof typeof LEGENDS): Html {
  const rest = lines.slice(MOST_LINES);
  const more =
    rest.length === 0
      ? []
      : [html`<details><summary>${count(rest.length, 'more line')}</summary>${linesOf(rest)}</details>`];
  return html`<p class="dim">${LEGENDS[legend]}</p>${linesOf(lines.slice(0, MOST_LINES))}${more}`;
}

function linesOf(lines: readonly DiffLine[]): Html {
  return html`<pre class="lines">${lines.map(lineOf)}</pre>`;
}

function lineOf({ sign, text }: DiffLine): Html {
  if (sign === '-') return html`<span class="removed"><del>− ${text}</del></span>`;
  if (sign === '+') return html`<span class="added"><ins>+ ${text}</ins></span>`;
  return sign === '@' ? html`<span class="at">@ ${text}</span>` : html`<span>  ${text}</span>`;
}

/** What stands in place of a masked value is no value and takes no quotes. */
function shown(field: FieldDrift, value: JsonValue | undefined): string {
  if (typeof value === 'string' && (field.masked === true || value === NAMED_SECRET)) return value;
  return value === undefined ? ABSENT : valueText(value);
}
