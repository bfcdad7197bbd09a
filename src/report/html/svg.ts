import type { WriterCategory } from '../../model/writer.js';
import { cutMiddle } from '../layout.js';
import { printable } from '../safe-text.js';
import { type Html, html } from './markup.js';

const MARK_OF = {
  manual: 1,
  operator: 2,
  gitops: 3,
  deployer: 4,
  unknown: 5,
  autoscaler: 6,
  'control-plane': 7,
  unowned: 7,
} as const satisfies Readonly<Record<WriterCategory, number>>;

/** The number of a category's colour in the style sheet; a picture also says who it is in words. */
export function markNumber(category: WriterCategory | undefined): number {
  return MARK_OF[category ?? 'control-plane'];
}

/** Fonts of a picture's texts with the width of a character: a bit more than fonts take, so that nothing is cut off. */
const WIDTHS = { mono: 7.4, prose: 7.7, strong: 8.5 } as const;

/** About how many pixels a text takes; characters beyond Latin count twice. */
function widthOf(text: string, font: keyof typeof WIDTHS): number {
  const columns = [...text].reduce((sum, character) => sum + (character > '\u2fff' ? 2 : 1), 0);
  return Math.ceil(columns * WIDTHS[font]);
}

/** A text on one line of a picture, its middle left out where it is long; hovering shows all of it. */
export function label(text: string, at: { readonly x: number; readonly y: number }, look: string, most = 90): Html {
  const whole = printable(text);
  const cut = cutMiddle(whole, most);
  const title = cut === whole ? [] : [html`<title>${whole}</title>`];
  return html`<text x="${at.x}" y="${at.y}" class="${look}">${cut}${title}</text>`;
}

/** How wide `label` makes a text. */
export function labelWidth(text: string, font: keyof typeof WIDTHS, most = 90): number {
  return widthOf(cutMiddle(printable(text), most), font);
}

/** A picture with its caption, in a frame that scrolls by itself where the page is narrower. */
export function figure(
  picture: { readonly body: readonly Html[]; readonly width: number; readonly height: number },
  { title, caption }: { readonly title: string; readonly caption: string },
): Html {
  const { body } = picture;
  const [width, height] = [Math.ceil(picture.width), Math.ceil(picture.height)];
  return html`<figure>
<figcaption>${caption}</figcaption>
<div class="scroll" role="region" tabindex="0" aria-label="${title}">
<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${title}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
${body}
</svg>
</div>
</figure>\n`;
}
