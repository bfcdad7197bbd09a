import type { Explanation, FieldDrift, Next } from '../../model/drift.js';
import { explanationFacts } from '../field-facts.js';
import { isOpen, statusWord } from '../field-standing.js';
import type { FieldList } from '../field-text.js';
import { historyFacts } from '../history-text.js';
import { blameText, placeText } from '../origin-text.js';
import type { TextOptions } from '../text-options.js';
import { entryText } from '../writer-text.js';
import { fieldValues } from './field-values.js';
import { type Html, html } from './markup.js';

/** One difference: its status, path and values, why it differs, what happens next, and the evidence below a summary. */
export function fieldBlock(field: FieldDrift, list: FieldList, words: TextOptions): Html {
  const status = statusTag(field.explanation, list);
  const facts = [...historyFacts(field, words), ...declaredFacts(field)];
  const open = status.counts ? 'open' : 'settled';
  return html`<div class="field ${open}">
<p>${status.tag} <code class="path">${field.path}</code></p>
${fieldValues(field, list)}
${explained(field.explanation, field.next, words)}${facts.map((fact) => html`<p class="dim">${fact}</p>`)}${evidence(field, words)}
</div>\n`;
}

/** Why something differs and what happens next, a paragraph each. */
export function explained(explanation: Explanation | undefined, next: Next | undefined, words: TextOptions): Html[] {
  return explanationFacts(explanation, next, words).map((fact) => html`<p>${sentence(fact)}</p>`);
}

/** The word of a status, in capitals where the gate counts it by default. */
export function statusTag(
  explanation: Explanation | undefined,
  list: FieldList,
): { readonly tag: Html; readonly counts: boolean } {
  const word = statusWord(explanation, list);
  const counts = isOpen(word);
  return { tag: html`<span class="tag ${counts ? 'is-bad' : 'quiet'}">${word}</span>`, counts };
}

/** With a capital and a full stop, where it is a sentence of words. */
export function sentence(text: string): string {
  const first = /^[a-z]+(?=[\s,:])/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
  return /[.!?…:]$/.test(first) ? first : `${first}.`;
}

function declaredFacts({ origin }: FieldDrift): string[] {
  if (origin === undefined) return [];
  return [sentence(blameText(origin) || `declared at ${placeText(origin)}`)];
}

function evidence(field: FieldDrift, words: TextOptions): Html {
  const { writer, coOwners, explanation } = field;
  const { manager, operation = 'Update', subresource = '', apiVersion = '', time } = writer;
  const entry = { manager: manager ?? '', operation, subresource, apiVersion, ...(time === undefined ? {} : { time }) };
  const rule = explanation.rule === undefined ? '' : `, rule ${explanation.rule}`;
  const items = [
    ...(manager === undefined
      ? []
      : [`recorded as ${entryText(entry, words)}; that it is the writer above is ${writer.confidence}`]),
    ...writer.evidence.map(({ message }) => message),
    ...coOwners.map((owner) => `also owned by ${entryText(owner, words)}`),
    `reason: ${explanation.code}${rule}`,
  ];
  return html`<details><summary>Evidence</summary><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></details>`;
}
