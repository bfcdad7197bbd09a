import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Html, html, joined, NOTHING } from '../../../src/report/html/markup.js';
import { printable } from '../../../src/report/safe-text.js';
import { BREAKOUT } from './hostile.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const unescaped = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '');

describe('a template', () => {
  it('escapes whatever is put into it, and loses nothing of it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constant(BREAKOUT)), (text) => {
        const inner = html`${text}`.markup;
        expect(inner).not.toMatch(/[<>"']/);
        expect(unescaped(inner)).toBe(printable(text));
      }),
    );
  });

  it('keeps pieces of HTML, alone and in lists', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul class="${'x"y'}">${items}${NOTHING}</ul>${1}`.markup).toBe(
      '<ul class="x&quot;y"><li>a</li><li>&lt;b&gt;</li></ul>1',
    );
    expect(joined(items).markup).toBe('<li>a</li><li>&lt;b&gt;</li>');
  });

  it('takes no object for HTML because it looks like it: JSON of a cluster may', () => {
    const forged: Html = { markup: '<script>' };
    expect(() => html`${forged}`).toThrow(TypeError);
    expect(() => html`${[html`<p></p>`, forged]}`).toThrow(TypeError);
    expect(() => joined([forged])).toThrow(TypeError);
  });
});
